"""Starts the stand-in: `PYTHONPATH=infra python -m stripe_double --port 12111`."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path

from stripe_double import webhook_queue
from stripe_double.delivery import Courier, Receiver
from stripe_double.server import DoubleServer
from stripe_double.store import Store
from stripe_double.webhook_endpoints import is_local
from stripe_double.world import World


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """Read the command line; a wrong one ends the program with a message."""
    parser = argparse.ArgumentParser(prog="stripe_double", description=__doc__)
    parser.add_argument("--port", type=int, default=12111)
    parser.add_argument("--webhook-url", default="", help="where events go; this machine only")
    parser.add_argument("--webhook-secret", default="", help="whsec_...")
    parser.add_argument("--state", type=Path, help="file that keeps everything over a restart")
    found = parser.parse_args(argv)
    if found.webhook_url and not is_local(found.webhook_url):
        parser.error("--webhook-url must be on this machine")
    if found.webhook_url and not found.webhook_secret.startswith("whsec_"):
        parser.error("--webhook-secret must start with whsec_")
    return found


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; return the exit code."""
    found = arguments(argv)
    world = World(Store(found.state), webhook_queue.schedule)
    try:
        server = DoubleServer(found.port, world)
    except OSError as problem:
        print(f"stripe-double: port {found.port}: {problem.strerror}", file=sys.stderr)
        return 1
    receiver = Receiver(found.webhook_url, found.webhook_secret) if found.webhook_url else None
    courier = Courier(world, receiver)
    courier.start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"Stripe double (a stand-in, no money moves) on {server.base}", flush=True)
    server.serve_forever(poll_interval=0.2)
    courier.end()
    server.server_close()
    courier.join(timeout=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
