"""Starts the stand-in: `PYTHONPATH=infra python -m ses_double --port 12113 --key AKIA… --product 8000`."""

from __future__ import annotations

import argparse
import signal
import sys
import threading

from ses_double.server import DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    parser = argparse.ArgumentParser(prog="ses_double", description=__doc__)
    parser.add_argument("--port", type=int, default=12113)
    parser.add_argument("--key", required=True)
    parser.add_argument("--product", type=int, required=True)
    found = parser.parse_args(argv)
    try:
        server = DoubleServer(found.port, found.key, found.product)
    except OSError as problem:
        print(f"ses-double: port {found.port}: {problem.strerror}", file=sys.stderr)
        return 1
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"SES double (a stand-in, no mail leaves this machine) on {server.base}", flush=True)
    server.serve_forever(poll_interval=0.2)
    server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
