"""Why a party cannot have a departure: the ordered reasons, pure (domain.md 4.2.5)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from outfitter_tenants.scheduling.rules.availability import SELLING_STATES, Audience, Remaining, Window
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms

# In the order in which they are checked; the first that holds is the answer.
REASONS: Final = (
    "not_live",
    "cancelled",
    "closed",
    "past",
    "cutoff",
    "presale",
    "channel_blocked",
    "reseller_blocked",
    "blackout",
    "customer_type_unavailable",
    "composition",
    "min_party",
    "max_party",
    "sold_out",
    "resource_unavailable",
    "credit_limit",
)
# What stops strangers and only warns staff (domain.md 4.4).
WARNINGS: Final = ("composition", "min_party", "max_party")


@dataclass(frozen=True, slots=True)
class TicketKind:
    """A customer type of the experience, as the rules of a party need it."""

    id: int
    is_sold_online: bool
    min_qty: int = 0
    max_qty: int | None = None
    accompanied_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BookingRequest:
    """
    Who wants what: experience customer type id -> how many, and the seats that takes.

    `may_book_past` and `may_overbook` are what the caller's role allows (timeslot.book_past,
    timeslot.overbook); they count for staff alone. `counted_as` is whose seats they are when that
    is somebody else: staff who change what was sold online move seats of the online allotment.
    `partner` are the terms of the partner it is bought for, where those are its own.
    """

    audience: Audience
    quantities: Mapping[int, int]
    pax_cnt: int
    pax_by_type: Mapping[int, int] = field(default_factory=dict)
    method: str | None = None
    may_book_past: bool = False
    may_overbook: bool = False
    counted_as: Audience | None = None
    partner: PartnerTerms | None = None

    @property
    def owner(self) -> Audience:
        """Return against whose seats these count."""
        return self.counted_as or self.audience


@dataclass(frozen=True, slots=True)
class TimeslotTerms:
    """
    A timeslot with what decides whether it can be booked; party sizes are the audience's.

    Until `late_until` staff with `timeslot.book_past` book somebody onto it (domain.md 4.2.6).
    """

    experience_status: str
    status: str
    day_status: str
    start_at: datetime
    late_until: datetime
    window: Window
    booked_pax_cnt: int
    is_blacked_out: bool
    min_pax: int
    max_pax: int
    kinds: Mapping[int, TicketKind]
    remaining: Remaining
    # How many more the resources it needs can carry; None: they set no limit.
    resource_left: int | None = None


# Says what somebody else has against it: a channel, a reseller's terms, a credit limit.
Outside = Callable[[str], bool]


def refusal(
    offer: TimeslotTerms,
    ask: BookingRequest,
    *,
    at: datetime,
    is_seats_checked: bool = True,
    outside: Outside | None = None,
) -> str | None:
    """
    Return the first reason against booking, None when nothing speaks against it.

    Without `is_seats_checked` the seats are left to whoever takes them. An empty party asks about
    the timeslot alone. `outside(reason)` is asked for the reasons that others know of, in their
    place in the order. Rules of the party bind strangers; `warnings` tells staff of them.
    """
    asked = outside or _nobody
    if reason := _closed(offer, ask, at) or _of_others(asked, "channel_blocked", "reseller_blocked"):
        return reason
    if offer.is_blacked_out:
        return "blackout"
    if ask.quantities and (reason := _party(offer, ask)):
        return reason
    if is_seats_checked and (reason := _seats(offer, ask)):
        return reason
    return _of_others(asked, "credit_limit")


def warnings(offer: TimeslotTerms, ask: BookingRequest) -> list[str]:
    """Return what would stop strangers and does not stop staff: rules of the party."""
    if ask.audience != "direct" or not ask.quantities:
        return []
    wanted = {kind: qty for kind, qty in ask.quantities.items() if qty > 0}
    found = [
        "composition" if not _is_composed(offer, wanted) else None,
        "min_party" if ask.pax_cnt < offer.min_pax else None,
        "max_party" if ask.pax_cnt > offer.max_pax else None,
    ]
    return [reason for reason in found if reason]


def _nobody(_reason: str) -> bool:
    return False


def _of_others(asked: Outside, *reasons: str) -> str | None:
    return next((reason for reason in reasons if asked(reason)), None)


def _closed(offer: TimeslotTerms, ask: BookingRequest, at: datetime) -> str | None:
    if offer.experience_status not in {"live", "hidden"}:
        return "not_live"
    if "cancelled" in {offer.status, offer.day_status}:
        return "cancelled"
    if offer.status not in SELLING_STATES[ask.audience] or offer.day_status == "closed":
        return "closed"
    if ask.audience == "direct" and ask.may_book_past:
        return "past" if at >= offer.late_until else _early(offer, at)
    closes_at = offer.window.closes_at(offer.booked_pax_cnt)
    # A negative cut-off sells into a departure that has begun (domain.md 4.2.6).
    if at >= offer.start_at and closes_at <= offer.start_at:
        return "past"
    return "cutoff" if at >= closes_at else _early(offer, at)


def _early(offer: TimeslotTerms, at: datetime) -> str | None:
    begins_at = offer.window.presale_at
    return "presale" if begins_at is not None and at < begins_at else None


def _party(offer: TimeslotTerms, ask: BookingRequest) -> str | None:
    wanted = {kind: qty for kind, qty in ask.quantities.items() if qty > 0}
    is_staff = ask.audience == "direct"
    for kind_id in wanted:
        kind = offer.kinds.get(kind_id)
        if kind is None or (not is_staff and not kind.is_sold_online):
            return "customer_type_unavailable"
    if not wanted:
        return "min_party"
    if is_staff:
        return None
    if not _is_composed(offer, wanted):
        return "composition"
    if ask.pax_cnt < offer.min_pax:
        return "min_party"
    return "max_party" if ask.pax_cnt > offer.max_pax else None


def _is_composed(offer: TimeslotTerms, wanted: Mapping[int, int]) -> bool:
    for kind_id, qty in wanted.items():
        kind = offer.kinds.get(kind_id)
        if kind is None:
            continue
        if qty < kind.min_qty or (kind.max_qty is not None and qty > kind.max_qty):
            return False
        if kind.accompanied_by and not set(kind.accompanied_by) & set(wanted):
            return False
    return True


def _seats(offer: TimeslotTerms, ask: BookingRequest) -> str | None:
    smallest = 1 if ask.audience == "direct" else max(1, offer.min_pax)
    wanted = ask.pax_cnt if ask.quantities else smallest
    left = offer.remaining.of(ask.audience, ask.method)
    is_full = left is not None and left < wanted
    if ask.pax_by_type and not offer.remaining.has(ask.audience, ask.method, ask.pax_by_type):
        is_full = True
    if is_full:
        return "sold_out"
    if offer.resource_left is not None and offer.resource_left < wanted:
        return "resource_unavailable"
    return None
