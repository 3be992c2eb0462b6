"""tents_test.py RATCHET EXAMPLES: the Tents plugins against brute force, and what people do with files."""
import itertools
import os
import random
import re

from tap import examples, folder, plan, report, run


def is_paired(trees, tents):
    """Every tree takes a tent beside it, none twice: all orders tried."""
    if len(trees) != len(tents):
        return False
    return any(all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in zip(trees, order))
               for order in itertools.permutations(tents))


def solutions(width, height, trees, columns, rows):
    """The number of solutions, by trying every set of cells."""
    cells = [(r, c) for r in range(height) for c in range(width) if (r, c) not in trees]
    found = 0
    for tents in itertools.combinations(cells, len(trees)):
        apart = all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in itertools.combinations(tents, 2))
        fits = all(n is None or sum(t[1] == i for t in tents) == n for i, n in enumerate(columns))
        fits = fits and all(n is None or sum(t[0] == i for t in tents) == n for i, n in enumerate(rows))
        found += apart and fits and is_paired(trees, tents)
    return found


def random_camp(chance):
    """A camp whose counts are of some tents or other, now and then of none that could be."""
    width, height = chance.randint(2, 5), chance.randint(2, 4)
    cells = [(r, c) for r in range(height) for c in range(width)]
    trees = chance.sample(cells, chance.randint(0, min(4, len(cells) // 3)))
    while not all(any(abs(a - c) + abs(b - d) == 1 and (c, d) not in trees for c, d in cells) for a, b in trees):
        trees.pop()     # a tree without a cell beside it is refused
    rest = [cell for cell in cells if cell not in trees]
    tents = chance.sample(rest, min(len(trees), len(rest)))
    columns = [sum(t[1] == i for t in tents) if chance.random() < .5 else None for i in range(width)]
    rows = [sum(t[0] == i for t in tents) if chance.random() < .5 else None for i in range(height)]
    return width, height, trees, columns, rows


def text_of(width, height, trees, columns, rows):
    word = lambda n: "." if n is None else str(n)
    lines = ["tents", " ".join(map(word, columns))]
    for r in range(height):
        lines.append(" ".join([word(rows[r])] + ["T" if (r, c) in trees else "." for c in range(width)]))
    return "\n".join(lines) + "\n"


def against_brute_force(place):
    chance = random.Random(7)
    expected = {}
    for i in range(120):
        camp = random_camp(chance)
        expected[f"{place}/{i}.tents"] = solutions(*camp)
        with open(f"{place}/{i}.tents", "w", encoding="ascii") as file:
            file.write(text_of(*camp))
    for rules in ((), ("--only-rules", "tents.*"), ("--only-rules", "none")):
        _, out, err = run("count", *rules, *expected)
        found = {name: int(n) for name, n in re.findall(r"^(.*\.tents): (\d+) solution", out + err, re.M)}
        wrong = [name for name, n in expected.items() if found.get(name) != n]
        report(not wrong, f"as many solutions as brute force finds, {' '.join(rules) or 'with all rules'}", wrong, err)
    report({0, 1, 2} == {min(n, 2) for n in expected.values()}, "some have no solution, some one, some several")


def formats(place):
    file = os.path.join(examples, "address.txt")
    solved = os.path.join(examples, "solved.tents")
    report(run("unique", file)[0] == 0, "an address of puzz.link, solved")
    report(run("verify", solved, os.path.join(examples, "solved.tents"))[0] == 0, "a drawn solution is verified")
    text = run("convert", solved, "--to", "tents.text")[1]
    report(text == open(solved, encoding="ascii").read(), "a solution is kept", text)
    for name in ("tents.puzzlink", "tents.pzprv3", "tents.sgt"):
        seeds = [run("generate", "tents", "--size", size, "--seed", "3")[1] for size in ("4x7", "12x9", "40x30")]
        for puzzle in seeds:
            there = run("convert", "-", "--to", name, text=puzzle)[1]
            back = run("convert", "-", "--to", "tents.text", text=there)[1]
            report(back == puzzle, f"to {name} and back", there, back)
    code, large, err = run("generate", "tents", "--size", "50x50", "--seed", "2")
    report(code == 0 and run("unique", "-", text=large)[0] == 0, "a large camp", err)
    some = run("generate", "tents", "--size", "9x9", "--minimal", "--seed", "2")[1]
    address = run("convert", "-", "--to", "puzzlink", text=some)[1]
    report(run("convert", "-", "--to", "tents.text", text=address)[1] == some, "counts that are not said", address)
    code, _, err = run("convert", "-", "--to", "sgt", text=some)
    report(code != 0 and "says the counts of all" in err, "an id must say them all", code, err)
    pzprv3 = ("pzprv3/tents/5/5/. 2 . 0 . . /1 . A 1 - - /. . . - - A /. A 1 - - 1 /. . . - 1 A /1 A 1 - . . /"
              "0 -1 0 0 /0 0 0 0 /-1 0 0 0 /0 0 0 -1 /-1 0 0 0 /0 0 0 0 0 /0 0 0 0 -1 /0 0 0 0 0 /0 0 0 0 0 /")
    marked = os.path.join(place, "marked")
    with open(marked, "w", encoding="ascii") as out:
        out.write(pzprv3)
    shown = run("convert", marked, "--to", "tents.text")[1]
    report(" 1  .  ^  T  -  -\n" in shown, "what a pzprv3 file says of tents", shown)
    again = run("convert", marked, "--to", "pzprv3")[1]
    report(run("convert", "-", "--to", "tents.text", text=again)[1] == shown, "and back", again)
    report(run("verify", marked, solved)[0] == 0 and run("solve", marked, "--to", "ascii")[1] == run("solve", file, "--to", "ascii")[1],
           "it is the puzzle of the address")


def pictures():
    solved = os.path.join(examples, "solved.tents")
    svg, ansi = run("solve", solved, "--to", "svg")[1], run("render", solved, "--to", "ansi")[1]
    report(svg.count("<circle fill=\"#4a4\"") == 5 and svg.count("fill=\"#fc6\"") == 5, "trees and tents as SVG")
    report(ansi.count("\033[32mT") == 5, "trees are green", ansi)
    plain = re.sub("\033\\[[0-9]*m", "", ansi)
    report(plain == run("render", solved)[1], "with colour or without", plain)


def reasons():
    _, out, _ = run("explain", os.path.join(examples, "address.txt"))
    for words in ("Column 3 has no tent: there is no tent at r2c3 to r5c3.", "wherever the tent of the tree r5c2 stands, it touches r4c1",
                  "Column 1 needs 2 tents and has no other places left", "No tent touches the one in r3c1",
                  "2 trees have only 2 places left"):
        report(words.lower() in out.lower(), words, out)


def new_ones(place):
    picture = os.path.join(place, "picture")
    with open(picture, "w", encoding="ascii") as file:
        file.write(run("render", os.path.join(examples, "solved.tents"))[1])
    for seed in ("1", "2", "3"):
        puzzle = run("generate", "tents", "--size", "10x10", "--seed", seed)[1]
        report(run("unique", "-", text=puzzle)[0] == 0, f"a new camp has one solution (seed {seed})", puzzle)
    for option in (("--symmetry", "turn"), ("--picture", picture)):
        code, _, err = run("generate", "tents", *option)
        report(code != 0 and "leave out " + option[0] in err, f"no {option[0]}", code, err)


def errors():
    for text, place in (("tents\n", ":1: "), ("tents\n1 x\n", ":2:3: "), ("tents\n1 0\n1 T\n", ":3: "),
                        ("tents\n1 0\n1 T . .\n", ":3:7: "), ("tents\n1 0\n1 T ?\n", ":3:5: "),
                        ("tents\n1 1\n. T .\n", ":2: "), ("tents\n0 2\n. T T\n. . T\n. . .\n", ":2: "),
                        ("tents\n. .\n. T T\n. T .\n", ":3: "), ("tents\n. .\n2 T T\n. T T\n. . .\n", ":3: "),
                        ("tents/5/5/2g0h1i1j823239\n", ":1:24: "), ("tents/5/5/2g0h1i1j82A23\n", ":1:21: "),
                        ("tents/0/5/2\n", ":1: "), ("3x3:_a_d_,0,0,0\n", ":1:16: "), ("2x2:_b,1,0,1\n", ":1:7: "),
                        ("2x2:_c,1,0,1,0,5\n", ":1:15: "), ("pzprv3/tents/1/2/. . . /. 1 x /\n", ":1:29: "),
                        ("pzprv3\ntents\n1\n2\n. . .\n. 1\n", ":6: ")):
        code, out, err = run("solve", "-", text=text)
        report(code == 65 and "-" + place in err, f"a sentence with its place for {text!r}", code, out, err)


against_brute_force(folder.name)
formats(folder.name)
pictures()
reasons()
new_ones(folder.name)
errors()
code, out, err = run("audit", "--type", "tents", "--random", "1..60")
report(code == 0, "no deduction on random boards costs a solution", out, err)
plan()
