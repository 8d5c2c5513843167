"""What customers change of their own trip: move, cancel, add (domain.md 4.11, 4.12, 5.8)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from outfitter.api.principal import anonymous, anonymous_sale
from outfitter.api.schemas import ERRORS, ErrorOut, Id, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.zones import local_day
from outfitter.plugins import idempotency
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.payment_links import customer_links
from outfitter_tenants.checkout.payment_links import serializers as link_view
from outfitter_tenants.checkout.self_service import additions, move_choices, policy_cancellation, rebook
from outfitter_tenants.checkout.self_service.additions import AdditionQuote, Extras
from outfitter_tenants.checkout.self_service.policy_cancellation import CancelScope
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal import change_schemas as s
from outfitter_tenants.portal import offer_view
from outfitter_tenants.portal import requests as r
from outfitter_tenants.portal.trip_link import TripHash, find_trip_id
from outfitter_tenants.trips import queries as trips

router = Router(tags=["portal"])
_ERRORS = {423: ErrorOut, **ERRORS}


def _once(
    request: HttpRequest, trip_id: int, work: Callable[[], dict[str, object]], shape: type[Out]
) -> HttpResponse:
    """Do something and answer it; sent again under the same key it is not done again."""

    def respond() -> HttpResponse:
        shaped = shape.model_validate(work())
        return HttpResponse(shaped.model_dump_json(), content_type="application/json")

    return idempotency.run_once(request, f"portal:{trip_id}", respond)


def _currency(trip_id: int) -> str:
    return trips.get_trip(trip_id=trip_id).currency


@router.get(
    "/api/customerPortal/{hash}/orders/{tripOrder}/timeslots",
    auth=anonymous,
    response={200: s.MoveChoicesOut, **_ERRORS},
    operation_id="customer_portal_timeslots",
)
def timeslots(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
    span: Query[r.SpanParams],
) -> dict[str, Any]:
    """Return where an order can move to, who fits in, and what each departure costs more or less."""
    trip_id, at = find_trip_id(request, hash), utc_now()
    first, last = span.days(local_day(at, people.get_properties().time_zone))
    choices = move_choices.list_choices(
        trip_id=trip_id,
        trip_order_id=tripOrder,
        first=first,
        last=last,
        at=at,
        experience_id=span.experience_id,
        languages=reader_languages(request),
    )
    return offer_view.move_choices(choices, trip_order_id=tripOrder, currency=_currency(trip_id))


@router.post(
    "/api/customerPortal/{hash}/orders/{tripOrder}/rebook/preview",
    auth=anonymous,
    response={200: s.MovePreviewOut, **_ERRORS},
    operation_id="customer_portal_rebook_preview",
)
def rebook_preview(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
    body: r.MovePreviewIn,
) -> dict[str, Any]:
    """Say what moving an order comes to; nothing is moved."""
    trip_id = find_trip_id(request, hash)
    quote, token = rebook.preview(
        trip_id=trip_id, trip_order_id=tripOrder, timeslot_id=body.timeslot_id, at=utc_now()
    )
    return offer_view.move_quote(quote, token, trip_id=trip_id, currency=_currency(trip_id))


@router.post(
    "/api/customerPortal/{hash}/orders/{tripOrder}/rebook",
    auth=anonymous_sale,
    response={200: s.MoveOut, **_ERRORS},
    operation_id="customer_portal_rebook",
)
def rebook_order(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
    body: r.MoveIn,
) -> HttpResponse:
    """Move an order as it was shown, or hold the seats there until its difference is paid."""
    trip_id = find_trip_id(request, hash)

    def work() -> dict[str, object]:
        result = rebook.move(
            trip_id=trip_id,
            trip_order_id=tripOrder,
            timeslot_id=body.timeslot_id,
            token=body.token,
            settle=body.settle,
            at=utc_now(),
        )
        return offer_view.move_result(result)

    return _once(request, trip_id, work, s.MoveOut)


@router.post(
    "/api/customerPortal/{hash}/orders/{tripOrder}/rebook/withdraw",
    auth=anonymous,
    response={200: s.TripSavedOut, **_ERRORS},
    operation_id="customer_portal_rebook_withdraw",
)
def rebook_withdraw(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
) -> dict[str, Any]:
    """Give up a move that waits for its payment; the seats there are free again."""
    trip_id = find_trip_id(request, hash)
    rebook.withdraw(trip_id=trip_id, trip_order_id=tripOrder, at=utc_now())
    return {"version": trips.get_trip(trip_id=trip_id).version}


@router.post(
    "/api/customerPortal/{hash}/cancel/preview",
    auth=anonymous,
    response={200: s.CancelPreviewOut, **_ERRORS},
    operation_id="customer_portal_cancel_preview",
)
def cancel_preview(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    body: r.CancelPreviewIn,
) -> dict[str, Any]:
    """Say what is kept and what comes back of a cancellation; nothing is canceled."""
    trip_id = find_trip_id(request, hash)
    offer = policy_cancellation.preview(trip_id=trip_id, scope=_scope(body), at=utc_now())
    return offer_view.cancel_offer(offer, trip_id=trip_id, currency=_currency(trip_id))


@router.post(
    "/api/customerPortal/{hash}/cancel",
    auth=anonymous,
    response={200: s.CancelOut, **_ERRORS},
    operation_id="customer_portal_cancel",
)
def cancel(request: HttpRequest, hash: TripHash, body: r.PortalCancelIn) -> HttpResponse:  # noqa: A002
    """Cancel as it was shown, and give back what the policy gives back."""
    trip_id = find_trip_id(request, hash)

    def work() -> dict[str, object]:
        found = policy_cancellation.cancel(
            trip_id=trip_id, scope=_scope(body), token=body.token, outcome=body.outcome, at=utc_now()
        )
        return offer_view.cancel_result(found, body.outcome)

    return _once(request, trip_id, work, s.CancelOut)


def _scope(body: r.CancelPreviewIn) -> CancelScope:
    ids = body.order_ids, body.booking_ids
    order_ids, booking_ids = (tuple(one) if one is not None else None for one in ids)
    return CancelScope(order_ids, booking_ids)


@router.get(
    "/api/customerPortal/{hash}/orders/{tripOrder}/additions",
    auth=anonymous,
    response={200: s.AdditionsOut, **_ERRORS},
    operation_id="customer_portal_additions",
)
def list_additions(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
) -> dict[str, Any]:
    """Return the tickets and extras that can be added to an order."""
    trip_id = find_trip_id(request, hash)
    found = additions.list_offers(trip_id=trip_id, trip_order_id=tripOrder, at=utc_now())
    return offer_view.additions(found, trip_order_id=tripOrder, currency=_currency(trip_id))


@router.post(
    "/api/customerPortal/{hash}/orders/{tripOrder}/guests/add/preview",
    auth=anonymous,
    response={200: s.AdditionPreviewOut, **_ERRORS},
    operation_id="customer_portal_guests_add_preview",
)
def guests_add_preview(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
    body: r.GuestsAddPreviewIn,
) -> dict[str, Any]:
    """Say what more guests cost; none are added."""
    trip_id = find_trip_id(request, hash)
    quote, token = additions.preview_guests(
        trip_id=trip_id, trip_order_id=tripOrder, quantities=_party(body), at=utc_now()
    )
    return offer_view.addition_quote(quote, token, currency=_currency(trip_id))


@router.post(
    "/api/customerPortal/{hash}/orders/{tripOrder}/guests/add",
    auth=anonymous_sale,
    response={200: s.AdditionOut, **_ERRORS},
    operation_id="customer_portal_guests_add",
)
def guests_add(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
    body: r.GuestsAddIn,
) -> HttpResponse:
    """Add guests as it was shown; what they cost is owed."""
    trip_id = find_trip_id(request, hash)

    def work() -> dict[str, object]:
        quote = additions.add_more_guests(
            trip_id=trip_id, trip_order_id=tripOrder, quantities=_party(body), token=body.token, at=utc_now()
        )
        return _added(trip_id, quote)

    return _once(request, trip_id, work, s.AdditionOut)


def _party(body: r.GuestsAddPreviewIn) -> dict[int, int]:
    return {one.experience_customer_type_id: one.qty for one in body.quantities}


@router.post(
    "/api/customerPortal/{hash}/orders/{tripOrder}/addons/preview",
    auth=anonymous,
    response={200: s.AdditionPreviewOut, **_ERRORS},
    operation_id="customer_portal_addons_preview",
)
def addons_preview(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
    body: r.AddonsPreviewIn,
) -> dict[str, Any]:
    """Say what extras cost; none are added."""
    trip_id = find_trip_id(request, hash)
    quote, token = additions.preview_extras(
        trip_id=trip_id, trip_order_id=tripOrder, extras=_extras(body), at=utc_now()
    )
    return offer_view.addition_quote(quote, token, currency=_currency(trip_id))


@router.post(
    "/api/customerPortal/{hash}/orders/{tripOrder}/addons/save",
    auth=anonymous_sale,
    response={200: s.AdditionOut, **_ERRORS},
    operation_id="customer_portal_addons_save",
)
def addons_save(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    tripOrder: Id,
    body: r.AddonsSaveIn,
) -> HttpResponse:
    """Add extras as it was shown; what they cost is owed."""
    trip_id = find_trip_id(request, hash)

    def work() -> dict[str, object]:
        quote = additions.add_extras(
            trip_id=trip_id, trip_order_id=tripOrder, extras=_extras(body), token=body.token, at=utc_now()
        )
        return _added(trip_id, quote)

    return _once(request, trip_id, work, s.AdditionOut)


def _extras(body: r.AddonsPreviewIn) -> Extras:
    of_guests = {one.booking_id: [row.choice() for row in one.addons] for one in body.guests}
    return Extras([one.choice() for one in body.addons], of_guests)


def _added(trip_id: int, quote: AdditionQuote) -> dict[str, object]:
    url = None
    if quote.balance and customer_links.is_money_taken():
        url = link_view.url_of(customer_links.open_for_balance(trip_id=trip_id, at=utc_now()))
    return {"balance": quote.balance, "pay_url": url}
