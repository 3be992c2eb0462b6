"""operating.py RATCHETD: what whoever runs the daemon reads: its log, health, statistics and metrics."""
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile

from daemon import HEART, Daemon, Tap

PROGRAM = sys.argv[1]
TIME = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ ratchetd: "
SAMPLE = re.compile(r'(ratchet_[a-z_]+)(\{(outcome|rule)="[^"\\]+"\})? (\S+)$')


def read_metrics(text):
    """{name with labels: value}; raises ValueError where Prometheus would not read it."""
    kinds, values = {}, {}
    for line in text.splitlines():
        if line.startswith("# HELP "):
            continue
        if line.startswith("# TYPE "):
            name, kind = line.split()[2:]
            if name in kinds or kind not in ("counter", "gauge") or (kind == "counter") != name.endswith("_total"):
                raise ValueError(line)
            kinds[name] = kind
            continue
        found = SAMPLE.match(line)
        if not found or found[1] not in kinds or line.rsplit(" ", 1)[0] in values:
            raise ValueError(line)
        values[line.rsplit(" ", 1)[0]] = float(found[4])
    return values


def figures(tap):
    daemon = Daemon(PROGRAM)
    daemon.start()
    client = daemon.client()
    for name in ("a", "b", "a"):
        job = client.call("job.submit", op="solve", puzzle={"data": HEART, "name": name}, options={"stats": "full"})
        client.call("job.wait", job=job["job"])
    metrics = read_metrics(client.call("metrics")["text"])
    stats, rules, health = client.call("stats"), client.call("rules.stats")["rules"], client.call("health")
    for name in ("submitted", "finished", "cached", "duplicates", "faults", "accepted", "refused"):
        tap.check(metrics[f"ratchet_{name}_total"] == stats["counters"][name], f"{name} is {stats['counters'][name]} in both",
                  metrics)
    wanted = {"submitted": 3, "finished": 2, "cached": 1, "faults": 0}
    tap.check({name: stats["counters"][name] for name in wanted} == wanted, "as it was", stats)
    tap.check(metrics['ratchet_outcomes_total{outcome="unique"}'] == stats["outcomes"]["unique"] == 2, "outcomes too", stats)
    for rule in rules:
        for key in ("runs", "useful", "removed", "conflicts", "faults", "jobs", "seconds"):
            if abs(metrics[f'ratchet_rule_{key}_total{{rule="{rule["id"]}"}}'] - rule[key]) > 1e-6:
                tap.check(False, f"{key} of {rule['id']}", rule)
    tap.check(len(rules) > 1, f"and the figures of {len(rules)} rules")
    tap.check(metrics["ratchet_workers"] == health["workers"] == 2 and metrics["ratchet_workers_ready"] == health["workers_ready"],
              "workers as health has them", health)
    tap.check(all(metrics[f"ratchet_{name}"] == 0 for name in ("draining", "quarantined", "store_failed", "store_failures_total")),
              "nothing to worry about")
    daemon.stop()


def log(tap):
    daemon = Daemon(PROGRAM)
    daemon.plugins = os.path.join(daemon.folder, "plugins")
    os.mkdir(daemon.plugins)
    with open(os.path.join(daemon.plugins, "x.so"), "w", encoding="ascii") as file:
        file.write("this is no plugin\n")
    daemon.write_ini()
    data = daemon.settings["data_dir"]
    os.mkdir(data, 0o755)
    daemon.start()
    files = {name: stat.S_IMODE(os.stat(os.path.join(data, name)).st_mode) for name in os.listdir(data)}
    tap.check("jobs.db" in files and set(files.values()) == {0o600}, "others can't read the jobs", files)
    tap.check(daemon.kill(signal.SIGTERM) == 0, "it ends")
    lines = daemon.read_log().splitlines()
    wanted = (r"left out: \S+/x\.so: .*: move it out of the plugin folder", "generation 1 serves",
              "ready: 2 workers, 0 jobs queued, socket ", "draining: 0 jobs run, 0 stay queued", "ended$")
    tap.check(len(lines) == len(wanted) and all(re.match(TIME + want, line) for want, line in zip(wanted, lines)),
              "the log tells what it did, and which plugin is none", "\n".join(lines))
    daemon.start(env={**os.environ, "JOURNAL_STREAM": "8:1"})
    tap.check(daemon.kill(signal.SIGINT) == 0, "Ctrl-C ends it, too")
    levels = [line[:3] for line in daemon.read_log().splitlines()[len(wanted):]]
    tap.check(levels == ["<4>"] + 4 * ["<5>"], "the journal gets levels", daemon.read_log())
    daemon.stop()


def write(path, text, mode=0o600):
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, mode), "w", encoding="utf-8") as file:
        file.write(text)
    return path


def refusals(tap):
    """What can't be used ends the daemon, with an exit code and a sentence that says what to do."""
    folder = tempfile.mkdtemp(prefix="operating-")
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    plain = write(os.path.join(folder, "plain"), "")
    good = write(os.path.join(folder, "good"), "# mine\n\nme sixteen-bytes-or-more\n")
    os.makedirs(os.path.join(folder, "store", "jobs.db"))
    for settings, code, why in (
            ({"socket": plain}, 1, "no socket; name another path"),
            ({"socket": "/proc/nowhere/s"}, 1, "the daemon can't listen there: "),
            ({"data_dir": plain + "/x"}, 1, "the data directory can't be made: Not a directory"),
            ({"data_dir": plain}, 1, "it can't be opened: Not a directory"),
            ({"data_dir": os.path.join(folder, "store")}, 1, "the job store can't be used: unable to open"),
            ({"token_file": plain + "s"}, 66, "the tokens can't be read: No such file"),
            ({"token_file": write(os.path.join(folder, "open"), "me sixteen-bytes-or-more\n", 0o644)}, 77, "chmod 600 it"),
            ({"token_file": write(os.path.join(folder, "short"), "# two\nme too-short\n")}, 65, "short:2: a token has 16 to 128 bytes"),
            ({"token_file": write(os.path.join(folder, "three"), "me and you\n")}, 65, "three:1: a line holds a name"),
            ({"listen": "127.0.0.1:0"}, 65, "listen needs a token_file"),
            ({"listen": "127.0.0.1:99999", "token_file": good}, 65, "a loopback address with a port"),
            ({"listen": "localhost:80", "token_file": good}, 65, "a loopback address with a port"),
            ({"listen": f"127.0.0.1:{port}", "token_file": good}, 1, f"can't listen at 127.0.0.1:{port}: address already in use"),
            ({"retain": "3y"}, 2, "retain takes a duration such as"), ({"workers": "-1"}, 2, "workers takes a whole number")):
        asked = {"socket": os.path.join(folder, "s"), "data_dir": os.path.join(folder, "data"), "workers": 1, **settings}
        arguments = [word for key, value in asked.items() for word in ("--set", f"daemon.{key}={value}")]
        run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=False)
        tap.check(run.returncode == code and why in run.stderr, f"{code}: {why}", run.stderr)
        tap.check(not os.path.exists(os.path.join(folder, "s")), "and no socket is left")
    alone = shutil.copy(PROGRAM, os.path.join(folder, "ratchetd"))
    run = subprocess.run([alone], capture_output=True, text=True, timeout=60, check=False)
    tap.check(run.returncode == 1 and "the program of the workers is not there" in run.stderr, "1: no program of the workers", run.stderr)
    run = subprocess.run([PROGRAM, "--what"], capture_output=True, text=True, check=False, env={**os.environ, "JOURNAL_STREAM": "8:1"})
    tap.check(run.returncode == 2 and run.stderr.startswith("<3>ratchetd: `--what`"), "2: an error in the journal", run.stderr)
    run = subprocess.run([PROGRAM, "-c", plain + "s"], capture_output=True, text=True, timeout=60, check=False)
    tap.check(run.returncode == 66 and "can't be opened" in run.stderr, "66: no configuration", run.stderr)
    shutil.rmtree(folder)


def main():
    tap = Tap()
    for test in (figures, log, refusals):
        tap.run(test)
    tap.end()


main()
