"""The protocol's addresses (REST binding of 2026-04-08), below /api/plugins/ucp."""

import json
from collections.abc import Callable
from typing import Annotated, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Path, Router
from pydantic import ValidationError

from outfitter.sdk.host import client_ip, context_of, limit
from outfitter_ucp import handlers
from outfitter_ucp.agent_profiles import SLUG, ProfileProblem, require_platform
from outfitter_ucp.errors import error_answer
from outfitter_ucp.handlers import Answer, UcpCall
from outfitter_ucp.requests import Session

router = Router()
MOST_BYTES: Final = 64 * 1024
TIMES_A_MINUTE, TIMES_A_MINUTE_OF_ALL = 60, 600
SessionKey = Annotated[str, Path(pattern=r"^[0-9A-Za-z]{8,40}$")]


@router.post("/checkout-sessions", include_in_schema=False)
def create(request: HttpRequest) -> HttpResponse:
    """Begin a checkout session."""
    return _answer(request, lambda call, wanted: handlers.create(call, wanted))


@router.get("/checkout-sessions/{key}", include_in_schema=False)
def read(request: HttpRequest, key: SessionKey) -> HttpResponse:
    """Return a checkout session."""
    return _answer(request, lambda call, _: handlers.read(call, key), has_body=False)


@router.put("/checkout-sessions/{key}", include_in_schema=False)
def update(request: HttpRequest, key: SessionKey) -> HttpResponse:
    """Replace a checkout session."""
    return _answer(request, lambda call, wanted: handlers.update(call, key, wanted))


@router.post("/checkout-sessions/{key}/complete", include_in_schema=False)
def complete(request: HttpRequest, key: SessionKey) -> HttpResponse:
    """Say where a checkout session is completed."""
    return _answer(request, lambda call, _: handlers.complete(call, key), has_body=False)


@router.post("/checkout-sessions/{key}/cancel", include_in_schema=False)
def cancel(request: HttpRequest, key: SessionKey) -> HttpResponse:
    """Cancel a checkout session."""
    return _answer(request, lambda call, _: handlers.cancel(call, key), has_body=False)


def _answer(
    request: HttpRequest, act: Callable[[UcpCall, Session], Answer], *, has_body: bool = True
) -> HttpResponse:
    status, body = _outcome(request, act, has_body=has_body)
    response = JsonResponse(body, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _outcome(request: HttpRequest, act: Callable[[UcpCall, Session], Answer], *, has_body: bool) -> Answer:
    from outfitter.sdk import carts

    ip = client_ip(request)
    limit(f"ucp:{ip}", times=TIMES_A_MINUTE, seconds=60)
    limit("ucp", times=TIMES_A_MINUTE_OF_ALL, seconds=60)
    ctx = context_of(SLUG)
    try:
        speaks = require_platform(ctx, request.headers.get("UCP-Agent", ""))
    except ProfileProblem as problem:
        return problem.status, {
            "code": problem.code,
            "content": problem.content,
            "continue_url": f"{ctx.base_url}/",
        }
    if not speaks:
        refused = error_answer("capabilities_incompatible", "No version of checkout in common.")
        return 200, {**refused, "continue_url": f"{ctx.base_url}/"}
    if not carts.is_selling(ctx):
        return 503, error_answer("unavailable", "Online booking isn't available right now.")
    raw = request.body[: MOST_BYTES + 1]
    if len(raw) > MOST_BYTES:
        return 413, error_answer("too_large", "The request is too large.")
    call = UcpCall(ctx, ip, request.headers.get("Idempotency-Key", "")[:200], raw)
    wanted = _session(raw) if has_body else Session.model_construct(line_items=[])
    if wanted is None:
        return 400, error_answer(
            "invalid", "line_items or buyer are not as the protocol wants them.", is_recoverable=True
        )
    return act(call, wanted)


def _session(raw: bytes) -> Session | None:
    try:
        return Session.model_validate(json.loads(raw))
    except (ValueError, ValidationError, RecursionError):
        return None
