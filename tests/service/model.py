"""model.py RATCHETD [--traces N] [--seed N] [--steps N]: random traces of submissions, cancels, retries, deletions, reloads,
disconnections and kills against a model of what PROTOCOL.md promises. A trace that differs is shrunk and printed.

The model knows each job by its key: the number that was told, whether it is there, and its final state once that was
told. What was sent and never answered, because the connection or the daemon went, may have happened or not.
"""
import argparse
import random
import time

from daemon import Closed, Daemon, Tap

FINAL = ("done", "failed", "cancelled", "dead")
KEYS = 12
DATA = {"good": "3 1\n1\n1\n0\n0\n", "bad": "no puzzle at all\n", "slow": "12 12\n" + "1\n" * 24}
OUTCOMES = {"good": ("unique", "cancelled"), "bad": ("error", "cancelled"), "slow": ("unknown", "cancelled")}
STEPS = (("submit", 8), ("wait", 5), ("get", 3), ("cancel", 2), ("retry", 1), ("delete", 2), ("conflict", 1), ("list", 2),
         ("reload", 1), ("disconnect", 1), ("half", 2), ("kill", 1), ("stop", 1))


class Difference(Exception):
    """Between the daemon and the model."""


class Job:
    def __init__(self, number, kind):
        self.number, self.kind = number, kind
        self.state = None       # final, as it was told; it may change only by a retry


class World:
    def __init__(self, program):
        self.daemon = Daemon(program, {"deadline": "3s", "max_interruptions": 100000})
        self.daemon.start()
        self.client = self.daemon.client()
        self.jobs = {}          # key: Job
        self.unsure = {}        # key: kind of a submission that was never answered
        self.gone = set()       # numbers

    def submission(self, key, kind):
        return {"op": "count" if kind == "slow" else "solve", "key": key, "puzzle": {"data": DATA[kind], "name": key},
                "options": {"max_solutions": 1000000000} if kind == "slow" else {}}

    def expect(self, good, why, answer):
        if not good:
            raise Difference(f"{why}: {answer}")

    def saw(self, job, answer):
        """Any job object of the daemon."""
        self.expect(answer.get("job") == job.number, f"job {job.number} is not told", answer)
        state = answer["state"]
        if job.state:
            self.expect(state == job.state, f"job {job.number} was {job.state}", answer)
        if state in FINAL:
            job.state = state
            self.expect(answer["outcome"] in OUTCOMES[job.kind], f"job {job.number} is {job.kind}", answer)

    def settle(self, key):
        """A submission without an answer is made again, as its key allows."""
        kind = self.unsure.pop(key)
        answer = self.client.call("job.submit", **self.submission(key, kind))
        self.expect("job" in answer, "a submission is refused", answer)
        self.jobs[key] = Job(answer["job"], kind)

    def submit(self, key, kind):
        job = self.jobs.get(key)
        answer = self.client.call("job.submit", **self.submission(key, job.kind if job else kind))
        self.expect("job" in answer, "a submission is refused", answer)
        self.expect(answer["duplicate"] == (job is not None), f"{key} is {'' if job else 'not '}there", answer)
        if job:
            self.expect(answer["job"] == job.number, f"{key} has job {job.number}", answer)
        else:
            self.expect(answer["job"] not in self.gone, "a number is used twice", answer)
            self.jobs[key] = Job(answer["job"], kind)

    def conflict(self, key, kind):
        job = self.jobs.get(key)
        if job and job.kind != kind:
            answer = self.client.call("job.submit", **self.submission(key, kind))
            self.expect(answer.get("code") == -32008 and answer["data"]["job"] == job.number, "no key_conflict", answer)

    def wait(self, key, _):
        if key in self.jobs and self.jobs[key].kind != "slow":
            answer = self.client.call("job.wait", job=self.jobs[key].number, timeout_ms=20000, result=True)
            self.saw(self.jobs[key], answer)
            self.expect(answer["state"] in FINAL, "a wait ends before the job", answer)

    def get(self, key, _):
        if key in self.jobs:
            self.saw(self.jobs[key], self.client.call("job.get", job=self.jobs[key].number))

    def cancel(self, key, _):
        if key in self.jobs:
            answer = self.client.call("job.cancel", job=self.jobs[key].number)
            self.saw(self.jobs[key], answer)
            self.expect(answer["state"] in FINAL, "a cancelled job goes on", answer)

    def retry(self, key, _):
        job = self.jobs.get(key)
        if job:
            if job.state in ("failed", "cancelled", "dead"):
                job.state = None
                answer = self.client.call("job.retry", job=job.number)
                self.expect(answer.get("state") == "queued", "a retry does not queue", answer)
            elif job.state:
                self.saw(job, self.client.call("job.retry", job=job.number))

    def delete(self, key, _):
        job = self.jobs.pop(key, None)
        if job:
            answer = self.client.call("job.delete", job=job.number)
            self.expect(answer == {"deleted": True}, "a deletion fails", answer)
            self.gone.add(job.number)
            self.expect(self.client.call("job.get", job=job.number).get("code") == -32002, "it is still there", job.number)

    def list(self, *_):
        for key in list(self.unsure):
            self.settle(key)
        told = {job["job"]: job for job in self.client.call("job.list", limit=1000)["jobs"]}
        self.expect(set(told) == {job.number for job in self.jobs.values()}, "the list is not that of the model", sorted(told))
        for job in self.jobs.values():
            self.saw(job, told[job.number])

    def reload(self, *_):
        answer = self.client.call("config.reload")
        self.expect("generation" in answer, "a reload fails", answer)

    def disconnect(self, *_):
        self.client.close()
        self.client = self.daemon.client()

    def half(self, key, kind):
        """Sends a submission and goes before the answer, or in the middle of the line."""
        if key not in self.jobs:
            self.unsure[key] = kind
            self.client.send("job.submit", **self.submission(key, kind))
            self.client.raw(b'{"jsonrpc":"2.0","id":')
        self.disconnect()

    def kill(self, key, kind):
        if key not in self.jobs:
            self.unsure[key] = kind
            self.client.send("job.submit", **self.submission(key, kind))
        self.daemon.kill()
        self.start()

    def stop(self, *_):
        self.daemon.process.terminate()
        self.daemon.process.wait(30)
        self.daemon.log.close()
        self.start()

    def start(self):
        self.client.close()
        self.daemon.start()
        self.client = self.daemon.client()

    def end(self):
        self.list()
        for key in self.jobs:
            self.wait(key, None)
        for key in [key for key, job in self.jobs.items() if job.kind == "slow"]:
            self.cancel(key, None)
        self.list()


def make_trace(seed, steps):
    rng = random.Random(seed)
    names = [name for name, weight in STEPS for _ in range(weight)]
    kinds = ["good"] * 6 + ["bad"] * 2 + ["slow"]
    return [(rng.choice(names), f"k{rng.randrange(KEYS)}", rng.choice(kinds)) for _ in range(steps)]


def run(program, trace):
    """What differs, or None."""
    world = World(program)
    at = None
    try:
        for at in trace:
            if at[1] in world.unsure:
                world.settle(at[1])
            getattr(world, at[0])(*at[1:])
        world.end()
        return None
    except (Difference, Closed, OSError, KeyError, RuntimeError) as error:
        return f"{at}: {type(error).__name__}: {error}"
    finally:
        world.daemon.stop()


def shrink(program, trace):
    size = len(trace) // 2
    while size:
        at = 0
        while at < len(trace):
            less = trace[:at] + trace[at + size:]
            if run(program, less):
                trace = less
            else:
                at += size
        size //= 2
    return trace


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--traces", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=60)
    options = parser.parse_args()
    tap, begin = Tap(), time.monotonic()
    for seed in range(options.seed, options.seed + options.traces):
        trace = make_trace(seed, options.steps)
        why = run(options.program, trace)
        tap.check(not why, f"trace {seed}", why and f"{why}\nshrunk: {shrink(options.program, trace)}")
    print(f"# {options.traces} traces of {options.steps} steps in {time.monotonic() - begin:.0f} s")
    tap.end()


main()
