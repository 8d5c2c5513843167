"""Calls, pushes, bookings and comparisons over HTTP."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Path, Query, Router
from pydantic import AwareDatetime, StringConstraints

from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS, SINGLE_LINE, Id, Visible
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.channels.adapter import ChannelBooking
from outfitter_tenants.channels import serializers
from outfitter_tenants.channels.operations import pushes as pushing
from outfitter_tenants.channels.operations import reconciliations
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import pushes, traffic
from outfitter_tenants.channels.schemas import requests as r
from outfitter_tenants.channels.schemas import responses as a

router = Router(tags=["channels"])
VIEW = allow_unscoped("reseller.view")
TRIPS = allow_unscoped("trip.view")
MANAGE = allow_unscoped("reseller.manage")
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200, pattern=SINGLE_LINE), Visible]
Cursor = Annotated[str, StringConstraints(max_length=80, pattern=r"^[0-9_.:+TZ-]*$")]
_LONGEST = 400


@router.get(
    "/api/ota/calls/get", auth=VIEW, response={200: a.CallsOut, **ERRORS}, operation_id="ota_calls_get"
)
def calls_get(
    request: HttpRequest,
    connection_id: Query[Id | None] = None,
    reference: Query[Words | None] = None,
    operation: Query[Words | None] = None,
    outcome: Query[Literal["ok", "refused", "failed"] | None] = None,
    direction: Query[Literal["in", "out"] | None] = None,
    since: Query[AwareDatetime | None] = None,
    until: Query[AwareDatetime | None] = None,
    cursor: Query[Cursor | None] = None,
) -> dict[str, Any]:
    """Return a page of the log of calls, newest first; `reference` is any name in it, whole."""
    wanted = traffic.CallSearch(
        connection_id=connection_id,
        reference=reference or None,
        operation=operation or None,
        outcome=outcome,
        direction=direction,
        since=since,
        until=until,
        before=_before(cursor),
    )
    rows = traffic.search_calls(wanted)
    page, more = rows[: traffic.PAGE], len(rows) > traffic.PAGE
    last = page[-1] if more else None
    return {"rows": page, "next_cursor": f"{last.at.isoformat()}_{last.pk}" if last is not None else None}


def _before(cursor: str | None) -> tuple[datetime, int] | None:
    if not cursor:
        return None
    at, _, pk = cursor.rpartition("_")
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not pk.isdecimal() or len(pk) > 18:
        raise Invalid({"cursor": ["Page not found."]})
    return found, int(pk)


@router.get(
    "/api/ota/call/{otaCall}/get",
    auth=VIEW,
    response={200: a.CallFullOut, **ERRORS},
    operation_id="ota_call_get",
)
def call_get(request: HttpRequest, otaCall: Key) -> Any:
    """Return one call with its texts, cut and without secrets."""
    return traffic.get_call(call_id=otaCall)


@router.get(
    "/api/ota/pushes/get", auth=VIEW, response={200: a.PushesOut, **ERRORS}, operation_id="ota_pushes_get"
)
def pushes_get(
    request: HttpRequest,
    connection_id: Query[Id],
    state: Query[Literal["waiting", "sending", "sent", "failed", "refused"] | None] = None,
    cursor: Query[Id | None] = None,
) -> dict[str, Any]:
    """Return the days that a channel was or has to be told of."""
    connected.get_connection(connection_id=connection_id)
    rows = pushes.list_pushes(
        connection_id=connection_id, state=state, limit=traffic.PAGE + 1, before_id=cursor
    )
    return _page([serializers.push_out(row) for row in rows])


@router.post(
    "/api/ota/connection/{otaConnection}/retryPushes",
    auth=MANAGE,
    response={200: a.RetriedOut, **ERRORS},
    operation_id="ota_pushes_retry",
)
def pushes_retry(request: HttpRequest, otaConnection: Key) -> dict[str, Any]:
    """Tell a channel once more what it refused or could not be told."""
    return {"count": pushing.retry(connection_id=otaConnection, at=utc_now())}


@router.get(
    "/api/ota/bookings/get",
    auth=TRIPS,
    response={200: a.ExternalBookingsOut, **ERRORS},
    operation_id="ota_bookings_get",
)
def bookings_get(
    request: HttpRequest,
    connection_id: Query[Id | None] = None,
    state: Query[Literal["on_hold", "confirmed", "cancelled", "expired", "rejected"] | None] = None,
    reference: Query[Words | None] = None,
    cursor: Query[Id | None] = None,
) -> dict[str, Any]:
    """Return a page of what channels have booked, newest first."""
    rows = traffic.list_bookings(
        connection_id=connection_id, state=state, text=reference or None, before_id=cursor
    )
    return _page(serializers.bookings_out(rows, at=utc_now()))


def _page(rows: list[dict[str, Any]]) -> dict[str, Any]:
    page, more = rows[: traffic.PAGE], len(rows) > traffic.PAGE
    return {"rows": page, "next_cursor": str(page[-1]["id"]) if more else None}


@router.get(
    "/api/ota/connection/{otaConnection}/reconciliations/get",
    auth=VIEW,
    response={200: list[a.ReconciliationOut], **ERRORS},
    operation_id="ota_reconciliations_get",
)
def reconciliations_get(request: HttpRequest, otaConnection: Key) -> list[dict[str, Any]]:
    """Return the last comparisons of their bookings with ours."""
    connected.get_connection(connection_id=otaConnection)
    rows = traffic.list_reconciliations(connection_id=otaConnection)
    return [_reconciliation(row) for row in rows]


@router.post(
    "/api/ota/connection/{otaConnection}/reconcile",
    auth=MANAGE,
    response={200: a.ReconciliationOut, **ERRORS},
    operation_id="ota_reconcile",
)
def reconcile(request: HttpRequest, otaConnection: Key, body: r.ReconcileIn) -> dict[str, Any]:
    """Compare their bookings with ours; without rows the channel is asked for its own."""
    if not 0 <= (body.until - body.since).days <= _LONGEST:
        raise Invalid({"until": [f"Compare at most {_LONGEST} days, the first one first."]})
    theirs = None
    if body.rows is not None:
        theirs = [ChannelBooking(**row.model_dump()) for row in body.rows]
    row = reconciliations.reconcile(
        connection_id=otaConnection,
        since=body.since,
        until=body.until,
        theirs=theirs,
        by=caller_of(request).avatar_id,
    )
    return _reconciliation(row)


def _reconciliation(row: Any) -> dict[str, Any]:
    names = ("id", "connection_id", "source", "since", "until", "compared_cnt", "created_at")
    return {
        **{name: getattr(row, name) for name in names},
        "difference_cnt": len(row.differences),
        "differences": row.differences[:500],
    }
