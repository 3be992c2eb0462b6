"""apart.py RATCHETD ROGUE.SO QUEENS.SO: which jobs share a process, and that no plugin of other people is ever opened where
jobs run in which only Ratchet's own take part."""
import os
import shutil
import sys
import tempfile
import time

from daemon import Daemon, Tap

PROGRAM, ROGUE, QUEENS = sys.argv[1:4]
MASYU = "B.B\n...\nB.B\n"
NONOGRAM = "5 1\n3\n1\n1\n1\n0\n0\n"
BOARD = "queens\n......\n......\n......\n......\n......\n......\n"
FOREIGN = ("rogue.so", "queens.so")


class Ground:
    """A daemon with one worker on each side, and a plugin folder of its own."""

    def __init__(self, *plugins, **settings):
        self.folder = tempfile.mkdtemp(prefix="plugins-")
        for plugin in plugins:
            shutil.copy(plugin, self.folder)
        self.daemon = Daemon(PROGRAM, {"workers": 1, **settings}, self.folder)
        self.daemon.start()
        self.client = self.daemon.client()

    def end(self):
        code = self.daemon.stop()
        shutil.rmtree(self.folder)
        return code

    def worker(self, foreign):
        """The one of that side, once it is idle."""
        while True:
            for worker in self.client.call("stats")["workers"]:
                if worker["foreign"] == foreign and worker["state"] == "idle":
                    return worker
            time.sleep(0.01)

    def opened(self, foreign):
        """What of other people is mapped in the worker of that side."""
        with open(f"/proc/{self.worker(foreign)['pid']}/maps", encoding="utf-8") as file:
            maps = file.read()
        return [name for name in FOREIGN if f"/{name}" in maps]

    def run(self, data, **more):
        """(answer, ran on the foreign side?)"""
        before = [self.worker(side) for side in (False, True)]
        job = self.client.call("job.submit", op=more.pop("op", "solve"), puzzle={"data": data, **more.pop("puzzle", {})},
                               **more)["job"]
        end = self.client.call("job.wait", job=job, result=True)
        after = [self.worker(side) for side in (False, True)]
        return end, [(b["pid"], b["jobs"]) != (a["pid"], a["jobs"]) for b, a in zip(before, after)]


def rules(tap):
    """A foreign rule serves nonograms."""
    ground = Ground(ROGUE)
    tap.check(ground.opened(False) == [], "the workers of our own plugins open no other")
    tap.check(ground.opened(True) == ["rogue.so"], "those of the others do")
    health = ground.client.call("health")
    tap.check((health["foreign_workers"], health["foreign_workers_ready"]) == (1, 1), "health counts them", health)
    tap.check("ratchet_foreign_workers_ready 1" in ground.client.call("metrics")["text"], "and the metrics")
    ours = ground.worker(False)["pid"]
    for more in ({}, {"puzzle": {"type": "masyu"}}, {"op": "count", "puzzle": {"format": "masyu.rows"}}):
        end, sides = ground.run(MASYU, **more)
        tap.check((end["state"], sides) == ("done", [True, False]), f"masyu {more}: a worker of ours", (end, sides))
    for more in ({}, {"puzzle": {"type": "nonogram"}}, {"op": "count", "puzzle": {"format": "nonogram.nin"}},
                 {"op": "verify", "options": {"solution": "###..\n"}}):
        end, sides = ground.run(NONOGRAM, **more)
        tap.check((end["state"], sides) == ("done", [False, True]), f"nonogram {more}: a worker of the others", (end, sides))
        tap.check(end["attempts"] == 1, "in one attempt", end)
    for options in ({"enable": ["rogue.crash_rule"]}, {"only_rules": ["rogue.*", "masyu.*"]}):
        end, sides = ground.run(MASYU, options=options)
        tap.check((end["state"], sides) == ("done", [False, True]), f"masyu with {options}: a worker of the others", (end, sides))
    tap.check(ground.opened(False) == [] and ground.worker(False)["pid"] == ours, "that of ours is as it was")
    tap.check(ground.run("what is this?")[0]["state"] == "failed", "data that nobody reads fail as ever")
    tap.check(ground.end() == 0, "the daemon ends well")


def switched_off(tap):
    """A foreign rule that the configuration leaves out moves nothing, and is no unknown name."""
    ground = Ground(ROGUE)
    ground.daemon.write_ini("load = rogue\n[rules]\nload = nonogram.*, rogue.*\norder = rogue.crash_rule\n"
                            "[explain]\nrules = nonogram.*\n" +
                            "".join(f"[rule rogue.{name}_rule]\nenabled = no\n" for name in
                                    ("crash", "loop", "exit", "eat", "stack", "close", "write", "socket", "code")))
    tap.check(ground.client.call("config.reload") == {"generation": 2}, "a configuration that switches foreign rules off")
    end, sides = ground.run(NONOGRAM)
    tap.check((end["state"], sides) == ("done", [True, False]), "what is switched off moves no job", (end, sides))
    tap.check(ground.opened(False) == [], "though the configuration names it")
    ground.end()


def puzzles(tap):
    """A foreign puzzle type and its format: any data might be of it."""
    ground = Ground(QUEENS)
    watch = ground.daemon.client()
    watch.call("job.watch", all=True)
    for data, where in ((BOARD, [False, True]), (NONOGRAM, [True, False]), (MASYU, [True, False])):
        end, sides = ground.run(data)
        tap.check((end["state"], sides, end["attempts"]) == ("done", where, 1), f"{data.split()[0]}: recognised", (end, sides))
    end, sides = ground.run(BOARD, puzzle={"type": "queens"}, op="count")
    tap.check((end["state"], sides) == ("done", [False, True]), "queens by its type", (end, sides))
    end, sides = ground.run(NONOGRAM, puzzle={"type": "nonogram"}, op="count")
    tap.check((end["state"], sides) == ("done", [True, False]), "nonogram by its type", (end, sides))
    states = [watch.receive()["params"]["state"] for _ in range(15)]
    tap.check(states == ["queued", "running", "done"] * 5, "nobody sees a job go from one worker to another", states)
    tap.check(ground.opened(False) == [] and ground.opened(True) == ["queens.so"], "the worker of ours has not met it")
    ground.end()


def kept(tap):
    ground = Ground(QUEENS, max_foreign_jobs=3)
    pids = []
    for number in range(4):
        pids.append(ground.worker(True)["pid"])
        ground.run(BOARD, puzzle={"name": f"q{number}"})
    tap.check(pids[0] == pids[1] == pids[2] != pids[3], "a worker of the others is replaced after max_foreign_jobs", pids)
    ground.end()
    ground = Ground(QUEENS)
    before = ground.worker(True)["pid"]
    ground.run(BOARD)
    tap.check(ground.worker(True)["pid"] != before, "by itself, after each")
    ground.end()


def late(tap):
    """Before a reload nobody opens what has come into the folder since; after it, none of ours does."""
    ground = Ground(max_worker_jobs=1)
    tap.check(ground.client.call("health")["foreign_workers"] == 0, "no plugin of others, no workers for it")
    shutil.copy(QUEENS, os.path.join(ground.folder, "queens.so"))
    job = ground.client.call("job.submit", op="solve", puzzle={"data": MASYU})["job"]
    ground.client.call("job.wait", job=job)
    tap.check(ground.opened(False) == [], "a new worker of ours does not open a plugin that is new in the folder")
    tap.check(ground.client.call("config.reload") == {"generation": 2}, "a reload takes it up")
    tap.check(ground.opened(True) == ["queens.so"] and ground.opened(False) == [], "in workers of its own")
    ground.end()


def main():
    tap = Tap()
    for test in (rules, switched_off, puzzles, kept, late):
        tap.run(test)
    tap.end()


main()
