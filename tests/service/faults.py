"""faults.py RATCHETD PLUGINS [GOOD]: plugins that crash, hang, exit, eat, overflow, close and scribble, each among GOOD
good jobs (default 60)."""
import sys
import time

from daemon import HEART, Daemon, Tap

GOOD = int(sys.argv[3]) if len(sys.argv) > 3 else 60
MODES = {41: "crash", 42: "loop", 43: "exit", 44: "eat", 45: "stack", 46: "close", 47: "write"}
FAST = {"stall": "1500ms", "max_faults": 2, "max_worker_memory": "512M", "quarantine_faults": 0}


def bad(length, start=0):
    """A nonogram with a row of that length, on which one rogue acts; different for each `start`."""
    columns = ["1" if start <= x < start + 3 else "0" for x in range(length)]
    return f"{length} 1\n3\n" + "\n".join(columns) + "\n"


def good(number):
    return "3 1\n1\n" + "".join(("1" if x == number % 3 else "0") + "\n" for x in range(3))


def submit(client, data, **more):
    return client.call("job.submit", op="solve", puzzle={"data": data, **more})["job"]


def hostile(tap, program, plugins, length):
    name = MODES[length]
    daemon = Daemon(program, FAST, plugins)
    daemon.start()
    client = daemon.client()
    pid = client.call("stats")["pid"]
    jobs = [submit(client, good(i), name=f"good {i}") for i in range(GOOD // 2)]
    rogue = submit(client, bad(length))
    jobs += [submit(client, good(i), name=f"good {GOOD + i}") for i in range(GOOD // 2)]
    states = [client.call("job.wait", job=job)["outcome"] for job in jobs]
    tap.check(states == ["unique"] * GOOD, f"{name}: every good job is answered", states)
    end = client.call("job.wait", job=rogue)
    tap.check(end["state"] == "dead" and end["faults"] == 2, f"{name}: the bad job is dead after two faults", end)
    tap.check(end["error"].get("culprit") == f"rogue.{name}_rule", f"{name}: the rule is named", end)
    tap.check(client.call("stats")["pid"] == pid and client.call("health")["status"] == "ok", f"{name}: the daemon lives on")
    tap.check(daemon.stop() == 0, f"{name}: and ends well")


def quarantine(tap, program, plugins):
    daemon = Daemon(program, {**FAST, "max_faults": 1, "quarantine_faults": 3}, plugins)
    daemon.start()
    client = daemon.client()
    for start in range(3):
        client.call("job.wait", job=submit(client, bad(41, start)))
    health = client.call("health")
    tap.check(health["status"] == "degraded" and "rogue.crash_rule" in str(health["reasons"]), "quarantine shows", health)
    tap.check(client.call("plugins.list")["quarantined"] == ["rogue.crash_rule"], "plugins.list names it")
    end = client.call("job.wait", job=submit(client, bad(41, 5)), result=True)
    tap.check(end["outcome"] == "unique" and end["result"]["left_out"] == ["rogue.crash_rule"],
              "without the rule the puzzle is solved, and the answer says so", end)
    tap.check(client.call("config.reload") == {"generation": 2}, "a reload")
    tap.check(client.call("health")["status"] == "ok", "lifts it")
    end = client.call("job.wait", job=submit(client, bad(41, 6)))
    tap.check(end["state"] == "dead", "and the rule crashes again", end)
    daemon.stop()


def deadline(tap, program, plugins):
    daemon = Daemon(program, {**FAST, "stall": "0", "deadline": "1s", "max_faults": 1}, plugins)
    daemon.start()
    client = daemon.client()
    begin = time.monotonic()
    end = client.call("job.wait", job=submit(client, bad(42)))
    took = time.monotonic() - begin
    tap.check(end["state"] == "dead" and "deadline" in end["error"]["message"], "a deadline ends what does not listen", end)
    tap.check(took < 8, "within its grace", took)
    job = submit(client, bad(42, 1))
    time.sleep(0.3)
    begin = time.monotonic()
    end = client.call("job.cancel", job=job)
    tap.check(end["state"] == "cancelled", "a cancel ends it too, as cancelled", end)
    daemon.stop()


def reload(tap, program, plugins):
    daemon = Daemon(program, {}, None)
    daemon.start()
    client = daemon.client()

    def rules(name):
        job = client.call("job.submit", op="solve", puzzle={"data": HEART, "name": name}, options={"stats": "rules"})["job"]
        return client.call("job.wait", job=job, result=True)["result"]["answers"][0]["statistics"]["rules"]

    tap.check("nonogram.line" in rules("before"), "the rule runs before")
    daemon.write_ini("[search]\nlern = yes\n")
    check = client.call("config.check")
    tap.check(check["ok"] is False and "lern" in check["message"], "config.check says what is wrong", check)
    answer = client.call("config.reload")
    tap.check(answer.get("code") == -32011 and "lern" in answer["message"], "a broken configuration is refused", answer)
    tap.check("nonogram.line" in rules("still"), "and the old one stays")
    daemon.write_ini("[rule nonogram.line]\nenabled = no\n")
    tap.check(client.call("config.check") == {"ok": True}, "config.check changes nothing")
    tap.check("nonogram.line" in rules("checked"), "the rule still runs")
    jobs = [submit(client, good(i), name=f"r{i}") for i in range(40)]
    tap.check(client.call("config.reload") == {"generation": 2}, "a good one is taken")
    tap.check("nonogram.line" not in rules("after"), "the rule is gone")
    states = [client.call("job.wait", job=job)["state"] for job in jobs]
    tap.check(states == ["done"] * 40, "no job is lost on the way", states)
    daemon.stop()


def no_plugin_in_the_daemon(tap, program, plugins):
    daemon = Daemon(program, {}, plugins)
    daemon.start()
    with open(f"/proc/{daemon.process.pid}/maps", encoding="ascii", errors="replace") as file:
        maps = file.read()
    tap.check("rogue" not in maps and "nonogram" not in maps, "the daemon's maps show no plugin")
    client = daemon.client()
    workers = [worker["pid"] for worker in client.call("stats")["workers"]]
    daemon.kill()
    time.sleep(1)
    alive = [pid for pid in workers if is_worker(pid)]
    tap.check(not alive, "no worker outlives a killed daemon", alive)


def is_worker(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return b"worker" in file.read()
    except OSError:
        return False


def main():
    tap = Tap()
    for length in MODES:
        tap.run(hostile, sys.argv[1], sys.argv[2], length)
    for test in (quarantine, deadline, reload, no_plugin_in_the_daemon):
        tap.run(test, sys.argv[1], sys.argv[2])
    tap.end()


main()
