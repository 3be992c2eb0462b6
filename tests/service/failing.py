"""failing.py RATCHETD FAILING.SO CALL WHERE HOW [--step N] [--first N] [--state FILE]: one conversation with a daemon
in which the n-th CALL of the program WHERE (ratchetd or ratchet, its workers) fails, HOW (once or for_good), for every
STEP-th n until the conversation is over before it comes to that; see failing.c.

Nothing may crash or hang (where memory is out for good, answers may stay out too; SIGTERM still ends the daemon); a
daemon that can't go on ends with a sentence. What was acknowledged is there afterwards,
the store is sound, and no memory stays allocated that does not without the failure. With --state the campaign goes on
where it was. A run waits more than it works: eight campaigns side by side, --first 1 to 8 with --step 8, take an eighth
of the time.
"""
import argparse
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time

from daemon import HEART, Client, Closed, Daemon, Tap, preloadable

PATIENCE = 10           # seconds; more is a hang
SPREAD = 1.1            # no run has that many times the calls of another
PUZZLE = "3 1\n1\n1\n0\n0\n"


class Trouble(Exception):
    """A promise that was broken."""


class Talk:
    """A conversation in which any answer may be an error and any connection may end."""

    def __init__(self, daemon, patient):
        self.daemon = daemon
        self.patient = patient
        self.client = None
        self.acknowledged, self.seen, self.deleted = {}, {}, set()

    def call(self, method, **params):
        for _ in range(2):
            try:
                if not self.client:
                    self.client = Client(self.daemon.socket, timeout=PATIENCE if self.patient else 1)
                return self.client.call(method, **params)
            except Closed:
                self.client = None
            except (socket.timeout, TimeoutError):
                if not self.patient:
                    self.client = None
                    return {}
                raise Trouble(f"{method} is not answered") from None
            except OSError:
                self.client = None
        return {}

    def submit(self, key, data, op="solve", **more):
        answer = self.call("job.submit", op=op, key=key, puzzle={"data": data, "name": key}, **more)
        if "job" in answer:
            self.acknowledged[key] = answer["job"]
        return answer.get("job", "1")

    def wait(self, job):
        answer = self.call("job.wait", job=job, timeout_ms=1500, result=True)
        if answer.get("state") in ("done", "failed", "cancelled", "dead"):
            self.seen[job] = answer["state"]
        return answer

    def run(self):
        self.call("hello", client="failing")
        self.call("job.watch", all=True)
        jobs = [self.submit("heart", HEART, options={"text": "ascii", "stats": "full"}), self.submit("small", PUZZLE),
                self.submit("bad", "this is no puzzle"), self.submit("again", PUZZLE, tags=["t"])]
        for job in jobs:
            self.wait(job)
        self.submit("small", PUZZLE)
        self.call("job.list", tag="t")
        self.call("job.watch", job=jobs[0], from_seq=0)
        for method in ("stats", "metrics", "health", "rules.stats", "plugins.list", "config.check", "config.reload"):
            self.call(method)
        self.call("job.retry", job=jobs[2])
        self.seen.pop(jobs[2], None)
        self.call("job.cancel", job=jobs[2])
        if self.acknowledged.get("again") == jobs[3]:
            self.deleted.add(jobs[3])
            self.call("job.delete", job=jobs[3])
        self.wait(self.submit("last", PUZZLE, op="count"))


def start(daemon):
    """False: it says that it can't."""
    try:
        daemon.start()
        return True
    except RuntimeError:
        daemon.log.close()
        daemon.process.kill()
        return False


def end(daemon):
    """Its exit code, after SIGTERM."""
    daemon.process.send_signal(signal.SIGTERM)
    for step in (signal.SIGTERM, signal.SIGKILL):
        try:
            return daemon.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            daemon.process.send_signal(step)
    raise Trouble("it does not end")


def check_afterwards(daemon, talk):
    """The next daemon, where nothing fails, has what was acknowledged."""
    if not start(daemon):
        raise Trouble("the next start fails: " + daemon.read_log()[-300:])
    client = daemon.client()
    for job in talk.acknowledged.values():
        if job in talk.deleted:
            continue
        answer = client.call("job.wait", job=job, timeout_ms=PATIENCE * 1000, result=True)
        if talk.seen.get(job, answer.get("state")) != answer.get("state") or "finished" not in answer:
            raise Trouble(f"job {job} was {talk.seen.get(job)}, and is {answer}")
    client.close()
    if end(daemon) != 0:
        raise Trouble("the next daemon does not end well")
    store = sqlite3.connect(os.path.join(daemon.folder, "data", "jobs.db"))
    sound = store.execute("PRAGMA integrity_check").fetchone()[0]
    store.close()
    if sound != "ok":
        raise Trouble("the store is broken: " + sound)


class Campaign:
    def __init__(self, options):
        self.options = options
        self.calls = self.blocks = 0    # without a failure; blocks: that stay allocated
        self.leaks = 0

    def environment(self, number):
        if number is None:
            os.environ.pop("LD_PRELOAD", None)
            return
        os.environ["RATCHET_FAIL"] = f"{self.options.where} {self.options.call} {number} {self.options.how}"
        os.environ["RATCHET_FAIL_LOG"] = self.log
        os.environ["LD_PRELOAD"] = preloadable(self.options.shim)

    def figures(self):
        """(calls, blocks) of the processes that came to their end."""
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="ascii") as file:
            return [tuple(map(int, line.split())) for line in file]

    def one(self, number):
        """True: it did fail somewhere. No two runs have the same number of calls: one that has fewer is no end."""
        folder = tempfile.mkdtemp(prefix="failing-")
        self.log = os.path.join(folder, "figures")
        daemon = Daemon(self.options.program, {"workers": 1, "stall": "5s"}, folder=folder)
        talk = Talk(daemon, self.options.call != "malloc" or self.options.how != "for_good")
        try:
            self.environment(number)
            code = self.converse(daemon, talk)
            if code < 0 or code == 134:
                raise Trouble(f"it ended with {code}: " + daemon.read_log()[-600:])
            if self.options.where == "ratchetd" and code not in (0, 1, 65, 66, 70):
                raise Trouble(f"exit code {code}")
            self.environment(None)
            check_afterwards(daemon, talk)
            if "ended by signal 11" in daemon.read_log() or "ended by signal 6" in daemon.read_log():
                raise Trouble("a worker crashed: " + daemon.read_log()[-600:])
            return self.judge(number)
        except Trouble as trouble:
            raise Trouble(f"{trouble}\n{daemon.read_log()[-4000:]}") from None
        finally:
            self.environment(None)
            daemon.reap()
            shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def converse(daemon, talk):
        if not start(daemon):
            return daemon.process.returncode or 0
        talk.run()
        return daemon.process.poll() if daemon.process.poll() is not None else end(daemon)

    def judge(self, number):
        figures = self.figures()
        if number == 0:
            self.calls = max(calls for calls, _ in figures)
            self.blocks = max(blocks for _, blocks in figures)
            print(f"# {self.calls} calls, {self.blocks} blocks at the end, without a failure")
            return True
        leaked = max((blocks for _, blocks in figures), default=0) - self.blocks
        if self.options.call == "malloc" and leaked > 0:
            self.leaks += 1
            raise Trouble(f"{leaked} blocks leak")
        return not figures or any(calls >= number for calls, _ in figures)


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "shim", "call", "where", "how"):
        parser.add_argument(name)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--most", type=int, default=1000000)
    parser.add_argument("--state")
    options = parser.parse_args()
    tap, campaign, number, troubles, begin = Tap(), Campaign(options), options.first, [], time.monotonic()
    if options.state and os.path.exists(options.state):
        with open(options.state, encoding="ascii") as file:
            number = int(file.read())
    campaign.one(0)
    tried, more = 0, True
    while more and number <= options.most:
        try:
            more = campaign.one(number) or number < SPREAD * campaign.calls
        except Trouble as trouble:
            troubles.append(f"{number}: {trouble}")
            print(f"# {number}: {trouble}".replace("\n", "\n#   "), flush=True)
        tried += 1
        number += options.step
        if options.state:
            with open(options.state, "w", encoding="ascii") as file:
                file.write(str(number))
    tap.check(not troubles, f"{options.where}: {options.call} fails {options.how}, {tried} places", "\n".join(troubles[:20]))
    print(f"# {time.monotonic() - begin:.0f} s, up to the call {number - options.step}")
    tap.end()


main()
