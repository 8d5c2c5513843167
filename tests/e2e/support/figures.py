"""What the tests measure: printed, and kept in a file; a figure never fails a test."""

import json
import sys
from pathlib import Path

_measured: dict[str, float] = {}


def note(name: str, seconds: float) -> None:
    """Remember one measured time."""
    _measured[name] = round(seconds, 3)
    sys.stderr.write(f"\n{name}: {seconds:.2f} s\n")


def write(path: Path) -> None:
    """Write all figures to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(_measured, indent=2) + "\n")
