"""Which domains an operator may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.accounts.domain_names import normalize, problem_of

pytestmark = pytest.mark.rules
BASE = "outfitter.example"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Booking.Reef.Example. ", "booking.reef.example"),
        ("https://booking.reef.example/tours?x=1", "booking.reef.example"),
        ("buchen.küste.example", "buchen.xn--kste-0ra.example"),
        ("küste..example", ""),
    ],
)
def test_a_name_is_written_as_dns_has_it(typed: str, name: str) -> None:
    assert normalize(typed) == name


@pytest.mark.parametrize("name", ["booking.reef.example", "reef.example", "a-b.c1.xn--kste-0ra"])
def test_good_names(name: str) -> None:
    assert problem_of(name, base_domain=BASE) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "no_domain"),
        ("reef", "no_domain"),
        ("10.0.0.7", "no_domain"),
        ("1.2.3", "no_domain"),
        ("a.localhost", "no_domain"),
        ("printer.local", "no_domain"),
        ("*.reef.example", "characters"),
        ("-a.example", "characters"),
        ("a..example", "characters"),
        ("a b.example", "characters"),
        ("reef.example:8000", "characters"),
        ("outfitter.example", "ours"),
        ("reef.outfitter.example", "ours"),
        (f"{'a.' * 130}example", "too_long"),
    ],
)
def test_names_that_cannot_be_had(name: str, reason: str) -> None:
    assert problem_of(name, base_domain=BASE) == reason


def test_who_had_the_name_above_ours_would_have_ours() -> None:
    assert problem_of("host.example", base_domain="book.host.example") == "ours"


@given(st.text(max_size=300))
def test_whatever_is_typed_has_an_answer(typed: str) -> None:
    name = normalize(typed)
    if problem_of(name, base_domain=BASE) is None:
        assert name == normalize(name)
        assert name.isascii()
