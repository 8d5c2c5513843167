"""The one way seats are taken: conditional update, then once more without expired holds."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import transaction

from outfitter.kit.errors import Busy, DomainError
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations import overbooking, resource_claims
from outfitter_tenants.scheduling.operations.booking_rules import MESSAGES, NotBookable, Party
from outfitter_tenants.scheduling.queries import pools, seats, timeslots
from outfitter_tenants.scheduling.rules.availability import SELLING_STATES

# Compared with the cut-off when nothing is too late: any cut-off lies after it.
_NEVER_TOO_LATE: Final = datetime(1900, 1, 1, tzinfo=UTC)
_NEVER_TOO_EARLY: Final = datetime(9000, 1, 1, tzinfo=UTC)
# For so long the waiting list has what lapsed to itself.
LIST_FIRST: Final = timedelta(minutes=2)


class SoldOut(DomainError):
    """Fewer seats are left than asked for."""

    code = "sold_out"
    status = 409


class SeatsMoved(Busy):
    """What was to be changed has changed under our hands; the same call may go through now."""


class _Refused(Exception):
    """The timeslot, one of its pools or its day did not give the seats."""


def is_alone(party: Party) -> bool:
    """Return whether the timeslot's own row is all that has to give a party its seats."""
    slot = party.slot
    return not (slot.is_day_limited or slot.is_pooled or slot.needs_resources)


def place_alone(
    party: Party, values: Mapping[str, object], *, at: datetime, is_late: bool = False
) -> int | None:
    """
    Take a party's seats and write their hold in one statement; returns the hold's id.

    None when they were refused, or when the timeslot has got pools or a capped day meanwhile.
    """
    taken = seats.place(_wanted(party, values, at, is_late=is_late, is_alone=True))
    return taken.hold_id if taken else None


def place(
    party: Party, values: Mapping[str, Any], *, at: datetime, is_late: bool = False, is_refused: bool = False
) -> int:
    """
    Take a party's seats and write the hold that explains them; returns the hold's id.

    Its resources are set aside after, in the caller's transaction. `is_refused`: it was tried
    already, so what has lapsed is given back first.

    :raises SoldOut: they are not there, expired holds given back
    :raises ResourceUnavailable: the seats are there, the resources are not
    """
    hold_id = None
    if not is_refused:
        with suppress(_Refused):
            hold_id = _place_once(party, values, at, is_late=is_late)
    if hold_id is None:
        hold_id = _place_after_all(_once_more(party, at), values, at, is_late=is_late)
    set_resources(party, hold_id, at)
    return hold_id


def set_resources(party: Party, hold_id: int, at: datetime) -> None:
    """
    Set the resources aside that a hold of this party needs.

    Staff who may overbook sell without them, but never beyond a licence (domain.md 4.2.7).

    :raises ResourceUnavailable: somebody else has them
    """
    if party.slot.needs_resources:
        resource_claims.claim(party=party, hold_id=hold_id, at=at, may_lack=overbooking.is_allowed(party))


def _place_after_all(party: Party, values: Mapping[str, object], at: datetime, *, is_late: bool) -> int:
    try:
        return _place_once(party, values, at, is_late=is_late)
    except _Refused:
        if not overbooking.is_allowed(party):
            raise sold_out(party, at=at) from None
    with transaction.atomic():
        overbooking.allow(party, at=at)
        try:
            return _place_once(party, values, at, is_late=is_late)
        except _Refused:
            raise sold_out(party, at=at) from None


def _wanted(
    party: Party, values: Mapping[str, object], at: datetime, *, is_late: bool, is_alone: bool
) -> dict[str, object]:
    return {
        **values,
        **_asked(party, party.pax_cnt, at, is_late=is_late),
        "method": party.ask.method,
        "pool_claims": json.dumps(party.claims),
        "alone": is_alone,
    }


def _place_once(party: Party, values: Mapping[str, object], at: datetime, *, is_late: bool) -> int:
    wanted = _wanted(party, values, at, is_late=is_late, is_alone=False)
    with _undoable(party):
        taken = seats.place(wanted)
        if taken is None or taken.hold_id is None:
            raise _Refused
        _take_rest(party, taken, party.claims, party.pax_cnt)
        return taken.hold_id


def _undoable(party: Party) -> AbstractContextManager[Any]:
    # What pools or the day refuse must undo what the timeslot gave; most timeslots have neither.
    limited = party.slot.is_day_limited or party.slot.is_pooled
    return transaction.atomic() if limited else nullcontext()


def _take_rest(party: Party, taken: seats.SeatAllocation, pooled: Mapping[int, int], pax_cnt: int) -> None:
    slot, is_direct = party.slot, party.ask.audience == "direct"
    if taken.is_day_limited > slot.is_day_limited or taken.is_pooled != slot.is_pooled:
        raise SeatsMoved("This departure is being changed right now. Please try again.")
    if not pools.take(timeslot_id=slot.id, claims=pooled, is_direct=is_direct):
        raise _Refused
    if taken.is_day_limited and not seats.take_of_day(
        experience_date_id=taken.experience_date_id, pax_cnt=pax_cnt, is_direct=is_direct
    ):
        raise _Refused


def _once_more(party: Party, at: datetime) -> Party:
    """Give back what has lapsed; pools may have been made anew since they were read."""
    reclaim(party.slot, at=at)
    if not party.slot.is_pooled:
        return party
    return replace(party, slot=timeslots.get_timeslot(timeslot_id=party.slot.id, at=at))


def exchange(hold: Hold, party: Party, at: datetime) -> None:
    """
    Take the seats of `party` in place of those an active hold has; its timeslots are locked.

    :raises SoldOut: they are not there; the caller's transaction undoes the rest
    """
    reclaim(party.slot, at=at, keep=hold.pk)
    after = party.claims
    before = {int(pool): int(pax) for pool, pax in hold.pool_claims.items()}
    if hold.timeslot_id == party.slot.id and hold.is_online == party.is_online:
        change = {pool: after.get(pool, 0) - before.get(pool, 0) for pool in {*after, *before}}
        if hold.pax_cnt != party.pax_cnt or any(change.values()):
            _take(party, party.pax_cnt - hold.pax_cnt, change, at)
        return
    # Out of the first whole, into the second whole: they may share a day.
    release_seats(hold)
    _take(party, party.pax_cnt, after, at)


def _take(party: Party, pax_cnt: int, pooled: Mapping[int, int], at: datetime) -> None:
    try:
        _take_once(party, pax_cnt, pooled, at)
    except _Refused:
        if not overbooking.is_allowed(party):
            raise sold_out(party, at=at) from None
        overbooking.allow(party, pax_cnt=pax_cnt, claims=pooled, at=at)
        try:
            _take_once(party, pax_cnt, pooled, at)
        except _Refused:
            raise sold_out(party, at=at) from None


def _take_once(party: Party, pax_cnt: int, pooled: Mapping[int, int], at: datetime) -> None:
    with transaction.atomic():
        taken = seats.take(_asked(party, pax_cnt, at, is_late=False))
        if taken is None:
            raise _Refused
        _take_rest(party, taken, pooled, pax_cnt)


def release_seats(hold: Hold) -> None:
    """Take a hold's seats off the counters; the caller closes or changes the hold."""
    seats.move(
        timeslot_id=hold.timeslot_id, held=-hold.pax_cnt, online_held=-hold.pax_cnt if hold.is_online else 0
    )
    pools.move(claims=_claims(hold), held=-1)


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
    pools.move(claims=_claims(hold), held=-1, booked=1)


def _claims(hold: Hold) -> dict[int, int]:
    return {int(pool): int(pax) for pool, pax in hold.pool_claims.items()}


def reclaim(slot: timeslots.TimeslotRow, *, at: datetime, keep: int | None = None) -> int:
    """
    Expire what has lapsed on a timeslot, or on its whole day when that has a cap.

    Where a party waits, what has lapsed goes to the list, which has a while for it (ADR 88).
    """
    since = at if slot.waiting_pax_min is None else at - LIST_FIRST
    lapsed = Hold.objects.filter(status="active", expires_at__lte=since).exclude(pk=keep or 0)
    lapsed = (
        lapsed.filter(timeslot__experience_date_id=slot.experience_date_id)
        if slot.is_day_limited
        else lapsed.filter(timeslot_id=slot.id)
    )
    ids = set(lapsed.order_by().values_list("timeslot_id", flat=True))
    return expire(timeslot_ids=ids, at=since, keep=keep)


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
    return end(list(rows), "expired", at)


def end(rows: list[Hold], status: str, at: datetime) -> int:
    """Give back the seats of these locked holds and close them; returns how many they were."""
    for hold in rows:
        release_seats(hold)
    ids = [hold.pk for hold in rows]
    resource_claims.release_lapsed(hold_ids=ids)
    Hold.objects.filter(pk__in=ids).update(status=status, closed_at=at)
    return len(rows)


def sold_out(party: Party, *, at: datetime) -> DomainError:
    """Return the refusal with the seats this party could still have, or what came between."""
    now = timeslots.get_timeslot(timeslot_id=party.slot.id, at=at)
    if reason := _came_between(party, now):
        return NotBookable(reason)
    left = now.remaining.of(party.ask.owner, party.ask.method)
    detail: dict[str, object] = {"remaining": left, "asked": party.pax_cnt}
    if now.seats.by_type:
        ask = party.ask
        detail["by_type"] = {
            str(kind): now.remaining.of_type(kind, ask.audience, ask.method) for kind in ask.pax_by_type
        }
    return SoldOut(MESSAGES["sold_out"], **detail)


def _came_between(party: Party, now: timeslots.TimeslotRow) -> str | None:
    """Return what somebody did to the departure since the party saw it: not a lack of seats."""
    was = party.slot
    states = SELLING_STATES[party.ask.audience]
    if "cancelled" in {now.status, now.day.status} - {was.status, was.day.status}:
        return "cancelled"
    if now.status not in states and was.status in states:
        return "closed"
    if now.day.status == "closed" != was.day.status:
        return "closed"
    return "blackout" if now.is_blacked_out and not was.is_blacked_out else None


def _asked(party: Party, pax_cnt: int, at: datetime, *, is_late: bool) -> dict[str, object]:
    ask = party.ask
    own = ask.partner
    # What a partner's own terms say of the time was looked at; the departure's are not theirs.
    is_free = own is not None and own.sets_cutoff(ask.audience)
    is_early = own is not None and own.sets_presale(ask.audience)
    is_past = ask.audience == "direct" and ask.may_book_past and at < party.slot.late_until
    return seats.requested_seats(
        timeslot_id=party.slot.id,
        pax_cnt=pax_cnt,
        audience=ask.audience,
        is_online=party.is_online,
        states=SELLING_STATES["direct" if is_late else ask.audience],
        open_at=_NEVER_TOO_LATE if is_late or is_past or is_free else at,
        begun_at=_NEVER_TOO_EARLY if is_late or is_early else at,
        is_dark_too=is_late,
    )
