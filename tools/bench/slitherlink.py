#!/usr/bin/env python3
"""slitherlink.py RATCHET BENCH-BASELINE [FOLDER]: Slitherlink by Ratchet and by CaDiCaL, in turn, on boards that are made
here (fixed seeds; kept in FOLDER, where they are there already). CPU time in milliseconds, medians of three runs."""
import os
import sys
import tempfile

from boards import figures, make

# Size, how many, seed, and whether each clue is needed: the hard ones.
LISTS = (("10x10", 20, 1, False), ("10x10", 10, 2, True), ("15x15", 6, 4, True), ("20x20", 10, 3, False),
         ("20x20", 5, 4, True), ("30x30", 6, 5, False), ("40x40", 2, 6, False))


def main():
    ratchet, baseline = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as work:
        folder = sys.argv[3] if len(sys.argv) > 3 else work
        os.makedirs(folder, exist_ok=True)
        sums = [0, 0]
        print("boards                CaDiCaL  worst    Ratchet  worst    ratio  of the worst")
        for size, count, seed, minimal in LISTS:
            path = make(ratchet, folder, "slitherlink.puzzlink", "url", size, count, seed, minimal)
            theirs, ours = ([second * 1e3 for second in figures(command, path, 3)]
                            for command in ([baseline], [ratchet, "bench"]))
            sums = [sums[0] + theirs[0], sums[1] + ours[0]]
            print(f"{count:3} of {size}{' minimal' if minimal else '':9} {theirs[0]:8.1f} {theirs[1]:7.2f} {ours[0]:9.1f}"
                  f" {ours[1]:7.2f} {ours[0] / theirs[0]:7.2f} {ours[1] / theirs[1]:7.2f}")
        print(f"{'all':21} {sums[0]:8.1f} {'':7} {sums[1]:9.1f} {'':7} {sums[1] / sums[0]:7.2f}")


main()
