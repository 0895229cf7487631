"""The notebook runs from top to bottom, and its worlds show pictures; by Jupyter itself, see
heavy_tour.py."""
from __future__ import annotations

import ast
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import xml.dom.minidom
import zlib
from typing import Any

import numpy as np

import evolute as ev
from evolute import colours

TOUR = pathlib.Path(__file__).resolve().parent.parent.parent / "samples/science/tour.ipynb"


def shown(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell, and returns the value of its last expression, as a notebook shows it."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        body, last = [*body, last], ast.parse("None").body[0]
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.unparse(last), "cell", "eval"), names)


class Tour(unittest.TestCase):
    def test_all_cells_run_with_numpy_alone(self) -> None:
        cells = ["".join(cell["source"]) for cell in json.loads(TOUR.read_text())["cells"]
                 if cell["cell_type"] == "code"]
        names: dict[str, Any] = {"print": lambda text: printed.append(text)}
        printed: list[str] = []
        values = [shown(cell, names) for cell in cells if not cell.startswith("# By matplotlib")]
        self.assertEqual(len(values), len(cells) - 1)
        pile, gas, film = values[0], values[2], values[3]
        marks = pile._repr_svg_()
        self.assertEqual(marks.count("<path") + marks.count("<ellipse"), len(pile.bodies))
        self.assertEqual(gas._repr_svg_().count("<ellipse"), 256)
        self.assertEqual(film._repr_html_().count("<svg"), 20)
        weight, pressed = map(float, re.findall(r"\d+", printed[0])[:2])
        self.assertLess(abs(pressed / weight - 1), 0.1)
        self.assertEqual(len(printed), 12)


    def test_the_readme_runs(self) -> None:
        text = (TOUR.parent.parent / "python/README.md").read_text()
        code, = re.findall(r"```python\n(.*?)```", text, re.S)
        with tempfile.TemporaryDirectory() as folder:
            said = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=folder,
                                  capture_output=True, text=True)
            self.assertEqual(said.stderr, "")
            self.assertEqual(len(list(pathlib.Path(folder).glob("gas-*.png"))), 20)
            self.assertEqual((pathlib.Path(folder) / "gas.xyz").read_text().count("Lattice"), 50)


class Pictures(unittest.TestCase):
    def test_rims_are_exact(self) -> None:
        with ev.World((0, 0)) as world:
            world.add(ev.circle(2), (1, 1))
            world.add(ev.ellipse(2, 1), (5, 0), angle=np.pi / 2)
            world.add(ev.ring(1, 0.5, 0, np.pi), (9, 0))
            world.add(ev.box(1, 1, 0.25), (13, 0))
            marks = xml.dom.minidom.parseString(world.svg()).getElementsByTagName("g")[0].childNodes
        circle, ellipse, ring, box = marks
        self.assertEqual(float(circle.getAttribute("rx")), 2)
        self.assertEqual(ellipse.getAttribute("transform"), "translate(5 0) rotate(90)")
        self.assertEqual(ring.getAttribute("d").count("A"), 4)
        self.assertTrue(ring.getAttribute("d").startswith("M10.25 0A1.25 1.25 0 0 1 "))
        self.assertEqual(box.getAttribute("d").count("A0.25 0.25 0 0 1"), 4)

    def test_pixels_have_the_colours_of_values(self) -> None:
        rng = np.random.default_rng(time.time_ns())
        for _ in range(5):
            with ev.World() as world:
                sites = np.stack(np.meshgrid(np.arange(4), np.arange(3)), -1).reshape(-1, 2) * 3.0
                shapes = np.where(rng.random(12) < 0.5, ev.ellipse(1, 0.7), ev.box(0.9, 0.6))
                world.add(shapes, sites, rng.uniform(0, 6, 12))
                values = rng.normal(size=12)
                values[rng.integers(12)] = np.nan
                low, high = np.nanmin(values), np.nanmax(values)
                image = world.image(((-2, -2), (11, 8)), 260, values=values, colours="coolwarm")
                self.assertEqual(image.shape, (200, 260, 3))
                for (x, y), value in zip(sites, values):
                    color = np.array((0x64, 0xa3, 0xd8))
                    if not np.isnan(value):
                        part = (value - low) / (high - low)
                        color = colours.mapped(np.array([part]), "coolwarm")[0]
                    seen = image[int(200 - 20 * (y + 2)) - 4, int(20 * (x + 2)) + 1]
                    wanted = 0.75 * color + 0.25 * image[0, 0]
                    self.assertLess(np.abs(seen - wanted).max(), 3)
                svg = world.svg(values=values, colours="coolwarm")
                for rgb in colours.of(values, 12, "coolwarm", None)[0][~np.isnan(values)]:
                    self.assertIn('fill="#{:02x}{:02x}{:02x}"'.format(*rgb), svg)

    def test_frames_are_png_and_films_need_their_program(self) -> None:
        with tempfile.TemporaryDirectory() as folder, ev.World() as world, \
                unittest.mock.patch.dict(os.environ, PATH=folder):
            world.add(ev.circle(1), (0, 0))
            view, at = ((-2, -2), (2, 2)), pathlib.Path(folder)
            seen: list[Any] = []
            world.animate(0.3, 0.1, at / "run.png", view, pixels=40,
                          values=lambda: seen.append(world.image(view, 40)) or [0.5])
            for k, image in enumerate(seen):
                data = (at / f"run-{k:05d}.png").read_bytes()
                size, rows = struct.unpack(">2I", data[16:24]), zlib.decompress(data[41:-16])
                self.assertEqual((size, len(rows)), ((40, 40), 40 * 121))
                pixels = np.frombuffer(rows, np.uint8).reshape(40, 121)[:, 1:].reshape(40, 40, 3)
                np.testing.assert_array_equal(pixels[0], image[0])
                self.assertTrue((pixels[20, 18] != image[20, 18]).any())
            self.assertEqual(len(seen), 3)
            with self.assertRaisesRegex(FileNotFoundError, "film.mp4 needs the program ffmpeg"):
                world.animate(0.3, 0.1, at / "film.mp4", view)
            program = at / "ffmpeg"
            program.write_text(f"#!{sys.executable}\nimport sys\n"
                               "open(sys.argv[-1], 'wb').write(sys.stdin.buffer.read())\n")
            program.chmod(0o755)
            world.animate(0.3, 0.1, at / "film.mp4", view, pixels=40)
            self.assertEqual((at / "film.mp4").stat().st_size, 3 * 40 * 40 * 3)
            program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no codec')\n")
            with self.assertRaisesRegex(OSError, "film.mp4: no codec"):
                world.animate(0.3, 0.1, at / "film.mp4", view, pixels=400)

    def test_a_view_is_what_moves_or_what_is_asked(self) -> None:
        with ev.World() as world:
            world.add(ev.segment((-900, 0), (900, 0)), (0, 0), kind="static")
            world.add(ev.circle(1), (0, 1))
            self.assertIn('viewBox="-1.2 -2.2 2.4 2.4"', world.svg())
            self.assertIn('viewBox="-5 -9 10 9"', world.svg(view=((-5, 0), (5, 9))))
        self.assertIsNone(world._repr_svg_())
