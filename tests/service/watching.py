"""watching.py RATCHETD RATCHET: `ratchet watch` on a terminal and elsewhere, while a job runs."""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading

from daemon import Daemon, Tap

PROGRAM, RATCHET = sys.argv[1:3]
SLOW = "12 13\n0\n" + "1\n" * 24       # its first row is known at once, nothing else ever
GRID = ["." * 12] + ["?" * 12] * 12


def read_all(fd):
    text = b""
    try:
        while True:
            more = os.read(fd, 65536)
            if not more:
                return text
            text += more
    except OSError:     # the end of a terminal
        return text


def screens(text):
    """What stood on a terminal, a list of lines, before each time something was taken off it, and at the end."""
    lines, row, column, seen = [""], 0, 0, []
    for part in re.findall(r"\x1b\[\d*[A-Z]|.", text, re.S):
        if part == "\r":
            column = 0
        elif part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part[0] != "\x1b":
            lines[row] = lines[row][:column] + part + lines[row][column + 1:]
            column += 1
        elif part[-1] == "A":
            row -= int(part[2:-1])
        else:
            seen.append(list(lines))
            lines[row] = lines[row][:column]
            if part[-1] == "J":
                del lines[row + 1:]
    return seen + [lines]


def open_terminal(rows):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    return ours, theirs


def watch(daemon, rows, *options):
    """What is printed on a terminal of so many rows, or elsewhere, from the start of a job until it is cancelled, and
    the exit code."""
    client = daemon.client()
    job = client.call("job.submit", op="count", puzzle={"data": SLOW}, options={"max_solutions": 10**9})["job"]
    ours, theirs = open_terminal(rows) if rows else os.pipe()
    process = subprocess.Popen([RATCHET, "watch", *options, "--set", f"daemon.socket={daemon.socket}", job],
                               stdout=theirs, stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    cancel = threading.Timer(1.5, lambda: client.call("job.cancel", job=job))
    cancel.start()
    text = read_all(ours).decode()
    cancel.join()
    os.close(ours)
    client.close()
    return job, text, process.wait(20)


def is_progress(line):
    return " of 156 known, " in line and " decisions, " in line


def on_terminals(tap, daemon):
    job, text, code = watch(daemon, 24)
    seen = screens(text)
    end = [job.ljust(10) + " " + state for state in ("queued", "running", "cancelled cancelled")] + [""]
    tap.check(code == 1 and seen[-1] in (end, end[1:]), "a terminal ends with the states and nothing else", text)
    drawn = [screen for screen in seen if screen[-14:-1] == GRID and is_progress(screen[-1])]
    tap.check(len(drawn) > 3 and len({screen[-1] for screen in drawn}) > 3, f"the grid stood there {len(drawn)} times, "
              "with the line of progress below", text)
    tap.check(all(len(screen) <= 2 + 14 for screen in seen), "always in the same place", text)
    grids = text.count("\r\n".join(GRID))
    tap.check(1 <= grids <= 8, f"it was drawn anew {grids} times: no more than 4 a second", text)
    job, text, code = watch(daemon, 13)
    seen = screens(text)
    tap.check(GRID[1] not in text and sum(is_progress(screen[-1]) for screen in seen) > 3,
              "a terminal that is too small has the line only", text)


def elsewhere(tap, daemon):
    job, text, code = watch(daemon, 0)
    lines = text.splitlines()
    tap.check(code == 1 and "\x1b" not in text and sum(map(is_progress, lines)) > 3, "elsewhere it is lines", text)
    tap.check(lines[-1] == job.ljust(10) + " cancelled cancelled" and GRID[1] not in text, "and the state", text)


def as_json(tap, daemon):
    events = [json.loads(line) for line in watch(daemon, 0, "--json")[1].splitlines()]
    progress = [event for event in events if event["type"] == "progress"]
    shown = [event for event in progress if "grid" in event]
    tap.check(shown and all(event["grid"].splitlines() == GRID for event in shown), "events hold the grid", events)
    tap.check(len(shown) < len(progress), "not each", events)
    rules = [{rule["id"]: rule for rule in event["rules"]} for event in shown]
    runs = [sum(rule["runs"] for rule in event.values()) for event in rules]
    tap.check(runs == sorted(runs) and runs[0] < runs[-1], "and the rules' figures, which grow", runs)
    known = daemon.client().call("rules.stats")["rules"]
    names = {rule["id"]: set(rule) - {"jobs", "quarantined"} for rule in known}
    tap.check(all(set(event[id]) | {"faults"} == names[id] for event in rules for id in event),
              "of the names that rules.stats has", [rules[0], known])


def plainly(tap, daemon):
    client = daemon.client()
    job = client.call("job.submit", op="count", puzzle={"data": SLOW}, options={"max_solutions": 10**9})["job"]
    number = client.call("job.watch", job=job)["watch"]
    events = []
    while len(events) < 8:
        event = client.receive()["params"]
        if event["type"] == "progress" and event["watch"] == number:
            events.append(event)
    client.call("job.cancel", job=job)
    tap.check(not any("grid" in event or "rules" in event for event in events), "who does not ask gets numbers only",
              events)


def main():
    tap = Tap()
    daemon = Daemon(PROGRAM)
    daemon.start()
    for part in (on_terminals, elsewhere, as_json, plainly):
        part(tap, daemon)
    tap.check(daemon.stop() == 0, "the daemon ends well")
    tap.end()


main()
