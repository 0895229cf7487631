"""The notebook by Jupyter, and pictures by matplotlib."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

import matplotlib
import nbformat
from nbclient import NotebookClient

import evolute as ev
from test_tour import TOUR


class Tour(unittest.TestCase):
    def test_jupyter_runs_it(self) -> None:
        book = nbformat.read(TOUR, as_version=4)
        NotebookClient(book, timeout=120, resources={"metadata": {"path": TOUR.parent}}).execute()
        kinds = [set(output.get("data", ())) for cell in book.cells if cell.cell_type == "code"
                 for output in cell.outputs]
        for wanted, least in (("image/svg+xml", 2), ("text/html", 1), ("image/png", 1)):
            self.assertGreaterEqual(sum(wanted in kind for kind in kinds), least, wanted)


class Plots(unittest.TestCase):
    def test_worlds_are_drawn_and_filmed(self) -> None:
        matplotlib.use("Agg")
        with tempfile.TemporaryDirectory() as folder, ev.World() as world:
            world.add(ev.box(1, 1, 0.2), (0, 0))
            world.add(ev.ring(1, 0.5), (3, 0))
            world.add(ev.segment((0, 0), (1, 0)), (5, 0), kind="static")
            axes = world.draw(view=((-2, -2), (6, 2)))
            self.assertEqual(len(axes.collections[0].get_paths()), 3)
            axes = world.draw(values=[0.0, 1.0, 0.5], colours=matplotlib.colormaps["jet"],
                              bar="height")
            self.assertEqual(axes.collections[0].get_facecolors().shape, (3, 4))
            self.assertEqual(axes.figure.axes[1].get_ylabel(), "height")
            world.animate(0.5, 0.1, pathlib.Path(folder, "film.gif"))
            self.assertEqual(pathlib.Path(folder, "film.gif").read_bytes()[:6], b"GIF89a")
            world.animate(0.5, 0.1, pathlib.Path(folder, "film.html"))
            self.assertEqual(pathlib.Path(folder, "film.html").read_text().count("<svg"), 5)
