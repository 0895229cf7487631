#!/usr/bin/env python3
"""Fails if a page refers to a file or a place in it that is not there: links.py FOLDER

Doxygen's lists of all fields (functions_*.html) also refer to places in nested structs, which have
none: of these the files alone are looked for.
"""
import re
import sys
from pathlib import Path

folder = Path(sys.argv[1])
pages = {page.name: page.read_text() for page in sorted(folder.glob("*.html"))}
places = {name: set(re.findall(r'\b(?:id|name)="([^"]*)"', text)) for name, text in pages.items()}
broken = set()
for name, text in pages.items():
    for link in re.findall(r'(?:href|src)="([^":]*)"', text):
        file, _, place = link.partition("#")
        file = file or name
        if not (folder / file).exists() \
                or place not in places.get(file, {place}) | {""} and "functions" not in name:
            broken.add(f"{name} refers to {link}")
print("\n".join(sorted(broken)), end="\n" * bool(broken))
sys.exit(bool(broken))
