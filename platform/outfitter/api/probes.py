"""
What a load balancer and whoever restarts processes may ask, whatever the host is called.

`/livez`: this process answers. It asks nobody else, so a database that is away restarts nothing.
`/readyz`: it should be sent requests: the database answers and knows at least what this code knows,
and the process was not told to end. `/healthz`: the database answers.
"""

import logging
import threading
from collections.abc import Callable
from typing import Final

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, JsonResponse

from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.kit import drain_flag

log = logging.getLogger(__name__)
Handler = Callable[[HttpRequest], HttpResponse]
LIVE: Final = "/livez"
READY: Final = "/readyz"
HEALTH: Final = "/healthz"
PATHS: Final = frozenset({LIVE, READY, HEALTH})
# Once the schema was new enough it stays so: migrations only go forward.
_schema_is_known = threading.Event()


class HealthMiddleware:
    """Answers before any tenant is looked up: load balancers call by address."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path not in PATHS:
            return self.get_response(request)
        if request.path == LIVE:
            return _said(None)
        if request.path == READY:
            return _said(why_not_ready())
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return _said(None)


def _said(reason: str | None) -> HttpResponse:
    if reason is None:
        answer = JsonResponse({"ok": True})
    else:
        answer = JsonResponse({"ok": False, "reason": reason}, status=503)
    answer["Cache-Control"] = "no-store"
    return answer


def why_not_ready() -> str | None:
    """Return in a word why no request should come here: draining, database or schema; None when it may."""
    if drain_flag.is_set():
        return "draining"
    try:
        with in_schema(PUBLIC):
            if _schema_is_known.is_set():
                with connection.cursor() as cursor:
                    cursor.execute("SELECT 1")
                return None
            if missing := unapplied():
                log.warning("not ready: %s migrations are missing, %s first", len(missing), missing[0])
                return "schema"
    except DatabaseError:
        log.warning("not ready: the database does not answer", exc_info=True)
        return "database"
    _schema_is_known.set()
    return None


def unapplied() -> list[str]:
    """Return this code's last migrations that the database does not know; what it knows beyond is fine."""
    leaves = MigrationLoader(None).graph.leaf_nodes()
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        applied = set(cursor.fetchall())
    return [f"{app}.{name}" for app, name in sorted(leaves) if (app, name) not in applied]


def forget() -> None:
    """Ask about the schema again."""
    _schema_is_known.clear()
