#!/usr/bin/env python3
"""picture.py SIDE [--seed N] [--blur R] [--noise PERCENT]: a nonogram of blobs, in .nin format, on standard output.

Noise that is blurred three times over R cells each way, and black where it is above its mean; the same seed gives the
same picture. Then PERCENT of the cells beside a border between black and white change their colour, which is what makes
such a picture have several solutions; without it nearly all of them fall to line solving alone.
"""
import argparse
import random


def blurred(rows, radius):
    """Sums over the 2 * radius + 1 cells round each, along the rows; beyond the border there is nothing."""
    side = len(rows[0])
    out = []
    for row in rows:
        total = [0]
        for value in row:
            total.append(total[-1] + value)
        out.append([total[min(side, x + radius + 1)] - total[max(0, x - radius)] for x in range(side)])
    return out


def blobs(side, radius, draw):
    field = [[draw.random() - 0.5 for _ in range(side)] for _ in range(side)]
    for _ in range(3):
        for _ in range(2):
            field = [list(column) for column in zip(*blurred(field, radius))]
    mean = sum(map(sum, field)) / side**2
    return [[int(value > mean) for value in row] for row in field]


def roughened(cells, percent, draw):
    side = len(cells)
    out = [row[:] for row in cells]
    for y in range(side):
        for x in range(side):
            beside = [cells[v][u] for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                      if 0 <= u < side and 0 <= v < side]
            if any(colour != cells[y][x] for colour in beside) and draw.random() * 100 < percent:
                out[y][x] ^= 1
    return out


def clue(row):
    runs = [len(run) for run in ''.join(map(str, row)).split('0') if run]
    return ' '.join(map(str, runs or [0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('side', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--blur', type=int, default=6, metavar='R')
    parser.add_argument('--noise', type=float, default=0, metavar='PERCENT')
    args = parser.parse_args()
    draw = random.Random(args.seed)
    cells = roughened(blobs(args.side, args.blur, draw), args.noise, draw)
    print(args.side, args.side)
    for line in cells + [list(column) for column in zip(*cells)]:
        print(clue(line))


if __name__ == '__main__':
    main()
