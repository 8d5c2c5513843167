"""The one way seats are taken: conditional update, then once more without expired holds."""

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any, Final

from django.db import transaction

from outfitter.kit.errors import Busy, DomainError
from outfitter_tenants.scheduling.availability import Ask, Audience
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations.parties import MESSAGES, Party
from outfitter_tenants.scheduling.queries import seats, slots

_STATES: Final[Mapping[Audience, tuple[str, ...]]] = {
    "online": ("open",),
    "direct": ("open", "closed_online"),
}
# Compared with the cut-off when a payment is here already: any cut-off lies after it.
_NEVER_TOO_LATE: Final = datetime(1900, 1, 1, tzinfo=UTC)


class SoldOut(DomainError):
    """Fewer seats are left than asked for."""

    code = "sold_out"
    status = 409


class Moved(Busy):
    """What was to be changed has changed under our hands; the same call may go through now."""


class _Refused(Exception):
    """The timeslot or its day did not give the seats."""


def place(party: Party, values: Mapping[str, Any], *, at: datetime, is_late: bool = False) -> int:
    """
    Take a party's seats and write the hold that explains them; returns the hold's id.

    :raises SoldOut: they are not there, expired holds given back
    """
    wanted = {**values, **_asked(party, party.pax_cnt, at, is_late=is_late)}
    try:
        return _place_once(party, wanted)
    except _Refused:
        reclaim(party.slot, at=at)
    try:
        return _place_once(party, wanted)
    except _Refused:
        raise sold_out(party, at=at) from None


def _place_once(party: Party, wanted: Mapping[str, Any]) -> int:
    # A day's refusal must undo what the timeslot gave; most days have no say and cost nothing.
    undoable = transaction.atomic() if party.slot.is_day_limited else nullcontext()
    with undoable:
        taken = seats.place(wanted)
        if taken is None or taken.hold_id is None:
            raise _Refused
        if taken.is_day_limited:
            if not party.slot.is_day_limited:
                raise Moved("This day is being changed right now. Please try again.")
            _take_day(taken.experience_date_id, party.pax_cnt)
        return taken.hold_id


def _take_day(experience_date_id: int, pax_cnt: int) -> None:
    if not seats.take_of_day(experience_date_id=experience_date_id, pax_cnt=pax_cnt):
        raise _Refused


def exchange(hold: Hold, party: Party, at: datetime) -> None:
    """
    Take the seats of `party` in place of those an active hold has; its timeslots are locked.

    :raises SoldOut: they are not there; the caller's transaction undoes the rest
    """
    reclaim(party.slot, at=at, keep=hold.pk)
    if hold.timeslot_id != party.slot.id:
        _take(party, party.pax_cnt, at)
        give_back(hold)
        return
    online = party.ask.audience == "online"
    if hold.is_online != online:
        # From one pool into the other: out of the first whole, into the second whole.
        give_back(hold)
        _take(party, party.pax_cnt, at)
    elif hold.pax_cnt != party.pax_cnt:
        _take(party, party.pax_cnt - hold.pax_cnt, at)


def _take(party: Party, pax_cnt: int, at: datetime) -> None:
    try:
        taken = seats.take(_asked(party, pax_cnt, at, is_late=False))
        if taken is None:
            raise _Refused
        if taken.is_day_limited:
            _take_day(taken.experience_date_id, pax_cnt)
    except _Refused:
        raise sold_out(party, at=at) from None


def give_back(hold: Hold) -> None:
    """Take a hold's seats off the counters; the caller closes or changes the hold."""
    seats.move(
        timeslot_id=hold.timeslot_id,
        held=-hold.pax_cnt,
        online_held=-hold.pax_cnt if hold.is_online else 0,
    )


def sell(hold: Hold) -> None:
    """Move an active hold's seats from held to booked."""
    online = hold.pax_cnt if hold.is_online else 0
    seats.move(
        timeslot_id=hold.timeslot_id,
        held=-hold.pax_cnt,
        online_held=-online,
        booked=hold.pax_cnt,
        online_booked=online,
    )


def reclaim(slot: slots.TimeslotRow, *, at: datetime, keep: int | None = None) -> int:
    """Expire what has lapsed on a timeslot, or on its whole day when that has a cap."""
    lapsed = Hold.objects.filter(status="active", expires_at__lte=at).exclude(pk=keep or 0)
    lapsed = (
        lapsed.filter(timeslot__experience_date_id=slot.experience_date_id)
        if slot.is_day_limited
        else lapsed.filter(timeslot_id=slot.id)
    )
    ids = set(lapsed.order_by().values_list("timeslot_id", flat=True))
    return expire(timeslot_ids=ids, at=at, keep=keep)


def expire(*, timeslot_ids: set[int], at: datetime, keep: int | None = None) -> int:
    """Give back the seats of lapsed holds on these timeslots; returns how many holds ended."""
    if not timeslot_ids:
        return 0
    seats.lock_timeslots(ids=timeslot_ids)
    rows = (
        Hold.objects.select_for_update(of=("self",))
        .filter(timeslot_id__in=timeslot_ids, status="active", expires_at__lte=at)
        .exclude(pk=keep or 0)
        .order_by("pk")
    )
    ended = list(rows)
    for hold in ended:
        give_back(hold)
    Hold.objects.filter(pk__in=[hold.pk for hold in ended]).update(status="expired", closed_at=at)
    return len(ended)


def sold_out(party: Party, *, at: datetime) -> SoldOut:
    """Return the refusal with the seats this party could still have."""
    now = slots.get_timeslot(timeslot_id=party.slot.id, at=at)
    left = now.remaining.of(party.ask.audience)
    return SoldOut(MESSAGES["sold_out"], remaining=left, asked=party.pax_cnt)


def ask_again(hold: Hold, quantities: Mapping[int, int]) -> Ask:
    """Return what an expired hold had asked for."""
    return Ask("online" if hold.is_online else "direct", quantities, hold.pax_cnt)


def _asked(party: Party, pax_cnt: int, at: datetime, *, is_late: bool) -> dict[str, Any]:
    return seats.asked(
        timeslot_id=party.slot.id,
        pax_cnt=pax_cnt,
        audience=party.ask.audience,
        states=_STATES["direct"] if is_late else _STATES[party.ask.audience],
        open_at=_NEVER_TOO_LATE if is_late else at,
    )
