"""Makes a wheel, as pip asks for it (PEP 517): pip install --no-build-isolation ./samples/python

The engine is compiled as one file, so nothing has to be built before, and no file is written here.
"""
from __future__ import annotations

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def version() -> str:
    """Returns the version that the headers tell."""
    text = (ROOT / "include/evolute/base.h").read_text()
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


def build_wheel(to: str, settings: dict | None = None, prepared: str | None = None) -> str:
    """Compiles the engine and the module, and packs them with the package."""
    sys.dont_write_bytecode = True
    import build
    files = {name: text.encode() for name, text in metadata().items()}
    for path in sorted((HERE / "evolute").iterdir()):
        if path.suffix in (".py", ".pyi", ".typed"):
            files[f"evolute/{path.name}"] = path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(ROOT / "engine/amalgamate.py"), folder], check=True,
                       cwd=ROOT)
        module = pathlib.Path(folder) / "native.so"
        engine = ["-O3", f"-I{folder}", f"{folder}/evolute.c"]
        build.compile_module(ROOT / "include", engine, module)
        files[f"evolute/native{sysconfig.get_config_var('EXT_SUFFIX')}"] = module.read_bytes()
    tag = re.search("Tag: (.*)", files[f"evolute-{version()}.dist-info/WHEEL"].decode())[1]
    name = f"evolute-{version()}-{tag}.whl"
    write_wheel(pathlib.Path(to) / name, files)
    return name
