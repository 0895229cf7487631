"""Makes wheels and sdists, as pip asks for them (PEP 517, PEP 660):

    pip install --no-build-isolation ./samples/python        (-e: editable)

The engine is compiled as one file, for all lanes, so nothing has to be built before, and no file is
written here. An sdist holds that file and the headers in the folder `engine`.
"""
from __future__ import annotations

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKED = HERE / "engine"
INCLUDE = PACKED / "include" if PACKED.exists() else ROOT / "include"


def version() -> str:
    """Returns the version that the headers tell."""
    text = (INCLUDE / "evolute/base.h").read_text()
    return ".".join(re.findall(r"#define EVO_VERSION_\w+ (\d+)", text))


def metadata() -> dict[str, str]:
    """Returns the files of the wheel that describe it, by their names."""
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    tag = f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"
    needs = "".join(f"Requires-Dist: {name}\n" for name in ("cffi", "numpy", "scipy"))
    folder = f"evolute-{version()}.dist-info"
    return {f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: evolute\nVersion: {version()}\n"
                                  f"Requires-Python: >=3.9\n{needs}",
            f"{folder}/WHEEL": f"Wheel-Version: 1.0\nGenerator: evolute\nRoot-Is-Purelib: false\n"
                               f"Tag: {tag}\n"}


def record_line(name: str, data: bytes) -> str:
    """Returns the line of a file in the wheel's list."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def write_wheel(path: pathlib.Path, files: dict[str, bytes]) -> None:
    """Writes the files of a wheel, and the list of them."""
    listed = f"evolute-{version()}.dist-info/RECORD"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)
        lines = "".join(record_line(name, data) for name, data in files.items())
        wheel.writestr(listed, lines + f"{listed},,\n")


def prepare_metadata_for_build_wheel(to: str, settings: dict | None = None) -> str:
    """Writes what describes the wheel, so that pip need not build it twice."""
    for name, text in metadata().items():
        path = pathlib.Path(to) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return f"evolute-{version()}.dist-info"


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(settings: dict | None = None) -> list[str]:
    """Returns what a build needs besides."""
    return ["cffi"]


get_requires_for_build_editable = get_requires_for_build_wheel


def make_engine(folder: pathlib.Path) -> pathlib.Path:
    """Returns the engine as one file, written into a folder if it is not there."""
    if PACKED.exists():
        return PACKED / "evolute.c"
    subprocess.run([sys.executable, str(ROOT / "engine/amalgamate.py"), str(folder)], check=True,
                   cwd=ROOT)
    return folder / "evolute.c"


def builder() -> Any:
    """Returns the module that builds."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(HERE))
    import build
    return build


def make_module() -> bytes:
    """Returns the native module."""
    build = builder()
    with tempfile.TemporaryDirectory() as folder:
        module, engine = pathlib.Path(folder) / "native.so", make_engine(pathlib.Path(folder))
        build.compile_module(INCLUDE, [f"-I{engine.parent}", str(engine)], module, ["-O3"])
        return module.read_bytes()


def write(to: str, files: dict[str, bytes]) -> str:
    """Writes a wheel of these files, and of those that describe it."""
    about = {name: text.encode() for name, text in metadata().items()}
    tag = re.search("Tag: (.*)", about[f"evolute-{version()}.dist-info/WHEEL"].decode())[1]
    name = f"evolute-{version()}-{tag}.whl"
    write_wheel(pathlib.Path(to) / name, {**about, **files})
    return name


def build_wheel(to: str, settings: dict | None = None, prepared: str | None = None) -> str:
    """Compiles the engine and the module, and packs them with the package."""
    files = {f"evolute/{path.name}": path.read_bytes()
             for path in sorted((HERE / "evolute").iterdir())
             if path.suffix in (".py", ".pyi", ".typed")}
    files[f"evolute/native{sysconfig.get_config_var('EXT_SUFFIX')}"] = make_module()
    return write(to, files)


# Finds the package in its source, and its native module beside this file.
FINDER = """import importlib.util, pathlib, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != "evolute":
            return None
        places = [{source!r}, str(pathlib.Path(__file__).parent / "_evolute_native")]
        return importlib.util.spec_from_file_location(
            name, places[0] + "/__init__.py", submodule_search_locations=places)
sys.meta_path.insert(0, Finder())
"""


def build_editable(to: str, settings: dict | None = None, prepared: str | None = None) -> str:
    """Packs the native module, and what finds the package where it is."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return write(to, {"_evolute_editable.py": FINDER.format(source=str(HERE / "evolute")).encode(),
                      "_evolute_editable.pth": b"import _evolute_editable\n",
                      f"_evolute_native/native{suffix}": make_module()})


def build_sdist(to: str, settings: dict | None = None) -> str:
    """Packs the package, what builds it, the engine as one file with the headers, and the
    painter."""
    build = builder()
    top = f"evolute-{version()}"
    about = metadata()[f"{top}.dist-info/METADATA"]
    with tempfile.TemporaryDirectory() as folder, \
            tarfile.open(pathlib.Path(to) / f"{top}.tar.gz", "w:gz") as packed:
        pathlib.Path(folder, "PKG-INFO").write_text(about)
        engine = make_engine(pathlib.Path(folder))
        for path, name in ((pathlib.Path(folder, "PKG-INFO"), "PKG-INFO"),
                           (engine, "engine/evolute.c"),
                           (engine.with_suffix(".h"), "engine/evolute.h"),
                           (INCLUDE, "engine/include"), (HERE / "evolute", "evolute"),
                           *((HERE / name, name) for name in ("backend.py", "build.py", "each.h",
                                                              "paint.h", "pyproject.toml")),
                           *((build.PAINTED / name, f"painter/{name}") for name in
                             (*build.PAINTER, "scenes/scenes.h", "sandbox/raster.h",
                              *(f"picture/{header}.h" for header in
                                ("painter", "view", "images", "palette", "pen"))))):
            packed.add(path, f"{top}/{name}",
                       filter=lambda item: None if "__pycache__" in item.name else item)
    return f"{top}.tar.gz"
