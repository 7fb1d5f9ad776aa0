"""List what the program is made of, and check it for known weaknesses: `make audit`.

Known weaknesses of the pinned packages and crates (where the databases can be reached), the
licences of all that is installed and of the artwork, and a software bill of materials (CycloneDX)
in dist/. Exit code 1 if a weakness is known or a licence is not on the list.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, distributions, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"

# What a program under the MIT licence may be shipped or built with.
GOOD = re.compile(
    r"\b(MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|LGPL|Lesser|HPND|Zlib"
    r"|Unlicense|Public Domain|0BSD|CC0|Unicode|BlueOak|CNRI|Academic Free)(?![a-z])",
    re.IGNORECASE,
)
# What torch brings for graphics cards: only where somebody trains, and never shipped by us.
ONLY_TRAINING = ("nvidia-", "cuda-")


def main() -> int:
    """Audit and print what was found."""
    DIST.mkdir(exist_ok=True)
    problems = [*check_python(), *check_rust(), *check_licences(), *check_artwork()]
    write_bill()
    for problem in problems:
        print(f"PROBLEM: {problem}")
    return 1 if problems else 0


def check_python() -> list[str]:
    """Run pip-audit over the pins."""
    found: list[str] = []
    for name in ("run", "test"):
        pins = ROOT / "requirements" / f"{name}.txt"
        command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip"]
        done = subprocess.run(
            [*command, "-f", "json", "-r", str(pins)], capture_output=True, text=True
        )
        found += _read_audit(name, done.stdout)
    return found


def _read_audit(name: str, text: str) -> list[str]:
    try:
        packages = json.loads(text)["dependencies"]
    except (ValueError, KeyError):
        print(f"· pip-audit {name}: no answer, the database cannot be reached; NOT CHECKED")
        return []
    skipped = sum("skip_reason" in package for package in packages)
    weak = [p for p in packages if p.get("vulns")]
    summary = f"{len(packages) - skipped} of {len(packages)} packages checked, {len(weak)} weak"
    print(f"· pip-audit {name}: {summary}" + ("; the rest is NOT CHECKED" if skipped else ""))
    return [f"{p['name']} {p['version']}: {p['vulns'][0]['id']}" for p in weak]


def check_rust() -> list[str]:
    """Run cargo-deny or cargo-audit over Cargo.lock, if one of them is installed."""
    commands = {"cargo-deny": ["deny", "check", "advisories"], "cargo-audit": ["audit"]}
    tool = next(filter(shutil.which, commands), None)
    if tool is None:
        print("· crates: neither cargo-deny nor cargo-audit is installed; NOT CHECKED")
        return []
    done = subprocess.run(
        ["cargo", *commands[tool]], cwd=ROOT / "rust_meld", capture_output=True, text=True
    )
    print(f"· {tool}: {'ok' if done.returncode == 0 else 'see below'}")
    return [] if done.returncode == 0 else [f"{tool}: {done.stderr.strip()[-300:]}"]


def check_licences() -> list[str]:
    """Check that every installed package and every crate has a licence that is on the list."""
    crates = crate_licences()
    licences = {d.metadata["Name"]: licence_of(d) for d in distributions()} | crates
    lines = [f"{name}: {licence}" for name, licence in sorted(licences.items(), key=str)]
    (DIST / "licences.txt").write_text("\n".join(lines) + "\n")
    training = [name for name in licences if name.startswith(ONLY_TRAINING)]
    rest = {name: text for name, text in licences.items() if name not in training}
    bad = {name: text for name, text in rest.items() if not GOOD.search(text)}
    print(
        f"· licences: {len(rest) - len(crates)} packages and {len(crates)} crates, {len(bad)} not "
        f"on the list, and {len(training)} of torch for graphics cards, never shipped "
        "(dist/licences.txt)"
    )
    return [f"{name}: the licence {text!r} is not on the list" for name, text in bad.items()]


def crate_licences() -> dict[str, str]:
    """Return the licences of the crates, as cargo lists them."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    done = subprocess.run(command, cwd=ROOT / "rust_meld", capture_output=True, text=True)
    if done.returncode:
        print("· crates: cargo does not list their licences; NOT CHECKED")
        return {}
    packages = json.loads(done.stdout)["packages"]
    return {f"crate {p['name']}": p["license"] or "none given" for p in packages}


def licence_of(package: Distribution) -> str:
    """Return the licence that a package states, in one line."""
    metadata = package.metadata
    classifiers = [c for c in metadata.get_all("Classifier", []) if c.startswith("License")]
    texts = [
        metadata.get("License-Expression", ""),
        *classifiers,
        (metadata.get("License") or "")[:60],
    ]
    return " ".join(" ".join(filter(None, texts)).split()) or "none given"


def check_artwork() -> list[str]:
    """Check that pictures are the project's own: nothing in them names another author or
    licence.
    """
    pictures = [*(ROOT / "resources").rglob("*.svg"), *(ROOT / "automation").rglob("*.svg")]
    foreign = re.compile(r"copyright|creativecommons|dc:creator|license", re.IGNORECASE)
    named = [path for path in pictures if foreign.search(path.read_text())]
    print(f"· artwork: {len(pictures)} drawings, {len(named)} that name another author or licence")
    return [f"{path.name} names another author or licence" for path in named]


def write_bill() -> None:
    """Write the software bill of materials: what is pinned, with hashes, and the crates."""
    parts = [*_packages(), *_crates()]
    name = "card-table-assistant"
    own = {"type": "application", "name": name, "version": version(name)}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": own},
        "components": parts,
    }
    (DIST / "sbom.json").write_text(json.dumps(bill, indent=1) + "\n")
    print(f"· bill of materials: {len(parts)} parts (dist/sbom.json)")


def _packages() -> list[dict[str, object]]:
    text = (ROOT / "requirements/run.txt").read_text()
    entries = re.findall(r"^([\w.-]+)==([^\s;\\]+)(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return [
        _part("pypi", name, number, re.findall(r"sha256:([0-9a-f]{64})", rest))
        for name, number, rest in entries
    ]


def _crates() -> list[dict[str, object]]:
    """Return the crates of the module, without those that only its tests use."""
    lock = tomllib.loads((ROOT / "rust_meld/Cargo.lock").read_text())
    command = ["cargo", "tree", "--locked", "-e", "normal,build", "--prefix", "none"]
    tree = subprocess.run(
        [*command, "--target", "all"], cwd=ROOT / "rust_meld", capture_output=True, text=True
    )
    used = {line.split()[0] for line in tree.stdout.splitlines() if line.strip()}
    return [
        _part("cargo", crate["name"], crate["version"], [crate["checksum"]])
        for crate in lock["package"]
        if "checksum" in crate and (crate["name"] in used or not used)
    ]


def _part(kind: str, name: str, number: str, digests: list[str]) -> dict[str, object]:
    return {
        "type": "library",
        "name": name,
        "version": number,
        "purl": f"pkg:{kind}/{name}@{number}",
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in digests],
    }


if __name__ == "__main__":
    sys.exit(main())
