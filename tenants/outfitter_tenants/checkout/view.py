"""The whole trip as its callers see it, in a fixed number of queries."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.api.principal import PUBLIC, Principal
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.pricing.cancellation import Policy
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

_STATUS_ORDER = ("draft", "under_review", "reserved", "deleted")


def due_now(trip: "Trip") -> int:
    """Return what a checkout has to collect now, in minor units (domain.md 4.8)."""
    due = trip.deposit_due_amount if trip.deposit_due_amount else trip.total_amount
    if trip.deposit_override_amount is not None:
        due = trip.deposit_override_amount
    return max(0, min(due, trip.total_amount) - trip.paid_amount + trip.refunded_amount)


def trip_full(*, trip_id: int, at: datetime, principal: Principal = PUBLIC) -> dict[str, Any]:
    """
    Return TripFull (domain.md 5.0) for this caller.

    The public gets no internal ids of the trip, no notes and no `attention`.

    :raises TripNotFound: there is no such trip
    """
    trip = trips.get_trip(trip_id=trip_id)
    holds = scheduling.holds_of_trip(trip_id=trip_id)
    slots = [order.timeslot_id for order in _orders(trip) if order.timeslot_id]
    crew = scheduling.crew_of_timeslots(timeslot_ids=slots)
    payments = ledger.list_payments(trip_id=trip_id)
    by_order = {hold.trip_order_id: hold for hold in holds}
    expiries = [hold.expires_at for hold in holds]
    soonest = min(expiries) if expiries and trip.status == "draft" else None
    staff = principal.is_staff
    return {
        "id": trip.pk if staff else None,
        **{name: getattr(trip, name) for name in _SAME},
        "status": trips.lookup(trip.status, _STATUS_ORDER),
        "contact": trips.contact(trip),
        "customer": _customer(trip) if principal.can("customer.view") else None,
        "tripMethod": _method(trip),
        "experience_names": [order.experience.name for order in _orders(trip)],
        "totals": _totals(trip),
        "tripOrders": [
            _order(order, by_order.get(order.pk), crew.get(order.timeslot_id or 0))
            for order in _orders(trip)
        ],
        "payments": [_payment(row) for row in payments],
        "priceLines": price_lines(trip),
        "notes": [],
        "hold_expires_at": soonest,
        "is_expired": trip.status == "draft" and bool(_orders(trip)) and _lapsed(trip, holds, at),
        "paid_state": trips.paid_state(trip),
        "attention": trip.attention if staff else None,
        "permissions": _permissions(principal),
    }


_SAME = (
    "hash", "confirmation_code", "group_name", "currency", "balance_due_at", "first_start_at",
    "pax_cnt", "created_at", "reserved_at", "version",
)  # fmt: skip


def _customer(trip: "Trip") -> Any:
    return customers.summary_of(trip.customer) if trip.customer else None


def _permissions(principal: Principal) -> dict[str, bool]:
    return {
        "can_edit": principal.can("trip.edit"),
        "can_refund": principal.can("payment.refund"),
        "can_check_in": principal.can("booking.check_in"),
    }


def _orders(trip: "Trip") -> "list[TripOrder]":
    return trip.all_orders  # type: ignore[attr-defined,no-any-return]


def _lapsed(trip: "Trip", holds: Any, at: datetime) -> bool:
    live = {hold.trip_order_id for hold in holds if hold.expires_at > at}
    return any(order.pk not in live for order in _orders(trip) if order.status == "active")


def _method(trip: "Trip") -> dict[str, Any]:
    method = trip.trip_method
    return {"id": method.pk, "slug": method.slug, "name": method.name}


def _totals(trip: "Trip") -> dict[str, int]:
    return {
        "subtotal": trip.subtotal_amount,
        "discount": trip.discount_amount,
        "fee": trip.fee_amount,
        "tax": trip.tax_amount,
        "booking_fee": trip.booking_fee_amount,
        "total": trip.total_amount,
        "tip": trip.tip_amount,
        "paid": trip.paid_amount,
        "refunded": trip.refunded_amount,
        "balance": trips.balance(trip),
        "deposit_due": trip.deposit_due_amount,
        "due_now": due_now(trip),
    }


def _order(order: "TripOrder", hold: Any, crew: Any) -> dict[str, Any]:
    slot, experience = order.timeslot, order.experience
    crew = crew and crew.of_order(order.pk)
    return {
        "id": order.pk,
        "experience": {
            "id": experience.pk,
            "name": experience.name,
            "color": experience.color,
            "hero_image": experience.hero_image,
            "meeting_point": experience.meeting_point,
        },
        "timeslot": slot
        and {
            "id": slot.pk,
            "date": slot.date,
            "start_time": slot.start_time.strftime("%H:%M"),
            "start_at": slot.start_at,
            "end_at": slot.end_at,
            "is_flex": slot.is_flex,
            "status": slot.status,
        },
        "status": order.status,
        "schedule_state": order.schedule_state,
        "is_comped": order.is_comped,
        "bookings": [booking(row) for row in order.live_bookings],  # type: ignore[attr-defined]
        "note": order.note,
        "guides": [{"id": g.id, "name": g.name, "role": g.role} for g in crew.guides]
        if crew
        else [],
        "resources": [{"id": r.id, "name": r.name} for r in crew.resources] if crew else [],
        "totals": {"subtotal": order.subtotal_amount, "total": order.total_amount},
        "cancellation": cancellation(order),
        "hold": hold and {"uuid": str(hold.uuid), "expires_at": hold.expires_at},
    }


def cancellation(order: "TripOrder") -> dict[str, Any] | None:
    """Return the policy an order is under and until when everything comes back."""
    if not order.cancellation_policy:
        return None
    policy = Policy.of(order.cancellation_policy)
    start_at = order.timeslot.start_at if order.timeslot else None
    return {
        "policy_name": policy.name,
        "refundable_until": policy.free_until(start_at),
        "tiers": order.cancellation_policy["tiers"],
    }


def booking(row: "Booking") -> dict[str, Any]:
    """Return one ticket as BookingFull (domain.md 5.0)."""
    kind = row.experience_customer_type
    return {
        "id": row.pk,
        "customerType": {
            "id": kind.customer_type_id,
            "name": kind.label or kind.customer_type.name,
        },
        "experience_customer_type_id": kind.pk,
        "guest": {
            "first_name": row.guest_first_name,
            "last_name": row.guest_last_name,
            "email": row.guest_email,
            "phone": row.guest_phone,
        },
        "bookingStatus": status(row),
        "unit_amount": row.unit_amount,
        "price_source": row.price_source,
        "is_comped": row.is_comped,
        "pax_cnt": row.pax_cnt,
        "ticket_code": row.ticket_code,
        "checked_in_at": row.checked_in_at,
        "total_amount": 0 if row.is_comped else row.unit_amount,
    }


def status(row: "Booking") -> dict[str, Any]:
    """Return a ticket's guest status."""
    found = row.booking_status
    return {
        "id": found.pk,
        "slug": found.slug,
        "name": found.name,
        "color": found.color,
        "kind": found.kind,
    }


def _payment(row: "Payment") -> dict[str, Any]:
    card = {"brand": row.card_brand, "last4": row.card_last4} if row.card_last4 else None
    return {
        "id": row.pk,
        "kind": row.kind,
        "method": row.method,
        "amount": row.amount,
        "tip_amount": row.tip_amount,
        "status": row.status,
        "card": card,
        "note": row.note,
        "received_at": row.received_at,
    }


def price_lines(trip: "Trip") -> list[dict[str, Any]]:
    """
    Return the lines of the price as people read them.

    Fees and taxes are kept guest by guest; here each is one line of the whole trip.
    """
    shown: dict[tuple[Any, ...], dict[str, Any]] = {}
    for line in trip.live_lines:  # type: ignore[attr-defined]
        is_derived = line.kind in {"fee", "tax", "booking_fee"}
        what = (line.kind, line.ref_id, line.label, line.is_inclusive, line.amount < 0)
        key = what if is_derived else (line.pk,)
        if key not in shown:
            shown[key] = _line(line)
            continue
        one = shown[key]
        one["amount"] += line.amount
        one["trip_order_id"] = one["booking_id"] = None
        if one["unit_amount"] == line.unit_amount and line.unit_amount * line.qty == line.amount:
            one["qty"] += line.qty
        else:
            one["qty"] = 1
    for one in shown.values():
        if one["qty"] * one["unit_amount"] != one["amount"] and one["amount"]:
            one["qty"], one["unit_amount"] = 1, one["amount"]
    return list(shown.values())


_LINE = (
    "kind", "label", "qty", "unit_amount", "amount", "is_inclusive", "trip_order_id", "booking_id",
)  # fmt: skip


def _line(line: Any) -> dict[str, Any]:
    return {"id": line.pk, **{name: getattr(line, name) for name in _LINE}}
