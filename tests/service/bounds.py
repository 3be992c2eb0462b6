"""bounds.py RATCHETD: limits that only a patient, rude or foreign client meets; limits.py has the others."""
import json
import os
import signal
import socket
import subprocess
import sys
import time

from daemon import HEART, Client, Closed, Daemon, Tap

PROGRAM = sys.argv[1]
SLOW = "12 12\n" + "1\n" * 24
COUNT = {"op": "count", "puzzle": {"data": SLOW}, "options": {"max_solutions": 10**9}}


def submit(client, name="p", **more):
    return client.call("job.submit", op="solve", puzzle={"data": HEART, "name": name}, **more)


def running(client):
    job = client.call("job.submit", **COUNT)["job"]
    while client.call("job.get", job=job)["state"] != "running":
        time.sleep(0.01)
    return job


def last_error(client):
    """The error before the end of the connection."""
    error = client.receive()["error"]
    try:
        return error, client.receive()
    except Closed:
        return error, None


def requests(tap):
    for most, first in ((1, "job"), (2, "status")):
        daemon = Daemon(PROGRAM, {"max_requests": most})
        daemon.start()
        client = daemon.client()
        job = running(client)
        lines = [{"jsonrpc": "2.0", "id": i, "method": method, "params": params}
                 for i, (method, params) in enumerate((("job.cancel", {"job": job}), ("health", {})))]
        client.raw("".join(json.dumps(line) + "\n" for line in lines).encode())
        answers = [client.receive()["result"] for _ in lines]
        tap.check(first in answers[0], f"with max_requests {most} the second call {'waits' if most == 1 else 'does not wait'}",
                  answers)
        daemon.stop()


def outbox(tap):
    daemon = Daemon(PROGRAM, {"max_outbox": "4k", "line_timeout": "1s"})
    daemon.start()
    deaf, client = daemon.client(), daemon.client()
    deaf.call("job.watch", all=True)
    for i in range(3000):
        if client.call("stats")["counters"]["closed_for_fault"]:
            break
        submit(client, f"p{i}")
    tap.check(client.call("stats")["counters"]["closed_for_fault"] == 1, "a watcher that does not read is closed", i)
    events = 0
    try:
        while True:
            events += "params" in deaf.receive()
    except Closed:
        tap.check(events > 10, f"after the {events} events that it had room for")
    daemon.stop()


def buffers(tap):
    daemon = Daemon(PROGRAM, {"max_buffers": "300k", "max_outbox": "10M"})
    daemon.start()
    greedy, client = daemon.client(), daemon.client()
    greedy.socket.settimeout(2)
    request = b'{"jsonrpc":"2.0","id":1,"method":"metrics"}\n'
    try:
        for _ in range(1000):
            greedy.raw(request * 10)
        tap.check(False, "who fills max_buffers is closed")
    except (Closed, socket.timeout):
        stats = client.call("stats")
        tap.check(stats["counters"]["closed_for_fault"] >= 1, "who fills max_buffers is closed", stats["counters"])
        tap.check(stats["buffered_bytes"] < 300 * 1024, "and what it filled is free again", stats["buffered_bytes"])
    tap.check("job" in submit(client), "others go on")
    daemon.stop()


def timeouts(tap):
    daemon = Daemon(PROGRAM, {"hello_timeout": "300ms", "line_timeout": "300ms"}, listen=True)
    daemon.start()
    begin = time.monotonic()
    error, more = last_error(Client(daemon.tcp))
    took = time.monotonic() - begin
    tap.check(error["code"] == -32004 and "hello" in error["message"] and more is None and 0.25 < took < 2,
              f"TCP without hello is closed ({took:.2f} s)", error)
    patient = Client(daemon.tcp, token=daemon.token)
    half = daemon.client()
    half.raw(b'{"jsonrpc":')
    error, more = last_error(half)
    tap.check(error["code"] == -32600 and "line_timeout" in error["message"] and more is None, "half a line is closed", error)
    time.sleep(0.3)
    tap.check(patient.call("health")["status"] == "ok", "who said hello and is silent stays")
    daemon.stop()


def interruptions(tap):
    daemon = Daemon(PROGRAM, {"max_interruptions": 2})
    daemon.start()
    client = daemon.client()
    job = running(client)
    time.sleep(0.1)     # the mark is written behind
    daemon.kill()
    daemon.start()
    client = daemon.client()
    while client.call("job.get", job=job)["state"] != "running":
        time.sleep(0.01)
    tap.check(client.call("job.get", job=job)["interrupted"] == 1, "an interrupted job runs again")
    time.sleep(0.1)
    daemon.kill()
    daemon.start()
    client = daemon.client()
    row = client.call("job.get", job=job)
    tap.check(row["state"] == "dead" and row["interrupted"] == 2 and row["faults"] == 0 and "2 times" in row["error"]["message"],
              "after max_interruptions it is dead", row)
    tap.check(client.call("job.retry", job=job)["state"] == "queued", "and may be retried")
    tap.check(client.call("job.cancel", job=job)["state"] == "cancelled", "or cancelled")
    daemon.stop()


def worker_rss(tap):
    pids = {}
    for most in ("1M", "4G"):
        daemon = Daemon(PROGRAM, {"max_worker_rss": most, "workers": 1})
        daemon.start()
        client = daemon.client()
        pids[most] = set()
        for i in range(6):
            job = submit(client, f"p{i}")["job"]
            while client.call("job.get", job=job)["state"] != "done":
                time.sleep(0.01)
            pids[most] |= {worker["pid"] for worker in client.call("stats")["workers"] if worker["generation"]}
        daemon.stop()
    tap.check(len(pids["1M"]) >= 3 and len(pids["4G"]) == 1, "a worker over max_worker_rss is replaced after its job", pids)


def making(tap):
    """A puzzle that is not found: many short runs, each of which counts its work anew."""
    daemon = Daemon(PROGRAM, {"deadline": "3s", "stall": "1200ms"})
    daemon.start()
    client = daemon.client()
    wish = {"op": "generate", "puzzle": {"type": "nonogram"}, "options": {"width": 8, "height": 8, "min_level": 9, "tries": 10**6}}
    end = client.call("job.wait", job=client.call("job.submit", **wish)["job"])
    tap.check(end["outcome"] == "unknown" and end["exit"] == 5 and end["faults"] == 0 and end["finished"] - end["started"] < 7,
              "generate ends with its deadline, and is no stall", end)
    job = client.call("job.submit", **{**wish, "priority": 9})["job"]
    time.sleep(0.3)
    begin = time.monotonic()
    end = client.call("job.cancel", job=job)
    tap.check(end["state"] == "cancelled" and time.monotonic() - begin < 2, "and listens to cancel", end)
    daemon.stop()


class Stranger:
    """Another user, as a process of its own; the calls it makes and the answers it gets."""

    CODE = """import contextlib, socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
text = sys.stdin.buffer.read()
left = text.count(10)
with contextlib.suppress(OSError):      # who is not let in may be gone before it has said anything
    s.sendall(text)
with contextlib.suppress(OSError):
    while left > 0 and (more := s.recv(65536)):
        sys.stdout.write(more.decode())
        left -= more.count(10)
"""

    def __init__(self, daemon, **ids):
        self.daemon, self.ids = daemon, ids

    def call(self, *calls):
        lines = [{"jsonrpc": "2.0", "id": i, "method": method, "params": params} for i, (method, params) in enumerate(calls)]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        run = subprocess.run(["/usr/bin/python3", "-c", self.CODE, self.daemon.socket], input=text, capture_output=True,
                             text=True, timeout=20, check=False, cwd="/", **self.ids)
        return [json.loads(line) for line in run.stdout.splitlines()] or run.stderr


def users(tap):
    if os.geteuid():
        tap.check(True, "other users # SKIP this is not root")
        return
    plain = {"user": 12345, "group": 12345, "extra_groups": []}
    for settings, ids, may in (({}, plain, False), ({"allow_uid": "7,12345"}, plain, True), ({"allow_uid": "1234"}, plain, False),
                               ({"allow_gid": "12345"}, plain, True), ({"allow_gid": "23456"}, plain, False),
                               ({"allow_gid": "1,23456"}, {**plain, "extra_groups": [5, 23456]}, True)):
        daemon = Daemon(PROGRAM, settings)
        daemon.start()
        os.chmod(daemon.folder, 0o755)
        os.chmod(daemon.socket, 0o666)
        mine = submit(daemon.client())["job"]
        answers = Stranger(daemon, **ids).call(("hello", {}), ("job.get", {"job": mine}), ("config.reload", {}), ("drain", {}),
                                               ("job.list", {}))
        if may:
            hello, other, *admin, listed = sorted(answers, key=lambda answer: answer["id"])
            tap.check(hello["result"]["owner"] == "uid:12345" and hello["result"]["admin"] is False and
                      other["error"]["code"] == -32002 and [a["error"]["code"] for a in admin] == [-32004] * 2 and
                      listed["result"]["jobs"] == [], f"{settings} lets in, to its own jobs", answers)
        else:
            tap.check([(answer["id"], answer["error"]["code"]) for answer in answers] == [(None, -32004)],
                      f"{settings} does not let in", answers)
        daemon.stop()


def main():
    tap = Tap()
    for test in (requests, outbox, buffers, timeouts, interruptions, worker_rss, making, users):
        tap.run(test)
    tap.end()


main()
