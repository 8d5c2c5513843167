"""
What an offer code takes off a trip, and why it would not (domain.md 4.6). Pure.

A code looks at the whole trip (who buys, when, how many) and at every ticket (what, when). Tickets
that do not fit contribute nothing; a trip of which nothing fits does not get the discount.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from outfitter.kit.money import allocate, mul_ppm
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.rate_sheets import has_weekday
from outfitter_tenants.pricing.rules.surcharges import nets

Frequency = Literal["per_booking", "per_trip", "per_order"]
# Why a code does not apply; messages are by these.
REASONS: Final[Mapping[str, str]] = {
    "unknown": "Code not found.",
    "inactive": "This code is no longer in use.",
    "not_yet": "This code is not valid yet.",
    "expired": "This code has expired.",
    "method": "This code isn't valid for this sales channel.",
    "reseller": "This code is for other resellers.",
    "empty": "Nothing on this trip qualifies for this code.",
    "experience": "This code is for other experiences.",
    "customer_type": "This code is for other guests.",
    "travel_date": "This code is for other travel dates.",
    "weekday": "This code is for other days of the week.",
    "blackout": "This code is not valid on this day.",
    "too_late": "This code is only for trips booked earlier.",
    "too_early": "This code is only for trips booked closer to the day.",
    "min_pax": "This code needs more guests.",
    "max_pax": "This code is for fewer guests.",
    "min_spend": "This code needs a larger booking.",
    "used_up": "This code has been used up.",
    "customer_limit": "This customer has already used this code.",
    "not_stackable": "This code cannot be combined with another one.",
    "already_applied": "This code is already on the trip.",
    "nothing_to_pay": "There is nothing left to take off.",
}
# Reasons that lie in time: a trip that was sold keeps what it was promised.
_TIMES: Final = frozenset({"travel_date", "weekday", "blackout", "too_late", "too_early"})


@dataclass(frozen=True, slots=True)
class OfferCodeTerms:
    """The rule behind a code; see the model of the same name for units."""

    id: int
    code: str
    kind: Literal["amount", "percent"]
    value: int
    frequency: Frequency = "per_trip"
    max_guests_per_trip: int | None = None
    is_active: bool = True
    book_from: date | None = None
    book_to: date | None = None
    travel_from: date | None = None
    travel_to: date | None = None
    weekdays: int | None = None
    blackout_dates: frozenset[date] = frozenset()
    experience_ids: frozenset[int] = frozenset()
    customer_type_ids: frozenset[int] = frozenset()
    methods: frozenset[str] = frozenset()
    reseller_ids: frozenset[int] = frozenset()
    min_pax: int | None = None
    max_pax: int | None = None
    min_spend: int | None = None
    advance_min_days: int | None = None
    advance_max_days: int | None = None
    is_stackable: bool = False
    is_auto_apply: bool = False
    funded_by: Literal["operator", "reseller"] = "operator"
    applies_to_addons: bool = False
    max_discount_amount: int | None = None


@dataclass(frozen=True, slots=True)
class OfferSale:
    """
    What a code may look at beside the lines.

    `booked_on` is the operator's local day of booking, `days` the local day of each order.
    """

    method: str
    booked_on: date
    reseller_id: int | None = None
    days: Mapping[int | None, date | None] = field(default_factory=dict)
    # A sold trip was booked in time: the windows of booking no longer count.
    is_sold: bool = False


@dataclass(frozen=True, slots=True)
class AppliedOfferCode:
    """A code on a trip; `is_kept` gives what it gave although the trip no longer fits it."""

    offer: OfferCodeTerms
    is_kept: bool = False


def problem(offer: OfferCodeTerms, lines: Sequence[QuoteLine], sale: OfferSale) -> str | None:
    """Return why a code does not apply to these lines (a key of `REASONS`), or None."""
    if not sale.is_sold and (found := _closed(offer, sale)):
        return found
    places = _places(offer, lines, sale)
    tickets = [lines[place] for place in places if lines[place].kind == "ticket"]
    if not tickets:
        return _reason_of_none(offer, lines, sale)
    pax = sum(line.pax_cnt * line.qty for line in tickets)
    if offer.min_pax is not None and pax < offer.min_pax:
        return "min_pax"
    if offer.max_pax is not None and pax > offer.max_pax:
        return "max_pax"
    spent = sum(lines[place].amount for place in places)
    if offer.min_spend is not None and spent < offer.min_spend:
        return "min_spend"
    return None


def _closed(offer: OfferCodeTerms, sale: OfferSale) -> str | None:
    if not offer.is_active:
        return "inactive"
    if offer.book_from is not None and sale.booked_on < offer.book_from:
        return "not_yet"
    if offer.book_to is not None and sale.booked_on > offer.book_to:
        return "expired"
    if offer.methods and sale.method not in offer.methods:
        return "method"
    if offer.reseller_ids and sale.reseller_id not in offer.reseller_ids:
        return "reseller"
    return None


def _reason_of_none(offer: OfferCodeTerms, lines: Sequence[QuoteLine], sale: OfferSale) -> str:
    reasons = [_unfit(offer, line, sale) for line in lines if line.kind == "ticket" and not line.is_comped]
    return next((reason for reason in reasons if reason), "empty")


def _unfit(offer: OfferCodeTerms, line: QuoteLine, sale: OfferSale) -> str | None:
    if offer.experience_ids and line.experience_id not in offer.experience_ids:
        return "experience"
    wanted = offer.customer_type_ids
    if wanted and line.kind == "ticket" and line.customer_type_id not in wanted:
        return "customer_type"
    day = sale.days.get(line.trip_order_id)
    # What has no day yet can still get one that fits.
    return _off_day(offer, day, sale) if day is not None else None


def _off_day(offer: OfferCodeTerms, day: date, sale: OfferSale) -> str | None:
    if (offer.travel_from and day < offer.travel_from) or (offer.travel_to and day > offer.travel_to):
        return "travel_date"
    if offer.weekdays is not None and not has_weekday(offer.weekdays, day):
        return "weekday"
    if day in offer.blackout_dates:
        return "blackout"
    ahead = (day - sale.booked_on).days
    if offer.advance_min_days is not None and ahead < offer.advance_min_days:
        return "too_late"
    if offer.advance_max_days is not None and ahead > offer.advance_max_days:
        return "too_early"
    return None


def _places(
    offer: OfferCodeTerms, lines: Sequence[QuoteLine], sale: OfferSale, *, is_kept: bool = False
) -> list[int]:
    kinds = {"ticket", "addon"} if offer.applies_to_addons else {"ticket"}
    found = []
    for place, line in enumerate(lines):
        if line.kind not in kinds or line.is_comped:
            continue
        reason = _unfit(offer, line, sale)
        if reason is None or (is_kept and reason in _TIMES):
            found.append(place)
    if offer.customer_type_ids and offer.applies_to_addons:
        guests = {lines[place].booking_id for place in found if lines[place].kind == "ticket"}
        # An add-on of a guest whom the code is not for is not discounted either.
        found = [p for p in found if lines[p].booking_id in guests or lines[p].booking_id is None]
    return found


def saving(
    applied: AppliedOfferCode, lines: Sequence[QuoteLine], rest: Mapping[int, int], sale: OfferSale
) -> dict[int, int]:
    """
    Return what a code takes off each line, in minor units (positive), by place.

    `rest` is what is left to be asked for of each line.
    """
    offer = applied.offer
    places = _places(offer, lines, sale, is_kept=applied.is_kept)
    amounts = {place: max(0, rest[place]) for place in places}
    if offer.frequency == "per_booking":
        off = _per_guest(offer, lines, amounts)
    elif offer.frequency == "per_order":
        off = {}
        for order in dict.fromkeys(lines[place].trip_order_id for place in places):
            of_order = {p: a for p, a in amounts.items() if lines[p].trip_order_id == order}
            off |= _at_once(offer, of_order)
    else:
        off = _at_once(offer, amounts)
    return _capped(off, offer.max_discount_amount)


def _at_once(offer: OfferCodeTerms, amounts: Mapping[int, int]) -> dict[int, int]:
    whole = sum(amounts.values())
    off = min(offer.value, whole) if offer.kind == "amount" else mul_ppm(whole, offer.value)
    return dict(zip(amounts, allocate(off, list(amounts.values())), strict=True)) if whole else {}


def _per_guest(
    offer: OfferCodeTerms, lines: Sequence[QuoteLine], amounts: Mapping[int, int]
) -> dict[int, int]:
    tickets = [place for place in amounts if lines[place].kind == "ticket"]
    # The dearest guests first, the earlier one of two alike (domain.md 4.6).
    tickets.sort(key=lambda place: (-lines[place].unit_amount, place))
    chosen = {lines[place].booking_id for place in tickets[: offer.max_guests_per_trip]}
    of_guests: dict[int | None, dict[int, int]] = {}
    for place, amount in amounts.items():
        guest = lines[place].booking_id
        if guest in chosen or (guest is None and offer.kind == "percent"):
            of_guests.setdefault(guest, {})[place] = amount
    off: dict[int, int] = {}
    for mine in of_guests.values():
        if offer.kind == "percent":
            off |= {place: mul_ppm(amount, offer.value) for place, amount in mine.items()}
        else:
            off |= _at_once(offer, mine)
    return off


def _capped(off: Mapping[int, int], most: int | None) -> dict[int, int]:
    whole = sum(off.values())
    if most is None or whole <= most:
        return dict(off)
    return dict(zip(off, allocate(most, list(off.values())), strict=True))


def discounts(
    applied: Sequence[AppliedOfferCode], lines: Sequence[QuoteLine], sale: OfferSale
) -> list[QuoteLine]:
    """
    Return the discount lines of the codes on a trip, one for each line of goods.

    Amounts come off first; shares are of what is then left, each of the same rest, and together
    never more than it (domain.md 4.6).
    """
    rest = nets(lines)
    made: list[QuoteLine] = []
    for kind in ("amount", "percent"):
        base = dict(rest)
        codes = [one for one in applied if one.offer.kind == kind]
        for one in sorted(codes, key=lambda one: one.offer.id):
            # Amounts come one after the other, shares are each of the same.
            before = rest if kind == "amount" else base
            for place, off in saving(one, lines, before, sale).items():
                part = min(off, max(0, rest[place]))
                if part:
                    rest[place] -= part
                    made.append(_line(one.offer, lines[place], place, part))
    return made


def _line(offer: OfferCodeTerms, about: QuoteLine, place: int, part: int) -> QuoteLine:
    return QuoteLine(
        "discount",
        offer.id,
        offer.code,
        1,
        -part,
        -part,
        on=(place,),
        trip_order_id=about.trip_order_id,
        booking_id=about.booking_id,
        experience_id=about.experience_id,
        # What a partner gives comes off what they earn, not off what they earn it on.
        is_commission_base=about.is_commission_base and offer.funded_by == "operator",
    )
