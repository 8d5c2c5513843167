"""Where things are: the repository, the virtual environment and the folder for state."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
INFRA = ROOT / "infra"
# The OpenAPI document as it is kept for review, and what the typed client is made from.
CONTRACT = ROOT / "web" / "openapi.json"


@dataclass(frozen=True)
class Var:
    """The state folder of one run: data, logs, process files and secrets."""

    base: Path

    @property
    def log(self) -> Path:
        """Folder of one log file per process."""
        return self.base / "log"

    @property
    def run(self) -> Path:
        """Folder of the lock, the process files and the state file."""
        return self.base / "run"

    @property
    def state(self) -> Path:
        """File that says which servers a running launcher offers."""
        return self.run / "state.json"

    @property
    def seed(self) -> Path:
        """File in which ``seed`` writes the demonstration logins."""
        return self.base / "seed.json"

    def make(self) -> Var:
        """Create the folders, readable by their owner where they hold secrets, and return self."""
        self.base.mkdir(parents=True, exist_ok=True)
        for folder in (self.log, self.run):
            folder.mkdir(mode=0o700, exist_ok=True)
        return self

    def child(self, name: str) -> Var:
        """Return the state folder of a part, such as the test cluster."""
        return Var(self.base / name)


def var_dir(env: Mapping[str, str] | None = None) -> Var:
    """Return the state folder: ``OUTFITTER_VAR`` or ``var`` in the repository."""
    chosen = (os.environ if env is None else env).get("OUTFITTER_VAR", "")
    return Var(Path(chosen).expanduser().resolve() if chosen else ROOT / "var")


def site_packages() -> Path:
    """Return the folder in which ``.venv`` keeps its packages, whichever Python made it."""
    found = sorted((VENV / "lib").glob("python3*/site-packages"))
    if found:
        return found[-1]
    return VENV / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
