#!/usr/bin/env python3
"""generate.py RATCHET [SEEDS]: CPU seconds that new puzzles of several types and sizes take, as a table: the median and
the worst of so many seeds (default 5); without and, where there is such a thing, with --minimal."""
import resource
import subprocess
import sys

SIZES = {"nonogram": ("10x10", "20x20", "30x30"), "masyu": ("10x10", "15x15", "20x20"),
         "slitherlink": ("10x10", "15x15", "20x20"), "sudoku": ("9x9", "16x16"),
         "kakuro": ("10x10", "15x15", "20x20"), "tents": ("10x10", "20x20", "30x30", "50x50")}
LIMIT = 300     # seconds of the clock for one puzzle


def seconds(ratchet, what, size, seed, *more):
    """None: there was none."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([ratchet, "generate", what, "--size", size, "--seed", str(seed), *more],
                              capture_output=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime if done.returncode == 0 else None


def figures(times):
    made = sorted(time for time in times if time is not None)
    if len(made) < len(times):
        return f"{len(made)} of {len(times)} |" + (" %.2f" % made[-1] if made else "")
    return f"{made[len(made) // 2]:.2f} | {made[-1]:.2f}"


def main():
    ratchet, seeds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print("| | size | median | worst | minimal: median | worst |\n|---|---|---|---|---|---|")
    for what, sizes in SIZES.items():
        for size in sizes:
            columns = [figures([seconds(ratchet, what, size, seed, *more) for seed in range(1, seeds + 1)])
                       for more in ((), ("--minimal",)) if not more or what != "nonogram"] + ["| "]
            print(f"| {what} | {size} | {columns[0]} | {columns[1]} |", flush=True)


main()
