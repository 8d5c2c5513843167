"""Who wants which seats, and whether anything but the number of seats speaks against it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from outfitter.accounts import queries as accounts
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.queries import timeslot_for_sale, timeslots
from outfitter_tenants.scheduling.queries.partner_terms import timeslot_under
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.scheduling.rules.booking_refusal import (
    BookingRequest,
    TicketKind,
    TimeslotTerms,
    refusal,
    warnings,
)
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms

Check = Callable[..., list[str]]

MESSAGES = {
    "not_live": "This experience is not on sale.",
    "cancelled": "This departure is canceled.",
    "closed": "This departure is closed.",
    "past": "This departure has begun.",
    "cutoff": "It is too late to book this departure.",
    "presale": "This departure is not on sale yet.",
    "reseller_blocked": "This partner may not book this departure.",
    "credit_limit": "This partner's credit does not allow it.",
    "channel_blocked": "This departure cannot be booked here.",
    "blackout": "This departure is not available.",
    "customer_type_unavailable": "This ticket isn't sold here.",
    "composition": "This party cannot be booked together.",
    "min_party": "This party is too small.",
    "max_party": "This party is too large.",
    "sold_out": "There are not enough seats left.",
    "resource_unavailable": "A resource this party needs is taken at that time.",
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
class Buyer:
    """
    Who buys: whose terms apply, by which trip method, and what their role allows.

    The two permissions count for the audience `direct` alone (domain.md 4.2.6, 4.2.7).
    `counted_as` is whose seats they are when somebody else sold them than who changes them.
    `partner` are the terms of the partner they are bought for, where those are its own.
    """

    audience: Audience
    method: str | None = None
    may_book_past: bool = False
    may_overbook: bool = False
    counted_as: Audience | None = None
    partner: PartnerTerms | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """A timeslot, how many seats somebody wants of it, and what staff are to be told."""

    slot: timeslots.TimeslotRow
    ask: BookingRequest
    warnings: tuple[str, ...] = ()

    @property
    def pax_cnt(self) -> int:
        """Return the seats wanted."""
        return self.ask.pax_cnt

    @property
    def is_online(self) -> bool:
        """Return whether the seats count against the online allotment."""
        return self.slot.seats.is_online(self.ask.owner, self.ask.method)

    @property
    def claims(self) -> dict[int, int]:
        """
        Return what the party takes of the timeslot's pools: pool id -> pax.

        :raises NotBookable: one of its customer types has no seats of its own where others have
        """
        if not self.slot.is_pooled:
            return {}
        kinds = self.slot.seats.by_type
        wanted = {kind: pax for kind, pax in self.ask.pax_by_type.items() if pax}
        if kinds and set(wanted) - set(kinds):
            raise NotBookable("customer_type_unavailable")
        found = {kinds[kind].id: pax for kind, pax in wanted.items()} if kinds else {}
        own = self.slot.seats.pool_of_method(self.ask.method)
        if own is not None and self.pax_cnt:
            found[own.id] = self.pax_cnt
        return found


def offer_of(
    departure: timeslots.TimeslotRow,
    kinds: list[catalog.CustomerTypeRow],
    audience: Audience,
    partner: PartnerTerms | None = None,
) -> TimeslotTerms:
    """Return a timeslot as the rules of booking see it for an audience, under a partner's own terms."""
    slot = timeslot_under(departure, partner)
    smallest, largest = slot.party(audience)
    # A suspended or closed operator sells nothing to strangers; its staff only look anyway.
    is_sold = audience == "direct" or accounts.sells_here()
    return TimeslotTerms(
        experience_status=slot.experience_status if is_sold else "draft",
        status=slot.status,
        day_status=slot.day.status,
        start_at=slot.start_at,
        late_until=slot.late_until,
        window=slot.windows[audience],
        booked_pax_cnt=slot.booked_pax_cnt,
        is_blacked_out=slot.is_blacked_out,
        min_pax=smallest,
        max_pax=largest,
        kinds={
            kind.id: TicketKind(kind.id, kind.is_sold_online, kind.min_qty, kind.max_qty, kind.accompanied_by)
            for kind in kinds
        },
        remaining=slot.remaining,
    )


def ask_of(
    kinds: list[catalog.CustomerTypeRow], quantities: Mapping[int, int], buyer: Buyer
) -> BookingRequest:
    """Return what somebody asks for, with the seats it takes."""
    pax = {kind.id: kind.pax_of(quantities.get(kind.id, 0)) for kind in kinds}
    return BookingRequest(
        buyer.audience,
        {kind: qty for kind, qty in quantities.items() if qty},
        sum(pax.values()),
        {kind: cnt for kind, cnt in pax.items() if cnt},
        buyer.method,
        may_book_past=buyer.may_book_past,
        may_overbook=buyer.may_overbook,
        counted_as=buyer.counted_as,
        partner=buyer.partner,
    )


def find_party(
    *,
    timeslot_id: int,
    qty_by_type: Mapping[int, int],
    buyer: Buyer,
    at: datetime,
    check: Check | None,
    company: Mapping[int, int] | None = None,
) -> Party:
    """
    Return who wants what, once nothing but the number of seats can speak against it.

    `company` are tickets that travel with them already: rules of the party look at all of them.

    :raises TimeslotNotFound: there is no such timeslot
    :raises NotBookable: the first reason against it
    """
    found = timeslot_for_sale.get_timeslot_for_sale(timeslot_id=timeslot_id, at=at)
    return party_of(found, qty_by_type=qty_by_type, buyer=buyer, at=at, check=check, company=company)


def party_of(
    found: timeslot_for_sale.TimeslotForSale,
    *,
    qty_by_type: Mapping[int, int],
    buyer: Buyer,
    at: datetime,
    check: Check | None,
    company: Mapping[int, int] | None = None,
) -> Party:
    """
    Return the same of a departure that was read already.

    :raises NotBookable: the first reason against it
    """
    slot, kinds = found.slot, list(found.kinds)
    ask = ask_of(kinds, qty_by_type, buyer)
    if not ask.quantities:
        raise NotBookable("min_party")
    asked = ConcurrentHolds(check, slot.id, ask.pax_cnt)
    offer = offer_of(slot, kinds, buyer.audience, buyer.partner)
    whole = ask_of(kinds, Counter(qty_by_type) + Counter(company), buyer) if company else ask
    reason = refusal(offer, whole, at=at, is_seats_checked=False, outside=asked)
    if reason:
        raise NotBookable(reason, **asked.detail)
    return Party(slot, ask, tuple(warnings(offer, whole)))


def check_other_rules(
    *, timeslot_id: int, qty_by_type: Mapping[int, int], buyer: Buyer, at: datetime
) -> tuple[str, ...]:
    """
    Return what staff are to be told of a party that others have left.

    :raises NotBookable: strangers may not leave such a party behind
    """
    found = timeslot_for_sale.get_timeslot_for_sale(timeslot_id=timeslot_id, at=at)
    kinds = list(found.kinds)
    ask = ask_of(kinds, qty_by_type, replace(buyer, audience="direct"))
    told = warnings(offer_of(found.slot, kinds, buyer.audience, buyer.partner), ask)
    if told and buyer.audience != "direct":
        raise NotBookable(told[0])
    return tuple(told)


class ConcurrentHolds:
    """What plugins have against a party, asked once and only when it comes to that."""

    def __init__(self, check: Check | None, timeslot_id: int, pax_cnt: int) -> None:
        self.check, self.timeslot_id, self.pax_cnt = check, timeslot_id, pax_cnt
        self.detail: dict[str, list[str]] = {}

    def __call__(self, reason: str) -> bool:
        """Return whether somebody names that reason."""
        if reason != "channel_blocked" or self.check is None:
            return False
        words = list(self.check(timeslot_id=self.timeslot_id, pax_cnt=self.pax_cnt))
        if words:
            self.detail["reasons"] = words
        return bool(words)
