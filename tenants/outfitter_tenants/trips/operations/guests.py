"""Rows of guests: who they are, one more like them, one less."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from outfitter.kit import ids
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.trips.models import Booking, BookingProduct, BookingStatus, TripOrder, TripOrderAddon
from outfitter_tenants.trips.operations.drafts import Ticket

GUEST: Final = ("first_name", "last_name", "email", "phone", "birth_date")
WAIVER: Final = ("waiver_state", "waiver_required_cnt", "waiver_signed_cnt")


def facts_of(booking: Booking) -> dict[str, Any]:
    """Return what is known of a guest, as the log has it."""
    born = booking.guest_birth_date
    return {
        "first_name": booking.guest_first_name,
        "last_name": booking.guest_last_name,
        "email": booking.guest_email,
        "phone": booking.guest_phone,
        "birth_date": born.isoformat() if born else None,
        "customer_id": booking.customer_id,
        "pickup": booking.pickup,
    }


def write_guest(
    *,
    booking: Booking,
    guest: Mapping[str, object],
    customer_id: int | None,
    pickup: Mapping[str, object] | None,
) -> None:
    """Write who travels on a ticket; keys of `guest` that are missing stay as they are."""
    for name in GUEST:
        if name in guest:
            setattr(booking, f"guest_{name}", guest[name])
    booking.customer_id = customer_id
    booking.pickup = dict(pickup) if pickup else None
    booking.save(update_fields=[*(f"guest_{name}" for name in GUEST), "customer", "pickup"])


def clone_guests(*, like: Booking, tickets: Sequence[Ticket]) -> list[Booking]:
    """
    Put guests of the same kind behind those of an order, each with a ticket's price.

    They begin without a name and without any discount of their own.
    """
    waiting = BookingStatus.objects.get(slug="not_checked_in")
    rows = Booking.objects.filter(trip_order_id=like.trip_order_id)
    last = rows.aggregate(last=Max("position"))["last"] or 0
    made = [
        Booking(
            trip_order_id=like.trip_order_id,
            experience_customer_type_id=ticket.experience_customer_type_id,
            booking_status=waiting,
            unit_amount=ticket.unit_amount,
            pickup=like.pickup,
            price_source=ticket.price_source,
            rate_sheet_id=ticket.rate_sheet_id,
            pax_cnt=ticket.pax_cnt,
            ticket_code=ids.public_hash(),
            position=last + 1 + place,
            enabled_addon_ids=like.enabled_addon_ids,
            waiver_state="unsigned" if ticket.waivers_cnt else "none_required",
            waiver_required_cnt=ticket.waivers_cnt,
        )
        for place, ticket in enumerate(tickets)
    ]
    return Booking.objects.bulk_create(made)


def copy_addons(*, from_id: int, to: Sequence[Booking], at: datetime) -> None:
    """Give guests the add-ons that another guest has, at the price that one got them for."""
    rows = TripOrderAddon.objects.filter(booking_id=from_id)
    TripOrderAddon.objects.bulk_create(
        TripOrderAddon(
            trip_order_id=row.trip_order_id,
            booking=guest,
            price_per=row.price_per,
            qty=row.qty,
            experience_addon_id=row.experience_addon_id,
            value_id=row.value_id,
            created_at=at,
            unit_amount=row.unit_amount,
            text_value=row.text_value,
            counted_type_ids=row.counted_type_ids,
        )
        for row in rows
        for guest in to
    )


def take_away(*, guests: Sequence[Booking], is_sold: bool, at: datetime) -> None:
    """
    Take guests off an order with what they have.

    Those of a sold trip stay as cancelled rows, so that its story can be told; a cart's are gone.
    """
    gone = [guest.pk for guest in guests]
    if is_sold:
        Booking.objects.filter(pk__in=gone).update(cancelled_at=at)
        return
    BookingProduct.objects.filter(booking_id__in=gone).delete()
    fields.forget_answers(about={"booking": gone})
    Booking.objects.filter(pk__in=gone).delete()


def remove_order(*, order: TripOrder, at: datetime) -> None:
    """Take an order out of a cart with its guests, their products and what was answered."""
    guests = list(order.bookings.all())
    take_away(guests=guests, is_sold=False, at=at)
    fields.forget_answers(about={"trip_order": [order.pk]})
    order.delete()


def enable_addons(*, booking: Booking, addon_ids: Sequence[int]) -> None:
    """Say which optional add-ons a guest is offered; none named: all of them."""
    booking.enabled_addon_ids = list(addon_ids)
    booking.save(update_fields=["enabled_addon_ids"])


def set_waiver(*, booking: Booking, state: str, required: int, signed: int) -> bool:
    """Write how far a guest is with signing; returns whether that is something new."""
    before = [getattr(booking, name) for name in WAIVER]
    if before == [state, required, signed]:
        return False
    booking.waiver_state = state
    booking.waiver_required_cnt, booking.waiver_signed_cnt = required, signed
    booking.save(update_fields=[*WAIVER])
    return True
