"""Drops a file onto a window of the X server, as a file manager does (XDND, version 5).

    python3 tests/window/drop.py WINDOW PATH
"""
import ctypes
import os
import struct
import sys
import time

SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 30, 31, 33
COPY_SECONDS = 5

x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = ctypes.c_ulong
x.XInternAtom.restype = ctypes.c_ulong
display = ctypes.c_void_p(x.XOpenDisplay(None))


def atom(name):
    return x.XInternAtom(display, name.encode(), 0)


def number(value):
    return ctypes.c_ulong(value)


def send(to, event):
    x.XSendEvent(display, number(to), 0, ctypes.c_long(0), event.ljust(192, b"\0"))
    x.XFlush(display)


def message(to, name, *longs):
    head = struct.pack("@iLiLLLi", CLIENT_MESSAGE, 0, 1, 0, to, atom(name), 32)
    send(to, head.ljust(56, b"\0") + struct.pack("@5l", *longs, *[0] * (5 - len(longs))))


def answer(event, text):
    """Gives the text to the window that asks for it."""
    requestor, selection, target, place, when = struct.unpack_from("@5L", event, 40)
    x.XChangeProperty(display, number(requestor), number(place), number(target), 8, 0, text, len(text))
    send(requestor, struct.pack("@iLiLLLLLL", SELECTION_NOTIFY, 0, 1, 0, requestor, selection, target, place, when))


def main(window, path):
    root = x.XDefaultRootWindow(display)
    source = x.XCreateSimpleWindow(display, number(root), 0, 0, 1, 1, 0, number(0), number(0))
    x.XSetSelectionOwner(display, number(atom("XdndSelection")), number(source), number(0))
    message(window, "XdndEnter", source, 5 << 24, atom("text/uri-list"))
    message(window, "XdndPosition", source, 0, 100 << 16 | 100, 0, atom("XdndActionCopy"))
    message(window, "XdndDrop", source, 0, 0)
    text = f"file://{os.path.abspath(path)}\r\n".encode()
    event = ctypes.create_string_buffer(192)
    until = time.monotonic() + COPY_SECONDS
    while time.monotonic() < until:
        if not x.XPending(display):
            time.sleep(0.02)
            continue
        x.XNextEvent(display, event)
        kind = struct.unpack_from("@i", event)[0]
        if kind == SELECTION_REQUEST:
            answer(event, text)
        if kind == CLIENT_MESSAGE and struct.unpack_from("@L", event, 40)[0] == atom("XdndFinished"):
            return 0
    return 1


sys.exit(main(int(sys.argv[1]), sys.argv[2]))
