"""Exact money: the golden examples of rounding and splitting, and what always holds."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.currencies import exponent
from outfitter.kit.money import CurrencyMismatch, Money, allocate, mul_ppm

pytestmark = pytest.mark.rules
amounts = st.integers(-(10**12), 10**12)
weights = st.lists(st.integers(0, 10**9), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("amount", "ppm", "expected"),
    [(50, 10_000, 1), (-50, 10_000, -1), (149, 10_000, 1), (11_430, 60_000, 686), (0, 1, 0)],
)
def test_golden_e5_half_away_from_zero(amount: int, ppm: int, expected: int) -> None:
    assert mul_ppm(amount, ppm) == expected


def test_golden_e1_tax_per_line_and_fee() -> None:
    assert [mul_ppm(n, 88_750) for n in (4410, 4410, 2610, 1500)] == [391, 391, 232, 133]
    assert mul_ppm(4410 + 4410 + 2610 + 1500, 88_750) == 1148
    assert mul_ppm(13_830, 60_000) == 830


def test_golden_e3_currency_without_decimals() -> None:
    assert [mul_ppm(3333, 100_000) for _ in range(3)] == [333, 333, 333]
    assert mul_ppm(9999, 100_000) == 1000
    assert (exponent("JPY"), exponent("UGX"), exponent("USD")) == (0, 0, 2)


@pytest.mark.parametrize(
    ("total", "shares", "expected"),
    [
        (1000, [1, 1, 1], [334, 333, 333]),
        (-1000, [4900, 4900, 2900], [-386, -386, -228]),
        (1304, [100_000, 50_000], [869, 435]),
        (10, [0, 0], [5, 5]),
        (1, [1, 0], [1, 0]),
    ],
)
def test_golden_e4_splitting(total: int, shares: list[int], expected: list[int]) -> None:
    assert allocate(total, shares) == expected


@given(amounts, weights)
def test_parts_sum_to_the_whole_and_mirror_its_sign(total: int, shares: list[int]) -> None:
    parts = allocate(total, shares)
    assert sum(parts) == total
    assert allocate(-total, shares) == [-part for part in parts]


@given(amounts, weights)
def test_each_part_is_within_one_unit_of_its_share(total: int, shares: list[int]) -> None:
    whole = sum(shares) or len(shares)
    for part, share in zip(
        allocate(total, shares), shares if sum(shares) else [1] * len(shares), strict=True
    ):
        assert abs(part * whole - total * share) < whole


@given(amounts, st.integers(0, 2_000_000))
def test_a_rate_is_within_half_a_unit(amount: int, ppm: int) -> None:
    found = mul_ppm(amount, ppm)
    assert abs(found * 1_000_000 - amount * ppm) <= 500_000
    assert mul_ppm(-amount, ppm) == -found


@pytest.mark.parametrize("shares", [[], [1, -1]])
def test_weights_that_make_no_sense(shares: list[int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        allocate(10, shares)


def test_money_knows_its_currency() -> None:
    assert Money(4900, "USD") * 2 + Money(100, "USD") == Money(9900, "USD")
    assert -(Money(5, "USD") - Money(7, "USD")) == Money(2, "USD")
    assert Money(9999, "USD").major == Decimal("99.99")
    assert Money(9999, "JPY").major == Decimal(9999)
    assert Money(1000, "EUR").split([1, 1, 1])[0] == Money(334, "EUR")
    assert Money(50, "EUR").percent(10_000) == Money(1, "EUR")
    with pytest.raises(CurrencyMismatch):
        Money(1, "USD") + Money(1, "EUR")
