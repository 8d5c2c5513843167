"""The whole trip as its callers see it, read in one statement."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter.api.principal import PUBLIC, Principal
from outfitter.db.statements import Bundle
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.custom_field_answers.operations import ANSWERS_OF_TRIP, list_questions
from outfitter_tenants.checkout.trip_response.serializers import gift_cards
from outfitter_tenants.checkout.trip_response.serializers.orders import (
    TripContext,
    booking,
    cancellation,
    order_full,
    status,
)
from outfitter_tenants.checkout.trip_response.serializers.parts import answer as answer_out
from outfitter_tenants.checkout.trip_response.serializers.parts import staff_parts
from outfitter_tenants.checkout.trip_response.serializers.payments import (
    disputes,
    offer_codes,
    payment_holds,
    payments,
    price_lines,
    totals,
)
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.bill import as_json, bill_of
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.waivers import queries as waivers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
    from outfitter_tenants.trips.models import Trip, TripOrder

__all__ = ["answer_out", "booking", "cancellation", "price_lines", "status", "trip_full"]

# TripFull as it goes to `schemas`, which check it.
TripJson = dict[str, Any]
_STATUS_ORDER = ("draft", "under_review", "reserved", "deleted")
_CREWS: Final = scheduling.CrewStatements(trips.timeslots_of_this_trip)
_WAIVERS: Final = waivers.GuestWaiverStatements(trips.guests_of_this_trip)
# All that is read for the answer, whoever asks; whoever writes a part of it asks for it as ever.
_PARTS: Final = Bundle(
    **trips.TRIP_PARTS,
    **_CREWS.parts,
    **ANSWERS_OF_TRIP.parts,
    holds=scheduling.HOLDS_OF_TRIP,
    offer_uses=prices.USES_OF_TRIP,
    payments=ledger.PAYMENTS_OF_TRIP,
    disputes=ledger.DISPUTES_OF_TRIP,
    payment_holds=ledger.HOLDS_OF_TRIP,
    history=audit.COUNT_OF_TRIP,
    waivers=_WAIVERS.rows,
)


def trip_full(
    *, trip_id: int, at: datetime, principal: Principal = PUBLIC, languages: "Sequence[str]" = ()
) -> dict[str, Any]:
    """
    Return TripFull (domain.md 5.0) for this caller.

    The public gets no internal ids of the trip, no notes, flags or commercial terms. Guest types
    are called as the reader of `languages` calls them, as they were written without any.

    :raises TripNotFound: there is no such trip
    """
    with _PARTS.read_ahead(trip_id=trip_id):
        found = _trip(trip_id, at, principal)
    _rename(found, catalog.guest_type_names(languages=languages))
    return found


def _trip(trip_id: int, at: datetime, principal: Principal) -> TripJson:
    trip = trips.get_trip(trip_id=trip_id)
    holds = scheduling.holds_of_trip(trip_id=trip_id)
    expiries = [hold.expires_at for hold in holds]
    soonest = min(expiries) if expiries and trip.status == "draft" else None
    staff = principal.is_staff
    products = [_product(row) for row in trip.all_products]  # type: ignore[attr-defined]
    signed = _WAIVERS.read(trip_id=trip_id) if staff else {}
    around = TripContext(products, list_questions(trip), principal.can("customer.view"), signed)
    return {
        "id": trip.pk if staff else None,
        **{name: getattr(trip, name) for name in _SAME},
        "status": trips.lookup(trip.status, _STATUS_ORDER),
        "contact": trips.contact(trip),
        "customer": _customer(trip) if principal.can("customer.view") else None,
        "tripMethod": _method(trip),
        "experience_names": [order.experience.name for order in _orders(trip)],
        "totals": totals(trip, is_staff=staff),
        "tripOrders": _order_parts(trip, holds, around, at=at, is_staff=staff),
        "bookingProducts": list(around.products),
        "customFieldValues": _answers(trip, around, is_staff=staff),
        "offerCodes": offer_codes(trip),
        "payments": []
        if not staff and trips.is_partners_money(trip)
        else payments(ledger.list_payments(trip_id=trip_id), trip_id=trip_id, is_staff=staff),
        "giftCards": gift_cards.of_trip(trip, is_staff=staff),
        "disputes": disputes(trip_id=trip_id) if staff else [],
        "paymentHolds": payment_holds(trip_id=trip_id) if staff else [],
        "priceLines": price_lines(trip),
        "billLines": as_json(bill_of(trip.live_lines)),  # type: ignore[attr-defined]
        "schedule_state": schedule_state(trip),
        "hold_expires_at": soonest,
        "is_expired": trip.status == "draft" and bool(_orders(trip)) and _lapsed(trip, holds, at),
        "paid_state": trips.paid_state(trip),
        **staff_parts(trip, principal, at),
        "is_price_hidden": not principal.sees_prices,
        "timeline_cnt": audit.count_of_trip(trip_id=trip_id) if staff else 0,
    }


def _rename(trip: TripJson, names: "GuestTypeNames") -> None:
    for line in (*trip["billLines"], *trip["priceLines"]):
        line["label"] = names.of(line["label"]) if line["kind"] == "ticket" else line["label"]
    for guest in (guest for order in trip["tripOrders"] for guest in order["bookings"]):
        guest["customerType"]["name"] = names.of(guest["customerType"]["name"])


def _order_parts(
    trip: "Trip", holds: "Sequence[Any]", around: TripContext, *, at: datetime, is_staff: bool
) -> list[dict[str, object]]:
    slots = [order.timeslot_id for order in _orders(trip) if order.timeslot_id]
    crew = _CREWS.read(slots, trip_id=trip.pk)
    by_order = {hold.trip_order_id: hold for hold in holds}
    return [
        order_full(
            order,
            by_order.get(order.pk),
            crew.get(order.timeslot_id or 0),
            at=at,
            is_staff=is_staff,
            around=around,
        )
        for order in _orders(trip)
    ]


_SAME: Final = (
    "hash",
    "confirmation_code",
    "group_name",
    "currency",
    "balance_due_at",
    "first_start_at",
    "pax_cnt",
    "created_at",
    "reserved_at",
    "version",
    "is_tax_exempt",
)


def schedule_state(trip: "Trip") -> str:
    """Return scheduled, partly_scheduled, unscheduled or (all cancelled, or none) cancelled."""
    states = {o.schedule_state for o in _orders(trip) if o.status == "active"}
    if not states:
        return "cancelled" if _orders(trip) else "scheduled"
    if "unscheduled" not in states:
        return "scheduled"
    return "unscheduled" if states == {"unscheduled"} else "partly_scheduled"


def _answers(trip: "Trip", around: TripContext, *, is_staff: bool) -> list[dict[str, object]]:
    own = around.answers("trip", trip.pk, is_staff=is_staff)
    if not is_staff or trip.customer_id is None:
        return own
    return own + around.answers("customer", trip.customer_id, is_staff=is_staff)


def _customer(trip: "Trip") -> Any:
    return customers.summary_of(trip.customer) if trip.customer else None


def _orders(trip: "Trip") -> "list[TripOrder]":
    return trip.all_orders  # type: ignore[attr-defined,no-any-return]


def _lapsed(trip: "Trip", holds: Any, at: datetime) -> bool:
    live = {hold.trip_order_id for hold in holds if hold.expires_at > at}
    return any(order.pk not in live for order in _orders(trip) if order.status == "active")


def _method(trip: "Trip") -> dict[str, object]:
    method = trip.trip_method
    return {"id": method.pk, "slug": method.slug, "name": method.name}


def _product(row: Any) -> dict[str, object]:
    return {
        "id": row.pk,
        "product_id": row.product_id,
        "booking_id": row.booking_id,
        "name": row.label,
        "qty": row.qty,
        "unit_amount": row.unit_amount,
        "amount": row.qty * row.unit_amount,
        "is_price_editable": row.product.is_price_editable,
    }
