#!/usr/bin/env python3
"""sudoku.py RATCHET FILE [ROUNDS]: uniqueness proofs a second, by ratchet and by qqwing (Debian's package), in turn.

FILE holds 9 x 9 Sudokus, a line each, and nothing else. What counts is CPU time without start-up: ratchet's own figure
for each round, and for qqwing the time for the list less the time for one puzzle, over one puzzle less."""
import json
import resource
import subprocess
import sys


def ratchet_seconds(ratchet, path):
    done = subprocess.run([ratchet, "bench", "--repeat", "1", "--json", path], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])["sides"][0]["total"]


def qqwing_seconds(boards):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(["qqwing", "--solve", "--count-solutions", "--one-line"], input="\n".join(boards) + "\n",
                          capture_output=True, text=True, check=True)
    if done.stdout.count("is unique") != len(boards):
        sys.exit("qqwing does not find that all have one solution")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    ratchet, path = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with open(path, encoding="ascii") as file:
        boards = file.read().split()
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(ratchet_seconds(ratchet, path) / len(boards))
        theirs.append((qqwing_seconds(boards) - qqwing_seconds(boards[:1])) / (len(boards) - 1))
    for name, seconds in (("ratchet", sorted(ours)[rounds // 2]), ("qqwing", sorted(theirs)[rounds // 2])):
        print(f"{name}: {1 / seconds:.0f} a second, median of {rounds}")


main()
