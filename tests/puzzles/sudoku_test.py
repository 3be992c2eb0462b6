"""sudoku_test.py RATCHET EXAMPLES: the Sudoku plugins against all 288 boards of 4 x 4, and what people do with files."""
import itertools
import json
import os
import random
import re

from tap import examples, folder, plan, report, run


def all_boards():
    """Every solution of 4 x 4, as a string."""
    rows = ["".join(p) for p in itertools.permutations("1234")]
    units = [[r * 4 + c for r in range(4)] for c in range(4)]
    units += [[(r + i) * 4 + c + j for i in range(2) for j in range(2)] for r in (0, 2) for c in (0, 2)]
    boards = ("".join(four) for four in itertools.product(rows, repeat=4))
    return [b for b in boards if all(len({b[v] for v in unit}) == 4 for unit in units)]


def against_all(boards, place):
    """The number of solutions of random puzzles, some of them with a wrong given."""
    chance = random.Random(1)
    puzzles = []
    for _ in range(150):
        cells = list(chance.choice(boards))
        for v in chance.sample(range(16), chance.randint(8, 14)):
            cells[v] = "."
        if chance.random() < 0.2:
            cells[chance.randrange(16)] = chance.choice("1234")
        puzzles.append("".join(cells))
    path = os.path.join(place, "four.sdm")
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(puzzles) + "\n")
    _, out, err = run("count", path)
    found = [int(n) for n in re.findall(r"four\.sdm#\d+: (\d+) solution", out + err)]
    fits = [sum(all(p in (".", b) for p, b in zip(puzzle, board)) for board in boards) for puzzle in puzzles]
    report(len(boards) == 288, "there are 288 boards of 4 x 4", len(boards))
    report(found == fits and {0, 1} < set(fits), "as many solutions as there are boards that fit", found, fits)
    for rule in ("alldiff.*", "none"):
        _, out, err = run("count", "--only-rules", rule, path)
        alone = [int(n) for n in re.findall(r"four\.sdm#\d+: (\d+) solution", out + err)]
        report(alone == fits, f"the same with --only-rules {rule}", out, err)


def hints(place):
    """Who follows the hints, mark by mark, gets to the end."""
    marks, four = os.path.join(place, "hinted"), os.path.join(examples, "four.sudoku")
    grid = run("render", four)[1].replace("|", " ").split()
    grid = [word for word in grid if word[0] != "-"]
    for _ in range(len(grid)):
        with open(marks, "w", encoding="ascii") as file:
            file.write("".join(word + (" " if (v + 1) % 4 else "\n") for v, word in enumerate(grid)))
        code, out, _ = run("hint", "--level", "3", "--marks", marks, four)
        said = re.findall(r": r(\d)c(\d) is (\d)\.$", out, re.M)
        if code or not said:
            break
        row, column, digit = map(int, said[-1])
        grid[(row - 1) * 4 + column - 1] = str(digit)
    report(out.endswith("solved\n") and "." not in grid, "hint by hint to the end, a digit each", code, out, grid)
    drawn = os.path.join(examples, "drawn.sdk")
    report(re.match(r"Look in (row|column|box) \d\.\n$", run("hint", drawn)[1]), "a hint says where", run("hint", drawn))
    told = json.loads(run("hint", "--json", "--level", "3", drawn)[1])
    report(len(told["hints"]) == 1 and " is " in told["hints"][0]["says"] and told["before"], "and what it rests on", told)


def formats(place):
    drawn, lines = os.path.join(examples, "drawn.sdk"), os.path.join(examples, "three.sdm")
    report(run("unique", drawn, lines, os.path.join(examples, "four.sudoku"))[0] == 0, "examples have one solution")
    report(run("unique", os.path.join(examples, "six.sudoku"))[0] == 4, "boxes of 3 by 2, several solutions")
    code, out, _ = run("explain", os.path.join(examples, "twice.sudoku"))
    report(code == 3 and "row 1 (all different), the given r1c1 and the given r1c4." in out, "what contradicts is named", out)
    code, out, _ = run("hint", "--level", "3", drawn)
    report(code == 0 and "[alldiff." in out, "what is given is no step", out)
    marks = os.path.join(place, "marks")
    given = run("render", drawn)[1]
    with open(marks, "w", encoding="ascii") as file:
        file.write(re.sub(r"\d", lambda digit: str(int(digit[0]) % 9 + 1), given, count=1))
    code, out, _ = run("hint", "--marks", marks, drawn)
    report(code == 3 and out.startswith("Not so: r1c"), "a mark beside what is given is a mistake", code, out)
    code, _, err = run("explain", "--marks", marks, drawn)
    report(code == 65 and "is marked as something else than what is given" in err, "and no start", code, err)
    canonical = os.path.join(place, "canonical.sudoku")
    with open(canonical, "w", encoding="ascii") as file:
        file.write(run("convert", drawn, "--to", "sudoku.text")[1])
    _, line, _ = run("convert", canonical, "--to", "sudoku.line")
    compact = "".join(c for c in open(drawn, encoding="ascii").read() if c in ".123456789")
    report(line.strip() == compact, "a drawn board, as text, as a line", line, compact)
    shown = run("render", drawn)[1]
    report(run("render", "-", text=shown)[1] == shown, "what is drawn is read again")
    large = "sudoku\nbox 5 5\n" + "\n".join(
        " ".join(str((5 * (r % 5) + r // 5 + c) % 25 + 1) if (r + 2 * c) % 3 else "." for c in range(25)) for r in range(25)) + "\n"
    code, out, err = run("solve", "-", text=large)
    report(code == 0 and len(re.findall(r"\d+", out.rsplit("\n", 2)[0])) == 625, "25 x 25", code, out, err)
    _, line, _ = run("convert", "-", "--to", "sudoku.line", text=large)
    report(run("convert", "-", "--to", "sudoku.text", text=line)[1] == large, "25 x 25 as a line and back", line)
    solution = os.path.join(place, "solution")
    with open(solution, "w", encoding="ascii") as file:
        file.write(run("solve", drawn, "--to", "ascii")[1])
    report(run("verify", drawn, solution)[0] == 0, "the solution is verified")
    wrong = open(solution, encoding="ascii").read()
    first = wrong[0]
    with open(solution, "w", encoding="ascii") as file:
        file.write(("1" if first != "1" else "2") + wrong[1:])
    code, out, err = run("verify", drawn, solution)
    report(code == 3 and re.search("twice in|is given here", out + err),
           "a wrong one is refused with a reason", code, out, err)
    svg = run("unique", os.path.join(examples, "six.sudoku"), "--to", "svg")[1]
    report(svg.count("font-size=\"13\"") > 1 and "this one" in svg, "two solutions in one picture", svg[:300])
    report("<svg" in run("solve", drawn, "--to", "svg")[1] and "\033[1m" in run("render", drawn, "--to", "ansi")[1],
           "SVG and ANSI")


def generated(place):
    """Each has one solution, and several with a given (or pair of them) less."""
    for size, symmetry in ((4, "none"), (6, "none"), (9, "none"), (9, "turn"), (9, "mirror")):
        asked = ("generate", "sudoku", "--size", f"{size}x{size}", "--minimal", "--symmetry", symmetry, "--seed", "3",
                 "--to", "sudoku.line")
        line, cells = run(*asked)[1].strip(), range(size * size)
        partner = {"none": lambda v, n: v, "turn": lambda v, n: n * n - 1 - v,
                   "mirror": lambda v, n: v // n * n + n - 1 - v % n}[symmetry]
        report(len(line) == len(cells) and run(*asked)[1].strip() == line, f"{size} x {size}, {symmetry}", line)
        report(all((line[v] == ".") == (line[partner(v, size)] == ".") for v in cells), "it has the symmetry", line)
        path = os.path.join(place, "less.sdm")
        with open(path, "w", encoding="ascii") as file:
            for v in cells:
                less = "".join("." if v in (k, partner(k, size)) else line[k] for k in cells)
                file.write("" if line[v] == "." else less + "\n")
        _, out, err = run("unique", "--keep-going", path)
        verdicts = set(re.findall(r"less\.sdm#\d+: (\w+)", out + err))
        report(verdicts == {"several"} and run("unique", "-", text=line)[0] == 0, "no given is too many", verdicts)
    line = run("generate", "sudoku", "--size", "16x16", "--seed", "1", "--to", "sudoku.line")[1].strip()
    report(len(line) == 256, "16 x 16", line)
    for size in ("9x8", "7x7", "30x30"):
        code, _, err = run("generate", "sudoku", "--size", size)
        report(code not in (0, 70) and "no boxes" in err, f"refused: {size}", code, err)


def sentences():
    """What each rule says, on boards that need it."""
    needs = {"locked": ("all places for ", " are in "), "x_wing": ("the places for ", "an X-wing"),
             "pair": ("two places share ", " and "), "hidden_pair": ("only two places are left for ", " and "),
             "triple": ("three places share ", " and "), "hidden_triple": ("only three places are left for ", " and ")}
    told = ""
    with open(os.path.join(examples, "told.sdm"), encoding="ascii") as file:
        for line in file.read().splitlines()[1:]:
            told += run("explain", "-", text=line)[1]
    for rule, words in needs.items():
        steps = re.findall(r"\d+\. (.*)\n +\[alldiff\." + rule + r"\]", told)
        report(steps and all(w in step for step in steps for w in words), f"{rule} is told", len(steps), steps[:1])


def errors():
    for text, place in (("sudoku\nbox 2 2\n1 . . .\n. . 5 .\n. . . .\n. . . .\n", ":4:5: "),
                        ("sudoku\nbox 2 2\n1 . . .\n", ":2: "), ("sudoku\nbox 9 9\n", ":2: "), ("sudoku\n", ":2: "),
                        ("sudoku\nbox 2 2\n1 . .\n. . . .\n. . . .\n. . . .\n", ":3: "), ("sudoku\nbox 0 4\n", ":2: ")):
        code, out, err = run("solve", "-", text=text)
        report(code == 65 and "-" + place in err, f"a sentence with its place for {text!r}", code, out, err)


against_all(all_boards(), folder.name)
hints(folder.name)
formats(folder.name)
generated(folder.name)
sentences()
errors()
code, out, err = run("audit", "--type", "sudoku", "--random", "1..150")
report(code == 0, "no deduction on random boards costs a solution", out, err)
plan()
