"""bad_clients.py RATCHETD [sanitized]: all sorts of bad clients at once, against the limits as they are shipped, while a
good one works on. Each meets what PROTOCOL.md says, the good one notices nothing, and memory stays within max_buffers."""
import json
import os
import socket
import sys
import threading
import time

from daemon import HEART, Closed, Daemon, Tap

SANITIZED = "sanitized" in sys.argv     # its allocator keeps what was freed: memory says nothing then
MIB = 1024 * 1024


class Good(threading.Thread):
    """Submits and waits, again and again; the slowest answer is kept."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.client = daemon.client()
        self.stop, self.jobs, self.slowest, self.wrong = threading.Event(), 0, 0, []
        self.start()

    def run(self):
        while not self.stop.is_set():
            begin = time.monotonic()
            try:
                job = self.client.call("job.submit", op="solve", puzzle={"data": HEART, "name": f"good {self.jobs}"})["job"]
                answer = self.client.call("job.wait", job=job, result=True)
                if answer["outcome"] != "unique" or not answer["result"]["answers"]:
                    self.wrong.append(answer)
            except (Closed, OSError, KeyError) as error:
                self.wrong.append(repr(error))
                return
            self.jobs += 1
            self.slowest = max(self.slowest, time.monotonic() - begin)


def size(daemon):
    """(KiB of memory, descriptors)"""
    with open(f"/proc/{daemon.process.pid}/status", encoding="ascii") as file:
        rss = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    return rss, len(os.listdir(f"/proc/{daemon.process.pid}/fd"))


def code(client):
    """Of the next answer; "closed" or "open" if there is none."""
    try:
        return client.receive().get("error", {}).get("code")
    except Closed:
        return "closed"
    except (socket.timeout, TimeoutError):
        return "open"


def send(client, data):
    try:
        client.raw(data)
    except (Closed, socket.timeout, TimeoutError):
        pass


def long_lines(tap, daemon):
    clients = [daemon.client() for _ in range(20)]
    for client in clients:
        send(client, b"x" * (MIB + 1) + b"\n")
    tap.check([(code(client), code(client)) for client in clients] == [(-32003, "closed")] * 20,
              "1 MiB + 1 byte is too large, and the end")
    client = daemon.client()
    send(client, b" " * (MIB - 60) + b'{"jsonrpc":"2.0","id":1,"method":"health"}\n')
    tap.check(client.receive()["result"]["status"] == "ok", "just under 1 MiB is read")


def malformed(tap, daemon):
    client = daemon.client()
    head = b'{"jsonrpc":"2.0","id":1,"method":"health",'
    lines = {"a duplicate name": head + b'"id":2}', "a duplicate name within params": head + b'"params":{"a":1,"a":1}}',
             "deep nesting": head + b'"params":' + b'{"a":' * 2100 + b"1" + b"}" * 2100 + b"}",
             "a NUL": head[:-1] + b"\0}", "an escaped NUL": head + b'"params":{"a":"\\u0000"}}',
             "bad UTF-8": head + b'"params":{"a":"\xc3\x28"}}', "an overlong form": head + b'"params":{"a":"\xc0\xaf"}}',
             "half a surrogate": head + b'"params":{"a":"\\ud800"}}', "an array": b"[1,2", "nothing but a word": b"hello"}
    for name, line in lines.items():
        send(client, line + b"\n")
        tap.check(code(client) == -32700, f"{name} is malformed")
    tap.check(client.call("health")["status"] == "ok", "and the connection goes on")


def half_lines(tap, daemon):
    """30 MiB of them, where max_buffers allows 16."""
    clients = [daemon.client(timeout=5) for _ in range(40)]
    for client in clients:
        send(client, b"x" * (MIB * 3 // 4))
    time.sleep(0.5)
    buffered = daemon.client().call("stats")["buffered_bytes"]
    tap.check(buffered <= 16 * MIB + 256 * 1024, "half lines held open stay within max_buffers", buffered)
    codes = [code(client) for client in clients]
    tap.check(set(codes) <= {-32600, "closed"} and len(codes) == 40, "and are closed, by max_buffers or line_timeout", codes)


def deaf(tap, daemon):
    """Readers that never read, each with 10,000 requests pipelined."""
    clients = [daemon.client(timeout=0.3) for _ in range(4)]
    request = b'{"jsonrpc":"2.0","id":1,"method":"hello"}\n' * 10000
    for client in clients:
        send(client, request)
    buffered = daemon.client().call("stats")["buffered_bytes"]
    tap.check(buffered <= 16 * MIB + 256 * 1024, "readers that never read stay within max_buffers", buffered)
    piper = daemon.client()
    sender = threading.Thread(target=lambda: piper.raw(request), daemon=True)
    sender.start()
    answers = sum("result" in piper.receive() for _ in range(10000))
    tap.check(answers == 10000, "one that reads gets 10,000 answers")


def crowd(tap, daemon):
    clients = [daemon.client() for _ in range(62)]      # the good one has a connection too
    answers = [client.call("health").get("status") for client in clients]
    tap.check(answers.count("ok") >= 60, "64 connections of a user", answers.count("ok"))
    more = [daemon.client(timeout=1) for _ in range(20)]
    codes = [code(client) for client in more]
    tap.check(set(codes[2:]) == {-32010}, "no more than that", codes)
    for client in clients + more:
        client.close()
    for _ in range(500):
        daemon.client().close()
    time.sleep(0.3)
    tap.check(daemon.client().call("stats")["connections"] <= 4, "and all are gone when they leave")


def noise(tap, daemon):
    codes = set()
    for seed in range(50):
        client = daemon.client(timeout=5)
        send(client, os.urandom(3000 + seed) + b"\n")
        codes.add(json.dumps(code(client)))
        client.close()
    tap.check(codes == {"-32700"}, "noise is malformed", codes)


def main():
    tap = Tap()
    daemon = Daemon(sys.argv[1], {"max_buffers": "16M", "line_timeout": "1s"})
    daemon.start()
    good = Good(daemon)
    time.sleep(0.5)
    before = size(daemon)
    for test in (long_lines, malformed, half_lines, deaf, crowd, noise):
        tap.run(test, daemon)
    time.sleep(1.5)
    after = size(daemon)
    good.stop.set()
    good.join(20)
    tap.check(not good.wrong and good.jobs > 20, f"the good client: {good.jobs} jobs, the slowest took {good.slowest:.2f} s",
              good.wrong[:3])
    tap.check(SANITIZED or after[0] - before[0] < 32 * 1024, f"memory: {before[0]} KiB before, {after[0]} after")
    tap.check(abs(after[1] - before[1]) <= 2, f"descriptors: {before[1]} before, {after[1]} after")
    buffered = daemon.client().call("stats")["buffered_bytes"]
    tap.check(buffered < 256 * 1024, f"{buffered} bytes are still buffered")
    tap.check(daemon.stop() == 0, "the daemon ends well")
    tap.end()


main()
