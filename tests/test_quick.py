"""`make test-quick`: which tests a change needs."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_a_change_in_rust_is_tested_by_its_module_alone() -> None:
    spec = importlib.util.spec_from_file_location("quick_script", ROOT / ".ci" / "quick.py")
    assert spec is not None
    assert spec.loader is not None
    quick = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(quick)
    changed = ["src/pokle/search.rs", "src/pokle/mod.rs", "src/holdem/duel.rs", "src/lib.rs"]
    changed += ["src/python/pokle.rs", "tests/melds.rs", "rust_meld.pyi"]
    files = [ROOT / "rust_meld" / name for name in changed]
    assert quick.rust_modules(files) == ["holdem", "pokle"]
    assert quick.tests_for(ROOT / "engine/pokle/rules.py").name == "test_rules.py"
