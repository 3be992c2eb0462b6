#!/usr/bin/env python3
"""large.py RATCHET [--repeat N] [--time-limit T]: start-up, and what large boards cost.

CPU seconds of whole processes, `ratchet unique`, from start to end, medians of N: the heart of the tests, a picture of
512 x 512 that needs no search, and larger boards with several solutions (picture.py and loop.py make them). The start
is quick where the plugins have an index, as in an installed tree: a build tree has none.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HEART = HERE.parent.parent / 'tests/puzzles/nonogram/heart.nin'
# name, what makes it, milliseconds that it should take at most
BOARDS = [
    ('picture 512 x 512, no search', ['picture.py', '512', '--blur', '16'], 20),
    ('picture 300 x 300, several', ['picture.py', '300', '--noise', '10'], 5000),
    ('loop 100 x 100, several', ['loop.py', '100'], 500),
]


def cpu_milliseconds(command):
    pid = os.posix_spawnp(command[0], command, os.environ,
                          file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if not 0 <= code < 64:      # below are the verdicts
        sys.exit(f'{" ".join(command)} failed with exit code {code}')
    return (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024


def look_at(args, name, path, most):
    command = [args.ratchet, 'unique', '-q', '--time-limit', args.time_limit, str(path)]
    runs = [cpu_milliseconds(command) for _ in range(args.repeat)]
    milliseconds = statistics.median(run[0] for run in runs)
    print(f'| {name} | {milliseconds:.1f} | {most} | {runs[0][1]:.0f} |', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ratchet')
    parser.add_argument('--repeat', type=int, default=5)
    parser.add_argument('--time-limit', default='60s')
    args = parser.parse_args()
    print('| board | CPU ms | goal | resident MB |\n|---|---:|---:|---:|')
    look_at(args, 'heart 10 x 10', HEART, 3)
    with tempfile.TemporaryDirectory() as work:
        for k, (name, maker, most) in enumerate(BOARDS):
            path = pathlib.Path(work) / f'{k}.{"nin" if maker[0] == "picture.py" else "txt"}'
            path.write_text(subprocess.run([sys.executable, HERE / maker[0], *maker[1:]], stdout=subprocess.PIPE,
                                           text=True, check=True).stdout)
            look_at(args, name, path, most)


if __name__ == '__main__':
    main()
