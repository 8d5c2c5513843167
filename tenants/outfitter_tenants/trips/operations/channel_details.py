"""What a partner's system says of a trip it sells: whom it is for, who travels, its own number."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.db.statements import Writes
from outfitter_tenants.trips.models import Booking, Trip
from outfitter_tenants.trips.operations import drafts
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.trips.operations.orders import GuestName


def write(
    *,
    trip: Trip,
    contact: Contact | None,
    voucher: str | None,
    note: str | None,
    names: Mapping[int, GuestName],
    at: datetime,
) -> None:
    """
    Write it on a locked trip; None stays as it is. `names` are booking id -> who travels.

    A changed contact is a change of its own in the log; the rest belongs to the caller's.
    """
    writes = Writes()
    if contact is not None:
        drafts.set_contact(trip=trip, contact=contact, at=at, writes=writes)
    if voucher is not None and voucher != trip.reseller_voucher:
        trip.reseller_voucher = voucher
        writes.update(trip, "reseller_voucher")
    writes.send()
    if note is not None:
        trip.orders.filter(status="active").exclude(note=note).update(note=note)
    _name(trip, names)


def _name(trip: Trip, names: Mapping[int, GuestName]) -> None:
    if not names:
        return
    rows = Booking.objects.filter(trip_order__trip=trip, pk__in=list(names))
    changed = list(rows)
    for row in changed:
        name = names[row.pk]
        row.guest_first_name, row.guest_last_name = name.first_name, name.last_name
        row.guest_email, row.guest_phone = name.email, name.phone
        row.guest_birth_date = name.birth_date
    Booking.objects.bulk_update(
        changed, ["guest_first_name", "guest_last_name", "guest_email", "guest_phone", "guest_birth_date"]
    )
