"""Starts the stand-in: `PYTHONPATH=infra:platform python -m printer_double --folder papers`."""

from __future__ import annotations

import sys
from pathlib import Path

from doubles import program
from printer_double.server import DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    options = program.parser("printer_double", __doc__, port=9100, required=("--folder",))
    found = options.parse_args(argv)
    return program.serve(
        lambda: DoubleServer(found.port, Path(found.folder)),
        partner="Printer",
        promise="no paper is used",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
