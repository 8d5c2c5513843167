"""Stripe's amounts and ours: what is charged is what was meant, to the cent."""

import pytest

from outfitter.kit.currencies import OFFERED
from outfitter.sdk import PaymentFailed
from outfitter_stripe import amounts

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("currency", "ours", "theirs"),
    [
        ("USD", 1050, 1050),
        ("USD", 0, 0),
        ("USD", -1050, -1050),
        ("JPY", 1050, 1050),
        ("KRW", 9, 9),
        # Ours is the shilling, Stripe's its hundredth part.
        ("UGX", 50_000, 5_000_000),
        # Two decimals on both sides, and whole all the same.
        ("ISK", 120_000, 120_000),
        # Charged in hundredths; only payouts of these two are whole.
        ("HUF", 17_555, 17_555),
        ("TWD", 10_055, 10_055),
        # Thousandths on both sides, in tens.
        ("KWD", 1_230, 1_230),
        ("BHD", 10, 10),
    ],
)
def test_amounts(currency: str, ours: int, theirs: int) -> None:
    assert amounts.to_gateway(currency, ours) == theirs
    assert amounts.from_gateway(currency, theirs) == ours


@pytest.mark.parametrize("currency", OFFERED)
def test_every_offered_currency_goes_there_and_back(currency: str) -> None:
    for amount in (0, 100, 12_300, 99_900, -4_500):
        assert amounts.from_gateway(currency, amounts.to_gateway(currency, amount)) == amount


@pytest.mark.parametrize(
    ("currency", "amount", "words"),
    [
        ("ISK", 12_345, r"ISK amounts must be whole, not 123\.45"),
        ("ISK", 1, r"must be whole, not 0\.01"),
        ("KWD", 1_235, r"KWD amounts must end in 0, not 1\.235"),
    ],
)
def test_what_cannot_be_charged_is_not_rounded(currency: str, amount: int, words: str) -> None:
    with pytest.raises(amounts.NotChargeable, match=words):
        amounts.to_gateway(currency, amount)
    with pytest.raises(PaymentFailed, match=words) as refused:
        amounts.theirs(currency, amount)
    assert refused.value.code == "amount_not_chargeable"


@pytest.mark.parametrize("currency", ["usd", "EURO", ""])
def test_what_is_no_currency(currency: str) -> None:
    with pytest.raises(ValueError, match="unsupported"):
        amounts.to_gateway(currency, 100)
    with pytest.raises(ValueError, match="unsupported"):
        amounts.from_gateway(currency, 100)


def test_no_money_is_invented_on_the_way_back() -> None:
    with pytest.raises(ValueError, match="no whole amount"):
        amounts.from_gateway("UGX", 5_000_050)


@pytest.mark.parametrize(
    ("currency", "ours", "theirs"),
    [("USD", 123, 123), ("ISK", 12_345, 12_300), ("KWD", 1_239, 1_230), ("UGX", 7, 700)],
)
def test_a_fee_is_cut_to_what_can_be_taken(currency: str, ours: int, theirs: int) -> None:
    assert amounts.floor_to_gateway(currency, ours) == theirs
