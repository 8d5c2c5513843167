"""Starts the stand-in: `PYTHONPATH=infra python -m twilio_double --port 12112 --account AC… --token …`."""

from __future__ import annotations

import argparse
import signal
import sys
import threading

from twilio_double.server import DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    parser = argparse.ArgumentParser(prog="twilio_double", description=__doc__)
    parser.add_argument("--port", type=int, default=12112)
    parser.add_argument("--account", required=True)
    parser.add_argument("--token", required=True)
    found = parser.parse_args(argv)
    try:
        server = DoubleServer(found.port, found.account, found.token)
    except OSError as problem:
        print(f"twilio-double: port {found.port}: {problem.strerror}", file=sys.stderr)
        return 1
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"Twilio double (a stand-in, no texts leave this machine) on {server.base}", flush=True)
    server.serve_forever(poll_interval=0.2)
    server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
