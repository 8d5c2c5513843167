"""Starts the stand-in: `PYTHONPATH=infra python -m mailchimp_double --client-id … --client-secret …`."""

from __future__ import annotations

import sys

from doubles import program
from mailchimp_double.server import App, DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    options = program.parser(
        "mailchimp_double", __doc__, port=12114, required=("--client-id", "--client-secret")
    )
    found = options.parse_args(argv)
    app = App(found.client_id, found.client_secret)
    return program.serve(
        lambda: DoubleServer(found.port, app),
        partner="Mailchimp",
        promise="nothing leaves this machine",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
