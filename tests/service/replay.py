"""replay.py RATCHETD TRANSCRIPT...: conversations on the Unix socket and on TCP; see transcripts/README.md."""
import json
import os
import re
import sys

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


def replay(lines, client, kind):
    names = {}
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith("> "):
                sent = re.sub(r"\$(\w+)", lambda found: str(names[found[1]]), line[2:]).replace("KEY", kind)
                client.raw(sent.encode() + b"\n")
            elif line == "< closed":
                try:
                    raise Mismatch(f"still there, and says {client.receive()}")
                except Closed:
                    pass
            elif line.startswith("< "):
                match(json.loads(line[2:].replace("KEY", kind)), next_message(client), names)
        except (Mismatch, Closed, OSError) as error:
            return f"line {number}: {type(error).__name__}: {error}"
    return ""


def main():
    daemon = Daemon(sys.argv[1], listen=True)
    daemon.start()
    tap = Tap()
    for path in sorted(sys.argv[2:]):
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        name = os.path.basename(path)
        for kind in ("unix", "tcp"):
            if f"%{'tcp' if kind == 'unix' else 'unix'}" in lines:
                continue
            address = daemon.socket if kind == "unix" else daemon.tcp
            client = Client(address, token=daemon.token if kind == "tcp" else None, hello="%nohello" not in lines)
            why = replay(lines, client, kind)
            tap.check(not why, f"{name} on {kind}", why)
            client.close()
    tap.check(daemon.process.wait(20) == 0, "drain ends the daemon with 0", daemon.read_log()[-1000:])
    tap.check(not os.path.exists(daemon.socket), "its socket is gone")
    daemon.stop()
    tap.end()


main()
