"""clock.py RATCHETD CLOCK.SO FAILING.SO: somebody sets the time of day while the daemon runs, or while it is down."""
import os
import signal
import sys
import time

from daemon import HEART, Daemon, Tap, preloadable

PROGRAM, CLOCK, FAILING = sys.argv[1:4]
HOUR, YEAR = 3600, 365 * 86400


class Clock:
    """A daemon and the time that it is told."""

    def __init__(self, settings=None, also=()):
        self.daemon = Daemon(PROGRAM, settings)
        self.file = os.path.join(self.daemon.folder, "offset")
        self.set(0)
        libraries = ":".join(map(preloadable, (CLOCK, *also)))
        self.environment = {**os.environ, "LD_PRELOAD": libraries, "RATCHET_CLOCK": self.file}

    def set(self, seconds):
        with open(self.file + ".new", "w", encoding="ascii") as file:
            file.write(str(seconds))
        os.rename(self.file + ".new", self.file)

    def start(self, **more):
        self.daemon.start(env={**self.environment, **more})
        return self.daemon.client()


def submit(client, name, **more):
    return client.call("job.submit", op="solve", puzzle={"data": HEART, "name": name}, **more)["job"]


def done(client, name, **more):
    return client.call("job.wait", job=submit(client, name, **more))


def numbers(tap):
    """What a watcher has seen stays behind what comes, though the clock went back and the jobs are gone."""
    clock = Clock()
    client = clock.start()
    deduced = client.call("job.watch", all=True)["deduction"]
    seen = done(client, "a", options={"deductions": True})["seq"]
    for job in client.call("job.list")["jobs"]:
        client.call("job.delete", job=job["job"])
    clock.daemon.kill(signal.SIGTERM)
    clock.set(-YEAR)
    client = clock.start()
    job = done(client, "b", options={"deductions": True})
    tap.check(job["seq"] > seen, "numbers of events go on from where they were", (seen, job["seq"]))
    watch = client.call("job.watch", all=True, from_seq=seen, from_deduction=deduced, detail=True)["watch"]
    events = [client.receive()["params"] for _ in range(3)]
    types = [event["type"] for event in events if event["watch"] == watch]
    tap.check(types[0] == "lost" and set(types[1:]) <= {"state", "deduction"},
              "a watch that has seen later deductions gets all there are, behind `lost`", events)
    clock.daemon.stop()


def running(tap):
    clock = Clock({"workers": 1, "retain": "87600h"})
    client = clock.start()
    first = done(client, "a")
    for offset in (YEAR, -YEAR, 0):
        clock.set(offset)
        begin = time.monotonic()
        job = done(client, f"at {offset}")
        waited = client.call("job.wait", job=job["job"], timeout_ms=100)
        took = time.monotonic() - begin
        tap.check(job["outcome"] == waited["outcome"] == "unique" and took < 5 and
                  abs(job["finished"] - time.time() - offset) < 60, f"{offset:+} s: jobs are done, and dated so", job)
    clock.set(11 * YEAR)
    begin = time.monotonic()
    while client.call("job.get", job=first["job"]).get("state") and time.monotonic() - begin < 12:
        time.sleep(0.2)
    tap.check(client.call("job.get", job=first["job"])["code"] == -32002, "the age of jobs is told by the clock")
    clock.daemon.stop()


def full(tap):
    """A disk that was full for a moment is tried again soon, not when the clock is there again."""
    clock = Clock({"workers": 1}, also=(FAILING,))
    client = clock.start(RATCHET_FAIL="ratchetd full 60 once")
    for i in range(200):
        if "code" in client.call("job.submit", op="solve", puzzle={"data": HEART, "name": f"f{i}"}):
            break
    tap.check(client.call("health")["status"] == "read_only", "a full disk", i)
    clock.set(-HOUR)
    begin = time.monotonic()
    while client.call("health")["status"] != "ok" and time.monotonic() - begin < 20:
        time.sleep(0.2)
    took = time.monotonic() - begin
    tap.check(client.call("health")["status"] == "ok", f"has room again after {took:.0f} s, whatever the time of day is")
    tap.check(done(client, "next")["outcome"] == "unique", "and takes jobs again")
    clock.daemon.stop()


def main():
    tap = Tap()
    for test in (numbers, running, full):
        tap.run(test)
    tap.end()


main()
