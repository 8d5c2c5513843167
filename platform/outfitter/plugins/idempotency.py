"""POSTs that must not happen twice (domain.md 0.2): the first answer is given again."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins.models import IdempotencyKey

MEMORY: Final = timedelta(hours=24)
TAKE_OVER: Final = timedelta(minutes=2)
HEADER: Final = "Idempotency-Key"


class KeyReused(DomainError):
    """The same key came with another request."""

    code = "idempotency_key_reused"
    status = 422


class StillRunning(DomainError):
    """The first request with this key has not answered yet."""

    code = "already_running"
    status = 409


def run_once(request: HttpRequest, caller: str, work: Callable[[], HttpResponse]) -> HttpResponse:
    """
    Do the work of a request once per (operator, caller, key); without the header, just do it.

    Only successes are remembered: a refused request may be sent again as it is.

    :raises KeyReused: the key belongs to another request
    :raises StillRunning: the same request is on its way
    """
    key = request.headers.get(HEADER, "")
    if not key:
        return work()
    at = utc_now()
    request_hash = hashlib.sha256(request.path.encode() + b"\0" + request.body).hexdigest()
    row, is_new = IdempotencyKey.objects.get_or_create(
        schema_name=current_schema(),
        caller=caller[:80],
        key=key[:255],
        defaults={"request_hash": request_hash, "created_at": at},
    )
    # A row without an answer that old belongs to a process that died.
    is_lost = row.status is None and row.created_at < at - TAKE_OVER
    if not is_new and (is_lost or row.created_at < at - MEMORY):
        row.delete()
        return run_once(request, caller, work)
    if not is_new:
        return _again(row, request_hash)
    try:
        response = work()
    except BaseException:
        row.delete()
        raise
    if response.status_code >= 400:
        row.delete()
        return response
    with transaction.atomic():
        IdempotencyKey.objects.filter(pk=row.pk).update(
            status=response.status_code, response=response.content.decode()
        )
    return response


def _again(row: IdempotencyKey, request_hash: str) -> HttpResponse:
    if row.request_hash != request_hash:
        raise KeyReused("This Idempotency-Key was used for another request.")
    if row.status is None:
        raise StillRunning("The same request is still in progress.")
    response = HttpResponse(row.response, status=row.status, content_type="application/json")
    response["Idempotent-Replayed"] = "true"
    return response
