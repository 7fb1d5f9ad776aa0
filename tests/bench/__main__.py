"""Run all groups, or those named: prints a table and writes bench.json."""

import argparse
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

import tests.bench
from tests.bench.harness import Bench, Row


def group_names() -> list[str]:
    """Every `bench_<group>` module of this package."""
    modules = pkgutil.iter_modules(tests.bench.__path__)
    return [m.name.removeprefix("bench_") for m in modules if m.name.startswith("bench_")]


def print_table(rows: list[Row]) -> None:
    """The rows for people."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg()[:2])
    title = f"load of the machine over one and five minutes: {load}"
    table = Table("group", "name", "value", "unit", "target", "met", title=title)
    for row in rows:
        met = {None: "", True: "[green]yes[/]", False: "[red]no[/]"}[row.met]
        table.add_row(row.group, row.name, f"{row.value:,.4g}", row.unit, row.target, met)
    Console(width=120).print(table)


def run_group(name: str) -> list[Row]:
    """Measure a group and print its table."""
    bench = Bench(name)
    importlib.import_module(f"tests.bench.bench_{name}").run(bench)
    print_table(bench.rows)
    return bench.rows


def run_alone(name: str) -> list[Row]:
    """Measure a group in a process of its own: the memory and children of others do not count."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rows.json"
        command = [sys.executable, "-m", "tests.bench", name, "--out", str(out)]
        subprocess.run(command, check=True)
        return [Row(**row) for row in json.loads(out.read_text())]


def main() -> None:
    """Run the groups and keep their rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"of: {', '.join(group_names())}")
    parser.add_argument("--out", type=Path, default=Path("bench.json"))
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    args = parser.parse_args()
    unknown = set(args.groups) - set(group_names())
    if unknown:
        parser.error(f"unknown group {min(unknown)!r}; there are: {', '.join(group_names())}")
    names = args.groups or group_names()
    run = run_group if len(names) == 1 else run_alone
    rows = [row for name in names for row in run(name)]
    args.out.write_text(json.dumps([_as_dict(r) for r in rows], indent=2) + "\n")
    missed = [f"{row.group}: {row.name}" for row in rows if row.met is False]
    if args.strict and missed:
        sys.exit("targets missed: " + "; ".join(missed))


def _as_dict(row: Row) -> dict[str, object]:
    return {name: getattr(row, name) for name in Row.__slots__}


if __name__ == "__main__":
    main()
