"""reloading.py RATCHETD: new configurations while jobs come in and run."""
import signal
import sys
import threading
import time

from daemon import Daemon, Tap

PROGRAM = sys.argv[1]
RULE = "nonogram.line"
SLOW = "8 8\n" + "1\n" * 16     # 8! solutions: some tenths of a second


def puzzle(number):
    """All different, so that no answer is an earlier one: a row with three blocks from the left."""
    blocks = (number % 9 + 1, number // 9 % 9 + 1, number // 81 % 9 + 1)
    line = "0".join("1" * length for length in blocks).ljust(31, "0")
    return "31 1\n" + " ".join(map(str, blocks)) + "\n" + "\n".join(line) + "\n"


class Load(threading.Thread):
    """Submits one job after the other, and notes when each submission was begun and each job was over."""

    def __init__(self, daemon, first, pause):
        super().__init__()
        self.client, self.number, self.pause, self.over = daemon.client(), first, pause, False
        self.jobs = {}

    def run(self):
        while not self.over:
            begun = time.time()
            job = self.client.call("job.submit", op="solve", puzzle={"data": puzzle(self.number), "name": f"n{self.number}"},
                                   options={"stats": "rules"})
            self.jobs[job.get("job", f"refused {job}")] = begun
            self.number += 1
            time.sleep(self.pause)


def outcome(client, job):
    """state, finished, does the rule take part"""
    end = client.call("job.wait", job=job, result=True)
    rules = end["result"]["answers"][0]["statistics"]["rules"] if end.get("result") else {}
    return end["outcome"], end["finished"], RULE in rules


def under_load(tap):
    daemon = Daemon(PROGRAM)
    daemon.start()
    client = daemon.client()
    slow = client.call("job.submit", op="count", puzzle={"data": SLOW}, options={"max_solutions": 10**6, "stats": "rules"})["job"]
    loads = [Load(daemon, 300 * i, 0.002) for i in range(2)]
    for load in loads:
        load.start()
    time.sleep(0.4)
    daemon.write_ini("[rule nonogram.line]\nenabled = of course\n")
    answer = client.call("config.reload")
    tap.check(answer.get("code") == -32011 and "test.ini" in answer["message"] and "yes or no" in answer["message"],
              f"a broken configuration: {answer.get('message')}", answer)
    daemon.process.send_signal(signal.SIGHUP)
    time.sleep(0.4)
    tap.check("generation 1 stays" in daemon.read_log(), "by SIGHUP too, and the log says so", daemon.read_log()[-300:])
    daemon.write_ini(f"[rule {RULE}]\nenabled = no\n")
    before = time.time()
    answer = client.call("config.reload")
    after = time.time()
    tap.check(answer == {"generation": 2}, "a good configuration is taken under load", answer)
    tap.check(client.call("config.reload") == {"generation": 3}, "and once more at once")
    time.sleep(0.4)
    for load in loads:
        load.over = True
        load.join()
    jobs = {job: begun for load in loads for job, begun in load.jobs.items()}
    ends = {job: outcome(client, job) for job in jobs}
    tap.check(all(end[0] == "unique" for end in ends.values()), f"none of {len(jobs)} jobs is lost",
              [end for end in ends.items() if end[1][0] != "unique"][:5])
    early = [end[2] for end in ends.values() if end[1] < before]
    late = [ends[job][2] for job, begun in jobs.items() if begun > after]
    tap.check(len(early) > 20 and all(early), f"{len(early)} jobs before it report the rule")
    tap.check(len(late) > 20 and not any(late), f"{len(late)} jobs after it do not")
    tap.check(outcome(client, slow)[0] == "several" and client.call("stats")["counters"]["faults"] == 0,
              "what was running ran to its end")
    daemon.stop()


def keeps_running(tap):
    """A job that runs during a reload is answered by the configuration it began with."""
    daemon = Daemon(PROGRAM, {"workers": 1})
    daemon.start()
    client = daemon.client()
    job = client.call("job.submit", op="count", puzzle={"data": SLOW}, options={"max_solutions": 10**6, "stats": "rules"})["job"]
    while client.call("job.get", job=job)["state"] != "running":
        time.sleep(0.01)
    daemon.write_ini(f"[rule {RULE}]\nenabled = no\n")
    number = client.send("config.reload")
    tap.check(daemon.client().call("config.reload").get("code") == -32010, "one reload at a time")
    tap.check(daemon.client().call("config.check").get("code") == -32010, "and no check meanwhile")
    tap.check(client.answer(number)["result"] == {"generation": 2}, "the new generation serves")
    state = client.call("job.get", job=job)["state"]
    tap.check(outcome(client, job)[2] and state in ("running", "done"), "the job keeps the old one's rules", state)
    daemon.stop()


def main():
    tap = Tap()
    for test in (under_load, keeps_running):
        tap.run(test)
    tap.end()


main()
