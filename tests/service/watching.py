"""watching.py RATCHETD RATCHET: `ratchet watch` on a terminal and elsewhere, while a job runs."""
import os
import pty
import subprocess
import sys
import threading

from daemon import Daemon, Tap

PROGRAM, RATCHET = sys.argv[1:3]
SLOW = "12 12\n" + "1\n" * 24


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


def watch(daemon, terminal):
    """What is printed from the start of a job until it is cancelled, and the exit code."""
    client = daemon.client()
    job = client.call("job.submit", op="count", puzzle={"data": SLOW}, options={"max_solutions": 10**9})["job"]
    ours, theirs = pty.openpty() if terminal else os.pipe()
    process = subprocess.Popen([RATCHET, "watch", "--set", f"daemon.socket={daemon.socket}", job], stdout=theirs,
                               stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    cancel = threading.Timer(1.5, lambda: client.call("job.cancel", job=job))
    cancel.start()
    text = read_all(ours)
    cancel.join()
    os.close(ours)
    client.close()
    return job.encode(), text, process.wait(20)


def main():
    tap = Tap()
    daemon = Daemon(PROGRAM)
    daemon.start()
    job, text, code = watch(daemon, True)
    lines = text.replace(b"\r\n", b"\n").split(b"\n")
    draws = lines[-2].split(b"\r\x1b[K")
    tap.check(code == 1 and draws[-1] == job.ljust(10) + b" cancelled cancelled", "a terminal ends with the state", text)
    tap.check(len(draws) > 3 and all(b"144 known" in draw and b" decisions" in draw for draw in draws[1:-1]),
              f"after a line of progress that was drawn {len(draws) - 2} times", text)
    job, text, code = watch(daemon, False)
    lines = text.splitlines()
    tap.check(code == 1 and b"\x1b" not in text and sum(b" known, " in line for line in lines) > 3, "elsewhere it is lines", text)
    tap.check(lines[-1] == job.ljust(10) + b" cancelled cancelled", "and the state", text)
    tap.check(daemon.stop() == 0, "the daemon ends well")
    tap.end()


main()
