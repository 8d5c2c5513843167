"""What staff say about a trip beside its price: source, voucher, flags; and taking a lock off."""

from datetime import datetime

from outfitter.kit import ids
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox
from outfitter_tenants.checkout.trip_changes.change import OPEN, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import flags

EVERY = OPEN | {"deleted"}


def set_source(
    *, trip_id: int, source_id: int | None, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Say where the customer of a trip heard of us; None takes it back.

    :raises Invalid: there is no such source, or it is no longer offered
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        trip = change.trip
        if trip.trip_source_id != source_id:
            flags.check_source(source_id=source_id)
            before, trip.trip_source_id = trip.trip_source_id, source_id
            change.log("trip.source_changed", before={"source_id": before}, after={"source_id": source_id})
    return change.result


def renew_link(*, trip_id: int, by: TripActor, at: datetime, version: int | None = None) -> ChangeResult:
    """
    Give a trip another private link: whoever holds the old one no longer gets in.

    Payment links and signed documents keep theirs.
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=EVERY, is_money=False) as change:
        change.trip.hash = ids.public_hash()
        change.log("trip.link_renewed")
    return change.result


def set_voucher(
    *, trip_id: int, voucher: str | None, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """Note the number of a partner's voucher; one that is used already is a warning."""
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        trip = change.trip
        before, trip.reseller_voucher = trip.reseller_voucher, voucher or None
        if before != trip.reseller_voucher:
            _warn_of_twin(change)
            change.log(
                "trip.voucher_set",
                before={"reseller_voucher": before},
                after={"reseller_voucher": trip.reseller_voucher},
            )
    return change.result


def _warn_of_twin(change: Change) -> None:
    twin = trips.find_voucher_twin(trip=change.trip)
    if twin is not None:
        change.warn("voucher_used", f"This voucher is on trip {twin} already.")


def set_flag(
    *,
    trip_id: int,
    reason_id: int | None,
    assignee_id: int | None,
    comment: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Flag a trip, or change its flag; whoever it is for is told.

    :raises Invalid: no such reason, or nobody active is meant
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        flags.check_reason(reason_id=reason_id)
        if assignee_id is not None:
            _check_assignee(assignee_id)
        found = flags.put_flag(
            trip=change.trip,
            by=by.avatar_id,
            at=at,
            reason_id=reason_id,
            comment=comment,
            assignee_avatar_id=assignee_id,
        )
        if found is not None:
            change.log("trip.flagged", before=found[0], after=found[1], reason=comment or None)
            _tell_assignee(change, assignee_id, comment)
    return change.result


def _check_assignee(avatar_id: int) -> None:
    found = people.get_avatar(avatar_id=avatar_id)
    if found is None or found.status != "active" or found.scope == "reseller":
        raise Invalid({"assignee_avatar_id": ["This person isn't on the team."]})


def _tell_assignee(change: Change, assignee_id: int | None, comment: str) -> None:
    trip = change.trip
    if assignee_id is None or assignee_id == change.by.avatar_id:
        return  # who flags it for themselves knows
    outbox.publish(
        "trip.flagged",
        at=change.at,
        trip_id=trip.pk,
        hash=trip.hash,
        confirmation_code=trip.confirmation_code,
        assignee_id=assignee_id,
        flagged_by=change.by.name,
        comment=comment,
    )


def clear_flag(
    *, trip_id: int, note: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """Take the flag of a trip down, saying what was done about it; without a flag nothing is."""
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        if flags.take_flag_down(trip=change.trip, note=note, by=by.avatar_id, at=at):
            change.log("trip.flag_cleared", after={"clear_note": note}, reason=note)
    return change.result


def unlock(
    *, trip_id: int, reason: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """Take the lock off a trip, whatever put it there; a trip without one stays as it is."""
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=EVERY, is_money=False) as change:
        trip = change.trip
        before = trip.locked_reason
        if before is not None:
            trip.locked_reason = trip.locked_at = trip.locked_until = None
            change.log(
                "trip.unlocked",
                before={"locked_reason": before},
                after={"locked_reason": None},
                reason=reason,
            )
    return change.result


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
            change.log(
                "trip.group_named", before={"group_name": before}, after={"group_name": trip.group_name}
            )
    return change.result
