"""Starts the stand-in: `PYTHONPATH=infra python -m callrail_double --account-id … --api-key … …`."""

from __future__ import annotations

import sys

from callrail_double.server import DoubleServer
from doubles import program

PORT = 12115


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    required = ("--account-id", "--api-key", "--signing-key")
    found = program.parser("callrail_double", __doc__, port=PORT, required=required).parse_args(argv)
    return program.serve(
        lambda: DoubleServer(found.port, found.account_id, found.api_key, found.signing_key),
        partner="CallRail",
        promise="nobody is called",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
