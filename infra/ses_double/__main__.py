"""Starts the stand-in: `PYTHONPATH=infra python -m ses_double --port 12113 --key AKIA… --product 8000`."""

from __future__ import annotations

import sys

from doubles import program
from ses_double.server import DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    options = program.parser("ses_double", __doc__, port=12113, required=("--key",))
    options.add_argument("--product", type=int, required=True)
    found = options.parse_args(argv)
    return program.serve(
        lambda: DoubleServer(found.port, found.key, found.product),
        partner="SES",
        promise="no mail leaves this machine",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
