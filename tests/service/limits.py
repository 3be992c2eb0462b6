"""limits.py RATCHETD: bad clients; each limit of PROTOCOL.md does what stands there, and hurts nobody else."""
import os
import signal
import socket
import subprocess
import sys
import threading
import time

from daemon import HEART, Client, Closed, Daemon, Tap

PROGRAM = sys.argv[1]
SANITIZED = "sanitized" in sys.argv     # its allocator keeps what was freed: memory says nothing then
SLOW = "12 12\n" + "1\n" * 24      # 12! solutions: works until it is stopped


def rss(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def is_closed(client):
    try:
        while True:
            client.receive()
    except Closed:
        return True
    except (socket.timeout, TimeoutError):
        return False


def submit(client, data=HEART, **more):
    return client.call("job.submit", op=more.pop("op", "solve"), puzzle={"data": data, "name": more.pop("name", "p")}, **more)


def lines(tap):
    daemon = Daemon(PROGRAM, {"line_timeout": "500ms", "max_line": "64k", "max_job": "32k"})
    daemon.start()
    other = daemon.client()
    client = daemon.client()
    client.raw(b"x" * 65536 + b"\n")
    tap.check(client.receive()["error"]["code"] == -32700, "a line of max_line bytes is read")
    client.raw(b"x" * 65537 + b"\n")
    tap.check(client.receive()["error"]["code"] == -32003 and is_closed(client), "a longer one is too_large, closed")
    client = daemon.client(timeout=5)
    client.raw(b'{"jsonrpc"')
    tap.check(client.receive()["error"]["code"] == -32600 and is_closed(client), "half a line held open is closed")
    client = daemon.client()
    for data in (b"\0\n", b'{"a":"\xff"}\n', b"[" * 3000 + b"\n", b'{"a":' * 3000 + b"\n", os.urandom(2000).replace(b"\n", b"") + b"\n"):
        client.raw(data)
        tap.check(client.receive()["error"]["code"] == -32700, f"garbage {data[:6]!r} is malformed")
    client.raw(b"\r\n\n")
    tap.check(client.call("health")["status"] == "ok", "and the connection goes on")
    answer = submit(client, "x" * 40000)
    tap.check(answer["code"] == -32003 and answer["data"]["limit"] == 32768, "a job over max_job is too_large", answer)
    tap.check(submit(client, key="k" * 129)["code"] == -32602, "a key over max_key is refused")
    tap.check(other.call("health")["status"] == "ok", "the other client saw none of it")
    tap.check(daemon.stop() == 0, "the daemon ends well")


def connections(tap):
    daemon = Daemon(PROGRAM, {"max_connections_per_peer": 8, "max_connections": 6})
    daemon.start()
    time.sleep(0.2)     # until the connection that saw it start is gone
    clients = [daemon.client() for _ in range(6)]
    tap.check(all(client.call("health")["status"] == "ok" for client in clients), "as many as may be")
    more = daemon.client()
    error = more.receive()["error"]
    tap.check(error["code"] == -32010 and error["data"]["retry_after_ms"] > 0 and is_closed(more),
              "one more than max_connections is refused", error)
    for client in clients:
        client.close()
    daemon.stop()
    daemon = Daemon(PROGRAM, {"max_connections_per_peer": 4})
    daemon.start()
    time.sleep(0.2)
    clients = [daemon.client() for _ in range(4)]
    tap.check(all(client.call("health")["status"] == "ok" for client in clients), "as many of a user as may be")
    more = daemon.client()
    tap.check(more.receive()["error"]["code"] == -32010 and is_closed(more), "one more of the user is refused")
    clients.pop().close()
    time.sleep(0.1)
    tap.check(daemon.client().call("health")["status"] == "ok", "and let in when another has gone")
    daemon.stop()


def queue(tap):
    daemon = Daemon(PROGRAM, {"workers": 1, "max_queue": 3, "max_rate": 0, "max_waits": 2, "deadline": "20s"})
    daemon.start()
    client = daemon.client()
    count = {"op": "count", "options": {"max_solutions": 1000000000}}
    slow = submit(client, SLOW, **count)["job"]
    while client.call("job.get", job=slow)["state"] != "running":
        time.sleep(0.01)
    jobs = [submit(client, name=f"q{i}", priority=i)["job"] for i in range(3)]
    answer = submit(client, name="q3")
    tap.check(answer.get("code") == -32001 and answer["data"]["retry_after_ms"] > 0, "a full queue says so", answer)
    waits = [client.send("job.wait", job=slow) for _ in range(2)]
    tap.check(client.call("job.wait", job=slow)["code"] == -32010, "a wait over max_waits is busy")
    tap.check(client.call("job.watch", all=True)["code"] == -32010, "a watch counts with them")
    timed = daemon.client().call("job.wait", job=slow, timeout_ms=50)
    tap.check(timed["state"] == "running" and timed["timed_out"] is True, "a wait ends with its time", timed)
    tap.check(client.call("job.cancel", job=jobs[2])["state"] == "cancelled", "a queued job is cancelled at once")
    other = daemon.client()
    tap.check(other.call("job.delete", job=jobs[1])["deleted"] is True, "a queued job is deleted")
    begin = time.monotonic()
    end = other.call("job.cancel", job=slow)
    tap.check(end["state"] == "cancelled" and end["faults"] == 0 and time.monotonic() - begin < 2,
              "a running job listens to cancel", end)
    tap.check([client.answer(number)["result"]["state"] for number in waits] == ["cancelled"] * 2, "its waits are answered")
    tap.check(client.call("job.wait", job=jobs[0])["outcome"] == "unique", "and the queue goes on")
    tap.check(client.call("job.retry", job=slow)["state"] == "queued", "a cancelled job can be retried")
    daemon.stop()


def order(tap):
    daemon = Daemon(PROGRAM, {"workers": 1})
    daemon.start()
    client = daemon.client()
    slow = submit(client, SLOW, op="count", options={"max_solutions": 1000000000})["job"]
    jobs = {submit(client, name=f"o{i}", priority=p)["job"]: (9 - p, i) for i, p in enumerate((5, 0, 9, 5, 9, 1))}
    client.call("job.cancel", job=slow)
    started = {job: client.call("job.wait", job=job)["started"] for job in jobs}
    tap.check(sorted(jobs, key=started.get) == sorted(jobs, key=jobs.get), "priority first, then the order of submission")
    daemon.stop()


def rate(tap):
    daemon = Daemon(PROGRAM, {"max_rate": 5})
    daemon.start()
    client = daemon.client()
    codes = [submit(client, name=f"r{i}").get("code") for i in range(12)]
    tap.check(-32009 in codes and codes.count(None) >= 5, "over max_rate is rate_limited", codes)
    daemon.stop()


def results(tap):
    daemon = Daemon(PROGRAM, {"max_result": 300})
    daemon.start()
    client = daemon.client()
    end = client.call("job.wait", job=submit(client)["job"])
    tap.check(end["state"] == "failed" and "max_result" in end["error"]["message"], "a result over max_result fails", end)
    daemon.stop()
    daemon = Daemon(PROGRAM, {"deadline": "500ms", "workers": 1, "max_worker_jobs": 2})
    daemon.start()
    client = daemon.client()
    end = client.call("job.wait", job=submit(client, SLOW, op="count", options={"max_solutions": 1000000000})["job"])
    tap.check(end["outcome"] == "unknown" and end["faults"] == 0, "the deadline gives unknown, no fault", end)
    pids = set()
    for i in range(4):
        client.call("job.wait", job=submit(client, name=f"w{i}")["job"])
        pids |= {worker["pid"] for worker in client.call("stats")["workers"] if worker["state"] != "leaving"}
    tap.check(len(pids) > 1, "a worker is replaced after max_worker_jobs", pids)
    daemon.stop()


def readers(tap):
    daemon = Daemon(PROGRAM, {"max_outbox": "64k", "max_result": "64k", "line_timeout": "2s"})
    daemon.start()
    before = rss(daemon.process.pid)
    deaf, other = daemon.client(), daemon.client()
    deaf.socket.settimeout(1)
    request = b'{"jsonrpc":"2.0","id":1,"method":"hello"}\n'
    sent = 0
    try:
        while sent < 10000:
            deaf.raw(request * 100)
            sent += 100
    except (socket.timeout, TimeoutError, Closed):
        pass
    grown = rss(daemon.process.pid) - before
    tap.check(SANITIZED or grown < 8 * 1024, f"a reader that never reads costs little ({grown} KiB after {sent} requests)", grown)
    tap.check(other.call("health")["status"] == "ok", "and hinders nobody")
    piper = daemon.client()
    sender = threading.Thread(target=lambda: [piper.send("health") for _ in range(10000)])
    sender.start()
    answers = sum("result" in piper.receive() for _ in range(10000))
    sender.join()
    tap.check(answers == 10000, "10000 pipelined requests are answered", answers)
    watcher = daemon.client()
    watcher.call("job.watch", all=True)
    for i in range(1500):
        other.call("job.cancel", job=submit(other, name=f"{i}" + "x" * 200, tags=["t"])["job"])
    time.sleep(0.2)
    tap.check(other.call("health")["status"] == "ok", "a watcher that never reads hinders nobody")
    grown = rss(daemon.process.pid) - before
    tap.check(SANITIZED or grown < 24 * 1024, f"memory stays bounded ({grown} KiB)", grown)
    daemon.stop()


def keeping(tap):
    daemon = Daemon(PROGRAM, {"max_kept": 5})
    daemon.start()
    client = daemon.client()
    jobs = [client.call("job.wait", job=submit(client, name=f"k{i}")["job"])["job"] for i in range(12)]
    daemon.kill(signal.SIGTERM)
    daemon.start()
    client = daemon.client()
    time.sleep(0.5)
    left = [job["job"] for job in client.call("job.list")["jobs"]]
    tap.check(left == jobs[:-6:-1], "of final jobs, max_kept are kept, the latest", left)
    daemon.stop()


def places(tap):
    daemon = Daemon(PROGRAM)
    daemon.start()
    tap.check(os.stat(daemon.socket).st_mode & 0o777 == 0o660, "the socket has mode 0660")
    client = daemon.client()
    job = submit(client, name="kept", key="kept")["job"]
    client.call("job.wait", job=job)

    def refused(*settings):
        arguments = [PROGRAM]
        for setting in settings:
            arguments += ["--set", setting]
        run = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
        return run.returncode, run.stderr

    code, why = refused(f"daemon.socket={daemon.folder}/t", f"daemon.data_dir={daemon.folder}/data")
    tap.check(code == 1 and "another daemon uses this data directory" in why, "one daemon a data directory", why)
    code, why = refused(f"daemon.socket={daemon.socket}", f"daemon.data_dir={daemon.folder}/data2")
    tap.check(code == 1 and "another daemon answers there" in why, "a live socket is left alone", why)
    code, why = refused(f"daemon.socket=/tmp/{'x' * 110}", f"daemon.data_dir={daemon.folder}/data2")
    tap.check(code == 65 and "107" in why, "a path over 107 bytes is refused", why)
    code, why = refused(f"daemon.socket={daemon.folder}/t", f"daemon.data_dir={daemon.folder}/data2", "daemon.listen=0.0.0.0:1")
    tap.check(code == 65 and "loopback" in why, "only loopback is listened to", why)
    code, why = refused(f"daemon.socket={daemon.folder}/t", f"daemon.data_dir={daemon.folder}/data2", "daemon.workerz=1")
    tap.check(code == 2 and "workers" in why, "a mistyped key is refused", why)
    for key, value in (("allow_uid", "alice"), ("allow_gid", "1,,2"), ("allow_gid", "5 6")):
        code, why = refused(f"daemon.socket={daemon.folder}/t", f"daemon.data_dir={daemon.folder}/data2", f"daemon.{key}={value}")
        tap.check(code == 65 and key in why and value in why, f"{key} = {value} is refused", why)
    run = subprocess.run([PROGRAM, "--set"], capture_output=True, text=True, timeout=60, check=False)
    tap.check(run.returncode == 2 and "SECTION.KEY=VALUE" in run.stderr, "--set alone is wrong usage", run.stderr)
    daemon.kill()
    tap.check(os.path.exists(daemon.socket), "a killed daemon leaves its socket")
    seconds = daemon.start()
    client = daemon.client()
    tap.check(client.call("job.get", job=job)["outcome"] == "unique", f"the next takes it, and has the jobs ({seconds:.2f} s)")
    tap.check(submit(client, name="kept", key="kept") == {"job": job, "state": "done", "duplicate": True, "cached": False},
              "and the keys")
    client.call("job.submit", op="count", puzzle={"data": SLOW}, options={"max_solutions": 1000000000}, key="slow")
    time.sleep(0.3)
    daemon.process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    answer = submit(client, name="late")
    tap.check(answer.get("code") == -32005, "a draining daemon takes no jobs", answer)
    tap.check(daemon.kill(signal.SIGTERM) == 0, "a second SIGTERM ends it at once")
    daemon.start()
    slow = submit(daemon.client(), SLOW, op="count", name="puzzle", options={"max_solutions": 1000000000}, key="slow")
    row = daemon.client().call("job.get", job=slow["job"])
    tap.check(slow["duplicate"] and row["interrupted"] == 1, "what ran is queued again", row)
    daemon.client().call("job.cancel", job=slow["job"])
    tap.check(daemon.stop() == 0, "SIGTERM ends an idle daemon with 0")


def main():
    tap = Tap()
    for test in (lines, connections, queue, order, rate, results, readers, keeping, places):
        tap.run(test)
    tap.end()


main()
