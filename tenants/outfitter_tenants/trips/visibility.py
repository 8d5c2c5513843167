"""
Which trips a person reaches whose role shows a part only (domain.md 3.1).

A guide's role shows the trips on departures and orders they are assigned to, an agent's role the
trips of their reseller. Everybody else sees all. What is out of reach answers as if it were not
there.
"""

from typing import Any

from django.db.models import F, Q

from outfitter.api.principal import Principal
from outfitter.db.statements import Param
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries
from outfitter_tenants.trips.models import Trip, TripOrder


def timeslots_of_trip(*, trip_id: int) -> list[int]:
    """Return the departures of a trip, without the orders that have none."""
    rows = TripOrder.objects.filter(trip_id=trip_id, timeslot__isnull=False)
    return sorted(set(rows.values_list("timeslot_id", flat=True)))


def find_trip_id(*, key: str, by_id: bool, caller: Principal) -> int:
    """
    Return the id of a trip from its hash, or from its number when the caller may use numbers.

    :raises TripNotFound: there is none in the caller's reach
    """
    trip_id = queries.find_trip_id(key=key, by_id=by_id)
    check(trip_id=trip_id, caller=caller)
    return trip_id


def check(*, trip_id: int, caller: Principal) -> None:
    """
    Refuse a trip that the caller's role does not show them.

    :raises TripNotFound: it does not
    """
    reach = visible_trips(scope=caller.scope, avatar_id=caller.avatar_id, reseller_id=caller.reseller_id)
    if caller.scope != "all" and not Trip.objects.filter(reach, pk=trip_id).exists():
        raise queries.TripNotFound("Trip not found.")


def sees_everything(*, avatar_id: int | None) -> bool:
    """Return whether somebody's role shows them all there is; null is the system itself."""
    if avatar_id is None:
        return True
    avatar = people.get_avatar(avatar_id=avatar_id)
    return avatar is not None and avatar.scope == "all"


def visible_trips(*, scope: str, avatar_id: int | None, reseller_id: int | None) -> Q:
    """Return the filter of trips that a role of this scope shows this person."""
    if scope == "all":
        return Q()
    if scope == "assigned":
        guided = TripOrder.objects.filter(
            timeslot__timeslot_guides__user_avatar_id=avatar_id,
            timeslot__timeslot_guides__status__in=["proposed", "assigned", "confirmed"],
            status="active",
        )
        theirs = TripOrder.objects.filter(
            timeslot__booking_guides__user_avatar_id=avatar_id,
            timeslot__booking_guides__trip_order_id=F("pk"),
            status="active",
        )
        return Q(pk__in=guided.values("trip_id")) | Q(pk__in=theirs.values("trip_id"))
    # Who belongs to no reseller yet sees nothing: null would be everybody's direct sale.
    return Q(reseller_id=reseller_id) if reseller_id else Q(pk__in=[])


def visible_by_params(scope: str) -> Q | None:
    """
    Return the same filter for statements whose parameters are `avatar_id` and `reseller_id`.

    None is all trips.
    """
    if scope == "all":
        return None
    avatar: Any = Param("avatar_id")
    reseller: Any = Param("reseller_id")
    return visible_trips(scope=scope, avatar_id=avatar, reseller_id=reseller)
