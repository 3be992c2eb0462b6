"""manager.py RATCHETD: what the daemon tells the service manager, and the sockets that it takes from one."""
import contextlib
import os
import signal
import socket
import sys
import time

from daemon import HEART, Client, Daemon, Tap

PROGRAM = sys.argv[1]


class Manager:
    """The receiving end of sd_notify(3)."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(20)
        self.name = "@" + address[1:] if address[0] == "\0" else address

    def next(self, but=None):
        """The first assignment of the next message that is not `but`."""
        while True:
            message = self.socket.recv(4096).decode().split("\n")
            if message[0] != but:
                return message


def told(tap, abstract):
    daemon = Daemon(PROGRAM)
    place = f"\0ratchet-{os.getpid()}" if abstract else os.path.join(daemon.folder, "notify")
    manager = Manager(place)
    name = "abstract socket" if abstract else "socket in a folder"
    daemon.start(env={**os.environ, "NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "400000"})
    tap.check(manager.next("WATCHDOG=1")[0] == "READY=1", f"READY when it serves, on a {name}")
    manager.socket.settimeout(0.4)
    beats = [manager.next()[0] for _ in range(3)]
    tap.check(beats == ["WATCHDOG=1"] * 3, "a sign of life within each watchdog interval", beats)
    manager.socket.settimeout(20)
    before = time.monotonic() * 1e6
    daemon.process.send_signal(signal.SIGHUP)
    message = manager.next("WATCHDOG=1")
    when = int(dict(line.split("=") for line in message)["MONOTONIC_USEC"])
    tap.check(message[0] == "RELOADING=1" and before <= when <= time.monotonic() * 1e6, "RELOADING with the time", message)
    tap.check(manager.next("WATCHDOG=1")[0] == "READY=1", "READY when the new configuration serves")
    client = daemon.client()
    daemon.write_ini("[search]\nlern = yes\n")
    client.call("config.reload")
    tap.check([manager.next("WATCHDOG=1")[0] for _ in range(2)] == ["RELOADING=1", "READY=1"],
              "the same when a client asks for it, and the configuration is bad")
    daemon.process.terminate()
    tap.check(manager.next("WATCHDOG=1")[0] == "STOPPING=1", "STOPPING at its end")
    daemon.stop()


def not_told(tap):
    daemon = Daemon(PROGRAM)
    manager = Manager(os.path.join(daemon.folder, "notify"))
    daemon.start(env={**os.environ, "NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "400000", "WATCHDOG_PID": "1"})
    manager.next()
    manager.socket.settimeout(0.6)
    try:
        tap.check(False, "no signs of life for another process", manager.next())
    except socket.timeout:
        tap.check(True, "no signs of life for another process")
    worker = daemon.client().call("stats")["workers"][0]["pid"]
    with open(f"/proc/{worker}/environ", "rb") as file:
        tap.check(b"NOTIFY_SOCKET" not in file.read(), "workers don't get to know the manager")
    daemon.stop()


HAND_OVER = """import os, sys
fds, command = sys.argv[1].split(","), sys.argv[2:]
for i, fd in enumerate(fds):
    os.dup2(int(fd), 3 + i)
    os.close(int(fd))
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(fds)))
os.execv(command[0], command)
"""


def handed_over(*sockets):
    """The arguments of start: the sockets become descriptors 3 and up, as from systemd."""
    fds = [s.fileno() for s in sockets]
    return {"wrapper": [sys.executable, "-c", HAND_OVER, ",".join(map(str, fds))], "pass_fds": fds}


def high(listener):
    """The same socket on a descriptor that is out of the way."""
    fd = os.dup2(listener.detach(), 50 + high.count)
    high.count += 1
    return socket.socket(fileno=fd)


high.count = 0


def activated(tap):
    daemon = Daemon(PROGRAM, listen=True)
    del daemon.settings["listen"]
    given = os.path.join(daemon.folder, "given")
    daemon.settings["socket"] = os.path.join(daemon.folder, "unused")
    daemon.write_ini()
    daemon.socket = given
    unix, tcp = socket.socket(socket.AF_UNIX), socket.socket()
    unix.bind(given)
    unix.listen()
    tcp.bind(("127.0.0.1", 0))
    tcp.listen()
    address = tcp.getsockname()
    early = Client(given)
    number = early.send("job.submit", op="solve", puzzle={"data": HEART})
    unix, tcp = high(unix), high(tcp)
    daemon.start(**handed_over(unix, tcp))
    job = early.answer(number)["result"]["job"]
    tap.check(early.call("job.wait", job=job)["outcome"] == "unique", "who connected before the start is served")
    tap.check(not os.path.exists(daemon.settings["socket"]), "and no other socket is made")
    remote = Client(address, token=daemon.token)
    tap.check(remote.hello["owner"] == "token:tester", "a TCP socket is taken too, with its token", remote.hello)
    worker = early.call("stats")["workers"][0]["pid"]
    sockets = [os.readlink(f"/proc/{worker}/fd/{fd}") for fd in os.listdir(f"/proc/{worker}/fd")]
    inode = f"socket:[{os.fstat(unix.fileno()).st_ino}]"
    tap.check(inode not in sockets, "workers don't hold it", sockets)
    tap.check(daemon.kill(signal.SIGTERM) == 0 and os.path.exists(given), "it is still there after the end")
    daemon.start(**handed_over(unix))
    tap.check(daemon.client().call("job.get", job=job)["state"] == "done", "and serves the next start")
    daemon.stop()


def refused(tap):
    daemon = Daemon(PROGRAM)
    wide = socket.socket()
    wide.bind(("0.0.0.0", 0))
    wide.listen()
    wide = high(wide)
    with contextlib.suppress(RuntimeError):
        daemon.start(**handed_over(wide))
    tap.check(daemon.process.returncode == 65 and "loopback" in daemon.read_log(), "a TCP socket that is not loopback is refused", daemon.read_log())
    daemon.stop()


def main():
    tap = Tap()
    for abstract in (False, True):
        tap.run(told, abstract)
    for test in (not_told, activated, refused):
        tap.run(test)
    tap.end()


main()
