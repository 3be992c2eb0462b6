"""What the tests of puzzles in Python share: `ratchet` in a folder of its own, and lines of TAP."""
import os
import subprocess
import sys
import tempfile

ratchet, examples = sys.argv[1:]
folder = tempfile.TemporaryDirectory()
os.environ.update(HOME=folder.name, NO_COLOR="1", XDG_CONFIG_HOME=folder.name, XDG_DATA_HOME=folder.name)
tests = 0


def run(*arguments, text=None):
    """Exit code, output, errors."""
    done = subprocess.run([ratchet, *arguments], input=text, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def report(good, name, *notes):
    global tests
    tests += 1
    print(f"{'' if good else 'not '}ok {tests} - {name}")
    for note in notes if not good else ():
        print("#", repr(note))


def plan():
    print(f"1..{tests}")


def plant(name, text):
    """A file with this text; its path."""
    path = os.path.join(folder.name, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
