"""What a trip is called and referred to by."""

from datetime import datetime

from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip


def set_group_name(
    *, trip_id: int, group_name: str | None, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Name the group a trip is for; empty takes the name away.

    :raises StaleVersion: somebody changed the trip since `version`
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        trip = change.trip
        before, trip.group_name = trip.group_name, group_name or None
        if before != trip.group_name:
            change.tell(
                "trip.group_named", before={"group_name": before}, after={"group_name": trip.group_name}
            )
    return change.done
