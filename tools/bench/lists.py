#!/usr/bin/env python3
"""lists.py RATCHET PUZZLES [--repeat N] [--quick] [--only LIST] [--time-limit T]: every list of real puzzles, one line each.

A verdict for every puzzle (`ratchet unique`), held against what is known of it, and CPU seconds in total and at worst
(`ratchet bench`, model build included, reading and start-up not), beside what a prototype needed on the same lists on
another machine: ratios between lists say more than figures. knotty and faase are left out, which nobody solves in a
minute. --quick leaves out the random nonograms and the MiniZinc ones, which take most of the time.

Exit code 1 if a verdict is not the expected one.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

# Seconds of CPU in total and of the worst board.
PROTOTYPE = {
    'masyu/stay/puzzle-masyu': (0.09, 0.0037),
    'nonogram/own/random/taai25-own-200': (11.3, 1.8),
    'nonogram/own/random/rand30': (0.26, None),
    'nonogram/stay/jwilk': (0.003, 0.00016),
    'nonogram/stay/survey-bw': (0.020, 0.005),
    'nonogram/stay/minizinc': (3.1, 1.1),
}
SLOW = ('nonogram/own/random', 'nonogram/stay/minizinc')
# What the list says wrongly: of the six loops through all cells of this one, one passes its pearls rightly.
CORRECTED = {'u23_4x4_f': 'unique'}
LEFT_OUT = ('knotty', 'faase')


class List:
    """Inputs of one list, and the verdict expected of some of them by name."""

    def __init__(self, name, inputs, expected=None):
        self.name = name
        self.inputs = [str(i) for i in inputs]
        self.expected = expected or {}


def rows_of(path, work, name, rows):
    file = work / path / f'{name}.txt'
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('\n'.join(rows) + '\n')
    return file


def table(path):
    with open(path, newline='', encoding='utf-8') as file:
        yield from csv.reader(file, delimiter='\t')


def word(text):
    """'several (2)', 'multi' ... as the verdict that `ratchet unique` gives; None: it says nothing."""
    first = (text.split() or [''])[0]
    return {'multi': 'several', 'unique': 'unique', 'several': 'several', 'none': 'none'}.get(first)


def masyu_lists(root, work):
    expected = {}
    for row in list(table(root / 'expected.tsv'))[1:]:
        expected[str(root / row[0])] = word(row[1])
    ids = sorted((root / 'own/sgt').glob('*.ids'))
    for file in ids:    # generated with n: more than one solution allowed
        expected[str(file)] = 'several' if file.stem.endswith('n') else 'unique'
    published = [rows_of('puzzle-masyu', work, row[0], row[4].split('/'))
                 for row in list(table(root / 'stay/puzzle-masyu.tsv'))[1:]]
    expected.update({str(file): 'unique' for file in published})
    links = {}
    for row in table(root / 'stay/puzzlink/urls.tsv'):
        if len(row) > 3:
            file = rows_of('puzzlink', work, row[0], ['https://puzz.link/p?' + row[1]])
            links[str(file)] = CORRECTED.get(row[0]) or word(row[3])
    expected.update(links)
    return [
        List('masyu/own/articles', sorted(root.glob('own/article*.txt')), expected),
        List('masyu/own/sgt', ids, expected),
        List('masyu/own/sgt-rows', sorted(root.glob('own/sgt-rows/*.txt')), expected),
        List('masyu/own/stress', sorted(root.glob('own/stress/*.txt')), expected),
        List('masyu/stay/puzzle-masyu', published, expected),
        List('masyu/stay/puzzlink', links, expected),
        List('masyu/stay/parerga', sorted(root.glob('stay/parerga/*.txt')), expected),
        List('masyu/stay/stress', sorted(root.glob('stay/stress/*.txt')), expected),
    ]


def nonogram_lists(root):
    def files(folder, suffix):
        return [f for f in sorted((root / folder).glob('*' + suffix)) if f.stem not in LEFT_OUT]

    survey = files('stay/survey-bw', '.nin') or files('stay/survey-bw', '.non')
    return [
        List('nonogram/stay/survey-bw', survey, {str(f): 'unique' for f in survey}),
        List('nonogram/stay/jwilk', files('stay/jwilk', '.nin')),
        List('nonogram/stay/hakank', files('stay/hakank', '.nin'),
             {str(root / 'stay/hakank/nonunique.nin'): 'several'}),
        List('nonogram/stay/minizinc', files('stay/minizinc', '.nin')),
        List('nonogram/stay/nonogram-db', files('stay/nonogram-db', '.non')),
        List('nonogram/stay/number-loom', files('stay/number-loom', '.xml')),
        List('nonogram/own/random/taai25-own-200', [root / 'own/random/taai25-own-200.txt']),
        List('nonogram/own/random/rand30', files('own/random/rand30', '.nin')),
    ]


def verdicts(args, inputs):
    """(name, verdict) of each puzzle; what can't be read is an 'error'."""
    run = subprocess.run([args.ratchet, 'unique', '--json', '--keep-going', '-q', '--time-limit', args.time_limit,
                          *inputs], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        if 'outcome' in answer:
            yield answer['file'], answer['outcome']


def figures(args, inputs):
    """CPU seconds in total and at worst, and of which puzzle."""
    run = subprocess.run([args.ratchet, 'bench', '--json', '--repeat', str(args.repeat), '--time-limit',
                          args.time_limit, *inputs], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode or not run.stdout:
        sys.exit(f'ratchet bench failed with exit code {run.returncode}')
    side = json.loads(run.stdout)['sides'][0]
    return side['total'], side['worst'], pathlib.PurePath(side['worst_puzzle']).name


def milliseconds(seconds):
    return '-' if seconds is None else f'{seconds * 1e3:.2f}' if seconds < 1 else f'{seconds * 1e3:.0f}'


def look_at(args, puzzles):
    """Prints the line of one list; returns the verdicts that are wrong."""
    counts, wrong, read = {}, [], set()
    for name, verdict in verdicts(args, puzzles.inputs):
        path = name.split('#')[0]
        counts[verdict] = counts.get(verdict, 0) + 1
        expected = puzzles.expected.get(path)
        if verdict != 'error':
            read.add(path)
        if expected and verdict != expected:
            wrong.append(f'{name}: {verdict}, not {expected}')
    total, worst, which = figures(args, [i for i in puzzles.inputs if i in read]) if read else (None, None, '')
    before = PROTOTYPE.get(puzzles.name, (None, None))
    words = ', '.join(f'{counts[v]} {v}' for v in ('unique', 'several', 'none', 'unknown', 'error') if v in counts)
    print(f'| {puzzles.name} | {sum(counts.values())} | {words} | {len(wrong)} | {milliseconds(total)} | '
          f'{milliseconds(worst)} | {which} | {milliseconds(before[0])} | {milliseconds(before[1])} |', flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ratchet')
    parser.add_argument('puzzles', type=pathlib.Path)
    parser.add_argument('--repeat', type=int, default=1)
    parser.add_argument('--time-limit', default='60s')
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--only', default='', metavar='LIST', help='lists whose name begins so')
    args = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        lists = masyu_lists(args.puzzles / 'masyu', pathlib.Path(work)) + nonogram_lists(args.puzzles / 'nonogram')
        print('| list | puzzles | verdicts | not as expected | CPU total ms | worst ms | worst board | prototype total '
              'ms | worst ms |\n|---|---:|---|---:|---:|---:|---|---:|---:|')
        for puzzles in lists:
            if not puzzles.name.startswith(args.only) or (args.quick and puzzles.name.startswith(SLOW)):
                continue
            if puzzles.inputs:
                wrong += look_at(args, puzzles)
    print(*wrong, sep='\n')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
