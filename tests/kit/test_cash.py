"""Coins: which there are, and what the nearest one adds or takes off."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit import cash
from outfitter.kit.currencies import OFFERED, exponent

pytestmark = pytest.mark.rules
steps = st.sampled_from([int(one) for one in cash.CHOICES if one.isdigit()])


@pytest.mark.parametrize(
    ("currency", "country", "coin"),
    [
        ("CHF", "CH", 5),
        ("CHF", "LI", 5),
        ("AUD", "AU", 5),
        ("NZD", "NZ", 10),
        ("CAD", "CA", 5),
        ("SEK", "SE", 100),
        ("NOK", "NO", 100),
        ("DKK", "DK", 50),
        ("CZK", "CZ", 100),
        ("HUF", "HU", 500),
        ("ISK", "IS", 100),
        ("SGD", "SG", 5),
        ("MYR", "MY", 5),
        ("HKD", "HK", 10),
        ("ILS", "IL", 10),
        ("EUR", "FI", 5),
        ("EUR", "NL", 5),
        ("EUR", "IE", 5),
        ("EUR", "BE", 5),
        ("EUR", "IT", 5),
        ("EUR", "SK", 5),
        ("EUR", "LT", 5),
        ("EUR", "EE", 5),
        ("EUR", "ee", 5),
        # Countries of the euro that pay to the cent, and currencies whose rule is another or none.
        ("EUR", "DE", 0),
        ("EUR", "ES", 0),
        ("EUR", "AT", 0),
        ("EUR", "LV", 0),
        ("EUR", "", 0),
        ("USD", "US", 0),
        ("GBP", "GB", 0),
        ("JPY", "JP", 0),
        ("ZAR", "ZA", 0),
        ("CLP", "CL", 0),
    ],
)
def test_the_smallest_coin(currency: str, country: str, coin: int) -> None:
    assert cash.smallest_coin(currency, country) == coin


def test_every_coin_is_of_a_currency_that_is_offered() -> None:
    coins = {one: cash.smallest_coin(one, "NL") for one in OFFERED}
    assert sum(coin > 0 for coin in coins.values()) == 15
    assert all(exponent(one) == 2 for one, coin in coins.items() if coin)


@pytest.mark.parametrize(
    ("amount", "step", "rounding"),
    [
        (1237, 5, -2),
        (1238, 5, 2),
        (1235, 5, 0),
        (1240, 5, 0),
        (0, 5, 0),
        (1, 5, -1),
        (2, 5, -2),
        (3, 5, 2),
        (1225, 50, 25),
        (1224, 50, -24),
        (5, 10, 5),
        (4, 10, -4),
        (150, 100, 50),
        (149, 100, -49),
        (250, 500, 250),
        (249, 500, -249),
        (1237, 0, 0),
    ],
)
def test_the_nearest_coin_and_the_middle_goes_up(amount: int, step: int, rounding: int) -> None:
    assert cash.cash_rounding(amount, step) == rounding


@given(st.integers(0, 10**11), steps)
def test_a_till_has_whole_coins_and_nobody_loses_more_than_half_a_one(amount: int, step: int) -> None:
    rounding = cash.cash_rounding(amount, step)
    assert abs(rounding) * 2 <= step
    assert (amount + rounding) % step == 0
    assert amount + rounding >= 0
    assert cash.cash_rounding(amount + rounding, step) == 0


@pytest.mark.parametrize(("choice", "step"), [("default", 5), ("off", 0), ("10", 10), ("1000", 1000)])
def test_what_an_operator_chose(choice: str, step: int) -> None:
    assert cash.cash_step(choice, "CHF", "CH") == step
