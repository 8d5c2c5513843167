"""Starts the stand-in: `PYTHONPATH=infra python -m assistant_double`."""

from __future__ import annotations

import argparse
import signal
import sys
import threading

from assistant_double.server import DoubleServer


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    parser = argparse.ArgumentParser(prog="assistant_double", description=__doc__)
    parser.add_argument("--port", type=int, default=12115)
    found = parser.parse_args(argv)
    try:
        server = DoubleServer(found.port)
    except OSError as problem:
        print(f"assistant-double: port {found.port}: {problem.strerror}", file=sys.stderr)
        return 1
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"Chat completions double (a stand-in, nothing leaves this machine) on {server.base}", flush=True)
    server.serve_forever(poll_interval=0.2)
    server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
