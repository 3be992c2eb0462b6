"""caching.py RATCHETD: answers that are there already, in both steps; a store of the version before."""
import os
import signal
import sqlite3
import sys

from daemon import HEART, Daemon, Tap

PROGRAM = sys.argv[1]
LONG = "9 9\n" + "1\n" * 18     # 9! = 362880 solutions: some tenths of a second to count them all
SPELLED = LONG.replace("\n", "\r\n") + "\n"
OPTIONS = {"max_solutions": 1000000}


def run(client, data, **more):
    job = client.call("job.submit", op=more.pop("op", "count"), puzzle={"data": data, "name": more.pop("name", "p")},
                      options=more.pop("options", OPTIONS))
    return client.call("job.wait", job=job["job"], result=True)


def seconds(job):
    return job["finished"] - job["started"]


def steps(tap):
    daemon = Daemon(PROGRAM, {"workers": 1})
    daemon.start()
    client = daemon.client()
    first = run(client, LONG)
    tap.check(first["outcome"] == "several" and not first["cached"], f"a long count ({seconds(first):.2f} s)", first)
    again = run(client, LONG)
    tap.check(again["cached"] and again["attempts"] == 0 and again["result"] == first["result"], "the same bytes: no worker")
    spelled = run(client, SPELLED)
    tap.check(spelled["cached"] and spelled["attempts"] == 1 and spelled["result"] == first["result"],
              f"another spelling: its worker is stopped ({seconds(spelled):.2f} s)", {**spelled, "result": 0})
    again = run(client, SPELLED)
    tap.check(again["cached"] and again["attempts"] == 0, "and next time no worker begins it")
    for what, more in (("options", {"options": {**OPTIONS, "seed": 7}}), ("name", {"name": "q"}),
                       ("rules", {"options": {**OPTIONS, "disable": ["nonogram.overlap"]}})):
        other = run(client, LONG + "\n\n", **more)
        tap.check(not other["cached"], f"other {what}: other work")
    quick = [run(client, HEART + "\n" * i, op="solve", options={}) for i in range(2)]
    tap.check([job["cached"] for job in quick] == [False, False], "what is quick is not looked up")
    stats = client.call("stats")
    tap.check(stats["counters"]["cached"] == 3 and stats["counters"]["faults"] == 0, "all is counted", stats["counters"])
    tap.check(client.call("job.retry", job=first["job"])["state"] == "done", "done jobs stay")
    tap.check(client.call("config.reload") == {"generation": 2}, "a reload without a change")
    tap.check(run(client, LONG)["cached"], "keeps the answers")
    daemon.write_ini("[search]\nlearn = no\n")
    client.call("config.reload")
    tap.check(not run(client, HEART, op="solve", options={})["cached"], "another configuration does not")
    daemon.stop()


def version_before(tap):
    daemon = Daemon(PROGRAM)
    daemon.start()
    job = run(daemon.client(), HEART, op="solve", options={})["job"]
    daemon.kill(signal.SIGTERM)
    path = os.path.join(daemon.folder, "data", "jobs.db")
    with sqlite3.connect(path) as database:
        database.executescript("DROP INDEX job_canonical; DROP INDEX job_seq; ALTER TABLE job DROP COLUMN canonical;"
                               "DROP TABLE gone; CREATE TABLE job_seq(in_the_way); PRAGMA user_version=1")
    try:
        daemon.start()
        tap.check(False, "a store that can't be taken over is refused")
    except RuntimeError as error:
        tap.check("the job store can't be used: there is already a table" in str(error), "a store that can't be taken over is refused",
                  error)
    with sqlite3.connect(path) as database:
        columns = [column[1] for column in database.execute("PRAGMA table_info(job)")]
        tap.check("canonical" not in columns and database.execute("PRAGMA user_version").fetchone() == (1,),
                  "and left as it was", columns)
        database.execute("DROP TABLE job_seq")
    daemon.start()
    client = daemon.client()
    tap.check(client.call("job.get", job=job)["outcome"] == "unique", "a store of version 1 is taken over")
    tap.check(run(client, HEART + "\n", op="solve", options={})["outcome"] == "unique", "and goes on")
    daemon.kill(signal.SIGTERM)
    with sqlite3.connect(path) as database:
        database.executescript("DROP TABLE gone; PRAGMA user_version=2")
    daemon.start()
    tap.check(daemon.client().call("job.delete", job=job) == {"deleted": True}, "one of version 2 is, too")
    daemon.kill(signal.SIGTERM)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version=99")
    try:
        daemon.start()
        tap.check(False, "a store of the future is refused")
    except RuntimeError as error:
        tap.check("newer" in str(error), "a store of the future is refused", error)
    daemon.stop()


def main():
    tap = Tap()
    for test in (steps, version_before):
        tap.run(test)
    tap.end()


main()
