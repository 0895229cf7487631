"""The notebook runs from top to bottom, and its worlds show pictures; by Jupyter itself, see
heavy_tour.py."""
from __future__ import annotations

import ast
import json
import pathlib
import re
import unittest
import xml.dom.minidom
from typing import Any

import numpy as np

import evolute as ev

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

    def test_a_view_is_what_moves_or_what_is_asked(self) -> None:
        with ev.World() as world:
            world.add(ev.segment((-900, 0), (900, 0)), (0, 0), kind="static")
            world.add(ev.circle(1), (0, 1))
            self.assertIn('viewBox="-1.2 -2.2 2.4 2.4"', world.svg())
            self.assertIn('viewBox="-5 -9 10 9"', world.svg(view=((-5, 0), (5, 9))))
        self.assertIsNone(world._repr_svg_())
