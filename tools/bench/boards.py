"""Boards that benchmarks make for themselves, and what ratchet or bench-baseline says of them."""
import json
import os
import subprocess


def make(ratchet, folder, form, ending, size, count, seed, minimal):
    """The file with `count` new boards in format `form`, as puzzle.format; one that lies in `folder` already is kept."""
    path = os.path.join(folder, f"{size}{'-minimal' if minimal else ''}.{ending}")
    if not os.path.exists(path):
        made = subprocess.run([ratchet, "generate", form.split(".")[0], "--quiet", "--size", size, "--count", str(count), "--seed",
                               str(seed), "--to", form, *(["--minimal"] if minimal else [])],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        with open(path, "w", encoding="ascii") as file:
            file.write(made)
    return path


def figures(command, path, repeat):
    """CPU seconds, in total and of the worst board."""
    done = subprocess.run([*command, "--repeat", str(repeat), "--json", path], stdout=subprocess.PIPE, text=True, check=True)
    report = json.loads(done.stdout.splitlines()[-1])
    side = (report["lists"][0] if "lists" in report else report)["sides"][0]
    return side["total"], side["worst"]
