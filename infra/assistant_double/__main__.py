"""Starts the stand-in: `PYTHONPATH=infra python -m assistant_double`."""

from __future__ import annotations

import sys

from assistant_double.server import DoubleServer
from doubles import program


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    found = program.parser("assistant_double", __doc__, port=12115).parse_args(argv)
    return program.serve(
        lambda: DoubleServer(found.port),
        partner="Assistant",
        promise="nothing leaves this machine",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
