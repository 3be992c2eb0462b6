"""words_test.py RATCHET EXAMPLES: grids of regular expressions against Python's own, and nonograms written as such."""
import itertools
import os
import random
import re

from tap import examples, folder, plan, report, run


def expression(chance, letters, deep=3):
    """A random one in the common part of both languages."""
    kind = chance.randrange(8) if deep else 0
    if kind < 2:
        return chance.choice(letters)
    if kind == 2:
        return "."
    if kind == 3:
        return f"[{chance.choice(['', '^'])}{''.join(chance.sample(letters, chance.randint(1, len(letters) - 1)))}]"
    if kind == 4:
        parts = [expression(chance, letters, deep - 1) for _ in range(chance.randint(2, 3))]
        return "(" + "|".join(parts) + ")"
    if kind == 5:
        often = chance.choice(["*", "+", "?", "{2}", "{0,1}", "{1,}", "{1,3}", "{0}"])
        return f"({expression(chance, letters, deep - 1)}){often}"
    return "".join(expression(chance, letters, deep - 1) for _ in range(chance.randint(2, 3)))


def solutions(letters, rows, columns):
    words = [["".join(word) for word in itertools.product(letters, repeat=len(columns))
              if row is None or re.fullmatch(row, "".join(word))] for row in rows]
    return sum(all(column is None or re.fullmatch(column, "".join(row[c] for row in grid))
                   for c, column in enumerate(columns)) for grid in itertools.product(*words))


def against_python(place):
    chance = random.Random(3)
    paths, counts = [], []
    while len(paths) < 100:
        letters = "ab" if chance.random() < 0.6 else "abc"
        height, width = chance.randint(1, 3), chance.randint(1, 3)
        rows, columns = ([None if chance.random() < 0.15 else expression(chance, letters) + chance.choice(["", ".*"])
                          for _ in range(n)] for n in (height, width))
        found = solutions(letters, rows, columns)
        if found > 2000 or (found == 0 and chance.random() < 0.6):
            continue
        paths.append(os.path.join(place, f"{len(paths)}.words"))
        counts.append(found)
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(f"words\nalphabet {letters}\n" + "".join(f"row {row or ''}\n" for row in rows)
                       + "".join(f"column {column or ''}\n" for column in columns))
    for name, *options in (("generic.automaton",), ("no rule", "--only-rules", "none")):
        _, out, err = run("count", *options, *paths)
        told = [int(n) for n in re.findall(r"\d+\.words: (\d+) solution", out + err)]
        report(told == counts and {0, 1} < set(counts), f"as many solutions as Python finds: {name}",
               [pair for pair in zip(paths, counts, told) if pair[1] != pair[2]][:3], err[-300:])


def nonograms(place):
    """Random ones, as clues and as expressions."""
    chance = random.Random(4)
    wrong = []
    for _ in range(12):
        height, width = chance.randint(3, 7), chance.randint(3, 7)
        grid = [[chance.random() < 0.55 for _ in range(width)] for _ in range(height)]
        clues = [[[len(list(run)) for cell, run in itertools.groupby(line) if cell] for line in lines]
                 for lines in (grid, list(zip(*grid)))]
        nin = f"{width} {height}\n" + "".join(" ".join(map(str, clue or [0])) + "\n" for part in clues for clue in part)
        text = "words\nalphabet .#\n" + "".join(
            f"{key} \\.*" + r"\.+".join("#{%d}" % n for n in clue) + "\\.*\n"
            for key, part in zip(("row", "column"), clues) for clue in part)
        path = os.path.join(place, "line.nin")
        with open(path, "w", encoding="ascii") as file:
            file.write(nin)
        one = re.search(r": (\d+) solution", "".join(run("count", path)[1:]))[1]
        two = re.search(r": (\d+) solution", "".join(run("count", "-", text=text)[1:]))[1]
        wrong += [(nin, text, one, two)] if one != two else []
    report(not wrong, "nonograms as expressions have as many solutions", wrong[:1])


def people(place):
    three = os.path.join(examples, "three.words")
    code, out, _ = run("solve", three)
    report(code == 0 and out == f"#ab\nbb#\n#ac\n{three}: unique\n", "a solution", out)
    grid = "".join(out.splitlines(keepends=True)[:3])
    solution = os.path.join(place, "solution")
    with open(solution, "w", encoding="ascii") as file:
        file.write(grid)
    report(run("verify", three, solution)[0] == 0, "it is verified")
    with open(solution, "w", encoding="ascii") as file:
        file.write(grid[:-2] + ("a" if grid[-2] != "a" else "b") + "\n")
    code, out, err = run("verify", three, solution)
    report(code == 3 and "doesn't match its expression" in out + err, "a wrong one is refused with a reason", out, err)
    code, out, _ = run("explain", three)
    report(code in (0, 5) and "can be filled in " in out, "explained", out)
    several = os.path.join(examples, "open.words")
    report(run("unique", several)[0] == 4, "several solutions")
    svg = run("solve", three, "--to", "svg")[1]
    report(">#*[ab]{2}#*</text>" in svg and svg.count('fill="#06c"') == 9 and svg.endswith("</svg>\n"), "SVG", svg[:300])
    svg = run("unique", several, "--to", "svg")[1]
    report('fill="#d1242f">0</text>' in svg and 'fill="#1a7f37">1</text>' in svg, "two solutions in one picture", svg)
    report("\033[31m" in run("unique", several, "--color", "always")[1], "and in red on a terminal")


def errors():
    head = "words\nalphabet ab\n"
    for text, place, words in (
            (head + "row (a\ncolumn a\n", ":3:7: ", "the ')' is missing"),
            (head + "row a)\ncolumn a\n", ":3:6: ", "no '('"),
            (head + "row [a\n", ":3:", "the ']' is missing"), (head + "row c\n", ":3:5: ", "hasn't got this character"),
            (head + "row *a\n", ":3:5: ", "nothing that could be repeated"),
            (head + "row a{3,2}\n", ":3:", "how often"),
            (head + "row a\\\n", ":3:", "a character must stand"),
            (head + "row [^ab]\n", ":3:", "no character is meant"),
            (head + "row (a{200}){3}\n", ":3:", "too long"), (head + "row a\n", ":3: ", "every column"),
            (head + "line a\n", ":3:1: ", "begins with"), ("words\nrow a\n", ":2:1: ", "in front of rows"),
            ("words\nalphabet aba\n", ":2:12: ", "different visible"), ("words\nalphabet a\n", ":2: ", "2 to 64"),
            (head + "row .*a.{12}\ncolumn a\n", ":3: ", "more than 1024 states")):
        code, out, err = run("solve", "-", text=text)
        report(code == 65 and f"-{place}" in err and words in err, f"a sentence with its place: {words}",
               code, out, err)


against_python(folder.name)
nonograms(folder.name)
people(folder.name)
errors()
plan()
