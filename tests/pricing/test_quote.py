"""What a trip costs."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.pricing.rules.quote import PIPELINE, QuoteLine, quote, unit_price

pytestmark = pytest.mark.rules


@dataclass(frozen=True)
class Ticket:
    id: int
    base_price: int


def ticket(unit: int, qty: int = 1, **given_: object) -> QuoteLine:
    values = {
        "kind": "ticket",
        "ref_id": 1,
        "label": "Adult",
        "qty": qty,
        "unit_amount": unit,
        "amount": unit * qty,
    }
    return QuoteLine(**{**values, **given_})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        (None, (4900, "base")),
        ({}, (4900, "base")),
        ({"8": 100}, (4900, "base")),
        ({"7": 3900}, (3900, "timeslot")),
        ({"7": 0}, (0, "timeslot")),
        ({"7": -5}, (0, "timeslot")),
        ({"7": None}, (4900, "base")),
    ],
)
def test_a_departure_overrides_the_base_price(
    override: dict[str, int] | None, expected: tuple[int, str]
) -> None:
    found = unit_price(experience_customer_type=Ticket(7, 4900), price_override=override)
    assert (found.amount, found.source) == expected


def test_a_trip_of_three() -> None:
    lines = [ticket(4900, booking_id=1), ticket(4900, booking_id=2), ticket(2900, booking_id=3)]
    found = quote(lines=lines)
    assert (found.subtotal, found.total, found.deposit_due) == (12_700, 12_700, 12_700)
    assert (found.discount, found.fee, found.tax, found.booking_fee) == (0, 0, 0, 0)
    assert [step.name for step in found.steps] == list(PIPELINE)
    assert found.steps[0].amount == 12_700
    assert [line.booking_id for line in found.lines] == [1, 2, 3]


def test_a_comped_guest_costs_nothing_and_keeps_the_price() -> None:
    found = quote(lines=[ticket(4900, amount=0), ticket(2900)])
    assert found.total == 2900
    assert found.lines[0].unit_amount == 4900


def test_nothing_costs_nothing() -> None:
    assert quote(lines=[]).total == 0


def test_a_step_sees_what_came_before_and_is_kept() -> None:
    seen: list[int] = []

    def fees(lines: tuple[QuoteLine, ...]) -> list[QuoteLine]:
        seen.append(len(lines))
        return [QuoteLine("fee", 5, "Park fee", 3, 300, 900)]

    def tax(lines: tuple[QuoteLine, ...]) -> list[QuoteLine]:
        return [QuoteLine("tax", 6, "VAT", 1, 1736, 1736, is_inclusive=True)]

    found = quote(lines=[ticket(10_000)], steps={"fees": fees, "tax": tax})
    assert seen == [1]
    assert (found.subtotal, found.fee, found.tax, found.total) == (10_000, 900, 0, 10_900)
    assert {step.name: step.amount for step in found.steps}["fees"] == 900


def test_a_step_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no such step"):
        quote(lines=[], steps={"magic": lambda _lines: []})


@pytest.mark.parametrize("line", [ticket(4900, qty=0), ticket(4900, qty=2, amount=1)])
def test_a_line_that_does_not_add_up_is_refused(line: QuoteLine) -> None:
    with pytest.raises(ValueError, match="does not add up"):
        quote(lines=[line])


@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(1, 50)), max_size=20))
def test_the_total_is_the_sum_of_its_lines(items: list[tuple[int, int]]) -> None:
    found = quote(lines=[ticket(unit, qty) for unit, qty in items])
    assert found.total == sum(line.amount for line in found.lines)
    parts = (found.subtotal, found.discount, found.fee, found.tax, found.booking_fee)
    assert found.total == sum(parts) == sum(step.amount for step in found.steps)
