"""What the bundle leaves out of the packages is not needed by what the program imports."""

import importlib.util
import json
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Modules of the packages from which more than tests is left out, or that import many others.
IMPORTED = (
    *(
        "numpy",
        "scipy.special",
        "scipy.stats",
        "pandas",
        "matplotlib.figure",
        "playwright.sync_api",
    ),
    *("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg"),
)
IMPORT_THEM = """
import importlib, json, sys
from importlib.machinery import PathFinder
from pathlib import Path
left_out, names = json.load(sys.stdin)
left_out = set(map(Path, left_out))
class WithoutThem:
    @staticmethod
    def find_spec(name, path=None, target=None):
        spec = PathFinder.find_spec(name, path)
        file = Path(spec.origin or "") if spec else Path()
        if not left_out.isdisjoint((file, *file.parents)):
            raise ModuleNotFoundError(f"{name} is not in the bundle", name=name)
sys.meta_path.insert(0, WithoutThem)
for name in names:
    importlib.import_module(name)
print("all imported")
"""


def test_nothing_that_is_left_out_is_needed() -> None:
    spec = importlib.util.spec_from_file_location("bundle_script", ROOT / ".ci" / "bundle.py")
    assert spec is not None
    assert spec.loader is not None
    bundle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bundle)
    site = Path(sysconfig.get_path("purelib"))
    left_out = [str(path) for pattern in bundle.UNUSED_PACKAGES for path in site.glob(pattern)]
    asked = json.dumps([left_out, IMPORTED])
    command = [sys.executable, "-c", IMPORT_THEM]
    done = subprocess.run(command, input=asked, capture_output=True, text=True)
    assert done.stdout == "all imported\n", done.stderr
