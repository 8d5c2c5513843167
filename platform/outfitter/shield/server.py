"""The only way the product listens: Granian around the shield, its limits set here."""

import argparse
import logging
import os
import resource
import sys
from collections.abc import Sequence
from typing import Any

from outfitter.kit import drain_flag
from outfitter.shield.application import Answer, Shield
from outfitter.shield.request_limits import Limits, read_limits

# Files, database, cache and the broker beside the connections themselves.
SPARE_FILES = 256


def application() -> Shield:
    """Return what a worker serves; called once in each."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")
    from outfitter.shield import startup_check

    inner = startup_check.load_application()
    drain_flag.listen()
    from django.conf import settings

    from outfitter.api import page_bootstrap
    from outfitter.plugins.payments.gateway_capacity import limit_capacity

    # A worker answers nothing before this returns, /healthz neither: who is ready draws at once.
    page_bootstrap.warm_up()
    limits = read_limits()
    # The other half is for whoever wants nothing from a gateway.
    limit_capacity(limits.web_threads // 2)
    return Shield(inner, limits, proxies=settings.TRUSTED_PROXIES, refuse=refuse, connect=broker)


def broker() -> Any:
    """Return a client of the broker for the event loop, None where there is none."""
    from django.conf import settings
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    if not settings.LIVE_URL:
        return None
    # What broke is known at once: the hub begins anew, and tells browsers that events may be missing.
    # A socket of this machine needs no signs of life, and its connection takes no such word.
    alive = {} if settings.LIVE_URL.startswith("unix:") else {"socket_keepalive": True}
    return Redis.from_url(
        settings.LIVE_URL,
        retry=Retry(NoBackoff(), 0),
        socket_connect_timeout=2,
        socket_timeout=None,
        health_check_interval=20,
        **alive,
    )


def refuse(status: int) -> Answer:
    """Return the answer to a request that gets no thread; its connection ends."""
    from outfitter.api.errors import error
    from outfitter.shield.application import RETRY_AFTER

    made = error(status)
    if status == 503:
        made["Retry-After"] = str(RETRY_AFTER)
    pairs = [(name.encode(), value.encode("latin-1")) for name, value in made.items()]
    pairs += [(b"connection", b"close"), (b"content-length", str(len(made.content)).encode())]
    return Answer(status, pairs, made.content)


def options(limits: Limits, host: str, port: int) -> dict[str, Any]:
    """Return Granian's settings for these limits."""
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings

    return {
        "target": "outfitter.shield.server:application",
        "factory": True,
        "interface": Interfaces.ASGINL,
        "address": host,
        "port": port,
        # Granian tells 1 from 2 by the first bytes and would wait for them for ever.
        "http": HTTPModes.http1,
        "websockets": False,
        "http1_settings": HTTP1Settings(header_read_timeout=1000 * limits.head_seconds),
        "workers": limits.web_workers,
        "respawn_failed_workers": True,
        "backlog": limits.web_connections * limits.web_workers,
        "backpressure": _allowed(limits.web_connections),
        "log_access": True,
    }


def _allowed(connections: int) -> int:
    """Raise what the system allows this process to open; return how many connections fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(1, min(connections, wanted - SPARE_FILES))


def leak() -> str | None:
    """Return why production does not start on this database's pooler, None when it may."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")
    import django

    django.setup()
    from outfitter.db import pooler

    try:
        pooler.require_safe()
    except pooler.LeakingPooler as problem:
        return str(problem)
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until a signal; wrong limits are told in one line."""
    from outfitter.settings import env
    from outfitter.shield.patient_server import PatientServer

    reader = argparse.ArgumentParser(prog="python -m outfitter.shield", description=__doc__)
    reader.add_argument("--host", default="127.0.0.1")
    reader.add_argument("--port", type=int, default=8000)
    chosen = reader.parse_args(arguments)
    try:
        limits = read_limits()
        drain_seconds = max(0, env.number("OUTFITTER_DRAIN_SECONDS", 0))
    except env.BadSetting as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    refusal = leak()
    if refusal:
        sys.stderr.write(f"Not started. {refusal}\n")
        return 1
    logging.captureWarnings(capture=True)
    server = PatientServer(**options(limits, chosen.host, chosen.port))
    server.drain_seconds = drain_seconds
    server.serve()
    return 0
