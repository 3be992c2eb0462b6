"""same.py RATCHET RATCHETD FOLDER... [--every N]: for every file (every N-th) below the folders, whatever it is, `submit
--wait` prints what the command itself prints, on both streams, and exits like it: solve in words and in JSON, and one
more operation, or standard input, or two files at once. Times are not compared; a node limit keeps searches short.
"""
import argparse
import json
import os
import subprocess

from daemon import Daemon, Tap

NODES = "300"
SMALL = 3000            # bytes: hints and explanations of larger files take long
PATIENCE = 60           # seconds


def find_files(folders):
    return sorted(os.path.join(folder, name) for top in folders for folder, _, names in os.walk(top) for name in names)


def variants(files, number):
    """(operation, arguments, is the file to come on standard input?)"""
    path, other = files[number], files[number * 7 % len(files)]
    yield "solve", [path], False
    yield "solve", ["--json", path], False
    yield (("solve", ["-"], True), ("unique", [path], False), ("count", ["--max-solutions", "20", path], False),
           ("solve", ["--no-search", path], False), ("solve", [path, other], False),
           ("solve", ["--json", "--keep-going", path, other], False), ("verify", [path], False))[number % 7]
    if os.path.getsize(path) < SMALL:
        yield (("hint", ["--level", "3", path], False), ("grade", [path], False), ("explain", [path], False),
               ("explain", ["--json", "--steps", "1..4", path], False), ("hint", ["--json", "--all", path], False))[number % 5]


def timeless(line):
    """Without the member that holds times, if the line is JSON."""
    try:
        return {key: value for key, value in json.loads(line).items() if key != "timing"}
    except (ValueError, AttributeError):
        return line


def run(command, path, stdin, environment):
    with open(path if stdin else os.devnull, "rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, env=environment, timeout=PATIENCE, check=False)
    return done.returncode, [timeless(line) for line in done.stdout.splitlines()], done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ratchet")
    parser.add_argument("ratchetd")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    tap, files = Tap(), find_files(options.folders)
    daemon = Daemon(options.ratchetd, {"deadline": "10m"})
    daemon.start()
    environment = {**os.environ, "XDG_CONFIG_HOME": daemon.folder, "NO_COLOR": "1"}
    limit = ["--set", f"limits.nodes={NODES}"]
    for number in range(0, len(files), options.every):
        differ, slow = "", ""
        for op, arguments, stdin in variants(files, number):
            there = [options.ratchet, "submit", "--wait", "--set", f"daemon.socket={daemon.socket}", "--op", op, *limit, *arguments]
            here = [options.ratchet, op, *limit, *arguments]
            try:
                wanted, got = (run(command, files[number], stdin, environment) for command in (here, there))
            except subprocess.TimeoutExpired:
                slow = f" # SKIP {op} takes over {PATIENCE} s"
                continue
            if wanted != got:
                differ += f"{op} {' '.join(arguments)}\n{wanted}\n{got}\n"
        name = os.path.relpath(files[number], os.path.commonpath(options.folders)).replace("#", "_")
        tap.check(not differ, name + slow, differ)
    tap.check(daemon.stop() == 0, "the daemon ends well")
    tap.end()


main()
