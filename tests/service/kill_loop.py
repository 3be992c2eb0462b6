"""kill_loop.py RATCHETD [--kills N] [--seed N] [--folder FOLDER]: SIGKILLs of the daemon while clients submit.

Every job whose submission was answered must be there after the next start, once, and come to its result; a result
that was answered must be the same afterwards. Keys make the clients' repetitions safe. With --folder the run can be
interrupted and resumed: what was acknowledged is kept in FOLDER/ledger.
"""
import argparse
import json
import os
import random
import sys
import threading
import time

from daemon import Client, Closed, Daemon, Tap


class Ledger:
    """What the daemon acknowledged: key -> job, and the results that were seen. Written before it counts."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "ledger")
        self.lock = threading.Lock()
        self.jobs, self.results, self.kills, self.submitted = {}, {}, 0, 0
        if os.path.exists(self.path):
            with open(self.path, encoding="ascii") as file:
                for line in file:
                    self.take(line.split())
        self.file = open(self.path, "a", encoding="ascii")

    def take(self, words):
        if words[0] == "job":
            self.jobs[words[1]] = words[2]
            self.submitted = max(self.submitted, int(words[1][1:]) + 1)
        elif words[0] == "result":
            self.results[words[1]] = words[2]
        elif words[0] == "kill":
            self.kills = int(words[1])

    def note(self, *words):
        with self.lock:
            self.take([str(word) for word in words])
            self.file.write(" ".join(str(word) for word in words) + "\n")
            self.file.flush()

    def next_key(self):
        with self.lock:
            self.submitted += 1
            return f"k{self.submitted - 1}"


def puzzle(key):
    """Small nonograms, all different, so that the cache answers none: one full block a row, of seeded widths."""
    rng = random.Random(key)
    width = 8
    grid = [[rng.random() < 0.6 for _ in range(width)] for _ in range(8)]
    def runs(line):
        return " ".join(str(len(run)) for run in "".join(".#"[c] for c in line).split(".") if run) or "0"
    rows = [runs(row) for row in grid]
    columns = [runs([row[x] for row in grid]) for x in range(width)]
    return f"{width} {len(grid)}\n" + "\n".join(rows + columns) + "\n"


def submitter(address, ledger, stop, retry):
    """Submits, 16 at a time, until the connection breaks; what was not answered is submitted again with its key."""
    while not stop.is_set():
        try:
            client = Client(address)
            while not stop.is_set():
                with ledger.lock:
                    keys = [retry.pop() for _ in range(min(len(retry), 16))]
                keys += [ledger.next_key() for _ in range(16 - len(keys))]
                pending = {}
                try:
                    for key in keys:
                        pending[client.send("job.submit", op="solve", puzzle={"data": puzzle(key)}, key=key)] = key
                    while pending:
                        message = client.receive()
                        answer = message.get("result") or message["error"]
                        if "job" in answer:
                            ledger.note("job", pending.pop(message["id"]), answer["job"])
                        else:
                            with ledger.lock:
                                retry.append(pending.pop(message["id"]))
                            time.sleep(0.01)
                finally:
                    with ledger.lock:
                        retry.extend(pending.values())
                time.sleep(0.05)    # the disk of a long run is finite
        except (OSError, Closed):
            time.sleep(0.005)


def waiter(address, ledger, stop, rng):
    """Reads results of random jobs; what was seen must never change."""
    while not stop.is_set():
        try:
            client = Client(address)
            while not stop.is_set():
                with ledger.lock:
                    known = list(ledger.jobs.values())[-200:]
                if not known:
                    time.sleep(0.01)
                    continue
                job = rng.choice(known)
                answer = client.call("job.wait", job=job, timeout_ms=500)
                if answer.get("state") in ("done", "failed", "cancelled", "dead"):
                    ledger.note("result", job, answer["state"] + ":" + answer["outcome"])
        except (OSError, Closed):
            time.sleep(0.005)


def judge(tap, daemon, ledger):
    client = daemon.client()
    lost, changed, unfinished, doubled = [], [], [], []
    deadline = time.monotonic() + 120 + len(ledger.jobs) / 200
    ids = list(ledger.jobs.values())
    if len(set(ids)) != len(ids):
        doubled = [job for job in set(ids) if ids.count(job) > 1]
    executions = interrupted = 0
    for job in ids:
        answer = client.call("job.wait", job=job, timeout_ms=max(1, int((deadline - time.monotonic()) * 1000)), result=True)
        if "code" in answer:
            lost.append(job)
            continue
        verdict = answer["state"] + ":" + answer.get("outcome", "")
        if answer["state"] != "done" or not answer.get("result", {}).get("answers"):
            unfinished.append((job, verdict))
        if ledger.results.get(job, verdict) != verdict:
            changed.append((job, ledger.results[job], verdict))
        executions += answer["attempts"]
        interrupted += answer["interrupted"]
    repeated = executions - len(ids)
    tap.check(not lost, "no acknowledged job is lost", lost[:10])
    tap.check(not doubled, "no two keys share a job", doubled[:10])
    tap.check(not unfinished, "every acknowledged job has its result", unfinished[:10])
    tap.check(not changed, "a result that was told is the same afterwards", changed[:10])
    print(f"# {len(ids)} acknowledged jobs, {len(ledger.results)} results seen early, {ledger.kills} kills, "
          f"{repeated} repeated executions known to the store ({interrupted} interrupted)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    options = parser.parse_args()
    if options.folder:
        os.makedirs(options.folder, exist_ok=True)
    tap = Tap()
    rng = random.Random(options.seed)
    daemon = Daemon(options.program, {"max_queue": 100000, "max_kept": 10000000, "max_interruptions": 100000},
                    folder=options.folder)
    ledger = Ledger(daemon.folder)
    stop, retry, starts = threading.Event(), [], []
    threads = [threading.Thread(target=submitter, args=(daemon.socket, ledger, stop, retry)) for _ in range(2)]
    threads.append(threading.Thread(target=waiter, args=(daemon.socket, ledger, stop, random.Random(options.seed))))
    starts.append(daemon.start())
    for thread in threads:
        thread.start()
    for kill in range(ledger.kills, options.kills):
        time.sleep(rng.uniform(0.02, 0.4))
        daemon.kill()
        ledger.note("kill", kill + 1)
        starts.append(daemon.start())
    time.sleep(0.3)
    stop.set()
    for thread in threads:
        thread.join()
    judge(tap, daemon, ledger)
    starts.sort()
    print(f"# starts: median {starts[len(starts) // 2]:.2f} s, worst {starts[-1]:.2f} s")
    tap.check(daemon.process.poll() is None, "the daemon is alive at the end", daemon.read_log()[-2000:])
    if options.folder:
        daemon.kill()
    else:
        daemon.stop()
    tap.end()


main()
