"""deducing.py RATCHETD RATCHET: the deductions of a job, told while it runs."""
import json
import subprocess
import sys
import time

from daemon import HEART, Client, Daemon, Tap

PROGRAM, RATCHET = sys.argv[1:3]
SIDE = 60
LARGE = f"{SIDE} {SIDE}\n" + f"{SIDE}\n" * 2 * SIDE     # each cell is one deduction


def submit(client, data=HEART, op="solve", **more):
    options = {"deductions": True, **more.pop("options", {})}
    return client.call("job.submit", op=op, puzzle={"data": data, "name": more.pop("name", "p")}, options=options, **more)["job"]


def watch(client, job, **more):
    """Its events up to its final state."""
    number = client.call("job.watch", job=job, detail=True, **more)["watch"]
    events = []
    while True:
        event = next((e for e in client.events if e.get("params", {}).get("watch") == number), None)
        if event:
            client.events.remove(event)
        else:
            event = client.receive()
        event = event["params"]
        if event["watch"] != number or event["type"] == "progress":
            continue
        events.append(event)
        if "exit" in event:
            return events


def deductions(events):
    return [event["deduction"] for event in events if event["type"] == "deduction"]


def solving(tap, daemon):
    client = daemon.client()
    events = watch(client, submit(client), from_deduction=0)
    told = deductions(events)
    with open(f"{daemon.folder}/heart.nin", "w", encoding="ascii") as file:
        file.write(HEART)
    trace = subprocess.run([RATCHET, "solve", "--trace", f"{daemon.folder}/heart.nin"], capture_output=True, text=True,
                           check=True).stderr
    lines = [json.loads(line) for line in trace.splitlines() if line.startswith("{")]
    same = ("step", "rule", "scope", "place", "gone", "left", "says", "reason")
    tap.check(len(told) == 100 and [[t.get(k) for k in same] for t in told] == [[t.get(k) for k in same] for t in lines],
              "solve tells what --trace tells", [len(told), len(lines), told[:2]])
    numbers = [event["number"] for event in events if event["type"] == "deduction"]
    tap.check(numbers == sorted(set(numbers)), "their numbers grow", numbers)
    tap.check(events[-1]["type"] == "state" and "lost" not in [event["type"] for event in events], "the final state is last",
              events[-3:])
    rest = watch(client, events[0]["job"], from_deduction=numbers[40])
    tap.check([e["number"] for e in rest if e["type"] == "deduction"] == numbers[41:], "from_deduction goes on behind one")
    rest = watch(client, events[0]["job"], from_deduction=numbers[-1])
    tap.check([event["type"] for event in rest] == ["state"], "behind the last there is the state only", rest)
    rest = watch(client, submit(client, name="other"))
    tap.check(all(event["job"] == rest[0]["job"] for event in rest), "a job's watch has its own deductions only", rest[:3])


def until_found(tap, daemon):
    """Behind the first solution what narrows holds in others only."""
    client = daemon.client()
    told = deductions(watch(client, submit(client, "2 2\n1\n1\n1\n1\n"), from_deduction=0))
    tap.check(told == [], "nothing follows from a puzzle with several solutions", told)


def explaining(tap, daemon):
    client = daemon.client()
    job = submit(client, op="explain")
    told = deductions(watch(client, job, from_deduction=0))
    steps = client.call("job.result", job=job)["result"]["answers"][0]["steps"]
    tap.check(told == steps and told, "explain tells its steps", [told[:1], steps[:1]])
    told = deductions(watch(client, submit(client, op="explain", options={"from": 3, "to": 5}), from_deduction=0))
    tap.check(told == steps[2:5], "those that are asked for", told)


def as_it_goes(tap, daemon):
    client, watcher = daemon.client(), daemon.client()
    watcher.call("job.watch", tag="t", detail=True)
    submit(client, name="tagged", tags=["t"])
    submit(client, name="another")
    kinds = []
    while not kinds or kinds[-1] != "done":
        event = watcher.receive()["params"]
        if event["type"] != "progress":
            kinds.append(event.get("state", event["type"]))
    tap.check(kinds.count("deduction") == 100 and kinds[0] == "queued", "a watch of a tag gets them as they come", kinds)
    plain = daemon.client()
    plain.call("job.watch", all=True)
    submit(client, name="third")
    kinds = set()
    while "done" not in kinds:
        event = plain.receive()["params"]
        kinds.add(event.get("state", event["type"]))
    tap.check("deduction" not in kinds, "who does not ask for detail gets none", kinds)
    other = Client(daemon.tcp, token=daemon.token)
    number = other.call("job.watch", all=True, detail=True, from_deduction=0)["watch"]
    submit(other, name="own")
    events = []
    while not events or "exit" not in events[-1]:
        events.append(other.receive()["params"])
    tap.check({event["job"] for event in events} == {events[-1]["job"]} and number == 1, "nobody gets those of others' jobs",
              events[:3])


def slowly(tap, daemon):
    client = daemon.client()
    job = submit(client, LARGE)
    slow = daemon.client()
    slow.send("job.watch", job=job, detail=True, from_deduction=0)
    client.call("job.wait", job=job)
    time.sleep(0.5)
    slow.receive()
    kinds = []
    while not kinds or kinds[-1] != "done":
        event = slow.receive()["params"]
        if event["type"] != "progress":
            kinds.append(event.get("state", event["type"]))
    tap.check(kinds.count("deduction") == SIDE * SIDE and "lost" not in kinds, "a reader that is slow gets all of them",
              [kinds.count("deduction"), kinds[-3:]])


def bounded(tap):
    daemon = Daemon(PROGRAM, {"max_deductions": "20k"})
    daemon.start()
    client = daemon.client()
    job = submit(client)
    client.call("job.wait", job=job)
    events = watch(client, job, from_deduction=0)
    told = deductions(events)
    tap.check(events[0]["type"] == "lost" and 5 < len(told) < 100, f"of 100, {len(told)} are kept in 20 KiB, and a gap shows",
              [events[0], len(told)])
    tap.check(told[-1]["step"] == max(one["step"] for one in told), "the latest", told[-1])
    number = next(event["number"] for event in events if event["type"] == "deduction")
    tap.check(watch(client, job, from_deduction=number - 1)[0]["type"] == "deduction", "no gap, no lost")
    tap.check(watch(client, job, from_deduction=number - 2)[0]["type"] == "lost", "one is missing: lost")
    daemon.kill()
    daemon.start()
    client = daemon.client()
    events = watch(client, job, from_deduction=number)
    tap.check([event["type"] for event in events] == ["lost", "state"], "the next start has none, and says so", events)
    fresh = watch(client, submit(client, name="next"), from_deduction=number)
    tap.check(min(e["number"] for e in fresh if e["type"] == "deduction") > number + 100, "its numbers go on growing", fresh[:1])
    daemon.stop()


def client(tap, daemon):
    path, socket = f"{daemon.folder}/heart.nin", ["--set", f"daemon.socket={daemon.socket}"]
    job = subprocess.run([RATCHET, "submit", "--deductions", *socket, path], capture_output=True, text=True, check=True).stdout
    out = subprocess.run([RATCHET, "watch", *socket, job.strip()], capture_output=True, text=True, check=False)
    lines = out.stdout.splitlines()
    tap.check(out.returncode == 0 and sum(line.endswith(" is black [nonogram.line]") for line in lines) > 30
              and lines[-1].split() == [job.strip(), "done", "unique"], "ratchet watch shows them", out.stdout)


def main():
    tap = Tap()
    daemon = Daemon(PROGRAM, listen=True)
    daemon.start()
    for part in (solving, until_found, explaining, as_it_goes, slowly, client):
        tap.run(part, daemon)
    tap.run(bounded)
    tap.check(daemon.stop() == 0, "the daemon ends well")
    tap.end()


main()
