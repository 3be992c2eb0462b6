"""A daemon of its own for a test, and a client that knows no more than PROTOCOL.md."""
import atexit
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HEART = """10 10
2 2
7
10
8
6
4
2
2
0
0
1
3
5
6
7
7
6
5
2
1
"""


@functools.cache
def preloadable(library):
    """The loader parts its list of libraries at blanks and colons: where the path has one, a copy elsewhere."""
    if not any(c in library for c in " :"):
        return library
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return shutil.copy(library, folder)


class Closed(Exception):
    """The server ended the connection."""


class Client:
    def __init__(self, address, hello=True, token=None, timeout=60):
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.connect(address)
        self.socket.settimeout(timeout)
        self.input = self.socket.makefile("rb")
        self.number = 0
        self.events = []
        if token and hello:
            self.hello = self.call("hello", token=token)

    def send(self, method, **params):
        self.number += 1
        self.raw(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode() + b"\n")
        return self.number

    def raw(self, data):
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Closed from error

    def receive(self):
        try:
            line = self.input.readline()
        except ConnectionResetError as error:
            raise Closed from error
        if not line.endswith(b"\n"):
            raise Closed
        return json.loads(line)

    def answer(self, number):
        for message in self.events:
            if message.get("id") == number:
                self.events.remove(message)
                return message
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message
            self.events.append(message)

    def call(self, method, **params):
        """The result; an error is returned as the object that has `code`."""
        message = self.answer(self.send(method, **params))
        return message["result"] if "result" in message else message["error"]

    def close(self):
        self.input.close()
        self.socket.close()


class Daemon:
    def __init__(self, program, settings=None, plugins=None, folder=None, listen=False):
        self.program = program
        self.folder = folder or tempfile.mkdtemp(prefix="ratchetd-")
        self.socket = os.path.join(self.folder, "s")
        self.ini = os.path.join(self.folder, "test.ini")
        self.settings = {"socket": self.socket, "data_dir": os.path.join(self.folder, "data"), "workers": 2}
        self.settings.update(settings or {})
        self.plugins = plugins
        self.tcp = None
        if listen:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.tcp = probe.getsockname()
            self.token = "a-token-for-tests"
            path = os.path.join(self.folder, "tokens")
            with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
                file.write(f"# for tests\ntester {self.token}\n")
            self.settings.update({"listen": "%s:%d" % self.tcp, "token_file": path})
        self.write_ini()
        self.process = None
        atexit.register(self.reap)

    def reap(self):
        """A test that broke off leaves nothing running."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def write_ini(self, more=""):
        with open(self.ini, "w", encoding="utf-8") as file:
            file.write("[daemon]\n" + "".join(f"{k} = {v}\n" for k, v in self.settings.items()))
            if self.plugins:
                file.write(f"[plugins]\npath = {self.plugins}\n")
            file.write(more)

    def start(self, wrapper=(), **more):
        """Seconds until it answers. `wrapper` is the beginning of the command, `more` is for Popen."""
        begin = time.monotonic()
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen([*wrapper, self.program, "-c", self.ini], stdout=subprocess.DEVNULL,
                                        stderr=self.log, stdin=subprocess.DEVNULL, **more)
        while True:
            try:
                client = Client(self.socket)
                client.call("health")
                client.close()
                return time.monotonic() - begin
            except (OSError, Closed):
                if self.process.poll() is not None or time.monotonic() - begin > 60:
                    raise RuntimeError("the daemon did not start: " + self.read_log()) from None
                time.sleep(0.01)

    def read_log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        code = self.process.wait(60)
        self.log.close()
        return code

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            code = self.process.wait(60)
        else:
            code = self.process.returncode if self.process else None
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return code

    def client(self, **more):
        return Client(self.socket, **more)


class Tap:
    """`check` prints a line of TAP; a test that raises is a failed line too."""

    def __init__(self):
        self.number = self.failed = 0

    def check(self, good, name, why=""):
        self.number += 1
        self.failed += not good
        print(("ok" if good else "not ok"), self.number, "-", name, flush=True)
        if not good and why != "":
            for line in str(why).splitlines() or [""]:
                print("#", line, flush=True)

    def run(self, function, *arguments):
        try:
            function(self, *arguments)
        except Exception as error:  # a broken test must not hide the others
            self.check(False, f"{function.__name__} ran to its end", f"{type(error).__name__}: {error}")

    def end(self):
        print(f"1..{self.number}")
        sys.exit(0)
