#!/usr/bin/env python3
"""slitherlink.py RATCHET BENCH-BASELINE [FOLDER]: Slitherlink by Ratchet and by CaDiCaL, in turn, on boards that are made
here (fixed seeds; kept in FOLDER, where they are there already). CPU time in milliseconds, medians of three runs."""
import json
import os
import subprocess
import sys
import tempfile

# Size, how many, seed, and whether each clue is needed: the hard ones.
LISTS = (("10x10", 20, 1, False), ("10x10", 10, 2, True), ("15x15", 6, 4, True), ("20x20", 10, 3, False),
         ("20x20", 5, 4, True), ("30x30", 6, 5, False), ("40x40", 2, 6, False))


def make(ratchet, folder, size, count, seed, minimal):
    path = os.path.join(folder, f"{size}{'-minimal' if minimal else ''}.url")
    if not os.path.exists(path):
        made = subprocess.run([ratchet, "generate", "slitherlink", "--quiet", "--size", size, "--count", str(count), "--seed",
                               str(seed), "--to", "puzzlink", *(["--minimal"] if minimal else [])],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        with open(path, "w", encoding="ascii") as file:
            file.write(made)
    return path


def figures(command, path):
    done = subprocess.run([*command, "--repeat", "3", "--json", path], stdout=subprocess.PIPE, text=True, check=True)
    report = json.loads(done.stdout)
    side = (report["lists"][0] if "lists" in report else report)["sides"][0]
    return side["total"] * 1e3, side["worst"] * 1e3


def main():
    ratchet, baseline = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as work:
        folder = sys.argv[3] if len(sys.argv) > 3 else work
        os.makedirs(folder, exist_ok=True)
        sums = [0, 0]
        print("boards                CaDiCaL  worst    Ratchet  worst    ratio  of the worst")
        for size, count, seed, minimal in LISTS:
            path = make(ratchet, folder, size, count, seed, minimal)
            theirs, ours = figures([baseline], path), figures([ratchet, "bench"], path)
            sums = [sums[0] + theirs[0], sums[1] + ours[0]]
            print(f"{count:3} of {size}{' minimal' if minimal else '':9} {theirs[0]:8.1f} {theirs[1]:7.2f} {ours[0]:9.1f}"
                  f" {ours[1]:7.2f} {ours[0] / theirs[0]:7.2f} {ours[1] / theirs[1]:7.2f}")
        print(f"{'all':21} {sums[0]:8.1f} {'':7} {sums[1]:9.1f} {'':7} {sums[1] / sums[0]:7.2f}")


main()
