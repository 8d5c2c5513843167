"""Bookings of channels follow what staff do to their trips."""

from datetime import datetime
from uuid import uuid4

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import guaranteed_seats
from outfitter_tenants.channels.queries import mappings
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.queries import channel_details
from outfitter_tenants.trips.queries.channel_details import TripSeen


def on_trip(ctx: TenantContext, event: Event) -> None:
    """Have what a channel has on a trip say where and how many its guests are by now."""
    trip_id = event.payload.get("trip_id")
    if trip_id is None:
        return
    at = utc_now()
    with atomic():
        rows = ExternalBooking.objects.select_for_update(of=("self",)).filter(
            trip_id=trip_id, state="confirmed"
        )
        for row in rows.order_by("pk"):
            seen = channel_details.seen_by_partner(orders=[(row.trip_id, row.trip_order_id)])
            trip = seen.get(row.trip_id)
            if trip is not None and _follow(row, trip, at):
                row.changed_at = at
                row.save()


def _follow(row: ExternalBooking, trip: TripSeen, at: datetime) -> bool:
    before = (row.pax_cnt, row.timeslot_id, len(row.units))
    left = row.timeslot_id
    is_over = trip.status == "deleted" or trip.order_status == "cancelled"
    row.pax_cnt = 0 if is_over else trip.pax_cnt
    if trip.timeslot_id is not None and trip.timeslot_id != row.timeslot_id:
        slot = scheduling.get_timeslot(timeslot_id=trip.timeslot_id, at=at)
        row.timeslot_id, row.date = slot.id, slot.date
    names = {kind: name for name, kind in mappings.get_mapped(mapping_id=row.mapping_id).units.items()}
    known = {one["booking_id"] for one in row.units}
    row.units = [
        *row.units,
        *(
            {"uuid": str(uuid4()), "booking_id": guest.id, "unit_ref": names[guest.kind_id]}
            for guest in trip.guests
            if guest.id not in known and not guest.is_cancelled and guest.kind_id in names
        ),
    ]
    if (row.pax_cnt, row.timeslot_id, len(row.units)) == before:
        return False
    guaranteed_seats.restore_guarantee(connection_id=row.connection_id, timeslot_id=left, at=at)
    return True
