"""Starts the stand-in: `PYTHONPATH=infra python -m twilio_double --port 12112 --account AC… --token …`."""

from __future__ import annotations

import sys

from doubles import program
from twilio_double.server import DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    options = program.parser("twilio_double", __doc__, port=12112, required=("--account", "--token"))
    found = options.parse_args(argv)
    return program.serve(
        lambda: DoubleServer(found.port, found.account, found.token),
        partner="Twilio",
        promise="no texts leave this machine",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
