"""Who comes on a day: parties with everything the dock has to know, whatever their number."""

from collections.abc import Collection
from typing import Final

from django.db.models import F, Prefetch, Q, QuerySet

from outfitter_tenants.trips.models import (
    Booking,
    BookingStatus,
    Flag,
    Trip,
    TripNote,
    TripOrder,
    TripOrderAddon,
)
from outfitter_tenants.trips.queries import StatusRow, list_statuses

SOLD: Final = ("reserved", "under_review")
MOST_UNSCHEDULED: Final = 300


def parties_on(
    *, timeslot_ids: Collection[int], reach: Q | None = None, is_cancelled_too: bool = False
) -> list[TripOrder]:
    """
    Return the orders of sold trips on these timeslots, by group and contact, in five statements.

    Each has `live_bookings` by customer type, `all_addons`, and on its trip `day_notes` and
    `open_flags`. `reach` limits them to the trips a role shows (trips.reach.shown).
    """
    rows = _parties(reach).filter(timeslot_id__in=timeslot_ids)
    if not is_cancelled_too:
        rows = rows.filter(status="active")
    return list(
        rows.order_by(
            F("trip__group_name").asc(nulls_last=True),
            "trip__contact_last_name",
            "trip__contact_first_name",
            "id",
        )
    )


def unscheduled_parties(*, reach: Q | None = None) -> list[TripOrder]:
    """Return active orders of sold trips that lost their departure, the longest waiting first."""
    rows = _parties(reach).filter(status="active", timeslot__isnull=True)
    ordered = rows.order_by(F("unscheduled_at").asc(nulls_last=True), "id")
    return list(ordered[:MOST_UNSCHEDULED])


def statuses_in_use(shown: Collection[BookingStatus]) -> list[StatusRow]:
    """Return the guest statuses one can set, and those that guests still have."""
    found = list_statuses()
    known = {row.id for row in found}
    old = {row.pk: row for row in shown if row.pk not in known}
    return found + [
        StatusRow(r.pk, r.slug, r.name, r.color, r.position, r.kind, r.is_system)
        for r in sorted(old.values(), key=lambda one: (one.position, one.pk))
    ]


def _parties(reach: Q | None) -> QuerySet[TripOrder]:
    bookings = (
        Booking.objects.select_related("booking_status", "experience_customer_type__customer_type")
        .filter(cancelled_at__isnull=True)
        .order_by("experience_customer_type__position", "position", "id")
    )
    addons = (
        TripOrderAddon.objects.select_related("experience_addon", "value")
        .exclude(booking__cancelled_at__isnull=False)
        .order_by("id")
    )
    notes = TripNote.objects.filter(deleted_at__isnull=True, show_on_manifest=True)
    flags = Flag.objects.select_related("reason").filter(cleared_at__isnull=True)
    rows = TripOrder.objects.select_related("trip__customer", "experience").filter(trip__status__in=SOLD)
    if reach is not None:
        rows = rows.filter(trip__in=Trip.objects.filter(reach))
    return rows.prefetch_related(
        Prefetch("bookings", queryset=bookings, to_attr="live_bookings"),
        Prefetch("addons", queryset=addons, to_attr="all_addons"),
        Prefetch("trip__notes", queryset=notes.order_by("-is_pinned", "id"), to_attr="day_notes"),
        Prefetch("trip__flags", queryset=flags, to_attr="open_flags"),
    )
