"""What a single ticket shows as its price: bare, or with everything it brings along. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Final, Protocol

from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.trip_price import PricedOrder, Rules, price

# Deposits do not show in a price, so when it is asked for does not matter.
_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


class TicketKind(Protocol):
    """A ticket that strangers may buy."""

    @property
    def base_price(self) -> int: ...
    @property
    def pax_per_booking(self) -> int: ...


@dataclass(frozen=True, slots=True)
class DisplayedPrice:
    """A price in minor units, and whether nothing but the price itself will be asked as tax."""

    amount: int
    is_tax_included: bool


@dataclass(frozen=True, slots=True)
class AllIn:
    """
    Prices as visitors read them (`price_display_mode`).

    With "all_in" a ticket shows its own fees, taxes and share of the booking fee. Amounts per
    order or trip belong to no single ticket: they appear with the cart.
    """

    rules: Rules
    method: str
    # At whose prices it would be sold.
    reseller_id: int | None = None

    def ticket(self, *, experience_id: int, price: int, pax: int, day: date | None) -> DisplayedPrice:
        """Return what to show for one ticket of `price` minor units for `pax` guests."""
        line = QuoteLine(
            "ticket",
            None,
            "",
            1,
            price,
            price,
            trip_order_id=1,
            booking_id=1,
            experience_id=experience_id,
            pax_cnt=pax,
        )
        whole = _price_of_one(self, line, day)
        has_inside = any(line.kind == "tax" and line.is_inclusive for line in whole)
        if not self.rules.is_all_in:
            has_outside = any(line.kind == "tax" and not line.is_inclusive for line in whole)
            return DisplayedPrice(price, has_inside and not has_outside)
        return DisplayedPrice(sum(line.owed for line in whole if _is_own(line)), is_tax_included=True)

    def addon(
        self, *, experience_id: int, price: int, tax_ids: frozenset[int] | None, day: date | None
    ) -> int:
        """
        Return what one add-on of `price` minor units costs with everything it brings along.

        :param tax_ids: the taxes on it, None: those on add-ons at large
        """
        line = QuoteLine(
            "addon",
            None,
            "",
            1,
            price,
            price,
            trip_order_id=1,
            booking_id=1,
            experience_id=experience_id,
            tax_ids=tax_ids,
        )
        return sum(one.owed for one in _price_of_one(self, line, day) if _is_own(one))

    def lowest(
        self, *, experience_id: int, price: int | None, kinds: Sequence[TicketKind], day: date | None
    ) -> int | None:
        """Return what to show for a "from" price; the ticket it is of tells for how many."""
        if price is None or not self.rules.is_all_in:
            return price
        fits = sorted(kinds, key=lambda kind: (kind.base_price != price, kind.base_price))
        pax = fits[0].pax_per_booking if fits else 1
        return self.ticket(experience_id=experience_id, price=price, pax=pax, day=day).amount


def _is_own(line: QuoteLine) -> bool:
    return line.kind == "booking_fee" or line.booking_id is not None


def _price_of_one(shown: AllIn, line: QuoteLine, day: date | None) -> Sequence[QuoteLine]:
    order, rules = PricedOrder(1, line.experience_id or 0, day), shown.rules
    if rules.booking_fee is not None:
        share = BookingFee(
            rate_ppm=rules.booking_fee.rate_ppm,
            methods=rules.booking_fee.methods,
            is_taxable=rules.booking_fee.is_taxable,
        )
        rules = replace(rules, booking_fee=share)
    whole, _ = price(
        lines=[line],
        orders=[order],
        rules=rules,
        deposits={},
        method=shown.method,
        reseller_id=shown.reseller_id,
        at=_ANY_TIME,
    )
    return whole.lines
