"""The stream of events for open browsers: recognized here, sent by the event loop (docs/adr/0110)."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from outfitter.api.access_errors import AccountSuspended
from outfitter.api.principal import caller_of, signed_in
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.account_states import is_read_only
from outfitter.kit.errors import DomainError
from outfitter.live.stream_grants import StreamGrant, hand_over

router = Router(tags=["live"])
HeardId = Annotated[int, Query(ge=0, le=2**63 - 1)]


class StreamUnavailable(DomainError):
    """This server can't keep an answer open; the browser asks now and then instead."""

    code = "stream_unavailable"
    status = 409


@router.get("/api/live/stream", auth=signed_in, response={200: None, **ERRORS}, operation_id="live_stream")
def live_stream(request: HttpRequest, heard: HeardId = 0) -> HttpResponse:
    """
    Begin a stream of server-sent events: `hello`, then what changes, as it changes.

    `heard` is the last event a browser knows of; a browser that comes back by itself says it as
    `Last-Event-ID`. `hello` tells whether anything was missed since. Ends with the session.
    """
    caller = caller_of(request)
    if is_read_only(request.tenant.status):  # type: ignore[attr-defined]  # set by TenantMiddleware
        raise AccountSuspended("This account is suspended or closed. Nothing new happens here.")
    assert caller.avatar_id is not None  # noqa: S101  (the demand was a signed-in avatar)
    grant = StreamGrant(
        schema_name=current_schema(),
        avatar_id=caller.avatar_id,
        session_id=caller.session_id or 0,
        permissions=caller.permissions,
        is_unscoped=caller.scope == "all",
        heard_id=_heard(request.headers.get("Last-Event-ID", ""), heard),
    )
    if not hand_over(request.META, grant):
        raise StreamUnavailable("Updates can't be streamed here.")
    response = HttpResponse(content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    # Or nginx collects events until a few kilobytes of them are there.
    response["X-Accel-Buffering"] = "no"
    return response


def _heard(header: str, query: int) -> int:
    """Return the later of what a browser says of itself and what our script says."""
    said = int(header) if header.isascii() and header.isdigit() and len(header) < 19 else 0
    return max(said, query)
