"""Test cards and amounts."""

import pytest

from stripe_double import cards, currencies
from stripe_double.errors import ApiError
from stripe_double.parameters import Params

pytestmark = pytest.mark.rules
TODAY = (2026, 11)


def _given(
    number: str = "4242424242424242", month: str = "12", year: str = "2030", cvc: str = "123"
) -> Params:
    return Params({"number": number, "exp_month": month, "exp_year": year, "cvc": cvc})


def test_every_card_has_a_valid_check_digit() -> None:
    assert all(cards.is_luhn(number) for number in cards.CARDS)
    assert set(cards.TOKENS.values()) <= set(cards.CARDS)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (_given("4242424242424241"), "incorrect_number"),
        (_given("4242"), "incorrect_number"),
        (_given("x" * 16), "incorrect_number"),
        (_given(month="13"), "invalid_expiry_month"),
        (_given(month="10", year="2026"), "invalid_expiry_month"),
        (_given(year="2025"), "invalid_expiry_year"),
        (_given(year="2099"), "invalid_expiry_year"),
        (_given(cvc="12"), "invalid_cvc"),
        (_given("378282246310005", cvc="123"), "invalid_cvc"),
    ],
)
def test_wrong_cards(given: Params, code: str) -> None:
    with pytest.raises(ApiError) as refused:
        cards.read(given, TODAY)
    assert (refused.value.status, refused.value.kind, refused.value.code) == (402, "card_error", code)


@pytest.mark.parametrize(
    "given",
    [
        _given(),
        _given("4242 4242 4242 4242"),
        _given(year="30"),
        _given(month="11", year="26"),
        _given("378282246310005", cvc="1234"),
    ],
)
def test_right_cards(given: Params) -> None:
    card, month, year = cards.read(given, TODAY)
    assert card.decline is None
    assert 1 <= month <= 12
    assert year >= 2026


def test_real_cards_are_declined() -> None:
    card, _, _ = cards.read(_given("4539578763621486"), TODAY)
    assert card.decline is not None
    assert card.decline.decline_code == "test_mode_live_card"


@pytest.mark.parametrize(
    ("amount", "currency", "code"),
    [
        (49, "usd", "amount_too_small"),
        (0, "usd", "parameter_invalid_integer"),
        (-5, "eur", "parameter_invalid_integer"),
        (29, "gbp", "amount_too_small"),
        (49, "jpy", "amount_too_small"),
        (100_000_000, "usd", "amount_too_large"),
        (150, "isk", None),
        (150, "ugx", None),
    ],
)
def test_amounts_that_are_refused(amount: int, currency: str, code: str | None) -> None:
    with pytest.raises(ApiError) as refused:
        currencies.check_amount(amount, currency)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("amount", "currency"), [(50, "usd"), (50, "jpy"), (200, "isk"), (50000, "ugx"), (17500, "huf")]
)
def test_amounts_that_are_accepted(amount: int, currency: str) -> None:
    assert currencies.check_amount(amount, currency) == amount


def test_unknown_currencies_are_refused() -> None:
    with pytest.raises(ApiError):
        currencies.check("xxx")
    with pytest.raises(ApiError):
        currencies.check(None)
    assert currencies.check("EUR") == "eur"
