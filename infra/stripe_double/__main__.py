"""Starts the stand-in: `PYTHONPATH=infra python -m stripe_double --port 12111`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from doubles import program
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
    receiver = Receiver(found.webhook_url, found.webhook_secret) if found.webhook_url else None
    courier = Courier(world, receiver)

    def listen() -> DoubleServer:
        server = DoubleServer(found.port, world)
        courier.start()
        return server

    code = program.serve(listen, partner="Stripe", promise="no money moves", port=found.port)
    if courier.is_alive():
        courier.end()
        courier.join(timeout=2)
    return code


if __name__ == "__main__":
    sys.exit(main())
