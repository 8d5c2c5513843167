"""Starts the stand-in: `PYTHONPATH=infra python -m slack_double --product http://localhost:8000 …`."""

from __future__ import annotations

import sys

from doubles import program
from slack_double.server import App, DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    options = program.parser(
        "slack_double",
        __doc__,
        port=12113,
        required=("--product", "--client-id", "--client-secret", "--signing-secret"),
    )
    found = options.parse_args(argv)
    app = App(found.client_id, found.client_secret, found.signing_secret)
    return program.serve(
        lambda: DoubleServer(found.port, app, found.product),
        partner="Slack",
        promise="nothing leaves this machine",
        port=found.port,
    )


if __name__ == "__main__":
    sys.exit(main())
