"""A power failure: the files of the store become what a disk could have kept of them; see power.c."""
import os

SECTOR = 512
SECTORS_A_PAGE = 8


def read(path):
    with open(path, "rb") as file:
        return file.read()


def survivor(now, synced, rng, kind):
    """Of each unsynced sector (kind "torn") or page ("pages") chance decides whether it reached the disk."""
    size = SECTOR * (SECTORS_A_PAGE if kind == "pages" else 1)
    kept, end = bytearray(synced), len(synced)
    for at in range(0, len(now), size):
        piece = now[at:at + size]
        if piece == synced[at:at + size] or kind == "nothing" or rng.random() < 0.5:
            continue
        kept.extend(bytes(max(0, at + len(piece) - len(kept))))
        kept[at:at + len(piece)] = piece
        end = max(end, at + len(piece))
    if len(now) < end and kind != "nothing" and rng.random() < 0.5:
        end = len(now)      # it was cut, and that did reach the disk
    return bytes(kept[:end])


def settle(data, disk):
    """What is there counts as synced: the daemon before ended without a power failure."""
    for name in os.listdir(disk):
        if os.path.exists(os.path.join(data, name)):
            with open(os.path.join(disk, name), "wb") as file:
                file.write(read(os.path.join(data, name)))


def fail(data, disk, rng):
    """Bytes that were not synced, of all files of the folder `data`; `disk` is the folder of what was."""
    kind = rng.choice(("nothing", "pages", "torn"))
    unsynced = 0
    for name in sorted(os.listdir(disk)):
        now = read(os.path.join(data, name)) if os.path.exists(os.path.join(data, name)) else b""
        synced = read(os.path.join(disk, name))
        left = survivor(now, synced, rng, kind)
        unsynced += sum(now[i:i + SECTOR] != synced[i:i + SECTOR] for i in range(0, len(now), SECTOR)) * SECTOR
        for folder in (data, disk):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(left)
    for name in os.listdir(data):
        if name.endswith("-shm"):
            os.remove(os.path.join(data, name))
    return unsynced
