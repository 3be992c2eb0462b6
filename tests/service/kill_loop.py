"""kill_loop.py RATCHETD --tally FOLDER [--power POWER.SO [--must-lose]] [--kills N] [--seed N] [--folder FOLDER]
[--within SECONDS]: SIGKILLs of the daemon under load; with --power each is a power failure that takes what was not
synced.

Every job whose submission was answered must be there after the next start, once, and come to its result; a result
that was answered must be the same afterwards. Keys make the clients' repetitions safe. The plugin in the folder of
--tally writes down each execution, as the store might not know of it: what a kill makes run twice is at most the
jobs that ran and the results that were not on disk yet, each kill by itself. Each start, from exec to the first answer,
takes less than a second (--within). With --folder the run can be interrupted and resumed: what was acknowledged is kept
in FOLDER/ledger. --must-lose is the test of the test: with `durability = process` the daemon does not sync, and power
failures must be seen to lose jobs.
"""
import argparse
import os
import random
import sys
import threading
import time

import power
from daemon import Client, Closed, Daemon, Tap, preloadable


WORKERS = 2
UNWRITTEN = 64      # results that may wait for the disk; PROTOCOL.md, section 2


class Ledger:
    """What the daemon acknowledged: key -> job, and the results that were seen. Written before it counts."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "ledger")
        self.lock = threading.Lock()
        self.jobs, self.results, self.kills, self.submitted, self.unsynced = {}, {}, [], 0, 0
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
            self.kills.append(int(words[1]))    # size of the tally then
        elif words[0] == "power":
            self.unsynced += int(words[1])      # bytes

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
    """One row of ten blocks whose lengths spell the key's number; all different, so that the cache answers none."""
    number = int(key[1:])
    lengths = [(number >> 2 * i & 3) + 1 for i in range(10)]
    cells = "0".join("1" * length for length in lengths)
    return f"{len(cells)} 1\n" + " ".join(map(str, lengths)) + "\n" + "\n".join(cells) + "\n"


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
                time.sleep(0.02)    # the disk of a long run is finite
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


def repetitions(tally, ends):
    """Executions that each kill made necessary: of jobs that began before it, and began again after it."""
    with open(tally, "rb") as file:
        data = file.read()
    repeated, last, within = [0] * len(ends), {}, 0
    for epoch, (begin, end) in enumerate(zip([0] + ends, ends + [len(data)])):
        for job in data[begin:end].split():
            if job in last and last[job] < epoch:
                repeated[last[job]] += 1
            within += job in last and last[job] == epoch
            last[job] = epoch
    return repeated, within, len(last)


def judge_repetitions(tap, daemon, ledger):
    repeated, within, jobs = repetitions(os.path.join(daemon.folder, "tally"), ledger.kills)
    over = [(kill, n) for kill, n in enumerate(repeated) if n > WORKERS + UNWRITTEN]
    tap.check(not over, f"no kill repeats more than {WORKERS} + {UNWRITTEN} executions", over)
    tap.check(not within, "nothing runs twice without a kill", within)
    print(f"# {jobs} jobs ran; a kill repeated {sum(repeated) / len(repeated):.2f} executions, at most {max(repeated)}; "
          f"{sum(repeated)} in all")


def judge(tap, daemon, ledger, must_lose):
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
    if must_lose:
        tap.check(lost or doubled or changed, "without syncs a power failure is seen to lose what was acknowledged")
        return
    tap.check(not lost, "no acknowledged job is lost", lost[:10])
    tap.check(not doubled, "no two keys share a job", doubled[:10])
    tap.check(not unfinished, "every acknowledged job has its result", unfinished[:10])
    tap.check(not changed, "a result that was told is the same afterwards", changed[:10])
    print(f"# {len(ids)} acknowledged jobs, {len(ledger.results)} results seen early, {len(ledger.kills)} kills, "
          f"{repeated} repeated executions known to the store ({interrupted} interrupted)")


def note_kill(daemon, ledger):
    tally = os.path.join(daemon.folder, "tally")
    ledger.note("kill", os.path.getsize(tally) if os.path.exists(tally) else 0)


def kill(daemon, ledger, options):
    """The daemon, and with --power all that was not synced."""
    daemon.kill()
    if options.power:
        rng = random.Random(f"{options.seed} {len(ledger.kills)}")
        ledger.note("power", power.fail(os.path.join(daemon.folder, "data"), os.environ["RATCHET_DISK"], rng))
    note_kill(daemon, ledger)


def prepare(options):
    daemon = Daemon(options.program, {"workers": WORKERS, "max_queue": 100000, "max_kept": 10000000,
                                      "max_interruptions": 100000, "max_foreign_jobs": 1000,
                                      "durability": "process" if options.must_lose else "full"},
                    options.tally, options.folder)
    os.environ["RATCHET_TALLY"] = os.path.join(daemon.folder, "tally")
    if options.power:
        os.environ["RATCHET_DISK"] = os.path.join(daemon.folder, "disk")
        os.environ["LD_PRELOAD"] = preloadable(options.power)
        os.makedirs(os.environ["RATCHET_DISK"], exist_ok=True)
    return daemon


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--tally", required=True)
    parser.add_argument("--power")
    parser.add_argument("--must-lose", action="store_true")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    parser.add_argument("--within", type=float, default=1, help="seconds that a start may take")
    options = parser.parse_args()
    if options.folder:
        os.makedirs(options.folder, exist_ok=True)
    return options


def main():
    options = read_options()
    tap = Tap()
    daemon = prepare(options)
    ledger = Ledger(daemon.folder)
    if ledger.jobs:
        note_kill(daemon, ledger)   # whatever ended the run before
        if options.power:
            power.settle(os.path.join(daemon.folder, "data"), os.environ["RATCHET_DISK"])
    rng = random.Random(options.seed)
    stop, retry, starts = threading.Event(), [], []
    threads = [threading.Thread(target=submitter, args=(daemon.socket, ledger, stop, retry), daemon=True) for _ in range(2)]
    threads.append(threading.Thread(target=waiter, args=(daemon.socket, ledger, stop, random.Random(options.seed)),
                                    daemon=True))
    starts.append(daemon.start())
    for thread in threads:
        thread.start()
    while len(ledger.kills) < options.kills:
        time.sleep(rng.uniform(0.02, 0.4))
        kill(daemon, ledger, options)
        starts.append(daemon.start())
    time.sleep(0.3)
    stop.set()
    for thread in threads:
        thread.join()
    judge(tap, daemon, ledger, options.must_lose)
    if options.power:
        print(f"# {ledger.unsynced / len(ledger.kills):.0f} bytes lost a power failure")
    if not options.must_lose:
        judge_repetitions(tap, daemon, ledger)
    starts.sort()
    tap.check(starts[-1] < options.within, f"it answers within {options.within:g} s of each start", starts[-5:])
    print(f"# starts: median {starts[len(starts) // 2]:.2f} s, worst {starts[-1]:.2f} s")
    tap.check(daemon.process.poll() is None, "the daemon is alive at the end", daemon.read_log()[-2000:])
    if options.folder:
        daemon.kill()
    else:
        daemon.stop()
    tap.end()


main()
