"""Who wants which seats, and whether anything but the number of seats speaks against it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.availability import Ask, Audience, Kind, Offer, refusal
from outfitter_tenants.scheduling.queries import slots

Check = Callable[..., list[str]]

MESSAGES = {
    "not_live": "This experience is not on sale.",
    "cancelled": "This departure is cancelled.",
    "closed": "This departure is closed.",
    "past": "This departure has begun.",
    "cutoff": "It is too late to book this departure.",
    "channel_blocked": "This departure cannot be booked here.",
    "blackout": "This departure is not available.",
    "customer_type_unavailable": "This kind of ticket is not sold here.",
    "composition": "This party cannot be booked together.",
    "min_party": "This party is too small.",
    "max_party": "This party is too large.",
    "sold_out": "There are not enough seats left.",
    "resource_unavailable": "What this party needs for its trip is taken at that time.",
}


class NotBookable(DomainError):
    """Something other than the number of seats speaks against booking (domain.md 4.2.5)."""

    code = "not_bookable"
    status = 409

    def __init__(self, reason: str, **detail: object) -> None:
        message = MESSAGES.get(reason, "This departure cannot be booked.")
        super().__init__(message, reason=reason, **detail)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Party:
    """A timeslot and how many seats somebody wants of it."""

    slot: slots.TimeslotRow
    ask: Ask

    @property
    def pax_cnt(self) -> int:
        """Return the seats wanted."""
        return self.ask.pax_cnt


def offer_of(slot: slots.TimeslotRow, kinds: list[catalog.CustomerTypeRow]) -> Offer:
    """Return a timeslot as the rules of booking see it."""
    return Offer(
        experience_status=slot.experience_status,
        status=slot.status,
        day_status=slot.day.status,
        start_at=slot.start_at,
        end_at=slot.end_at,
        cutoff_at_online=slot.cutoff_at_online,
        cutoff_at_direct=slot.cutoff_at_direct,
        is_blacked_out=slot.is_blacked_out,
        min_pax=slot.min_pax,
        max_pax=slot.max_pax,
        kinds={
            kind.id: Kind(
                kind.id, kind.is_sold_online, kind.min_qty, kind.max_qty, kind.accompanied_by
            )
            for kind in kinds
        },
        remaining=slot.remaining,
    )


def ask_of(
    kinds: list[catalog.CustomerTypeRow], quantities: Mapping[int, int], audience: Audience
) -> Ask:
    """Return what somebody asks for, with the seats it takes."""
    pax = sum(kind.pax_of(quantities.get(kind.id, 0)) for kind in kinds)
    return Ask(audience, {kind: qty for kind, qty in quantities.items() if qty}, pax)


def find_party(
    *, timeslot_id: int, qty_by_type: Mapping[int, int], audience: Audience, at: datetime,
    check: Check | None,
) -> Party:  # fmt: skip
    """
    Return who wants what, once nothing but the number of seats can speak against it.

    :raises TimeslotNotFound: there is no such timeslot
    :raises NotBookable: the first reason against it
    """
    slot = slots.get_timeslot(timeslot_id=timeslot_id, at=at)
    kinds = catalog.experience_customer_types(experience_id=slot.experience_id, audience="direct")
    ask = ask_of(kinds, qty_by_type, audience)
    if not ask.quantities:
        raise NotBookable("min_party")
    reason = refusal(offer_of(slot, kinds), ask, at=at, is_seats_checked=False)
    if reason:
        raise NotBookable(reason)
    if check is not None and (words := check(timeslot_id=timeslot_id, pax_cnt=ask.pax_cnt)):
        raise NotBookable("channel_blocked", reasons=list(words))
    return Party(slot, ask)
