"""slitherlink_test.py RATCHET EXAMPLES: the Slitherlink plugins against every loop of small boards, and what people do
with files."""
import itertools
import os
import random
import re

from tap import examples, plan, plant, report, run


def sides(width, cell):
    """Above, right, below, left: as pairs of corners."""
    y, x = divmod(cell, width)
    corner = [(y, x), (y, x + 1), (y + 1, x + 1), (y + 1, x)]
    return [frozenset((corner[i], corner[(i + 1) % 4])) for i in range(4)]


def is_one_loop(edges):
    beside = {}
    for a, b in map(tuple, edges):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    if any(len(ends) != 2 for ends in beside.values()):
        return False
    seen, left = set(), [next(iter(beside))]
    while left:
        point = left.pop()
        if point not in seen:
            seen.add(point)
            left += beside[point]
    return len(seen) == len(beside)


def all_loops(width, height):
    """Of every loop the number of lines round each cell: what it encloses is some set of cells."""
    loops = []
    cells = range(width * height)
    for inside in itertools.chain.from_iterable(itertools.combinations(cells, n) for n in range(1, len(cells) + 1)):
        edges = set()
        for cell in inside:
            edges ^= set(sides(width, cell))
        if is_one_loop(edges):
            loops.append([sum(side in edges for side in sides(width, cell)) for cell in cells])
    return loops


def against_all(width, height, boards):
    """The number of solutions of each board, under several sets of rules."""
    loops = all_loops(width, height)
    fits = [sum(all(c in (".", str(n)) for c, n in zip(board, loop)) for loop in loops) for board in boards]
    lines = []
    for board in boards:
        lines.append(f"{width}x{height}t0:" + re.sub(r"\.+", lambda run: chr(96 + len(run[0])), board))
    path = plant(f"{width}x{height}.ids", "\n".join(lines) + "\n")
    for rules in ((), ("--only-rules", "none"), ("--only-rules", "slitherlink.*"), ("--only-rules", "loop.*"),
                  ("--enable", "slitherlink.closing", "--enable", "loop.inout", "--enable", "loop.parity")):
        _, out, err = run("count", *rules, path)
        found = [int(n) for n in re.findall(r"ids#\d+: (\d+) solution", out + err)]
        wrong = [(b, f, n) for b, f, n in zip(boards, fits, found) if f != n]
        report(len(found) == len(fits) and not wrong, f"{len(boards)} boards of {width} x {height}, {' '.join(rules)}",
               wrong[:3], err[:200])


def random_boards(cells, count, chance):
    """Clues of some loop or of none."""
    return ["".join(chance.choice("....0123") for _ in range(cells)) for _ in range(count)]


def clues_of_loops(width, height, count, chance):
    loops = all_loops(width, height)
    return ["".join(str(n) if chance.random() < .5 else "." for n in chance.choice(loops)) for _ in range(count)]


FIVE = os.path.join(examples, "five.slitherlink")
SOLVED = """┌─────────┐
│2     1  │
│ ┌───┐ · │
│ │2  │  1│
│ │ ┌─┘ · │
│ │ │2    │
│ │ │ ┌─┐ │
│3│ │ │3│ │
└─┘ └─┘ │ │
   0    │3│
· · · · └─┘
"""


def verdicts():
    report(run("solve", FIVE)[1].startswith(SOLVED), "five.slitherlink is solved", run("solve", FIVE))
    report(run("verify", FIVE, plant("right", SOLVED))[0] == 0, "and its solution is verified")
    for change, what in (((1, "│2     1"), "dead end"), ((1, "│2─    1  │"), "can't stand"), ((4, "│ │ ┌─┘ ·─│"), "branches"),
                         ((10, "· ·─· · └─┘"), "the 0 has 1 line"), ((0, ""), "the 2 has 1 line"),
                         ((1, "│3     1  │"), "has a 3 at r1c1"), ((0, "┌─────────┐ ┐"), "more than a board 5 wide")):
        rows = SOLVED.split("\n")
        rows[change[0]] = change[1]
        code, out, err = run("verify", FIVE, plant("wrong", "\n".join(rows)))
        report(code in (3, 65) and re.search(what, out + err), f"a wrong one: {what}", code, out, err)
    two = plant("two", "slitherlink 3 1\n...\n")
    code, out, err = run("verify", two, plant("loops", "┌─┐ ┌─┐\n│.│.│.│\n└─┘ └─┘\n".replace(".", " ")))
    report(code == 3 and "more than one loop" in out + err, "two loops", code, out, err)
    code, out, err = run("verify", two, plant("none", "· · · ·\n\n· · · ·\n"))
    report(code == 3 and "no line" in out + err, "no line", code, out, err)
    report(run("unique", plant("zero", "slitherlink 2 2\n0.\n.0\n"))[0] == 3, "no line round zeros: no solution")
    code, out, _ = run("unique", plant("open", "slitherlink 2 1\n..\n"))
    report(code == 4 and "several" in out, "a board without clues", out)


def pictures():
    for kind, sign in (("svg", 'class="inside"'), ("ansi", "\x1b[48;2;223;233;248m")):
        report(sign in run("solve", FIVE, "--to", kind)[1], f"{kind} shows the inside")
    several = plant("several", "slitherlink 3 2\n.2.\n...\n")
    out = run("unique", several, "--to", "svg")[1]
    report('class="first"' in out and 'class="second"' in out, "two solutions in two colours", out[:200])
    out = run("unique", several)[1]
    report(re.search(r"^They differ in \d+ places:( r\dc\d)+$", out, re.M), "and where they differ", out)
    out = run("render", FIVE)[1]
    report(out.split("\n")[1] == " 2     1", "the puzzle before solving", out)
    picture = [".-. . . . .", "|2     1", ". . . . . .", "   2x    1", ". . . . . .", "     2", ". . . . . .", " 3     3",
               ". . . . . .", "   0     3", ". . . . . ."]
    code, out, err = run("hint", FIVE, "--marks", plant("marks", "\n".join(picture) + "\n"))
    report(code == 0, "marks are read back", code, out, err)


def words():
    _, out, err = run("explain", FIVE, "-c", "human.ini")
    for rule, sentence in (("slitherlink.count", "the 0 in r5c2|a 0 has no lines"), ("slitherlink.corner", r"\(south-east corner\)"),
                           ("slitherlink.entry", "a line .*comes to"), ("loop.dead_end", "way to go on|could not go on")):
        report(rule in out and re.search(sentence, out), f"explain tells {rule} in words", out, err)
    _, out, _ = run("explain", plant("pair", "slitherlink 4 4\n....\n.33.\n....\n2...\n"), "-c", "human.ini")
    report("two 3s side by side" in out and "(r2c2)" in out, "and slitherlink.pair", out)
    code, out, _ = run("grade", FIVE)
    report(code == 0 and re.search(r"level [123],", out), "an easy one", out)
    report(run("hint", FIVE)[1].strip() != "", "hint")


def formats():
    texts = {}
    for name in ("rows", "puzzlink", "pzprv3", "sgt", "janko"):
        texts[name] = run("convert", FIVE, "--to", f"slitherlink.{name}")[1]
        back = run("convert", plant(f"back.{name}", texts[name]), "--to", "slitherlink.rows")[1]
        report(back == open(FIVE, encoding="ascii").read(), f"slitherlink.{name} and back", texts[name], back)
    report(texts["puzzlink"] == "https://puzz.link/p?slither/5/5/cbcbcdda3\n", "puzz.link's way to write it", texts)
    report(texts["sgt"] == "5x5t0:2b1b2b1b2b3b3b0b3\n", "Loopy's way to write it", texts)
    plain = plant("plain.txt", "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n")
    report(run("unique", plain)[0] == 0, "rows without a head")
    report(run("unique", plant("pzpr", "https://puzz.link/p?slither/5/5/cbcbcddad\n"))[0] == 0, "pzpr's own address")
    for name in ("pzprv3", "janko"):
        _, text, _ = run("generate", "slitherlink", "--size", "6x5", "--seed", "2", "--to", f"slitherlink.{name}")
        solved = plant("solved", text)
        report(text and run("convert", solved, "--to", f"slitherlink.{name}")[1] == text, f"a solution goes through {name}",
               text)
        report(run("verify", solved, solved)[0] == 0, f"and {name} holds a right one")
    page = "<p>[begin]\n[begin]\n[puzzle]\nslitherlink\n[author]\nJane Doe\n[size]\n3\n[problem]\n3 - 3\n- 2 -\n- - -\n"
    code, out, err = run("convert", plant("page", page + "[solution]\nx - x\nx x x\nx x x\n[end]\n</p>\n"), "--to",
                         "slitherlink.janko")
    report(code == 0 and out == "begin\npuzzle slitherlink\nauthor Jane Doe\nsize 3\nproblem\n3 - 3\n- 2 -\n- - -\n"
           "solution\nx - x\nx x x\nx x x\nend\n", "a page of janko.at, brackets and all", code, out, err)
    code, out, err = run("convert", plant("other", page + "[solution]\n7 0 7\n3 0 3\n4 4 4\n[end]\n"), "--to",
                         "slitherlink.janko")
    report(code == 0 and "solution" not in out and "line 14: the solution is not spelled in x and -" in err,
           "a solution that is spelled otherwise is left out", code, out, err)


def errors():
    for text, place in (("slitherlink 3 2\n...\n.5.\n", ":3:2: "), ("slitherlink 3 2\n...\n", ":2: "), ("slitherlink 3\n", ":1:1: "),
                        ("slitherlink 3 2\n...\n..\n", ":3: "), ("slitherlink 0 2\n", ":1:1: "), ("5x5t0:a\n", ":1:8: "),
                        ("5x5t3:y\n", ":1:1: "), ("3x3t0:ha9\n", ":1:9: "), ("slither/3/3/gggg\n", ":1:17: "),
                        ("slither/3/3/zz\n", ":1:14: "), ("slither/3/3/f\n", ":1:13: "), ("slither/x/3/z\n", ":1:9: "),
                        ("https://puzz.link/p?slither/70000/2/z\n", ":1:29: "), ("pzprv3\nslither\n2\n2\n. .\n. 7\n", ":6:3: "),
                        ("pzprv3\nslither\n2\n2\n. .\n. .\n0 0 0\n0 0 2\n", ":8:5: "), ("pzprv3\nslither\n2\n2\n. .\n", ":5: "),
                        ("pzprv3\nslither\n200\n200\n. .\n", ":4: "), ("begin\npuzzle slither\nproblem\n. 5\nend\n", ":4:3: "),
                        ("begin\npuzzle slitherlink\nsize 2\nproblem\n. 1\nend\n", ":5: "),
                        ("begin\npuzzle slitherlink\nproblem\n. 1\nsolution\nx\nend\n", ":6: ")):
        code, _, err = run("solve", "-", text=text)
        report(code == 65 and "-" + place in err, f"a sentence with its place for {text!r}", code, err)


def generated():
    arguments = ("generate", "slitherlink", "--size", "6x5", "--seed", "7", "--to", "slitherlink.sgt")
    code, line, _ = run(*arguments, "--minimal")
    report(code == 0 and line == run(*arguments, "--minimal")[1], "the same seed makes the same puzzle", line)
    report(run("unique", "-", text=line)[0] == 0, "it has one solution")
    body = line.strip().split(":")[1]
    less = []
    for at in range(len(body)):
        if body[at].isdigit():
            less.append("6x5t0:" + body[:at] + "a" + body[at + 1:])
    _, out, _ = run("unique", "-", text="\n".join(less) + "\n")
    report(out.count(": several") == len(less) > 0, "and needs each of its clues", out)
    code, line, _ = run(*arguments[:-4], "--seed", "3", "--symmetry", "turn")
    report(code == 0 and run("unique", "-", text=line)[0] == 0, "with symmetry", line)
    code, _, err = run("generate", "slitherlink", "--picture", plant("picture", SOLVED))
    report(code != 0 and "at random" in err, "not from a picture", code, err)


dice = random.Random(1)
against_all(1, 1, ["0", "1", "2", "3", "4", "."])
against_all(2, 2, ["".join(board) for board in itertools.product("0123.", repeat=4)])
against_all(2, 3, random_boards(6, 150, dice) + clues_of_loops(2, 3, 150, dice))
against_all(3, 3, random_boards(9, 100, dice) + clues_of_loops(3, 3, 200, dice))
against_all(4, 3, random_boards(12, 30, dice) + clues_of_loops(4, 3, 100, dice))
verdicts()
pictures()
words()
formats()
errors()
generated()
done = run("audit", "--type", "slitherlink", "--random", "1..60")
report(done[0] == 0, "no deduction on random boards costs a solution", done)
plan()
