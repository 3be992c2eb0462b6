"""storage.py RATCHETD: what is on disk: seen from outside, kept for its time, and when the disk is full or fails."""
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time

from daemon import HEART, Daemon, Tap

PROGRAM = sys.argv[1]


def submit(client, data=HEART, **more):
    return client.call("job.submit", op=more.pop("op", "solve"), puzzle={"data": data, "name": more.pop("name", "p")}, **more)


def ask(daemon, option):
    run = subprocess.run([PROGRAM, "-c", daemon.ini, option], capture_output=True, text=True, timeout=60, check=False)
    return run.returncode, run.stdout, run.stderr


def outside(tap):
    daemon = Daemon(PROGRAM)
    daemon.start()
    client = daemon.client()
    asked = {"max_solutions": 3, "seed": 7, "disable": ["nonogram.overlap"], "only_rules": ["nonogram.*"], "stats": "rules",
             "search": True, "marks": "..\n..\n", "text": "ascii", "time_limit_ms": 5000, "keep_going": False, "quiet": True}
    jobs = [submit(client, key="a", tags=["x", "y"]), submit(client, "2 2\n1\n1\n1\n1\n", options=asked, priority=7),
            submit(client, "no puzzle")]
    rows = [client.call("job.wait", job=job["job"], result=True) for job in jobs]
    code, out, err = ask(daemon, "--check-db")
    tap.check((code, out) == (0, "the job store is sound: 3 jobs\n"), "--check-db beside a daemon", out + err)
    code, out, err = ask(daemon, "--export")
    lines = [json.loads(line) for line in out.splitlines()]
    tap.check(code == 0 and [line["job"] for line in lines] == [row["job"] for row in rows], "--export has every job", err)
    tap.check(all(line[key] == value for line, row in zip(lines, rows) for key, value in row.items()), "as job.result has it")
    tap.check(lines[0]["puzzle"] == {"name": "p", "data": HEART} and lines[0]["owner"] == f"uid:{os.getuid()}", "with its puzzle")
    wanted = {key: value for key, value in asked.items() if key != "search"}    # true is what holds anyway
    tap.check(lines[1]["options"] == wanted, "and its options", lines[1]["options"])
    again = client.call("job.submit", op=lines[1]["op"], puzzle=lines[1]["puzzle"], options=lines[1]["options"])
    tap.check(again["cached"], "from which it can be submitted again", again)
    told = {"explain": {"from": 2, "to": 3}, "hint": {"level": 3, "all": True}}
    wishes = {"width": 4, "height": 3, "symmetry": "turn", "min_level": 2, "max_level": 5, "tries": 7, "changes": 2, "minimal": True}
    client.call("job.submit", op="generate", puzzle={"type": "masyu"}, options=wishes)
    for op, options in told.items():
        submit(client, op=op, options=options)
    told_again = [json.loads(line)["options"] for line in ask(daemon, "--export")[1].splitlines()[-2:]]
    tap.check(told_again == list(told.values()), "the options of explain and hint too", told_again)
    made = json.loads(ask(daemon, "--export")[1].splitlines()[-3])
    tap.check(made["options"] == wishes and made["puzzle"] == {"name": "puzzle", "type": "masyu"}, "and those of generate", made)
    daemon.kill(signal.SIGTERM)
    path = os.path.join(daemon.folder, "data", "jobs.db")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE job SET result = '{', tags = '[', outcome = NULL WHERE id = 1")
        database.execute("UPDATE job SET request = x'00' WHERE id = 2")
    database.close()
    code, out, err = ask(daemon, "--check-db")
    tap.check(code == 1 and out.count("job 1: ") == 3 and "job 2: its request" in out and "damaged" in err,
              "damaged rows are named", out + err)
    tap.check(ask(daemon, "--export")[0] == 0, "and exported as far as they go")
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(os.urandom(16384))
    code, out, err = ask(daemon, "--check-db")
    tap.check(code == 1 and err.startswith("ratchetd: "), "damaged pages show", out[:200] + err)
    with open(path, "r+b") as file:
        file.write(b"what is this?")
    code, out, err = ask(daemon, "--check-db")
    tap.check(code == 1 and "not a database" in err, "another file is no store", out + err)
    os.remove(path)
    tap.check(ask(daemon, "--check-db")[0] == 1 and not os.path.exists(path), "a missing one is not made")
    tap.check(ask(daemon, "--mend-db")[0] == 2, "an unknown option is wrong usage")
    daemon.stop()


def age(tap):
    daemon = Daemon(PROGRAM, {"retain": "1h"})
    daemon.start()
    client = daemon.client()
    short, long = submit(client, name="short", retain_s=1)["job"], submit(client, name="long")["job"]
    for job in (short, long):
        client.call("job.wait", job=job)
    waiting = submit(client, "12 12\n" + "1\n" * 24, op="count", options={"max_solutions": 10**9}, retain_s=1)["job"]
    time.sleep(1.1)
    client.call("job.cancel", job=waiting)
    daemon.kill(signal.SIGTERM)
    daemon.start()
    client = daemon.client()
    time.sleep(0.5)
    left = [job["job"] for job in client.call("job.list")["jobs"]]
    tap.check(left == [waiting, long], "a job goes retain_s after its end, not after its submission", left)
    daemon.kill(signal.SIGTERM)
    daemon.settings["retain"] = "1s"
    daemon.write_ini()
    time.sleep(1)
    daemon.start()
    time.sleep(0.5)
    tap.check(daemon.client().call("job.list")["jobs"] == [], "the others when retain is over")
    daemon.stop()


def fill(client):
    """Submits until it is refused; the acknowledged jobs and the refusal."""
    jobs = []
    for i in range(400):
        answer = submit(client, "12 1\n" + "x" * 20000, name=f"f{i}", priority=0)
        if "job" not in answer:
            return jobs, answer
        jobs.append(answer["job"])
    return jobs, None


def refusing(tap, client, jobs, refusal, what):
    tap.check(refusal and refusal["code"] == -32010 and refusal["data"]["retry_after_ms"] > 0 and jobs,
              f"{what}: after {len(jobs)} jobs it refuses", refusal)
    health = client.call("health")
    tap.check(health["status"] == "read_only" and health["reasons"], f"{what}: and says why: {health['reasons'][:1]}", health)
    tap.check(all("state" in client.call("job.get", job=job) for job in jobs), f"{what}: what was acknowledged can be read")
    tap.check("ratchet_store_failed 1" in client.call("metrics")["text"], f"{what}: it shows in the metrics")


def failing(tap):
    """A limit on the size of files fails a write as a broken disk does: nobody knows what was written."""
    daemon = Daemon(PROGRAM)
    daemon.start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1500000, 1500000)))
    client = daemon.client()
    jobs, refusal = fill(client)
    refusing(tap, client, jobs, refusal, "I/O error")
    tap.check(client.call("job.retry", job=jobs[0]).get("code", -32010) == -32010, "I/O error: nothing is acknowledged any more")
    daemon.kill()
    daemon.start()
    client = daemon.client()
    tap.check(all("state" in client.call("job.get", job=job) for job in jobs), "the next start has every job")
    tap.check("job" in submit(client, name="next"), "and goes on")
    tap.check(ask(daemon, "--check-db")[0] == 0, "on a sound store")
    daemon.stop()


def page_of(path, text):
    """Where the page begins that holds the text."""
    with open(path, "rb") as file:
        data = file.read()
    return data.index(text) // 4096 * 4096


def overwrite(path, at, data):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def cpu(daemon):
    with open(f"/proc/{daemon.process.pid}/stat", encoding="ascii") as file:
        return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def end_now(daemon):
    """What runs is queued by the next start."""
    daemon.process.send_signal(signal.SIGTERM)
    time.sleep(0.2)     # else the two are one
    daemon.kill(signal.SIGTERM)


def damaged(tap):
    """Pages that can't be read: met while it runs."""
    for what, text, begins in (("a final job", b"needle", b"\xff" * 100), ("a waiting job's puzzle", b"y" * 500, b"\xff" * 4)):
        daemon = Daemon(PROGRAM, {"workers": 1})
        daemon.start()
        client = daemon.client()
        job = submit(client, name="needle")["job"]
        for i in range(8):      # the pages of what waits are others
            client.call("job.wait", job=submit(client, data="z" * 3000, name=f"z{i}")["job"])
        submit(client, op="count", data="12 12\n" + "1\n" * 24, options={"max_solutions": 10**9}, priority=9)
        waiting = submit(client, data="x" + "y" * 200000)["job"]
        path = os.path.join(daemon.folder, "data", "jobs.db")
        end_now(daemon)
        overwrite(path, page_of(path, text), begins)
        daemon.start()
        client = daemon.client()
        lost = client.call("job.watch", job=job if what == "a final job" else waiting)
        begin = time.monotonic()
        while client.call("health")["status"] != "read_only" and time.monotonic() - begin < 10:
            time.sleep(0.05)
        health, before = client.call("health"), cpu(daemon)
        time.sleep(1)
        tap.check(health["status"] == "read_only" and "malformed" in health["reasons"][0] and "--export" in health["reasons"][0],
                  f"{what} is damaged: health says what to do", (lost, health))
        tap.check(lost.get("code", -32010) == -32010, "no job is said not to be there that is", lost)
        tap.check(submit(client, name="next").get("code") == -32010, "nothing is taken any more")
        tap.check(cpu(daemon) - before < 0.3, "and it does not try again and again", cpu(daemon) - before)
        daemon.kill()       # what runs would take its time
        daemon.stop()


def damaged_queue(tap):
    daemon = Daemon(PROGRAM, {"workers": 1})
    daemon.start()
    submit(daemon.client(), op="count", data="12 12\n" + "1\n" * 24, options={"max_solutions": 10**9}, name="needle")
    end_now(daemon)
    path = os.path.join(daemon.folder, "data", "jobs.db")
    overwrite(path, page_of(path, b"needle"), b"\xff" * 100)
    try:
        daemon.start()
        tap.check(False, "a start that can't read what waits says what to do")
    except RuntimeError as error:
        tap.check("malformed; `ratchetd --export`" in str(error), "a start that can't read what waits says what to do", error)
    daemon.stop()


def log_grown(tap):
    """While somebody reads for long the log can't be begun anew; then it gives its room back."""
    daemon = Daemon(PROGRAM, {"workers": 1})
    daemon.start()
    client = daemon.client()
    path = os.path.join(daemon.folder, "data", "jobs.db")
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM job").fetchone()
    for i in range(60):
        submit(client, data="x" * 400000, name=f"a{i}")
    grown = os.stat(path + "-wal").st_size
    reader.close()
    for i in range(30):
        client.call("job.wait", job=submit(client, data="x" * 400000, name=f"b{i}")["job"])
    after = os.stat(path + "-wal").st_size
    tap.check(grown > 40e6 and after < 34e6, f"a log of {grown >> 20} MiB is {after >> 20} MiB afterwards")
    daemon.stop()


def emptied(tap):
    daemon = Daemon(PROGRAM, {"workers": 1})
    daemon.start()
    client = daemon.client()
    submit(client, op="count", data="12 12\n" + "1\n" * 24, options={"max_solutions": 10**9}, priority=9)
    job, other = submit(client)["job"], submit(client, name="other")["job"]
    end_now(daemon)
    with sqlite3.connect(os.path.join(daemon.folder, "data", "jobs.db")) as database:
        database.execute("UPDATE job SET request = x'' WHERE id = ?", [job])
        database.execute("UPDATE job SET state = 4, outcome = 'cancelled' WHERE id = 1")
    daemon.start()
    client = daemon.client()
    row = client.call("job.wait", job=job)
    tap.check(row["state"] == "failed" and "missing" in row["error"]["message"], "a job without its puzzle fails", row)
    tap.check(client.call("job.wait", job=other)["outcome"] == "unique", "and the others go on")
    daemon.stop()


def full(tap):
    daemon = Daemon(PROGRAM)
    data = daemon.settings["data_dir"]
    os.mkdir(data, 0o700)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", data], capture_output=True, check=False).returncode:
        tap.check(True, "a full disk # SKIP no small disk can be made here")
        return
    try:
        with open(os.path.join(data, "ballast"), "wb") as file:
            file.write(bytes(6500000))
        daemon.start()
        client = daemon.client()
        jobs, refusal = fill(client)
        refusing(tap, client, jobs, refusal, "full disk")
        tap.check(daemon.kill(signal.SIGTERM) == 0, "a daemon on a full disk can be ended")
        with open(os.path.join(data, "ballast"), "ab") as file:
            file.truncate(6000000)
        daemon.start()
        client = daemon.client()
        tap.check(all("state" in client.call("job.get", job=job) for job in jobs), "and its next start has all jobs")
        jobs += fill(client)[0]
        os.remove(os.path.join(data, "ballast"))
        begin = time.monotonic()
        while client.call("health")["status"] != "ok" and time.monotonic() - begin < 20:
            time.sleep(0.2)
        answer = submit(client, name="next")
        tap.check("job" in answer, "with room again it takes jobs again", answer)
        tap.check(all("state" in client.call("job.get", job=job) for job in jobs), "and has all it had")
        tap.check(ask(daemon, "--check-db")[0] == 0, "on a sound store")
        client.close()
        daemon.kill(signal.SIGTERM)
        subprocess.run(["mount", "-o", "remount,ro", data], check=True)
        sound, out, err = ask(daemon, "--export")
        tap.check(ask(daemon, "--check-db")[0] == sound == 0 and len(out.splitlines()) > len(jobs),
                  "on a disk that is only read, all jobs can be exported", err)
        try:
            daemon.start()
        except RuntimeError as error:
            tap.check("Read-only file system" in str(error), "and a start says why it can't be", error)
    finally:
        daemon.reap()
        subprocess.run(["umount", data], check=False)
    daemon.stop()


def main():
    tap = Tap()
    for test in (outside, age, failing, damaged, damaged_queue, log_grown, emptied, full):
        tap.run(test)
    tap.end()


main()
