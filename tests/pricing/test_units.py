"""Totals, parts and refunds in a currency that is charged in whole units only (the krona)."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.currencies import chargeable_unit
from outfitter_stripe.amounts import to_gateway
from outfitter_tenants.pricing.rules.bill import bill_of
from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.price_lines import ROUNDING, QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote
from outfitter_tenants.pricing.rules.refund_plan import Paid, plan
from outfitter_tenants.pricing.rules.surcharges import Charge
from outfitter_tenants.pricing.rules.trip_price import PricedOrder, Rules, price

pytestmark = pytest.mark.rules

AT = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
CURRENCIES = st.sampled_from(["ISK", "USD", "JPY", "UGX", "HUF"])


def ticket(amount: int, booking: int) -> QuoteLine:
    return QuoteLine("ticket", 1, "Adult", 1, amount, amount, trip_order_id=1, booking_id=booking)


def priced(amounts: list[int], unit: int, tax: int = 0, fee: int = 0, off: int = 0) -> Quote:
    rules = Rules(
        charges=(Charge(2, "tax", "VAT", "percent", rate_ppm=tax),),
        booking_fee=BookingFee(rate_ppm=fee) if fee else None,
        unit=unit,
    )
    less = QuoteLine("discount", 1, "Code", 1, -off, -off, trip_order_id=1, on=(0,))
    found, _ = price(
        lines=[ticket(amount, place) for place, amount in enumerate(amounts)],
        orders=[PricedOrder(1, 7)],
        rules=rules,
        deposits={},
        method="ecommerce",
        at=AT,
        steps={"offer": lambda _: (less,) if off else ()},
    )
    return found


def rounding(found: Quote) -> list[int]:
    return [line.amount for line in found.lines if line.label == ROUNDING]


@given(
    amounts=st.lists(st.integers(1000, 10**6), min_size=1, max_size=4),
    tax=st.integers(0, 300_000),
    fee=st.integers(0, 100_000),
    off=st.integers(0, 1000),
    currency=CURRENCIES,
)
def test_every_total_can_be_charged(amounts, tax, fee, off, currency):
    unit = chargeable_unit(currency)

    found = priced(amounts, unit, tax, fee, off)

    assert found.total % unit == 0
    assert to_gateway(currency, found.total) >= 0
    assert found.total == sum(line.owed for line in found.lines)
    assert all(-unit < 2 * amount <= unit for amount in rounding(found))
    assert len(rounding(found)) <= (unit > 1)


@pytest.mark.parametrize(
    ("amount", "total", "line"),
    [
        (1_000_000, 1_000_000, []),
        (1_000_049, 1_000_000, [-49]),
        (1_000_050, 1_000_100, [50]),
        (1_000_051, 1_000_100, [49]),
    ],
)
def test_the_nearest_krona_half_up(amount, total, line):
    found = priced([amount], 100)

    assert (found.total, rounding(found)) == (total, line)


def test_what_parts_carry_counts_before_it_is_rounded():
    carried = QuoteLine("manual_adjust", None, "Split", 1, 30, 30, trip_order_id=1)

    found, _ = price(
        lines=[ticket(1020, 1)],
        orders=[PricedOrder(1, 7)],
        rules=Rules(unit=100),
        deposits={},
        method="ecommerce",
        at=AT,
        steps={"rounding": lambda _: (carried,)},
    )

    assert (found.total, rounding(found)) == (1100, [50])


def test_the_bill_names_it_in_the_readers_language():
    [line] = [line for line in bill_of(priced([149], 100).lines) if line.kind == "manual_adjust"]

    assert (line.term, line.amount) == ("rounding", -49)


@given(
    overpaid=st.integers(0, 50_000),
    cards=st.lists(st.tuples(st.integers(1, 200), st.booleans()), min_size=1, max_size=4),
    cash=st.integers(0, 10_000),
    currency=CURRENCIES,
)
def test_gateways_give_back_whole_units(overpaid, cards, cash, currency):
    unit = chargeable_unit(currency)
    payments = [
        Paid(place, "card", size * unit, is_at_gateway=True, is_terminal_only=is_there, unit=unit)
        for place, (size, is_there) in enumerate(cards)
    ]

    found = plan(overpaid, [*payments, Paid(99, "cash", cash, unit=unit)])

    assert all(part.amount % unit == 0 for part in found.parts if part.route != "manual")
    assert found.of() + found.open_amount == overpaid
    if sum(size for size, _ in cards) * unit + cash >= overpaid and cash >= unit:
        assert found.open_amount == 0
