"""Starts the stand-in: `PYTHONPATH=infra python -m slack_double --product http://localhost:8000 …`."""

from __future__ import annotations

import argparse
import signal
import sys
import threading

from slack_double.server import App, DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    parser = argparse.ArgumentParser(prog="slack_double", description=__doc__)
    parser.add_argument("--port", type=int, default=12113)
    parser.add_argument("--product", required=True)
    parser.add_argument("--client-id", required=True)
    parser.add_argument("--client-secret", required=True)
    parser.add_argument("--signing-secret", required=True)
    found = parser.parse_args(argv)
    app = App(found.client_id, found.client_secret, found.signing_secret)
    try:
        server = DoubleServer(found.port, app, found.product)
    except OSError as problem:
        print(f"slack-double: port {found.port}: {problem.strerror}", file=sys.stderr)
        return 1
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"Slack double (a stand-in, nothing leaves this machine) on {server.base}", flush=True)
    server.serve_forever(poll_interval=0.2)
    server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
