"""
The addresses that Viator calls.

One address serves all of v1, told apart by `requestType`, and below it each request has a path of
its own: Viator registers either one address for everything or one for each capability. v2 lies
beside, below `v2/`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse

from outfitter.sdk.channels import BadCredentials, ChannelError, MalformedRequest, PartnerCall, PartnerRoute
from outfitter_viator import errors, responses, v1_handlers, v1_requests, v2_handlers, v2_requests
from outfitter_viator.errors import V1Error, V2Error
from outfitter_viator.responses import respond

BASE: Final = "partner/viator/supplier/api"
HEADER: Final = "X-Api-Key"
SECRETS: Final = (
    "ApiKey",
    HEADER,
    "GivenName",
    "Surname",
    "ContactName",
    "ContactValue",
    "ContactEmail",
    "QuestionAnswer",
)
# A little less than what Viator waits: better an answer of ours than none.
CHECK_SECONDS: Final = 9.0
SALE_SECONDS: Final = 25.0
CALENDAR_SECONDS: Final = 18.0
LIST_SECONDS: Final = 55.0
FormT = TypeVar("FormT", bound=v2_requests.V2Request)


def key_of_header(request: HttpRequest, body: bytes) -> str:
    """
    Return the key of a call of v2.

    :raises BadCredentials: there is none
    """
    found = request.headers.get(HEADER, "").strip()
    if not found:
        raise BadCredentials("The header X-Api-Key is missing.", is_missing=True)
    return found


def key_of_envelope(request: HttpRequest, body: bytes) -> str:
    """
    Return the key of a call of v1: in its data, or in the header.

    :raises BadCredentials: there is none, or the two differ
    :raises MalformedRequest: the body is no envelope, so nobody can say whose it is
    """
    header = request.headers.get(HEADER, "").strip()
    if request.method == "GET":
        return key_of_header(request, body)
    try:
        _, data = v1_requests.envelope(body)
    except V1Error as problem:
        raise MalformedRequest(problem.details) from problem
    inside = data.get("ApiKey")
    inside = inside.strip() if isinstance(inside, str) else ""
    if header and inside and header != inside:
        raise BadCredentials("The key of the header is not the key of the data.")
    if not (inside or header):
        raise BadCredentials("ApiKey is missing.", is_missing=True)
    return inside or header


def _v2(
    model: type[FormT], answer: Callable[[PartnerCall, FormT], Mapping[str, Any]]
) -> Callable[[PartnerCall], HttpResponse]:
    def handle(call: PartnerCall) -> HttpResponse:
        try:
            return respond(answer(call, v2_requests.form(model, call.body)))
        except V2Error as problem:
            refused = problem
        except ChannelError as problem:
            refused = errors.v2_of_problem(problem)
        call.add_references(code=refused.error)
        return respond(refused.body(), refused.status)

    return handle


def _check(call: PartnerCall, form: v2_requests.CheckIn) -> Mapping[str, Any]:
    if len(form.product_options) == 1:
        call.add_references(product=form.product_options[0].product_option_id)
    return v2_handlers.check_availability(call.connection, form)


def _calendar(call: PartnerCall, form: v2_requests.CalendarIn) -> Mapping[str, Any]:
    if len(form.product_option_ids) == 1:
        call.add_references(product=form.product_option_ids[0])
    return v2_handlers.list_calendar(call.connection, form)


def _reserve(call: PartnerCall, form: v2_requests.ReserveIn) -> Mapping[str, Any]:
    call.add_references(product=form.product_option_id)
    answer, held = v2_handlers.place_hold(call.connection, form)
    if held is not None:
        call.add_references(reference=held.reference, booking=held.supplier_reference)
    return answer


def _offers(call: PartnerCall, form: v2_requests.OffersIn) -> Mapping[str, Any]:
    return v2_handlers.special_offers(call.connection, form)


def _v1(path: str | None) -> Callable[[PartnerCall], HttpResponse]:
    def handle(call: PartnerCall) -> HttpResponse:
        if call.request.method == "GET":
            return respond({"status": "ok", "requestTypes": sorted(v1_requests.PATHS)})
        kind, data = v1_requests.envelope(call.body)
        # The answer always has the key, also where it came in the header alone.
        data.setdefault("ApiKey", call.request.headers.get(HEADER, "").strip())
        rest = v1_handlers.handle_v1(call, kind, data, path)
        named = kind if kind in v1_requests.PATHS else "Error"
        return responses.build_envelope(named, data, rest, at=call.at, zone=call.connection.zone)

    return handle


def _seconds(path: str) -> float:
    if path in ("tourlist", "batch-availability", "batch-pricing"):
        return LIST_SECONDS
    return CHECK_SECONDS if path == "availability" else SALE_SECONDS


def _route(path: str, operation: str, handle: Any, seconds: float) -> PartnerRoute:
    return PartnerRoute(
        f"{BASE}/v2/{path}", operation, handle, key=key_of_header, seconds=seconds, secrets=SECRETS
    )


def partner_routes() -> list[PartnerRoute]:
    """Return all addresses."""
    return [
        PartnerRoute(
            BASE,
            {"GET": "health", "POST": "v1", "PUT": "v1"},
            _v1(None),
            methods=("GET", "POST", "PUT"),
            key=key_of_envelope,
            seconds=LIST_SECONDS,
            secrets=SECRETS,
        ),
        *(
            PartnerRoute(
                f"{BASE}/{path}",
                path,
                _v1(path),
                key=key_of_envelope,
                seconds=_seconds(path),
                secrets=SECRETS,
            )
            for path in v1_requests.PATHS.values()
        ),
        _route("availability/check", "check", _v2(v2_requests.CheckIn, _check), CHECK_SECONDS),
        _route("availability/calendar", "calendar", _v2(v2_requests.CalendarIn, _calendar), CALENDAR_SECONDS),
        _route("reserve", "reserve", _v2(v2_requests.ReserveIn, _reserve), SALE_SECONDS),
        _route("product/special-offers", "special-offers", _v2(v2_requests.OffersIn, _offers), CHECK_SECONDS),
    ]
