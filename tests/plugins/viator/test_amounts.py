"""Money at Viator: decimal major units, and nothing is ever rounded."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.currencies import OFFERED
from outfitter_viator import parser
from outfitter_viator.amounts import NotAnAmount, from_viator, to_viator

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("amount", "currency", "written"),
    [
        (9000, "EUR", "90"),
        (4599, "USD", "45.99"),
        (1, "USD", "0.01"),
        (0, "AUD", "0"),
        (5000, "JPY", "5000"),
        (1250, "KRW", "1250"),
        (70, "USD", "0.7"),
        (-1234, "EUR", "-12.34"),
    ],
)
def test_an_amount_is_written_in_major_units(amount, currency, written):
    assert json.dumps(to_viator(amount, currency)) == written


@given(st.integers(-(2**52), 2**52), st.sampled_from(OFFERED))
def test_what_is_written_is_read_as_the_same_amount(amount, currency):
    text = json.dumps({"Amount": to_viator(amount, currency)})

    assert from_viator(parser.load(text.encode())["Amount"], currency) == amount


@pytest.mark.parametrize(
    ("value", "currency"),
    [
        (Decimal("0.001"), "USD"),
        (Decimal("10.5"), "JPY"),
        (Decimal("Infinity"), "EUR"),
        (Decimal("NaN"), "EUR"),
        (Decimal("1e30"), "EUR"),
        (10**20, "EUR"),
    ],
)
def test_what_is_no_amount_of_a_currency_is_refused(value, currency):
    with pytest.raises(NotAnAmount):
        from_viator(value, currency)


def test_an_amount_beyond_a_double_is_refused():
    with pytest.raises(NotAnAmount):
        to_viator(2**53, "EUR")
