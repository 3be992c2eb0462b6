"""kakuro_test.py RATCHET EXAMPLES: the Kakuro plugins against brute force, and what people do with files."""
import os
import random
import re
import shutil
import subprocess

from tap import examples, folder, plan, report, run

FORMATS = ("text", "grid", "janko", "puzzlink", "pzprv3")


# ---- brute force, which shares nothing with the plugins


def random_board(chance):
    """Cells as a list of rows: None a wall, 0 a cell; walls along the upper and left edge."""
    width, height = chance.randint(2, 5), chance.randint(2, 4)
    return [[None if r == 0 or c == 0 or chance.random() < 0.25 else 0 for c in range(width)] for r in range(height)]


def runs_of(board):
    """Across, then down: the wall in front, the cells."""
    for across in (True, False):
        for r, row in enumerate(board):
            for c, cell in enumerate(row):
                before = (r, c - 1) if across else (r - 1, c)
                if cell is None or board[before[0]][before[1]] is not None:
                    continue
                cells = []
                while r < len(board) and c < len(row) and board[r][c] is not None:
                    cells.append((r, c))
                    r, c = (r, c + 1) if across else (r + 1, c)
                yield across, before, cells
                r, c = cells[0]


def solutions(board, runs, sums, givens):
    """The number of fillings, by backtracking cell by cell, in reading order."""
    cells = [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell is not None]
    of = {cell: [(run, total) for run, total in zip(runs, sums) if cell in run] for cell in cells}
    values = {}

    def fits(cell):
        for run, total in of[cell]:
            stand = [values[other] for other in run if other in values]
            if len(set(stand)) < len(stand) or (total and (sum(stand) > total or
                                                            (len(stand) == len(run) and sum(stand) != total))):
                return False
        return True

    def fill(i):
        if i == len(cells):
            return 1
        found = 0
        for digit in [givens[cells[i]]] if cells[i] in givens else range(1, 10):
            values[cells[i]] = digit
            found += fill(i + 1) if fits(cells[i]) else 0
            del values[cells[i]]
        return found

    return fill(0)


def random_puzzle(chance):
    """A puzzle's text and how many solutions it has; sums are mostly those of some filling."""
    while True:
        board = random_board(chance)
        runs = list(runs_of(board))
        if runs and sum(len(cells) for _, _, cells in runs) <= 20:
            break
    filling = {cell: chance.randint(1, 9) for _, _, cells in runs for cell in cells}
    for _, _, cells in runs:        # mostly different digits, good enough for sums
        for cell in cells:
            taken = {filling[other] for _, _, others in runs if cell in others for other in others if other != cell}
            filling[cell] = chance.choice(sorted(set(range(1, 10)) - taken) or [1])
    sums, words = [], {}
    for across, wall, cells in runs:
        low, high = len(cells) * (len(cells) + 1) // 2, len(cells) * (19 - len(cells)) // 2
        total = sum(filling[cell] for cell in cells) + chance.choice([0, 0, 0, 0, 0, 1])
        total = 0 if chance.random() < 0.05 else min(max(total, low), high)
        sums.append(total)
        words.setdefault(wall, ["", ""])[across] = str(total) if total else ""
    givens = {cell: digit for cell, digit in filling.items() if chance.random() < 0.15}
    rows = []
    for r, row in enumerate(board):
        rows.append(" ".join("#" if cell is None and not any(words.get((r, c), "")) else "\\".join(words[r, c])
                             if cell is None else str(givens.get((r, c), ".")) for c, cell in enumerate(row)))
    return "kakuro\n" + "\n".join(rows) + "\n", solutions(board, [cells for _, _, cells in runs], sums, givens)


def against_brute_force(place):
    chance = random.Random(7)
    puzzles, paths = [], []
    while len(puzzles) < 90:
        text, count = random_puzzle(chance)
        if count > 3000:
            continue
        paths.append(os.path.join(place, f"random{len(puzzles)}.kakuro"))
        puzzles.append(count)
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(text)
    people = "sum.single,sum.pair,sum.unique,sum.ways,sum.needed,sum.bounds,sum.last"
    ways = (("as it comes",), ("runs as automata", "--set", "puzzle kakuro.runs=automata"),
            ("--only-rules none", "--only-rules", "none"), ("rules for people alone", "--only-rules", people))
    for name, *options in ways:
        _, out, err = run("count", *options, *paths)
        found = [int(n) for n in re.findall(r"random\d+\.kakuro: (\d+) solution", out + err)]
        report(found == puzzles and {0, 1} < set(puzzles), f"as many solutions as brute force finds: {name}",
               [(p, a, b) for p, a, b in zip(paths, puzzles, found) if a != b], err[-300:])
    return paths


def models(formula):
    """How many solutions a formula has, by CaDiCaL; what the comments name tells them apart."""
    named = {int(n) for n in re.findall(r"^c (\d+) = ", formula, flags=re.M)}
    clauses = [line for line in formula.splitlines() if line and line[0] not in "cp"]
    most = max(abs(int(literal)) for line in clauses for literal in line.split())
    for found in range(9):
        text = f"p cnf {max(most, max(named))} {len(clauses)}\n" + "\n".join(clauses) + "\n"
        done = subprocess.run(["cadical", "-q"], input=text, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 10:
            return found
        values = (int(word) for line in done.stdout.splitlines() if line[0] == "v" for word in line[1:].split())
        clauses.append(" ".join(str(-value) for value in values if value in named) + " 0")
    return 9


def against_clauses(paths):
    """Both kinds of a run as clauses, for the puzzles with few solutions."""
    if not shutil.which("cadical"):
        return report(True, "the same as clauses # SKIP there is no cadical")
    for kind in ("sums", "automata"):
        option = f"puzzle kakuro.runs={kind}"
        wrong, tried = [], 0
        for path in paths[:36]:
            count = int(re.search(r"(\d+) solution", "".join(run("count", path)[1:]))[1])
            if count > 8:
                continue
            tried += 1
            found = models(run("convert", "--set", option, path, "--to", "cnf")[1])
            wrong += [(path, count, found)] if found != count else []
        report(not wrong and tried > 8, f"as many solutions as clauses: {kind}", tried, wrong)
    return None


def formats(paths):
    seven = os.path.join(examples, "seven.kakuro")
    canonical = run("convert", seven, "--to", "kakuro.text")[1]
    for name in FORMATS:
        _, there, err = run("convert", seven, "--to", f"kakuro.{name}")
        _, back, more = run("convert", "-", "--to", "kakuro.text", text=there)
        report(back == canonical, f"{name} and back", there, err, more)
        _, again, _ = run("convert", "-", "--to", f"kakuro.{name}", text=there)
        report(again == there, f"{name} is written as it is read", there, again)
    rows = [["-" if re.search(r"[#\\\\]", word) else word for word in line.split()] for line in SOLVED.splitlines()]
    answer = run("convert", seven, "--to", "kakuro.grid")[1]
    answer += "\n7 7\n" + "".join(" ".join(row) + "\n" for row in rows)
    for name in ("janko", "pzprv3"):
        there = run("convert", "-", "--to", f"kakuro.{name}", text=answer)[1]
        back = run("convert", "-", "--to", "kakuro.grid", text=there)[1]
        report(back == answer and answer.count("\n") == 17, f"a solution goes along: {name}", answer, there, back)
    spelled = "# 12/ 14/\n/12 _ _\n,6 0 ?\n"
    report(run("convert", "-", "--to", "kakuro.text", text=spelled)[1] == "kakuro\n# 12\\ 14\\\n\\12 . .\n\\6 . .\n",
           "other spellings")
    broken = [path for path in paths[:20] if run("convert", "-", "--to", "kakuro.text",
                                             text=run("convert", path, "--to", "kakuro.grid")[1])[1]
              != run("convert", path, "--to", "kakuro.text")[1]]
    report(not broken, "random boards as kakuro.grid and back", broken)
    address = "https://puzz.link/p?kakuro/2/2/n43cc a title\n"
    report(run("convert", "-", "--to", "kakuro.text", text=address)[1] == "kakuro\n# 4\\ 3\\\n\\12 . .\n\\12 . .\n"
           and run("convert", "-", "--to", "kakuro.puzzlink", text=address)[1] == address, "an address with its title")


def people(place):
    seven = os.path.join(examples, "seven.kakuro")
    solution = os.path.join(place, "solution")
    code, out, _ = run("solve", seven)
    report(code == 0 and out == SOLVED + seven + ": unique\n", "the solution", out)
    with open(solution, "w", encoding="ascii") as file:
        file.write(SOLVED)
    report(run("verify", seven, solution)[0] == 0, "it is verified")
    with open(solution, "w", encoding="ascii") as file:
        file.write(re.sub("2  3$", "3  2", SOLVED, flags=re.M))
    code, out, err = run("verify", seven, solution)
    report(code == 3 and re.search(r"stands twice in the|add up to", out + err), "a wrong one is refused with a reason",
           out, err)
    code, out, _ = run("unique", os.path.join(examples, "two.kakuro"))
    report(code == 4 and "They differ in 4 places: r2c2 r2c3 r3c2 r3c3" in out, "two solutions, and where they differ",
           out)
    code, out, _ = run("explain", os.path.join(examples, "clash.kakuro"))
    report(code == 3 and "16 in two cells is 7 and 9" in out and "These contradict each other" in out,
           "what contradicts", out)
    code, out, _ = run("explain", seven)
    for sentence in ("At the 4 across r2c4, 4 in two cells is 1 and 3: ", ": r2c5 to r4c5 are not 3, 5, 6, 7, 8 or 9.",
                     "stands already: ", " of 17: "):
        report(code == 0 and sentence in out, f"explained: {sentence}", out)
    code, out, _ = run("explain", "--set", "puzzle kakuro.runs=automata", seven)
    report(code == 0 and re.search(r"can be filled in (\d+ ways|one way) only: .*\n *\[generic.automaton\]", out),
           "as words of automata, with the ways that are left", out)
    code, out, _ = run("hint", "--level", "3", seven)
    report(code == 0 and re.search(r"^  1\. At the .*\n.*\n^At the .* is \d", out, re.M) and "[sum." in out,
           "a hint: what can be written down, and the step before", out)
    code, out, _ = run("grade", seven)
    report(code == 0 and "level 3" in out and "sum.ways" in out, "a grade", out)
    svg = run("solve", seven, "--to", "svg")[1]
    report(svg.count("<rect") == 50 and svg.count('fill="#06c"') == 20 and svg.endswith("</svg>\n"), "SVG", svg[:200])
    report("\033[2m" in run("render", seven, "--to", "ansi")[1] and run("render", "-", text=run("render", seven)[1])[1]
           == run("render", seven)[1], "ANSI; what is drawn is read again")


def errors():
    for text, place, words in (
            ("kakuro\n# 18\\\n\\3 .\n# .\n", ":2: ", "18 is impossible for 2 cells"),
            ("kakuro\n# 16\\ 3\\\n\\2 . .\n", ":3: ",
             "2 is impossible for 2 cells (across from r2c2): different digits make 3 to 17"),
            ("kakuro\n# #\n\\7 #\n\\3 .\n", ":3: ", "the sum 7 of r2c1 has no cell to its right"),
            ("kakuro\n# .\n# # .\n", ":3: ", "this row has 3 cells, the first one has 2"),
            ("kakuro\n# .\n# a\n", ":3:3: ", "DOWN\\ACROSS"),
            ("kakuro\n# #\n", ":2: ", "there is no cell in this board"),
            ("kakuro\n", ":2: ", "1 to 200 cells"),
            ("kakuro\n# " + ". " * 10 + "\n", ":2: ", "has 10 cells, and there are only 9"),
            ("kakuro/2/2/n43ccc\n", ":1:17:", "there is more behind"),
            ("kakuro/2/2/l!43cc\n", ":1:13:", "neither a wall"),
            ("kakuro/3/2/l\n", ":1:", "the board ends here"),
            ("kakuro/300/2/l\n", ":1:", "199 cells"),
            ("pzprv3\nkakuro\n1\n2\n0 3\n", ":5:", "row 1 of the cells has 2 entries, not 3"),
            ("pzprv3\nkakuro\n1\n1\n0 q\n0 .\n", ":5:3:", "along the edge"),
            ("3 3\n# 3\\ #\n\\3 . .\n", ":3:", "the board ends after row 2"),
            ("begin\npuzzle kakuro\nend\n", "", "no rows under 'problem'"),
            ("begin\npuzzle kakuro\nproblem\n- 3,\n,3 0\nsolution\n- -\n- 3\n- 3\nend\n", ":7:", "the solution has 3 rows")):
        code, out, err = run("solve", "-", text=text)
        report(code == 65 and f"-{place}" in err and words in err, f"a sentence with its place: {words}",
               code, out, err)


def making():
    asked = ("generate", "kakuro", "--size", "7x6", "--seed", "5", "--symmetry", "turn")
    code, out, err = run(*asked)
    report(code == 0 and run("unique", "-", text=out)[0] == 0, "a new one has one solution", out, err)
    rows = [line.split() for line in out.splitlines()[1:]]
    walls = [[word not in ".123456789" for word in row[1:]] for row in rows[1:]]
    report(walls == [row[::-1] for row in walls[::-1]], "and the symmetry that it was to have", out)
    report(run(*asked)[1] == out, "the same seed, the same puzzle")
    code, less, _ = run(*asked, "--minimal")
    report(code == 0 and run("unique", "-", text=less)[0] == 0 and
           len(re.findall(r"\d+", less)) < len(re.findall(r"\d+", out)), "clues are left out until each is needed",
           less)
    code, large, err = run("generate", "kakuro", "--size", "20x20", "--seed", "1")
    report(code == 0 and run("unique", "-", text=large)[0] == 0 and " 1 tried" in err, "a large one", large, err)
    code, _, err = run("generate", "kakuro", "--size", "2x2")
    report(code != 0 and "3 to 200 cells a side" in err, "no Kakuro of 2 x 2", code, err)


SOLVED = open(os.path.join(examples, "seven.solved"), encoding="ascii").read()

boards = against_brute_force(folder.name)
against_clauses(boards)
formats(boards)
people(folder.name)
errors()
making()
CODE, OUT, ERR = run("audit", "--type", "kakuro", "--random", "1..40")
report(CODE == 0, "no deduction on random boards costs a solution", OUT, ERR)
plan()
