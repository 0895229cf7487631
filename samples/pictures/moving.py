#!/usr/bin/env python3
"""Writes an animated PNG from frames of 0x00RRGGBB pixels on the standard input (moving.c).

    moving.py FILE WIDTH HEIGHT MILLISECONDS

A frame but the first holds only the rectangle that changed, and is transparent where nothing did.
So the file stays small; colours are reduced to a palette of 255."""
import struct
import sys
import zlib
from array import array
from collections import Counter

CLEAR = 0  # index of the transparent colour


def read_frames(width, height):
    """The frames, each a list of rows of pixels."""
    frames, size = [], 4 * width * height
    while len(data := sys.stdin.buffer.read(size)) == size:
        pixels = array("I", data)
        frames.append([pixels[row : row + width] for row in range(0, width * height, width)])
    return frames


def coarse(colour):
    """The colour in steps of 8, so that the shades of a rim are few."""
    return colour & 0xF8F8F8


def choose_palette(frames):
    """The most frequent coarse colours, and the index of each coarse colour there is."""
    counts = Counter()
    for rows in frames:
        for row in rows:
            counts.update(row)
    coarse_counts = Counter()
    for colour, count in counts.items():
        coarse_counts[coarse(colour)] += count
    exact = {}  # the most frequent colour of each coarse one
    for colour, _ in counts.most_common():
        exact.setdefault(coarse(colour), colour)
    chosen = [exact[colour] for colour, _ in coarse_counts.most_common(255)]
    nearest = {}
    for colour in coarse_counts:
        nearest[colour] = 1 + min(range(len(chosen)), key=lambda i: distance(chosen[i], exact[colour]))
    return chosen, {colour: nearest[coarse(colour)] for colour in counts}


def channels(colour):
    return colour >> 16 & 255, colour >> 8 & 255, colour & 255


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(channels(a), channels(b)))


def changed(rows, before):
    """The rectangle that changed: left, top, right, bottom; one pixel if nothing did."""
    lines = [y for y in range(len(rows)) if rows[y] != before[y]]
    if not lines:
        return 0, 0, 1, 1
    columns = [x for y in lines for x in range(len(rows[y])) if rows[y][x] != before[y][x]]
    return min(columns), lines[0], max(columns) + 1, lines[-1] + 1


def pack(rows, before, box):
    """The compressed rows of a rectangle, without filters."""
    left, top, right, bottom = box
    data = bytearray()
    for y in range(top, bottom):
        new, old = rows[y][left:right], before[y][left:right] if before else None
        data.append(0)
        data += new if old is None else bytes(n if n != o else CLEAR for n, o in zip(new, old))
    return zlib.compress(bytes(data), 9)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write(path, frames, palette, milliseconds):
    width, height = len(frames[0][0]), len(frames[0])
    out = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))]
    out.append(chunk(b"acTL", struct.pack(">II", len(frames), 0)))
    out.append(chunk(b"PLTE", b"\0\0\0" + b"".join(bytes(channels(colour)) for colour in palette)))
    out.append(chunk(b"tRNS", b"\0"))
    number, before = 0, None
    for rows in frames:
        box = changed(rows, before) if before else (0, 0, width, height)
        left, top, right, bottom = box
        # It stays (0) and the next one is drawn over it (1).
        control = struct.pack(">IIIIIHHBB", number, right - left, bottom - top, left, top,
                              milliseconds, 1000, 0, 1 if before else 0)
        out.append(chunk(b"fcTL", control))
        data = pack(rows, before, box)
        out.append(chunk(b"fdAT", struct.pack(">I", number + 1) + data) if before else chunk(b"IDAT", data))
        number += 2 if before else 1
        before = rows
    out.append(chunk(b"IEND", b""))
    with open(path, "wb") as file:
        file.write(b"".join(out))


def main():
    if len(sys.argv) != 5:
        sys.exit("usage: moving.py FILE WIDTH HEIGHT MILLISECONDS")
    path, (width, height, milliseconds) = sys.argv[1], map(int, sys.argv[2:])
    frames = read_frames(width, height)
    if not frames:
        sys.exit("moving.py: there is no frame")
    palette, index = choose_palette(frames)
    frames = [[bytes(map(index.__getitem__, row)) for row in rows] for rows in frames]
    write(path, frames, palette, milliseconds)


main()
