"""Starts the stand-in: `PYTHONPATH=infra python -m dialpad_double --port 12116 --api-key … --secret …`."""

from __future__ import annotations

import sys

from dialpad_double.server import DoubleServer
from doubles import program

PORT = 12116


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    required = ("--api-key", "--secret")
    found = program.parser("dialpad_double", __doc__, port=PORT, required=required).parse_args(argv)
    return program.serve(
        lambda: DoubleServer(found.port, found.api_key),
        partner="Dialpad",
        promise="nobody is called",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
