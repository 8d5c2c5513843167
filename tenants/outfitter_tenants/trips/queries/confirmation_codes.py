"""Trips by what their guests read on a confirmation."""

from outfitter_tenants.trips.models import Trip


def find_trip_id(*, code: str, last_name: str) -> int | None:
    """
    Return the sold trip with this confirmation code and this last name, None where either is wrong.

    :param code: as confirmations have it, such as "WXYZ-2345"
    """
    rows = Trip.objects.filter(confirmation_code=code, status__in=["reserved", "under_review"])
    row = rows.values_list("pk", "contact_last_name").first()
    wanted = last_name.strip().casefold()
    return row[0] if row and wanted and row[1].strip().casefold() == wanted else None
