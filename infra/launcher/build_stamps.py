"""Stamps: what was built from what, so that nothing is installed or built twice."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from launcher.paths import VENV

SKIPPED = {
    "node_modules",
    "out",
    "_site",
    "dist",
    ".next",
    "coverage",
    "__pycache__",
    ".vite",
    ".turbo",
    "test-results",
    ".git",
}
# Made from other files of the tree, whose change counts.
SKIPPED_NAMES = {"next-env.d.ts", "schema.d.ts", ".DS_Store"}


class Stamp:
    """Remembers the fingerprint something was made from."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        """Name the stamp; it lives inside ``.venv`` and vanishes with it."""
        self.path = (folder or VENV / ".outfitter") / name

    def matches(self, fingerprint: str) -> bool:
        """Tell whether the last success was made from exactly this."""
        try:
            return self.path.read_text(encoding="utf-8") == fingerprint
        except OSError:
            return False

    def set(self, fingerprint: str) -> None:
        """Remember a success."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(fingerprint, encoding="utf-8")

    def clear(self) -> None:
        """Forget; used before work that may fail half-way."""
        self.path.unlink(missing_ok=True)


def of_files(files: Iterable[Path], *extra: str) -> str:
    """Return a fingerprint of the content of files (a missing one counts as such) and of texts."""
    total = hashlib.sha256()
    for file in files:
        total.update(f"\n{file.name}:".encode())
        total.update(file.read_bytes() if file.exists() else b"-")
    for text in extra:
        total.update(f"\n={text}".encode())
    return total.hexdigest()


def of_tree(folder: Path, *extra: str) -> str:
    """Return a fingerprint of the sources in a folder; what is installed or built is left out."""
    total = hashlib.sha256()
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in SKIPPED and not name.startswith("dist-"))
        for name in sorted(files):
            if name in SKIPPED_NAMES or name.endswith(".tsbuildinfo"):
                continue
            path = Path(base, name)
            total.update(f"\n{path.relative_to(folder)}:".encode())
            total.update(path.read_bytes() if path.is_file() else b"-")
    for text in extra:
        total.update(f"\n={text}".encode())
    return total.hexdigest()
