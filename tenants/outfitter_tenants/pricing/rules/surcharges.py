"""
Fees and taxes on the lines of a trip (domain.md 4.7). Pure, whole minor units.

Both are computed line by line, so that a guest who leaves takes exactly their share along. What
belongs to no single line (an amount per trip) is spread over its lines by largest remainder
where a tax needs to know.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, Literal

from outfitter.kit.money import PPM, allocate, mul_ppm
from outfitter_tenants.pricing.rules.price_lines import DISCOUNTS, ITEMS, QuoteLine

Round = Literal["line", "trip"]


@dataclass(frozen=True, slots=True)
class Charge:
    """One tax or fee as the operator set it; `amount` in minor units, `rate_ppm` in millionths."""

    id: int
    kind: Literal["tax", "fee"]
    name: str
    calc: Literal["percent", "fixed"]
    rate_ppm: int = 0
    amount: int = 0
    per: str = "booking"
    mode: str = "exclusive"
    applies_to: frozenset[str] = frozenset({"tickets", "addons", "products"})
    experience_ids: frozenset[int] = frozenset()
    methods: frozenset[str] = frozenset()
    reseller_ids: frozenset[int] = frozenset()
    is_compound: bool = False
    is_taxable: bool = False
    is_commissionable: bool = False
    is_exempt_for_tax_toggle: bool = True
    is_waived_on_comp: bool = True
    valid_from: date | None = None
    valid_to: date | None = None

    @property
    def is_inclusive(self) -> bool:
        """Return whether the price holds it already."""
        return self.mode == "inclusive"


@dataclass(frozen=True, slots=True)
class OrderFacts:
    """What charges ask about an order: its local day and how many days it lasts."""

    day: date | None
    days: int = 1


@dataclass(frozen=True, slots=True)
class Sale:
    """How and at whose prices a trip is sold, and by which rules it is charged."""

    method: str = "ecommerce"
    reseller_id: int | None = None
    charges: Sequence[Charge] = ()
    orders: Mapping[int | None, OrderFacts] = field(default_factory=dict)
    round_per: Round = "line"
    is_exclusive_on_gross: bool = False
    is_tax_exempt: bool = False

    def covers(self, charge: Charge, line: QuoteLine) -> bool:
        """Return whether a charge is levied on a line."""
        if charge.kind == "tax" and line.tax_ids is not None:
            if charge.id not in line.tax_ids:
                return False
        elif _APPLIES.get(line.kind) not in charge.applies_to:
            return False
        if charge.methods and self.method not in charge.methods:
            return False
        if charge.reseller_ids and self.reseller_id not in charge.reseller_ids:
            return False
        if charge.experience_ids and line.experience_id not in charge.experience_ids:
            return False
        day = self._day(line)
        if day is None:
            return True
        return not (
            (charge.valid_from is not None and day < charge.valid_from)
            or (charge.valid_to is not None and day > charge.valid_to)
        )

    def days_of(self, line: QuoteLine) -> int:
        """Return over how many days a line's activity goes."""
        facts = self.orders.get(line.trip_order_id)
        return facts.days if facts else 1

    def _day(self, line: QuoteLine) -> date | None:
        facts = self.orders.get(line.trip_order_id)
        if facts is not None:
            return facts.day
        # A line of no order counts on the first day of the trip.
        return min((f.day for f in self.orders.values() if f.day), default=None)


_APPLIES: Final[Mapping[str, str]] = {"ticket": "tickets", "addon": "addons", "product": "products"}


def nets(lines: Sequence[QuoteLine]) -> dict[int, int]:
    """
    Return what is asked for each item after its discounts, in minor units, by place in `lines`.

    A discount without named lines is spread over its order's, or the whole trip's.
    """
    found = {place: line.amount for place, line in enumerate(lines) if line.kind in ITEMS}
    for line in lines:
        if line.kind in DISCOUNTS:
            places = [p for p in (line.on or _scope(line, lines)) if p in found]
            for place, part in _spread(line.amount, places, found):
                found[place] += part
    return found


def fees(lines: Sequence[QuoteLine], sale: Sale) -> list[QuoteLine]:
    """Return the fee lines, in the operator's order."""
    bases = nets(lines)
    made: list[QuoteLine] = []
    for charge in sale.charges:
        if charge.kind == "fee":
            made += _levied(charge, lines, bases, sale)
    return made


def taxes(lines: Sequence[QuoteLine], sale: Sale) -> list[QuoteLine]:
    """
    Return the tax lines: those the price holds first, then those that come on top.

    The base of a line is its discounted price and the taxable fees on it.
    """
    base = _with_taxable(lines)
    charges = [charge for charge in sale.charges if charge.kind == "tax"]
    inside = [charge for charge in charges if charge.is_inclusive]
    made = _extracted(inside, lines, base, sale)
    taken: dict[int, dict[int, int]] = {}
    for line in made:
        taken.setdefault(line.on[0], {})[line.ref_id or 0] = line.amount
    start = base if sale.is_exclusive_on_gross else _less(base, taken)
    before: dict[int, int] = {}
    for charge in charges:
        if charge.is_inclusive:
            if not sale.is_exclusive_on_gross:
                for place, parts in taken.items():
                    before[place] = before.get(place, 0) + parts.get(charge.id, 0)
            continue
        is_waived = sale.is_tax_exempt and charge.is_exempt_for_tax_toggle
        grown = {p: v + (before.get(p, 0) if charge.is_compound else 0) for p, v in start.items()}
        levied = _levied(charge, lines, grown, sale)
        if is_waived:
            # What it would have been of is kept: who is exempt is asked about it.
            made += [replace(line, amount=0, unit_amount=0) for line in levied]
            continue
        for line in levied:
            for place, part in _spread(line.amount, line.on, grown):
                before[place] = before.get(place, 0) + part
        made += levied
    return [_waived(line, charges, sale) for line in made]


def rated(bases: Sequence[int], ppm: int, round_per: Round) -> list[int]:
    """Return `ppm` of each base: rounded each, or rounded once and allocated back."""
    if round_per == "line" or not bases:
        return [mul_ppm(base, ppm) for base in bases]
    return allocate(mul_ppm(sum(bases), ppm), [max(0, base) for base in bases])


def tax_inside(gross: int, ppm: int) -> int:
    """Return the tax that a price holds: gross less the rounded net (domain.md 4.7)."""
    net = (abs(gross) * PPM * 2 + PPM + ppm) // (2 * (PPM + ppm))
    return gross - (net if gross >= 0 else -net)


def _extracted(
    charges: Sequence[Charge], lines: Sequence[QuoteLine], base: Mapping[int, int], sale: Sale
) -> list[QuoteLine]:
    groups: dict[tuple[int, ...], list[int]] = {}
    for place in base:
        key = tuple(i for i, c in enumerate(charges) if sale.covers(c, lines[place]))
        if key:
            groups.setdefault(key, []).append(place)
    made: list[QuoteLine] = []
    for key, places in groups.items():
        rates = [charges[i].rate_ppm for i in key]
        whole = places if sale.round_per == "trip" else []
        for bundle in [whole] if whole else [[place] for place in places]:
            held = tax_inside(sum(base[place] for place in bundle), sum(rates))
            parts = [
                (index, place, part)
                for index, amount in zip(key, allocate(held, rates), strict=True)
                for place, part in _spread(amount, bundle, base)
            ]
            net = {place: base[place] - sum(part for _, p, part in parts if p == place) for place in bundle}
            for index, place, part in parts:
                made += _line(charges[index], lines[place], part, (place,), base=net[place])
    return made


def _levied(
    charge: Charge, lines: Sequence[QuoteLine], bases: Mapping[int, int], sale: Sale
) -> list[QuoteLine]:
    places = [place for place in bases if sale.covers(charge, lines[place])]
    if charge.calc == "percent":
        amounts = rated([bases[place] for place in places], charge.rate_ppm, sale.round_per)
        return [
            made
            for place, amount in zip(places, amounts, strict=True)
            for made in _line(charge, lines[place], amount, (place,), base=bases[place])
        ]
    if charge.is_waived_on_comp:
        places = [place for place in places if not lines[place].is_comped]
    if charge.per in {"trip", "trip_order"}:
        return _per_scope(charge, lines, places, bases)
    made: list[QuoteLine] = []
    for place in places:
        line = lines[place]
        count = _count(charge, line, sale)
        made += _line(charge, line, count * charge.amount, (place,), count, base=bases[place])
    return made


def _count(charge: Charge, line: QuoteLine, sale: Sale) -> int:
    if charge.per == "addon":
        return line.qty if line.kind == "addon" else 0
    pax = line.pax_cnt * line.qty if line.kind == "ticket" else 0
    return pax * sale.days_of(line) if charge.per == "day" else pax


def _per_scope(
    charge: Charge, lines: Sequence[QuoteLine], places: Sequence[int], bases: Mapping[int, int]
) -> list[QuoteLine]:
    if not places:
        return []
    scopes: dict[int | None, list[int]] = {}
    for place in places:
        order = None if charge.per == "trip" else lines[place].trip_order_id
        scopes.setdefault(order, []).append(place)
    return [
        made
        for order, covered in scopes.items()
        for made in _line(
            charge,
            QuoteLine.of_order(order),
            charge.amount,
            tuple(covered),
            base=sum(bases[place] for place in covered),
        )
    ]


def _line(
    charge: Charge, about: QuoteLine, amount: int, on: tuple[int, ...], qty: int = 1, *, base: int
) -> list[QuoteLine]:
    if amount == 0:
        return []
    return [
        QuoteLine(
            kind=charge.kind,
            ref_id=charge.id,
            label=charge.name,
            qty=qty,
            unit_amount=charge.amount if charge.calc == "fixed" else amount,
            amount=amount,
            is_inclusive=charge.is_inclusive,
            trip_order_id=about.trip_order_id,
            booking_id=about.booking_id,
            on=on,
            is_taxable=charge.is_taxable,
            is_commission_base=charge.is_commissionable,
            base_amount=base if charge.kind == "tax" else None,
        )
    ]


def _with_taxable(lines: Sequence[QuoteLine]) -> dict[int, int]:
    plain = nets(lines)
    base = dict(plain)
    for line in lines:
        if line.is_taxable and line.kind in {"fee", "booking_fee"}:
            for place, part in _spread(line.amount, line.on, plain):
                base[place] += part
    return base


def _less(base: Mapping[int, int], taken: Mapping[int, Mapping[int, int]]) -> dict[int, int]:
    return {place: value - sum(taken.get(place, {}).values()) for place, value in base.items()}


def _waived(line: QuoteLine, charges: Iterable[Charge], sale: Sale) -> QuoteLine:
    if not (sale.is_tax_exempt and line.is_inclusive):
        return line
    charge = next(c for c in charges if c.id == line.ref_id)
    # Who is exempt pays the net price: the tax inside it comes off the total.
    return line.taken_off() if charge.is_exempt_for_tax_toggle else line


def _spread(amount: int, places: Sequence[int], weights: Mapping[int, int]) -> list[tuple[int, int]]:
    if not places:
        return []
    parts = allocate(amount, [max(0, weights[place]) for place in places])
    return list(zip(places, parts, strict=True))


def _scope(line: QuoteLine, lines: Sequence[QuoteLine]) -> list[int]:
    return [
        place
        for place, other in enumerate(lines)
        if other.kind in ITEMS
        and (line.booking_id is None or other.booking_id == line.booking_id)
        and (line.trip_order_id is None or other.trip_order_id == line.trip_order_id)
    ]
