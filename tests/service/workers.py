"""workers.py RATCHETD PLUGINS: what workers may do, and how long a rule is trusted."""
import os
import sys
import time

from daemon import HEART, Daemon, Tap

PROGRAM, PLUGINS = sys.argv[1:3]
MASYU = "B.B\n...\nB.B\n"
FAST = {"stall": "1500ms", "max_faults": 1, "max_worker_memory": "512M", "quarantine_faults": 0}


def row(length):
    """A nonogram on which one rule of the rogue plugin acts; see rogue.c."""
    return f"{length} 1\n3\n" + "1\n" * 3 + "0\n" * (length - 3)


def run(client, data, op="solve", **more):
    job = client.call("job.submit", op=op, puzzle={"data": data, **more.pop("puzzle", {})}, **more)["job"]
    return client.call("job.wait", job=job, result=True)


def confined(tap):
    daemon = Daemon(PROGRAM, {**FAST, "seccomp": "yes"}, PLUGINS)
    daemon.start()
    client = daemon.client()
    tap.check(run(client, HEART)["outcome"] == "unique", "a confined worker solves")
    end = run(client, HEART, options={"stats": "full", "text": "ansi"})
    tap.check(end["outcome"] == "unique" and "statistics" in end["result"]["answers"][0], "and measures")
    tap.check(run(client, "1 1\n1\n", puzzle={"type": "nonogram"})["state"] == "failed", "and says what it can't read")
    tap.check(run(client, row(5), op="count")["outcome"] == "unique", "and counts")
    for length, rule, message in ((48, "socket", f"system call {41 if os.uname().machine == 'x86_64' else ''}"),
                                  (49, "code", "system call"), (46, "close", "system call"), (41, "crash", "SIGSEGV"),
                                  (45, "stack", "SIGSEGV"), (43, "exit", "exit()"), (44, "eat", "")):
        error = run(client, row(length))["error"]
        tap.check(error.get("culprit") == f"rogue.{rule}_rule" and message in error["message"],
                  f"{rule} is that rule's fault: {error['message']}", error)
    tap.check(run(client, row(7))["outcome"] == "unique" and client.call("health")["status"] == "ok", "and the work goes on")
    tap.check(daemon.stop() == 0, "the daemon ends well")
    daemon = Daemon(PROGRAM, FAST, PLUGINS)
    daemon.start()
    client = daemon.client()
    tap.check(run(client, row(48))["outcome"] == "unique", "a worker that is not confined may open a socket")
    ready = []
    while not ready:
        ready = [worker["pid"] for worker in client.call("stats")["workers"] if worker["state"] == "idle"]
    with open(f"/proc/{ready[0]}/oom_score_adj", encoding="ascii") as file:
        tap.check(int(file.read()) >= 500, "workers are the first to go when memory is short")
    with open(f"/proc/{daemon.process.pid}/oom_score_adj", encoding="ascii") as file:
        tap.check(int(file.read()) < 500, "the daemon is not")
    daemon.stop()


def files(tap):
    """A confined worker can open none: what a rule's options name was read before, or is said to be missing."""
    daemon = Daemon(PROGRAM, {**FAST, "seccomp": "yes"})
    good, bad = "[rule masyu.patterns]\nenabled = no\n", "[rule masyu.patterns]\nenabled = no\nfile = nowhere.txt\n"
    daemon.write_ini(good)
    daemon.start()
    client = daemon.client()
    enable = {"enable": ["masyu.patterns"], "stats": "rules"}
    end = run(client, MASYU, options=enable)
    tap.check("masyu.patterns" in end["result"]["answers"][0]["statistics"]["rules"], "a confined worker has a rule's file", end)
    daemon.write_ini(bad)
    tap.check(client.call("config.reload") == {"generation": 2}, "a file that only a job might want may be missing")
    end = run(client, MASYU, options=enable)
    tap.check(end["state"] == "failed" and end["faults"] == 0 and "nowhere.txt" in end["error"]["message"],
              "a job that wants it is told so", end)
    tap.check(run(client, MASYU, puzzle={"name": "n"})["state"] == "done", "the others are answered")
    daemon.stop()


def limits_of(pid):
    """{name: soft limit}"""
    with open(f"/proc/{pid}/limits", encoding="ascii") as file:
        return {line[:25].strip(): line[26:46].strip() for line in file}


def cpu(pid):
    """Seconds, whole ones of user and system."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return sum(int(ticks) // os.sysconf("SC_CLK_TCK") for ticks in file.read().rsplit(")", 1)[1].split()[11:13])


def bounded(tap):
    """The kernel's limits; that on CPU time counts over a process's life, and moves along with each job."""
    daemon = Daemon(PROGRAM, {**FAST, "deadline": "20s", "workers": 1})
    daemon.start()
    client = daemon.client()
    soft = []
    for i in range(2):
        job = client.call("job.submit", op="count", puzzle={"data": "12 12\n" + "1\n" * 24, "name": f"n{i}"},
                          options={"max_solutions": 10**9})["job"]
        while client.call("job.get", job=job)["state"] != "running":
            time.sleep(0.01)
        worker = [worker["pid"] for worker in client.call("stats")["workers"] if worker.get("job") == job][0]
        begin = time.monotonic()
        while cpu(worker) < 2 and time.monotonic() - begin < 15:
            time.sleep(0.05)
        limits = limits_of(worker)
        soft.append((worker, int(limits["Max cpu time"])))
        client.call("job.cancel", job=job)
    tap.check(limits["Max core file size"] == "0" and limits["Max address space"] == str(512 << 20), "no core, so much memory", limits)
    tap.check(soft[0][0] == soft[1][0] and 20 <= soft[0][1] < soft[1][1] <= 34, "CPU time for each job anew", soft)
    daemon.stop()


def window(tap):
    """Faults far apart are no reason to do without a rule."""
    daemon = Daemon(PROGRAM, {**FAST, "quarantine_faults": 2, "quarantine_window": "400ms"}, PLUGINS)
    daemon.start()
    client = daemon.client()
    crash = row(41)
    for i in range(2):
        run(client, crash.replace("1\n1\n1\n", "0\n" * i + "1\n1\n1\n", 1)[:len(crash)])
        time.sleep(0.6)
    tap.check(client.call("plugins.list")["quarantined"] == [], "two faults outside of quarantine_window")
    for i in range(2, 4):
        run(client, crash.replace("1\n1\n1\n", "0\n" * i + "1\n1\n1\n", 1)[:len(crash)])
    tap.check(client.call("plugins.list")["quarantined"] == ["rogue.crash_rule"], "two within it")
    daemon.stop()


def main():
    tap = Tap()
    for test in (confined, files, bounded, window):
        tap.run(test)
    tap.end()


main()
