"""Commands called as a user types them: what they print, and the one line of a refusal."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from assistant.cli.app import load_command
from assistant.cli.main import run


@dataclass(frozen=True)
class Call:
    """Runs a command of `assistant` or, if that is the first word, of `konkan-play`."""

    capsys: pytest.CaptureFixture[str]

    def __call__(self, *args: str, code: int = 0) -> str:
        """What is printed by a command that ends with this code."""
        found, out, err = self.run(*args)
        assert found == code, err
        return out

    def json(self, *args: str) -> Any:
        return json.loads(self(*args, "--json"))

    def refusal(self, *args: str, code: int = 2) -> str:
        """The one line that a command prints instead of an answer."""
        found, _, err = self.run(*args)
        assert found == code
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        return err

    def run(self, *args: str) -> tuple[int, str, str]:
        words = list(args)
        target = "main"
        if words[0] == "konkan-play":
            target = words.pop(0).replace("-", "_")
        self.capsys.readouterr()
        code = run(load_command(f"assistant.cli.{target}:app"), words)
        printed = self.capsys.readouterr()
        return code, printed.out, printed.err


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(capsys)
