#!/usr/bin/env python3
"""sudoku.py RATCHET BENCH-BASELINE [FOLDER]: uniqueness proofs a second, by ratchet, by CaDiCaL and, for 9 x 9, by qqwing
(Debian's package), in turn, on boards that are made here (fixed seeds; kept in FOLDER, where they are there already).

What counts is CPU time without start-up: what ratchet and bench-baseline say themselves, and for qqwing the time for the
list less the time for one puzzle, over one puzzle less. Medians of ROUNDS."""
import os
import resource
import shutil
import subprocess
import sys
import tempfile

from boards import figures, make

ROUNDS = 5
# Size, how many, seed, and whether no given is left that could go: the hard ones.
LISTS = (("9x9", 250, 7, True), ("16x16", 40, 7, False), ("16x16", 8, 8, True), ("25x25", 10, 7, False))


def qqwing_seconds(boards):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(["qqwing", "--solve", "--count-solutions", "--one-line"], input="\n".join(boards) + "\n",
                          stdout=subprocess.PIPE, text=True, check=True)
    if done.stdout.count("is unique") != len(boards):
        sys.exit("qqwing does not find that all have one solution")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def qqwing_total(boards):
    return (qqwing_seconds(boards) - qqwing_seconds(boards[:1])) * len(boards) / (len(boards) - 1)


def proofs(count, times):
    return f"{count / sorted(times)[len(times) // 2]:9.0f}" if times else f"{'-':>9}"


def main():
    ratchet, baseline = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as work:
        folder = sys.argv[3] if len(sys.argv) > 3 else work
        os.makedirs(folder, exist_ok=True)
        print("boards                Ratchet  CaDiCaL   qqwing    proofs a second")
        for size, count, seed, minimal in LISTS:
            path = make(ratchet, folder, "sudoku.line", "sdm", size, count, seed, minimal)
            with open(path, encoding="ascii") as file:
                boards = file.read().split()
            ours, sat, qqwing = [], [], []
            for _ in range(ROUNDS):
                ours.append(figures([ratchet, "bench"], path, 1)[0])
                sat.append(figures([baseline], path, 1)[0])
                if size == "9x9" and shutil.which("qqwing"):
                    qqwing.append(qqwing_total(boards))
            name = f"{len(boards)} of {size}{', minimal' if minimal else ''}"
            print(f"{name:20}", *(proofs(len(boards), times) for times in (ours, sat, qqwing)), flush=True)


main()
