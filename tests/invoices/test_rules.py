"""What invoices come to, whose payments are whose, and how late they are: tables and properties."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.invoices.rules.amounts import (
    AGES,
    Line,
    age_of,
    spread_discount,
    spread_payment,
    status_of,
    total_of,
)

pytestmark = pytest.mark.rules
DUE = date(2030, 6, 1)


@pytest.mark.parametrize(
    ("is_sent", "is_void", "total", "paid", "status"),
    [
        (False, False, 100, 0, "unsent"),
        (True, False, 100, 0, "sent"),
        (True, False, 100, 1, "partially_paid"),
        (True, False, 100, 100, "paid"),
        (True, False, 0, 0, "paid"),
        (True, True, 100, 40, "void"),
        (False, True, 100, 0, "void"),
    ],
)
def test_status_follows_from_sending_and_paying(is_sent, is_void, total, paid, status):
    assert status_of(is_sent=is_sent, is_void=is_void, total=total, paid=paid) == status


@pytest.mark.parametrize(
    ("late", "age"),
    [
        (-5, "not_due"),
        (0, "not_due"),
        (1, "days_0"),
        (30, "days_0"),
        (31, "days_30"),
        (60, "days_30"),
        (61, "days_60"),
        (90, "days_60"),
        (91, "days_90"),
        (900, "days_90"),
    ],
)
def test_ages(late, age):
    assert age_of(DUE, DUE + timedelta(days=late)) == age
    assert age in AGES


def test_the_oldest_is_paid_first():
    lines = [Line(1, 100, settled=100), Line(2, 100, discount=20, settled=30), Line(3, -50), Line(4, 100)]

    assert spread_payment(70, lines) == {2: 50, 4: 20}
    with pytest.raises(ValueError, match="at most"):
        spread_payment(151, lines)


def test_a_discount_is_spread_over_what_is_open():
    lines = [Line(1, 100, settled=100), Line(2, 300), Line(3, -50), Line(4, 100)]

    assert spread_discount(40, lines) == {1: 0, 2: 30, 3: 0, 4: 10}
    assert spread_discount(0, lines) == {1: 0, 2: 0, 3: 0, 4: 0}
    for wrong in (-1, 401):
        with pytest.raises(ValueError, match="at most"):
            spread_discount(wrong, lines)


LINES = st.lists(st.integers(-500, 5000), min_size=1, max_size=8).map(
    lambda nets: [Line(place, net) for place, net in enumerate(nets)]
)


@given(LINES, st.data())
def test_nothing_is_lost(lines, data):
    most = sum(max(0, line.net) for line in lines)
    discount = data.draw(st.integers(0, most))

    shares = spread_discount(discount, lines)

    assert sum(shares.values()) == discount
    assert all(0 <= shares[line.id] <= max(0, line.net) for line in lines)
    cut = [Line(line.id, line.net, shares[line.id]) for line in lines]
    assert total_of(cut, discount) == sum(line.open for line in cut)
    paid = data.draw(st.integers(0, most - discount))
    parts = spread_payment(paid, cut)
    assert sum(parts.values()) == paid
    # Whoever is paid later is paid only once everybody before is paid whole.
    started = [line for line in cut if line.id in parts]
    assert all(parts[line.id] == line.open for line in started[:-1])
