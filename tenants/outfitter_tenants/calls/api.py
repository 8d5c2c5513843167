"""Routes of calls (domain.md 5.6, docs/adr/0109)."""

from typing import TYPE_CHECKING, Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.calls import lists, operations, queries, recordings, serializers
from outfitter_tenants.calls import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import TripKey, trip_id_of
from outfitter_tenants.customers import queries as customers

if TYPE_CHECKING:
    from outfitter_tenants.calls.models import Call

router = Router(tags=["calls"])
CallId = Annotated[int, Path(ge=1, le=2**63 - 1)]
_TAKEN_BACK: Final = frozenset({"outcome", "customer_id", "trip_id"})
# Whoever sees only some bookings sees no strangers.
VIEW = allow_unscoped("call.view")


@router.get("/api/calls/get", auth=VIEW, response={200: s.PhoneCallsOut, **ERRORS}, operation_id="calls_get")
def calls_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of calls, the newest first."""
    return list_answer(request, lists.CALLS, wanted)


@router.get(
    "/api/calls/callerNumbers/list",
    auth=VIEW,
    response={200: list[s.CallNumberOut], **ERRORS},
    operation_id="calls_caller_numbers",
)
def calls_caller_numbers(request: HttpRequest) -> list[queries.NumberCount]:
    """Return the numbers people call from, the most frequent first."""
    return queries.count_numbers(field="caller_number")


@router.get(
    "/api/calls/destinationNumbers/list",
    auth=VIEW,
    response={200: list[s.CallNumberOut], **ERRORS},
    operation_id="calls_destination_numbers",
)
def calls_destination_numbers(request: HttpRequest) -> list[queries.NumberCount]:
    """Return the numbers that are called, the most frequent first."""
    return queries.count_numbers(field="destination_number")


@router.get(
    "/api/calls/settings",
    auth=VIEW,
    response={200: s.CallSettingsOut, **ERRORS},
    operation_id="calls_settings_get",
)
def calls_settings_get(request: HttpRequest) -> dict[str, Any]:
    """Return how calls are kept."""
    return serializers.settings_out(queries.get_settings())


@router.post(
    "/api/calls/settings",
    auth=allow_unscoped("crm.manage"),
    response={200: s.CallSettingsOut, **ERRORS},
    operation_id="calls_settings_save",
)
def calls_settings_save(request: HttpRequest, body: s.CallSettingsIn) -> dict[str, Any]:
    """Say how long recordings are kept and what callers are told."""
    return serializers.settings_out(operations.save_settings(**body.model_dump(), at=utc_now()))


@router.post(
    "/api/calls/number/save",
    auth=allow_unscoped("crm.manage"),
    response={200: s.CallNumberOut, **ERRORS},
    operation_id="calls_number_save",
)
def calls_number_save(request: HttpRequest, body: s.CallNumberSaveIn) -> dict[str, Any]:
    """Name a number, and say what a sale after a call to it counts as."""
    row = operations.name_number(**body.model_dump(), at=utc_now())
    return {
        "number": row.number,
        "label": row.label or None,
        "trip_source_id": row.trip_source_id,
        "cnt": queries.whole().filter(queries.with_number(row.number)).count(),
    }


@router.get(
    "/api/calls/customer/{customer}/get",
    auth=VIEW,
    response={200: s.CallRowsOut, **ERRORS},
    operation_id="calls_of_customer",
)
def calls_of_customer(request: HttpRequest, customer: CallId) -> dict[str, Any]:
    """Return the calls with a customer, the newest first."""
    found = customers.get_customer(customer_id=customer)
    return _lines(request, queries.list_of_customer(customer_id=found.pk))


@router.get(
    "/api/calls/{trip}/get", auth=VIEW, response={200: s.CallRowsOut, **ERRORS}, operation_id="calls_of_trip"
)
def calls_of_trip(request: HttpRequest, trip: TripKey) -> dict[str, Any]:
    """Return the calls about a trip, the newest first."""
    return _lines(request, queries.list_of_trip(trip_id=trip_id_of(request, trip)))


@router.post(
    "/api/call/create", auth=VIEW, response={200: s.PhoneCallOut, **ERRORS}, operation_id="call_create"
)
def call_create(request: HttpRequest, body: s.CallCreateIn) -> dict[str, Any]:
    """Write down a call that no provider told of."""
    wanted: operations.ManualCall = body.model_dump()  # type: ignore[assignment]  # the same names
    row = operations.write_down(call=wanted, by=caller_of(request).avatar_id, at=utc_now())
    return _full(request, row)


@router.get(
    "/api/call/{call}/get", auth=VIEW, response={200: s.PhoneCallOut, **ERRORS}, operation_id="call_get"
)
def call_get(request: HttpRequest, call: CallId) -> dict[str, Any]:
    """Return a call with everybody it may be from, and their open trips."""
    return _full(request, queries.get_call(call_id=call))


@router.post(
    "/api/call/{call}/save", auth=VIEW, response={200: s.PhoneCallOut, **ERRORS}, operation_id="call_save"
)
def call_save(request: HttpRequest, call: CallId, body: s.CallSaveIn) -> dict[str, Any]:
    """Note what came of a call, whom it was with and what about."""
    said = body.model_dump(exclude_unset=True)
    # What a call is about can be taken back; words and tags are emptied instead.
    values = {name: value for name, value in said.items() if value is not None or name in _TAKEN_BACK}
    row = operations.save(call_id=call, values=values, at=utc_now())  # type: ignore[arg-type]  # the same names
    return _full(request, row)


@router.post(
    "/api/call/{call}/callback",
    auth=VIEW,
    response={200: s.PhoneCallOut, **ERRORS},
    operation_id="call_callback",
)
def call_callback(request: HttpRequest, call: CallId, body: s.CallCallbackIn) -> dict[str, Any]:
    """Say whether somebody owes the caller a call, or has called."""
    by = caller_of(request).avatar_id
    return _full(request, operations.set_callback(call_id=call, state=body.state, by=by, at=utc_now()))


@router.get(
    "/api/call/{call}/recording",
    auth=allow_unscoped("call.listen"),
    response={200: None, **ERRORS},
    operation_id="call_recording",
)
def call_recording(request: HttpRequest, call: CallId) -> HttpResponse:
    """Return a recording, or the part of it that a player asks for; the log has who listened."""
    limit(f"call-recording:{caller_of(request).avatar_id}", times=600, seconds=600)
    span = recordings.span_of(request.headers.get("Range", ""))
    part = recordings.hear(call_id=call, span=span, at=utc_now())
    response = HttpResponse(part.body, content_type=part.content_type, status=part.status)
    response["Accept-Ranges"] = "bytes"
    response["Cache-Control"] = "private, no-store"
    response["Content-Disposition"] = f'inline; filename="call-{call}"'
    for name, value in part.headers.items():
        response[name] = value
    return response


def _full(request: HttpRequest, row: "Call") -> dict[str, Any]:
    return serializers.call_out(row, may_listen=caller_of(request).can("call.listen"))


def _lines(request: HttpRequest, rows: "list[Call]") -> dict[str, Any]:
    return {"data": serializers.calls_out(rows, may_listen=caller_of(request).can("call.listen"))}
