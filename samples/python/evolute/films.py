"""Pictures and films as files: PNG by zlib, mp4 by ffmpeg, GIF by Pillow."""
from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import struct
import subprocess
import zlib
from typing import TYPE_CHECKING, Iterator

import numpy as np

if TYPE_CHECKING:
    from .arrays import Array


def png(image: Array) -> bytes:
    """Returns an image of bytes, (height, width, 3), as PNG."""
    height, width = image.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = image.reshape(height, -1)
    parts = ((b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
             (b"IDAT", zlib.compress(rows.tobytes(), 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts)


def write(path: str, frames: Iterator[Array], rate: int) -> None:
    """Writes frames as numbered pictures, or as a film, by the ending of the path."""
    if path.endswith(".png"):
        for k, frame in enumerate(frames):
            with open(f"{path[:-4]}-{k:05d}.png", "wb") as file:
                file.write(png(frame))
    elif path.endswith(".mp4"):
        _by_ffmpeg(path, frames, rate)
    else:
        _by_pillow(path, frames, rate)


def _by_ffmpeg(path: str, frames: Iterator[Array], rate: int) -> None:
    program = shutil.which("ffmpeg")
    if program is None:
        raise FileNotFoundError(f"{path} needs the program ffmpeg, which is not installed: install "
                                "it, or write .png, .gif or .html")
    first = next(frames)
    height, width = first.shape[:2]
    command = [program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
               "-s", f"{width}x{height}", "-r", str(rate), "-i", "-", "-pix_fmt", "yuv420p",
               os.path.abspath(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None and running.stderr is not None
        with contextlib.suppress(BrokenPipeError):  # It ended, and says why below.
            for frame in itertools.chain([first], frames):
                running.stdin.write(frame.tobytes())
            running.stdin.close()
        said = running.stderr.read().decode(errors="replace")
    if running.returncode != 0:
        raise OSError(f"ffmpeg could not write {path}: {said.strip() or running.returncode}")


def _by_pillow(path: str, frames: Iterator[Array], rate: int) -> None:
    try:
        from PIL import Image
    except ImportError:
        raise ImportError(f"{path} needs the package Pillow, which is not installed: install it, "
                          "or write .png, .mp4 or .html") from None
    first, *rest = (Image.fromarray(frame) for frame in frames)
    first.save(path, save_all=True, append_images=rest, duration=1000 / rate, loop=0)
