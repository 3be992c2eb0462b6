"""scarce.py RATCHETD RATCHET FAILING.SO [--step N]: memory runs out, at every STEP-th allocation and from there on, in
`ratchetd --check-db` and `--export`, and in a client that reads a daemon's answers; see failing.c.

No program may crash, and none may say more than that memory is missing: a sound store is not called damaged, and what
line is printed is whole.
"""
import argparse
import os
import subprocess

from daemon import HEART, Daemon, Tap, preloadable

PATIENCE = 20       # seconds
MOST = 200000       # allocations of a run; more is a loop


class Program:
    def __init__(self, tap, options, name, *command):
        self.tap, self.options, self.name, self.command = tap, options, name, command
        self.good = self.run(None, "once").stdout

    def run(self, number, how):
        environment = dict(os.environ)
        if number:
            program = os.path.basename(self.command[0])
            environment.update(RATCHET_FAIL=f"{program} malloc {number} {how}", LD_PRELOAD=preloadable(self.options.shim))
        return subprocess.run(self.command, env=environment, capture_output=True, check=False, timeout=PATIENCE,
                              encoding="utf-8")

    def judge(self, number, how, end):
        """What is wrong with it; "": nothing."""
        if end.returncode < 0:
            return f"signal {-end.returncode}"
        whole = set(end.stdout.splitlines(keepends=True)) <= set(self.good.splitlines(keepends=True))
        if "damaged" in end.stdout + end.stderr or not whole:
            return "says what is not true: " + end.stdout[-300:]
        if end.returncode and not end.stderr.strip():
            return f"exit code {end.returncode}, and no word"
        if not end.returncode and end.stdout != self.good:
            return "exit code 0, and not all was printed"
        return ""

    def try_all(self):
        for how in ("once", "for_good"):
            troubles, number = [], 1
            while number < MOST:
                end = self.run(number, how)
                trouble = self.judge(number, how, end)
                if trouble:
                    troubles.append(f"allocation {number}: {trouble}\n{end.stderr[-1500:]}")
                if "failing.so" not in end.stderr:
                    break       # it was over before it came to that
                number += self.options.step
            self.tap.check(not troubles and 1 < number < MOST, f"{self.name}: memory runs out {how}, up to allocation {number}",
                           "\n".join(troubles[:5]))


def main():
    parser = argparse.ArgumentParser()
    for name in ("daemon", "client", "shim"):
        parser.add_argument(name)
    parser.add_argument("--step", type=int, default=1)
    options = parser.parse_args()
    tap = Tap()
    daemon = Daemon(options.daemon)
    daemon.start()
    client = daemon.client()
    for number, data in enumerate((HEART, "no puzzle", HEART + "\n")):
        job = client.call("job.submit", op="explain", puzzle={"data": data, "name": f"j{number}"}, tags=["t"], key=f"k{number}",
                          options={"to": 3})["job"]
        client.call("job.wait", job=job)
    base = ("-c", daemon.ini)
    for name, *command in (("get", "get", job), ("ls", "ls"), ("watch", "watch", job, "--json")):
        Program(tap, options, f"ratchet {name}", options.client, *command, *base).try_all()
    client.close()
    daemon.kill()
    for option in ("--check-db", "--export"):
        Program(tap, options, f"ratchetd {option}", options.daemon, *base, option).try_all()
    tap.end()


main()
