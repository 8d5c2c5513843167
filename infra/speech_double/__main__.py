"""Starts the stand-in: `PYTHONPATH=infra python -m speech_double`."""

from __future__ import annotations

import sys

from doubles import program
from speech_double.server import DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    found = program.parser("speech_double", __doc__, port=12116).parse_args(argv)
    return program.serve(
        lambda: DoubleServer(found.port),
        partner="Speech",
        promise="nothing leaves this machine",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
