"""replay.py RATCHETD TRANSCRIPT...: conversations on the Unix socket and on TCP; see transcripts/README.md."""
import json
import os
import re
import resource
import signal
import sys
import time

from daemon import Client, Closed, Daemon, Tap


class Mismatch(Exception):
    pass


def match(want, got, names, where="answer"):
    if want == "*":
        return
    if isinstance(want, str) and want.startswith("$"):
        if names.setdefault(want[1:], got) != got:
            raise Mismatch(f"{where} is {got!r}, but ${want[1:]} is {names[want[1:]]!r}")
    elif isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            if key not in got:
                raise Mismatch(f"{where} has no member {key}: {got!r}"[:500])
            match(value, got[key], names, f"{where}.{key}")
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for i, (a, b) in enumerate(zip(want, got)):
            match(a, b, names, f"{where}[{i}]")
    elif want != got or isinstance(want, bool) != isinstance(got, bool):
        raise Mismatch(f"{where} is {got!r}, not {want!r}"[:500])


def next_message(client):
    """Progress comes when it comes."""
    while True:
        message = client.receive()
        if message.get("params", {}).get("type") != "progress":
            return message


def until(condition):
    for _ in range(500):
        if condition():
            return
        time.sleep(0.02)
    raise Mismatch("it did not come to that")


def act(what, daemon):
    """What a line with `!` does."""
    word, _, rest = what.partition(" ")
    if word == "running":
        watcher = daemon.client()
        until(lambda: watcher.call("stats")["jobs"]["running"] == 1)
        watcher.close()
    elif word == "term":
        daemon.process.send_signal(signal.SIGTERM)
        until(lambda: "draining" in daemon.read_log())
    elif word == "config":
        daemon.write_ini(rest.replace("\\n", "\n") + "\n")
    else:
        raise Mismatch(f"there is no action {word}")


class Replay:
    def __init__(self, daemon, client, kind):
        self.daemon, self.client, self.kind = daemon, client, kind
        self.names, self.unsent = {}, b""

    def filled(self, line):
        line = re.sub(r"\$(\w+)", lambda found: str(self.names[found[1]]), line)
        return re.sub(r"BYTES(\d+)", lambda found: "x" * int(found[1]), line).replace("KEY", self.kind)

    def line(self, line):
        if line.startswith("> "):
            self.unsent += self.filled(line[2:]).encode() + b"\n"
            return
        if self.unsent:
            self.client.raw(self.unsent)
            self.unsent = b""
        if line == "< closed":
            try:
                raise Mismatch(f"still there, and says {self.client.receive()}")
            except Closed:
                pass
        elif line.startswith("< "):
            match(json.loads(line[2:].replace("KEY", self.kind)), next_message(self.client), self.names)
        elif line.startswith("! "):
            act(line[2:], self.daemon)

    def run(self, lines):
        """What went wrong; "": nothing."""
        for number, line in enumerate(lines + [""], 1):
            try:
                self.line(line)
            except (Mismatch, Closed, OSError) as error:
                return f"line {number}: {type(error).__name__}: {error}"
        return ""


def own_daemon(program, lines):
    """The daemon that a transcript asks for; None: any will do."""
    settings = dict(line[5:].split(" = ") for line in lines if line.startswith("%set "))
    disk = [int(line[6:]) for line in lines if line.startswith("%disk ")]
    if not settings and not disk:
        return None
    daemon = Daemon(program, settings, listen=True)
    more = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (disk[0], disk[0]))} if disk else {}
    daemon.start(**more)
    return daemon


def replay(tap, program, path, common):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for kind in ("unix", "tcp"):
        if f"%{'tcp' if kind == 'unix' else 'unix'}" in lines:
            continue
        own = own_daemon(program, lines)
        daemon = own or common
        client = Client(daemon.socket if kind == "unix" else daemon.tcp, token=daemon.token if kind == "tcp" else None,
                        hello="%nohello" not in lines)
        why = Replay(daemon, client, kind).run(lines)
        tap.check(not why, f"{os.path.basename(path)} on {kind}", why)
        client.close()
        if own:
            own.kill()
            own.stop()


def main():
    daemon = Daemon(sys.argv[1], listen=True)
    daemon.start()
    tap = Tap()
    for path in sorted(sys.argv[2:]):
        replay(tap, sys.argv[1], path, daemon)
    tap.check(daemon.process.wait(20) == 0, "drain ends the daemon with 0", daemon.read_log()[-1000:])
    tap.check(not os.path.exists(daemon.socket), "its socket is gone")
    daemon.stop()
    tap.end()


main()
