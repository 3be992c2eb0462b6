"""load.py RATCHETD LOAD [--jobs N] [--check]: submit and result of a 10 x 10 nonogram, pipelined over 8 connections, with
two workers: durable and not, then at half of that rate, and what each part costs. Beside it, in the same run: how often
the disk syncs, and what the solves cost in one process. --check is short, and tells only whether all were answered. --first goes before what
else runs on the machine (Linux with autogroups, as root).

load.py RATCHETD LOAD --soak MINUTES: memory and descriptors of the daemon while it works at half load, and with 10,000
queued jobs.
"""
import argparse
import json
import os
import resource
import subprocess
import time

from daemon import HEART, Daemon, Tap


def sync_rate(folder, times=200):
    """fdatasyncs a second, each of one more page."""
    path = os.path.join(folder, "syncs")
    with open(path, "wb", buffering=0) as file:
        begin = time.monotonic()
        for _ in range(times):
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
        took = time.monotonic() - begin
    os.remove(path)
    return times / took


def in_process(daemon, puzzle, n=2000):
    """Microseconds of CPU a solve, without the start of the program."""
    program = os.path.join(os.path.dirname(daemon.program), "ratchet")
    if not os.path.isfile(program):
        program = os.path.join(os.path.dirname(daemon.program), "..", "ratchet")

    def cpu(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "solve", "-j", "1"] + [puzzle] * times, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return 1e6 * (cpu(n) - cpu(1)) / (n - 1)


def cpu_seconds(path):
    with open(path, encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def costs(daemon):
    """CPU seconds: of the daemon's loop, its store, and the workers that are there."""
    pid = daemon.process.pid
    threads = {thread: cpu_seconds(f"/proc/{pid}/task/{thread}/stat") for thread in os.listdir(f"/proc/{pid}/task")}
    loop = threads.pop(str(pid))
    client = daemon.client()
    workers = {worker["pid"]: cpu_seconds(f"/proc/{worker['pid']}/stat") for worker in client.call("stats")["workers"]}
    client.close()
    return loop, sum(threads.values()), workers


def run(options, daemon, puzzle, jobs, rate=0):
    before = costs(daemon)
    output = subprocess.run([options.load, daemon.socket, puzzle, "8", "16", str(jobs), str(rate)], check=False,
                            capture_output=True, text=True, timeout=600)
    after = costs(daemon)
    if output.returncode not in (0, 1) or not output.stdout:
        raise RuntimeError(output.stderr)
    answer = json.loads(output.stdout)
    answer["loop_us"] = round(1e6 * (after[0] - before[0]) / jobs, 1)
    answer["store_us"] = round(1e6 * (after[1] - before[1]) / jobs, 1)
    spent = sum(seconds - before[2].get(pid, 0) for pid, seconds in after[2].items())
    answer["workers_us"] = round(1e6 * spent / jobs, 1)
    return answer


def go_first(daemon):
    """A session is scheduled as one; workers have sessions of their own."""
    pids = [worker["pid"] for worker in daemon.client().call("stats")["workers"]]
    for pid in pids + [daemon.process.pid]:
        with open(f"/proc/{pid}/autogroup", "w", encoding="ascii") as file:
            file.write("-19")


def measure(tap, options, durability):
    daemon = Daemon(options.program, {"durability": durability, "max_worker_jobs": 1000000})
    daemon.start()
    if options.first:
        go_first(daemon)
    puzzle = os.path.join(daemon.folder, "puzzle")
    with open(puzzle, "w", encoding="ascii") as file:
        file.write(HEART)
    if not options.check:
        print(f"# {sync_rate(daemon.folder):.0f} syncs a second; {in_process(daemon, puzzle):.1f} us CPU a solve in process")
    full = run(options, daemon, puzzle, options.jobs)
    print(f"# {durability}: {full}; {os.getloadavg()[0]:.1f} processes want to run on {os.cpu_count()} processors")
    tap.check(full["failed"] == 0, f"{durability}: {full['jobs']} jobs, {full['per_second']:.0f} a second, all answered")
    if not options.check:
        rate = full["per_second"] / 2
        half = run(options, daemon, puzzle, options.jobs // 2, rate)
        print(f"# {durability} at half load: {half}")
        tap.check(half["failed"] == 0, f"{durability}: at {rate:.0f} a second p50 {half['p50_ms']} ms, p99 {half['p99_ms']} ms")
        print("# store:", daemon.client().call("stats")["store"])
    tap.check(daemon.stop() == 0, "and it ends well")


def size(daemon):
    with open(f"/proc/{daemon.process.pid}/status", encoding="ascii") as file:
        rss = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    return rss, len(os.listdir(f"/proc/{daemon.process.pid}/fd"))


def slope(sizes):
    """KiB an hour, by least squares over (seconds, KiB)."""
    n = len(sizes)
    x, y = sum(t for t, _ in sizes) / n, sum(kib for _, kib in sizes) / n
    return 3600 * sum((t - x) * (kib - y) for t, kib in sizes) / sum((t - x) ** 2 for t, _ in sizes)


def soak(tap, options):
    daemon = Daemon(options.program, {"max_kept": 2000, "max_queue": 20000})
    daemon.start()
    puzzle = os.path.join(daemon.folder, "puzzle")
    with open(puzzle, "w", encoding="ascii") as file:
        file.write(HEART)
    rate = run(options, daemon, puzzle, 20000)["per_second"] / 2
    begin, sizes, files = time.monotonic(), [], set()
    while time.monotonic() - begin < 60 * options.soak:
        answer = run(options, daemon, puzzle, max(1, int(5 * rate)), rate)
        print(f"# at {rate:.0f} a second: {answer}", flush=True)
        rss, fds = size(daemon)
        sizes.append((time.monotonic() - begin, rss))
        files.add(fds)
        if answer["failed"]:
            tap.check(False, "all are answered", answer)
    late = sizes[len(sizes) // 4:]
    print(f"# KiB: {[rss for _, rss in sizes[::max(1, len(sizes) // 20)]]}; descriptors: {sorted(files)}")
    tap.check(slope(late) < 1024, f"memory grows by {slope(late):.0f} KiB an hour")
    tap.check(max(files) - min(files) <= 4, f"descriptors: {min(files)} to {max(files)}")
    tap.check(daemon.stop() == 0, "and it ends well")


def long_queue(tap, options):
    """10,000 jobs wait behind one that takes long; then all are worked off."""
    daemon = Daemon(options.program, {"workers": 1, "max_queue": 10000})
    daemon.start()
    client = daemon.client()
    slow = client.call("job.submit", op="count", puzzle={"data": "12 12\n" + "1\n" * 24},
                       options={"max_solutions": 1000000000}, priority=9)["job"]
    while client.call("job.get", job=slow)["state"] != "running":
        time.sleep(0.01)
    before = size(daemon)[0]
    number = 10000 if not options.check else 2000
    jobs = []
    for begin in range(0, number, 50):
        calls = [client.send("job.submit", op="solve", puzzle={"data": HEART, "name": f"q{i}"}) for i in range(begin, begin + 50)]
        jobs += [client.answer(call)["result"]["job"] for call in calls]
    queued = client.call("stats")["jobs"]["queued"]
    grown = size(daemon)[0] - before
    tap.check(queued == number, f"{number} jobs are queued, for {grown} KiB", queued)
    if not options.sanitized:
        tap.check(grown < 4 * number, "which is less than 4 KiB a job", grown)
    client.call("job.cancel", job=slow)
    states = [client.call("job.wait", job=job)["outcome"] for job in jobs]
    tap.check(states == ["unique"] * number, "and all are answered")
    daemon.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("load")
    parser.add_argument("--sanitized", action="store_true")     # its allocator keeps what was freed: memory says nothing then
    parser.add_argument("--jobs", type=int, default=40000)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--soak", type=float)
    options = parser.parse_args()
    tap = Tap()
    if options.soak:
        tap.run(soak, options)
    else:
        tap.run(measure, options, "full")
        tap.run(measure, options, "process")
        tap.run(long_queue, options)
    tap.end()


main()
