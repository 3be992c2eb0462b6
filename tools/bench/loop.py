#!/usr/bin/env python3
"""loop.py SIDE [--seed N] [--fill PERCENT] [--keep PERCENT]: a Masyu made from a random loop, in rows, on standard output.

The loop runs round a random tree that grows over PERCENT of the blocks of 2 x 2 cells, so SIDE is even; then every cell
of it that may hold a pearl gets one with the chance --keep. The same seed gives the same board. As a rule it has several
solutions.
"""
import argparse
import random

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def tree(side, percent, draw):
    """Pairs of neighbouring blocks that it joins."""
    start = (side // 2, side // 2)
    seen, edges, border = {start}, set(), [start]
    while border and len(seen) * 100 < side * side * percent:
        x, y = border[draw.randrange(len(border))]
        free = [(x + u, y + v) for u, v in STEPS
                if 0 <= x + u < side and 0 <= y + v < side and (x + u, y + v) not in seen]
        if not free:
            border.remove((x, y))
            continue
        block = draw.choice(free)
        seen.add(block)
        border.append(block)
        edges.update((((x, y), block), (block, (x, y))))
    return seen, edges


def links(blocks, edges):
    """For each cell of the loop the directions in which it goes on: each block's ring, opened where the tree joins two."""
    on = {}
    for x, y in blocks:
        for d, (u, v) in enumerate(STEPS):
            joined = ((x, y), (x + u, y + v)) in edges
            left, right = (d + 3) % 4, (d + 1) % 4
            for side in (left, right):      # the two cells of the block on its side d
                su, sv = STEPS[side]
                cell = (2 * x + (1 + u + su) // 2, 2 * y + (1 + v + sv) // 2)
                on.setdefault(cell, set()).add(d if joined else (side + 2) % 4)
    return on


def pearl(on, cell):
    ways = sorted(on[cell])
    beside = [on[(cell[0] + STEPS[d][0], cell[1] + STEPS[d][1])] for d in ways]
    straight = [(min(b) + 2) % 4 == max(b) for b in beside]
    if (ways[0] + 2) % 4 == ways[1]:
        return '.' if all(straight) else 'W'
    return 'B' if all(straight) else '.'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('side', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--fill', type=float, default=60, metavar='PERCENT')
    parser.add_argument('--keep', type=float, default=100, metavar='PERCENT')
    args = parser.parse_args()
    draw = random.Random(args.seed)
    on = links(*tree(args.side // 2, args.fill, draw))
    for y in range(args.side):
        row = (pearl(on, (x, y)) if (x, y) in on else '.' for x in range(args.side))
        print(''.join(c if draw.random() * 100 < args.keep else '.' for c in row))


if __name__ == '__main__':
    main()
