"""Starts the stand-in: `PYTHONPATH=infra python -m hubspot_double --token … --product …`."""

from __future__ import annotations

import sys

from doubles import program
from hubspot_double.server import App, DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    required = ("--token", "--client-secret", "--product")
    options = program.parser("hubspot_double", __doc__, port=12118, required=required)
    found = options.parse_args(argv)
    app = App(found.token, found.client_secret, found.product)
    return program.serve(
        lambda: DoubleServer(found.port, app),
        partner="HubSpot",
        promise="nothing leaves this machine",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
