"""Rows of an order that becomes two, in one trip or in two."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from outfitter.kit import ids
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import (
    Adjustment,
    Booking,
    BookingProduct,
    Trip,
    TripOrder,
    TripOrderAddon,
)
from outfitter_tenants.trips.operations.drafts import free_code

# What a trip that comes of another has of it; money that moved stays where it was paid.
_SAME: Final = (
    "status",
    "trip_method_id",
    "trip_source_id",
    "customer_id",
    "contact_first_name",
    "contact_last_name",
    "contact_email",
    "contact_phone",
    "contact_country",
    "locale",
    "group_name",
    "reseller_id",
    "reseller_agent_id",
    "reseller_voucher",
    "collect_type",
    "is_tax_exempt",
    "tax_certificate",
    "booking_fee_terms",
    "currency",
    "converted_at",
    "reserved_at",
    "reviewed_at",
    "reviewed_by",
    "terms_accepted_at",
    "is_marketing_opt_in",
    "utm",
    "referrer",
)


def sibling(*, trip: Trip, by: int | None, at: datetime) -> Trip:
    """Begin a trip for the same people on the same terms, with nothing in it yet."""
    made = Trip.objects.create(
        **{name: getattr(trip, name) for name in _SAME},
        hash=ids.public_hash(),
        confirmation_code=free_code(),
        created_by=by,
        created_at=at,
        changed_at=at,
        conversion={"kind": "split", "from_trip_id": trip.pk},
        # It is priced more than once before its first step: lines may be there already.
        version=2,
    )
    record(
        entity_type="trip",
        entity_id=made.pk,
        trip_id=made.pk,
        action="trip.created",
        at=at,
        after={"split_from": trip.confirmation_code},
    )
    return made


def part_of(
    *, order: TripOrder, trip: Trip, override: Mapping[str, object] | None, position: int
) -> TripOrder:
    """Begin an order like another one, in the same trip or a new one, still without guests."""
    return TripOrder.objects.create(
        trip=trip,
        experience_id=order.experience_id,
        timeslot_id=order.timeslot_id,
        experience_date_id=order.experience_date_id,
        schedule_state=order.schedule_state,
        original_timeslot_id=order.original_timeslot_id,
        policy_start_at=order.policy_start_at,
        unscheduled_at=order.unscheduled_at,
        overdue_told_at=order.overdue_told_at,
        rebooked_cnt=order.rebooked_cnt,
        is_comped=order.is_comped,
        cancellation_policy=order.cancellation_policy,
        note=order.note,
        pricing_override=override,
        position=position,
    )


def hand_over(*, booking_ids: Collection[int], part: TripOrder) -> None:
    """Give guests to the new order, with all that is theirs."""
    mine = {"booking_id__in": list(booking_ids)}
    Booking.objects.filter(pk__in=list(booking_ids)).update(trip_order=part)
    TripOrderAddon.objects.filter(**mine).update(trip_order=part)
    BookingProduct.objects.filter(**mine).update(trip=part.trip)
    Adjustment.objects.filter(**mine).update(trip=part.trip, trip_order=part)


def set_override(*, order: TripOrder, override: Mapping[str, object] | None) -> None:
    """Write what is left of an order's own prices."""
    order.pricing_override = dict(override) if override else None
    order.save(update_fields=["pricing_override"])


def carry(*, order: TripOrder, amount: int, label: str) -> None:
    """Have an order owe so much more (negative: less) than its lines, in minor units."""
    order.retained = {"carried": {"amount": amount, "label": label}} if amount else None
    order.save(update_fields=["retained"])
