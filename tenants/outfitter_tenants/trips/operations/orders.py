"""Writes of single orders and their guests, for whoever has the trip locked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max

from outfitter.kit import ids
from outfitter_tenants.trips.models import Booking, BookingStatus, Trip, TripOrder, TripOrderAddon
from outfitter_tenants.trips.operations.drafts import Ticket
from outfitter_tenants.trips.states import transition


@dataclass(frozen=True, slots=True)
class GuestName:
    """Who travels on a ticket; with `experience_customer_type_id` on one of that kind."""

    first_name: str = ""
    last_name: str = ""
    email: str | None = None
    phone: str | None = None
    birth_date: date | None = None
    experience_customer_type_id: int | None = None


def guests_of(order: TripOrder) -> list[Booking]:
    """Return the guests of an order who are not cancelled, in their order."""
    rows = Booking.objects.select_related("booking_status", "experience_customer_type__customer_type").filter(
        trip_order=order, cancelled_at__isnull=True
    )
    return list(rows.order_by("position", "id"))


def add_guests(
    *, order: TripOrder, tickets: Sequence[Ticket], names: Sequence[GuestName] = ()
) -> list[Booking]:
    """Put guests on an order behind those it has; names go to the tickets they fit."""
    waiting = BookingStatus.objects.get(slug="not_checked_in")
    last = Booking.objects.filter(trip_order=order).aggregate(n=Max("position"))["n"]
    first = 0 if last is None else last + 1
    rows = [
        Booking(
            trip_order=order,
            ticket_code=ids.public_hash(),
            booking_status=waiting,
            experience_customer_type_id=ticket.experience_customer_type_id,
            unit_amount=ticket.unit_amount,
            price_source=ticket.price_source,
            rate_sheet_id=ticket.rate_sheet_id,
            pax_cnt=ticket.pax_cnt,
            position=first + place,
            waiver_state="unsigned" if ticket.waivers_cnt else "none_required",
            waiver_required_cnt=ticket.waivers_cnt,
        )
        for place, ticket in enumerate(tickets)
    ]
    name_guests(rows, names)
    return Booking.objects.bulk_create(rows)


def name_guests(rows: Sequence[Booking], names: Sequence[GuestName]) -> None:
    """Write names on new guests whom they fit, each once; the caller stores them."""
    free = list(rows)
    for name in sorted(names, key=lambda item: item.experience_customer_type_id is None):
        wanted = name.experience_customer_type_id
        row = next((r for r in free if wanted in {None, r.experience_customer_type_id}), None)
        if row is None:
            continue
        free.remove(row)
        row.guest_first_name, row.guest_last_name = name.first_name, name.last_name
        row.guest_email, row.guest_phone = name.email, name.phone
        row.guest_birth_date = name.birth_date


def retype(*, booking: Booking, ticket: Ticket) -> None:
    """Make a guest one of another customer type; a price of their own was for the old one."""
    rate(booking, ticket)
    booking.experience_customer_type_id = ticket.experience_customer_type_id
    booking.customer_type_amount_override = None
    booking.save()


def rate(booking: Booking, ticket: Ticket) -> None:
    """Write on a guest what a ticket costs and takes; the caller saves."""
    booking.unit_amount, booking.price_source = ticket.unit_amount, ticket.price_source
    booking.rate_sheet_id, booking.pax_cnt = ticket.rate_sheet_id, ticket.pax_cnt


def seat_on(
    *,
    order: TripOrder,
    experience_id: int,
    timeslot_id: int,
    experience_date_id: int,
    policy_start_at: datetime | None,
    is_counted: bool = True,
) -> None:
    """
    Point an order at another departure; the seats were taken already.

    What is not `is_counted` is not one of the moves that a customer has.
    """
    order.schedule_state = transition(order.schedule_state, "rebook", of="schedule")
    order.experience_id, order.timeslot_id = experience_id, timeslot_id
    order.experience_date_id = experience_date_id
    order.policy_start_at = policy_start_at
    order.unscheduled_at = order.overdue_told_at = None
    order.is_noshow = False
    order.rebooked_cnt += is_counted
    order.save()


def unschedule(*, order: TripOrder, policy_start_at: datetime | None, at: datetime) -> None:
    """
    Take an order off its departure; it stays active, with its money.

    :raises IllegalTransition: it is on none
    """
    order.schedule_state = transition(order.schedule_state, "unschedule", of="schedule")
    order.timeslot_id = order.experience_date_id = None
    order.unscheduled_at, order.overdue_told_at = at, None
    order.policy_start_at = policy_start_at
    order.save()


def reset_statuses(*, guests: Iterable[Booking], at: datetime) -> list[int]:
    """Have guests not arrived again: a status is about one departure. Returns whose changed."""
    waiting = BookingStatus.objects.get(slug="not_checked_in")
    changed = [row for row in guests if row.booking_status_id != waiting.pk]
    for row in changed:
        row.booking_status, row.status_at = waiting, at
        row.checked_in_at = row.checked_in_by = None
    Booking.objects.bulk_update(changed, ["booking_status", "status_at", "checked_in_at", "checked_in_by"])
    return [row.pk for row in changed]


def save_guests(guests: Sequence[Booking]) -> None:
    """Write what `rate` and a change of kind left on guests."""
    Booking.objects.bulk_update(
        guests,
        [
            "experience_customer_type",
            "unit_amount",
            "price_source",
            "rate_sheet_id",
            "pax_cnt",
            "customer_type_amount_override",
        ],
    )


def cancel(*, order: TripOrder, reason: str, by: int | None, at: datetime) -> None:
    """
    Cancel an order; its guests stay with it, so that it can come back as it was.

    :raises IllegalTransition: it is cancelled already
    """
    order.status = transition(order.status, "cancel", of="order")
    order.cancelled_at, order.cancel_reason, order.cancelled_by = at, reason, by
    order.save(update_fields=["status", "cancelled_at", "cancel_reason", "cancelled_by"])


def retain(*, order: TripOrder, retained: Mapping[str, object] | None) -> None:
    """Write what a cancelled order still owes; see `checkout.trip_changes.totals`."""
    order.retained = {**dict(retained or {}), **_carried(order)} or None
    order.save(update_fields=["retained"])


def _carried(order: TripOrder) -> dict[str, object]:
    """Return what an order owes beside its lines, cancelled or not: that of a split."""
    kept = order.retained or {}
    return {"carried": kept["carried"]} if "carried" in kept else {}


def uncancel(*, order: TripOrder) -> None:
    """
    Make a cancelled order active again and forget what it kept; the seats were taken already.

    :raises IllegalTransition: it is not cancelled
    """
    order.status = transition(order.status, "uncancel", of="order")
    order.cancelled_at = order.cancel_reason = order.cancelled_by = order.rebook_offer = None
    order.retained = _carried(order) or None
    order.save(
        update_fields=["status", "cancelled_at", "cancel_reason", "cancelled_by", "rebook_offer", "retained"]
    )


def offer_rebooking(*, order_ids: Sequence[int], is_any: bool) -> None:
    """Let customers choose another time for cancelled orders: of the same experience, or of any."""
    rows = TripOrder.objects.filter(pk__in=order_ids, status="cancelled")
    rows.update(rebook_offer="any" if is_any else "same")


def price_whole(*, order: TripOrder, amount: int) -> None:
    """Ask so many minor units for all guests of an order together, before taxes on top."""
    order.pricing_override = {"kind": "total", "amount": amount}
    order.save(update_fields=["pricing_override"])


def carry(*, order: TripOrder, label: str, amount: int) -> None:
    """Put minor units on an order beside its lines, after tax: to meet a total to the cent."""
    order.retained = {**dict(order.retained or {}), "carried": {"label": label, "amount": amount}}
    order.save(update_fields=["retained"])


def set_note(*, order: TripOrder, note: str) -> None:
    """Write the note of an order."""
    order.note = note
    order.save(update_fields=["note"])


def remove(*, trip: Trip, order: TripOrder) -> None:
    """Take an order out of a cart with its guests, add-ons and lines; products stay the trip's."""
    TripOrder.objects.filter(pk=order.pk, trip=trip).delete()


@dataclass(frozen=True, slots=True)
class AddonThere:
    """An add-on of another experience, with its value."""

    experience_addon_id: int
    value_id: int | None


def addons_of(order: TripOrder) -> list[TripOrderAddon]:
    """Return the add-ons of an order and of its guests."""
    found = TripOrderAddon.objects.select_related("experience_addon", "value")
    return list(found.filter(trip_order=order).order_by("id"))


def move_addons(*, order: TripOrder, there: Mapping[int, AddonThere | None]) -> None:
    """Make add-ons those of another experience, at the price they were sold for; None: gone."""
    for row in addons_of(order):
        place = there[row.pk]
        if place is None:
            row.delete()
            continue
        row.experience_addon_id, row.value_id = place.experience_addon_id, place.value_id
        row.save(update_fields=["experience_addon", "value"])
