"""Signed waivers in answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outfitter.kit.person_names import full_name
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.waivers import queries as signed

if TYPE_CHECKING:
    from outfitter_tenants.waivers.models import Waiver


def rows_of(rows: Sequence["Waiver"]) -> list[dict[str, object]]:
    """Return waivers, read by `waiver_rows`, as WaiverRowOut."""
    counted = signed.bookings_of(waiver_ids=[row.pk for row in rows])
    by_booking = trips.trips_of_bookings(booking_ids=[pk for found in counted.values() for pk in found])
    by_link = trips.brief_trips(trip_ids=[row.signature.trip_id for row in rows if row.signature.trip_id])
    found = []
    for row in rows:
        booking_ids = counted.get(row.pk, [])
        trip = next((by_booking[pk] for pk in booking_ids if pk in by_booking), None)
        found.append(_row(row, booking_ids, trip or by_link.get(row.signature.trip_id or 0)))
    return found


def _row(row: "Waiver", booking_ids: list[int], trip: trips.TripBrief | None) -> dict[str, object]:
    signature = row.signature
    return {
        "id": row.pk,
        "hash": row.hash,
        "name": full_name(row.first_name, row.last_name),
        "email": row.email or signature.email,
        "birth_date": row.birth_date,
        "is_minor": row.is_minor,
        "signer_name": full_name(signature.first_name, signature.last_name),
        "relation": signature.relation,
        "template": {"id": signature.template_id, "name": signature.template.name},
        "template_version": signature.template_version,
        "locale": signature.locale,
        "method": signature.method,
        "signed_at": signature.signed_at,
        "day": signature.day,
        "expires_on": row.expires_on,
        "voided_at": row.voided_at,
        "is_assigned": bool(booking_ids),
        "booking_ids": booking_ids,
        "trip": trip,
        "pdf_url": f"/api/waiver/{row.hash}/pdf",
    }
