"""Fees and taxes: what they are charged on, how often, and that nothing is lost in rounding."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote
from outfitter_tenants.pricing.rules.surcharges import Charge, tax_inside
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.pricing.rules.trip_price import PricedOrder, Rules, price

pytestmark = pytest.mark.rules

AT = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
DAY = date(2026, 5, 11)


def ticket(amount: int = 5000, booking: int = 1, order: int = 1, **given_: Any) -> QuoteLine:
    values: dict[str, Any] = {"trip_order_id": order, "booking_id": booking, "experience_id": 7}
    return QuoteLine("ticket", 1, "Adult", 1, amount, amount, **{**values, **given_})


def fee(amount: int = 300, per: str = "booking", **given_: Any) -> Charge:
    return Charge(1, "fee", "Fee", "fixed", amount=amount, per=per, **given_)


def tax(ppm: int, number: int = 2, **given_: Any) -> Charge:
    return Charge(number, "tax", f"Tax {number}", "percent", rate_ppm=ppm, **given_)


def whole(*lines: QuoteLine, charges: Any = (), **given_: Any) -> Quote:
    rules = Rules(charges=tuple(charges), **given_.pop("rules", {}))
    orders = given_.pop("orders", [PricedOrder(1, 7, DAY), PricedOrder(2, 8, DAY, 3)])
    values = {"deposits": {}, "method": "ecommerce", "at": AT, **given_}
    return price(lines=lines, orders=orders, rules=rules, **values)[0]


@pytest.mark.parametrize(
    ("per", "expected"),
    [("booking", 900), ("day", 300 + 2 * 3 * 300), ("trip_order", 600), ("trip", 300), ("addon", 600)],
)
def test_a_fixed_fee_is_counted_by_what_it_is_per(per: str, expected: int) -> None:
    addon = QuoteLine("addon", 1, "Photos", 2, 500, 1000, trip_order_id=1, experience_id=7)
    lines = [ticket(), ticket(booking=2, order=2, pax_cnt=2, experience_id=8), addon]
    assert whole(*lines, charges=[fee(per=per)]).fee == expected


@pytest.mark.parametrize("kind", ["tax", "fee"])
@pytest.mark.parametrize(
    ("named", "sold_by", "is_charged"),
    [
        (frozenset(), None, True),
        (frozenset(), 5, True),
        (frozenset({5}), None, False),
        (frozenset({5}), 5, True),
        (frozenset({5, 6}), 6, True),
        (frozenset({5, 6}), 7, False),
    ],
)
def test_a_charge_of_some_resellers(
    kind: str, named: frozenset[int], sold_by: int | None, is_charged: bool
) -> None:
    charge = tax(100_000, reseller_ids=named) if kind == "tax" else fee(500, reseller_ids=named)
    found = whole(ticket(), charges=[charge], reseller_id=sold_by)
    assert found.tax + found.fee == (500 if is_charged else 0)
    shown = AllIn(Rules(charges=(charge,), is_all_in=True), "ecommerce", sold_by)
    assert shown.ticket(experience_id=7, price=5000, pax=1, day=DAY).amount == 5000 + found.tax + found.fee


@pytest.mark.parametrize(("is_waived", "expected"), [(True, 300), (False, 600)])
def test_who_rides_free_pays_no_fee_unless_it_says_so(is_waived: bool, expected: int) -> None:
    free = ticket(booking=2, is_comped=True)
    charge = fee(is_waived_on_comp=is_waived)
    assert whole(ticket(), replace(free, amount=0), charges=[charge]).fee == expected


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({}, 300),
        ({"experience_ids": frozenset({7})}, 300),
        ({"experience_ids": frozenset({8})}, 0),
        ({"methods": frozenset({"ecommerce", "pos"})}, 300),
        ({"methods": frozenset({"pos"})}, 0),
        ({"applies_to": frozenset({"addons"})}, 0),
        ({"valid_from": DAY}, 300),
        ({"valid_from": date(2026, 5, 12)}, 0),
        ({"valid_to": DAY}, 300),
        ({"valid_to": date(2026, 5, 10)}, 0),
    ],
)
def test_a_charge_keeps_to_its_limits(limits: dict[str, Any], expected: int) -> None:
    assert whole(ticket(), charges=[fee(**limits)]).fee == expected


def test_a_taxable_fee_is_taxed_and_another_is_not() -> None:
    ten = tax(100_000)
    assert whole(ticket(), charges=[fee(is_taxable=True), ten]).tax == 530
    assert whole(ticket(), charges=[fee(is_taxable=False), ten]).tax == 500
    assert whole(ticket(), charges=[fee(per="trip", is_taxable=True), ten]).tax == 530


def test_a_compound_tax_is_charged_on_the_taxes_before_it() -> None:
    first, second = tax(50_000), tax(100_000, 3, is_compound=True)
    found = whole(ticket(10_000), charges=[first, second])
    assert [line.amount for line in found.lines if line.kind == "tax"] == [500, 1050]
    turned = whole(ticket(10_000), charges=[second, first])
    assert [line.amount for line in turned.lines if line.kind == "tax"] == [1000, 500]


@pytest.mark.parametrize(("on_gross", "outside"), [(False, 413), (True, 500)])
def test_inclusive_and_exclusive_taxes_stand_side_by_side(on_gross: bool, outside: int) -> None:
    charges = [tax(210_000, mode="inclusive"), tax(50_000, 3)]
    found = whole(ticket(10_000), charges=charges, rules={"is_exclusive_on_gross": on_gross})
    assert [line.amount for line in found.lines if line.kind == "tax"] == [1736, outside]
    assert found.total == 10_000 + outside


@pytest.mark.parametrize(("mode", "total"), [("exclusive", 10_000), ("inclusive", 10_000 - 1736)])
def test_who_is_exempt_pays_the_net_price(mode: str, total: int) -> None:
    found = whole(ticket(10_000), charges=[tax(210_000, mode=mode)], is_tax_exempt=True)
    assert found.total == total
    kept = tax(210_000, mode=mode, is_exempt_for_tax_toggle=False)
    assert whole(ticket(10_000), charges=[kept], is_tax_exempt=True).total >= 10_000


@pytest.mark.parametrize(
    ("fee_", "method", "expected"),
    [
        (BookingFee(60_000), "ecommerce", 600),
        (BookingFee(60_000, 50), "ecommerce", 650),
        (BookingFee(60_000, 50, cap_amount=400), "ecommerce", 400),
        (BookingFee(60_000, methods=frozenset({"pos"})), "ecommerce", 0),
    ],
)
def test_the_booking_fee(fee_: BookingFee, method: str, expected: int) -> None:
    found = whole(ticket(10_000), rules={"booking_fee": fee_}, method=method)
    assert found.booking_fee == expected
    assert whole(rules={"booking_fee": fee_}).booking_fee == 0


def test_a_taxable_booking_fee_is_part_of_the_base() -> None:
    rules = {"booking_fee": BookingFee(100_000, is_taxable=True)}
    assert whole(ticket(10_000), charges=[tax(100_000)], rules=rules).tax == 1100


def test_all_in_shows_what_a_ticket_will_cost() -> None:
    charges = (fee(is_taxable=True), fee(per="trip"), tax(100_000))
    rules = Rules(charges=charges, booking_fee=BookingFee(100_000, 99), is_all_in=True)
    shown = AllIn(rules=rules, method="ecommerce")
    # 5000 + 300 fee, 530 tax on both, 10 % of 5600 with the fee per trip
    assert shown.ticket(experience_id=7, price=5000, pax=1, day=DAY).amount == 5000 + 300 + 530 + 560
    bare = AllIn(rules=replace(rules, is_all_in=False), method="ecommerce")
    assert bare.ticket(experience_id=7, price=5000, pax=1, day=DAY).amount == 5000
    assert bare.lowest(experience_id=7, price=None, kinds=(), day=DAY) is None


@given(st.integers(0, 10**9), st.integers(1, 1_000_000))
def test_net_and_tax_are_the_gross(gross: int, ppm: int) -> None:
    held = tax_inside(gross, ppm)
    net = gross - held
    assert 0 <= held <= gross
    # The net is the whole number nearest to gross / (1 + rate).
    assert abs(net * (1_000_000 + ppm) - gross * 1_000_000) * 2 <= 1_000_000 + ppm


amounts = st.lists(st.integers(0, 10**7), min_size=1, max_size=8)
rates = st.lists(st.integers(1, 400_000), min_size=1, max_size=3)


@given(amounts, rates, st.sampled_from(["line", "trip"]), st.booleans())
def test_lines_add_up_whatever_the_taxes(
    prices: list[int], ppms: list[int], round_per: str, is_inside: bool
) -> None:
    mode = "inclusive" if is_inside else "exclusive"
    charges = [fee(is_taxable=True, per="trip"), *(tax(p, n, mode=mode) for n, p in enumerate(ppms, 2))]
    lines = [ticket(amount, number) for number, amount in enumerate(prices, 1)]
    found = whole(*lines, charges=charges, rules={"round_per": round_per})
    assert sum(line.owed for line in found.lines) == found.total
    assert found.subtotal + found.fee + found.tax == found.total
    held = sum(line.amount for line in found.lines if line.kind == "tax" and line.is_inclusive)
    assert 0 <= held <= found.subtotal + found.fee
    if not is_inside and round_per == "trip":
        base = sum(prices) + 300
        assert found.tax == sum((base * ppm + 500_000) // 1_000_000 for ppm in ppms)


@given(amounts, st.integers(1, 10**6))
def test_a_discount_of_the_trip_is_shared_out_whole(prices: list[int], cut: int) -> None:
    off = min(cut, sum(prices))
    line = QuoteLine("discount", 1, "OFF", 1, -off, -off)
    lines = [ticket(amount, number) for number, amount in enumerate(prices, 1)]
    found = whole(
        *lines,
        charges=[tax(1_000_000)],
        rules={"round_per": "trip"},
        steps={"offer": lambda _lines: [line] if off else []},
    )
    assert found.tax == sum(prices) - off
