"""What each guest owes of a trip: the parts are the whole, whatever is on it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.pricing.rules.tabs import TabLine, TabPayment, open_shares, shares

pytestmark = pytest.mark.rules
ORDERS = {1: 10, 2: 10, 3: 20}


def test_own_lines_and_parts_of_what_is_shared():
    lines = [
        TabLine(4900, 10, 1),
        TabLine(2900, 10, 2),
        TabLine(1000, 20, 3),
        TabLine(-490, 10, 1),  # a discount of their own
        TabLine(731, 10),  # stands on the order of the first two
        TabLine(100),  # stands on the trip
    ]

    found = shares(lines=lines, orders=ORDERS)

    assert found == {1: 4410 + 441 + 53, 2: 2900 + 290 + 35, 3: 1000 + 12}
    assert sum(found.values()) == sum(line.amount for line in lines)


def test_free_guests_share_equally():
    assert shares(lines=[TabLine(100)], orders={1: 10, 2: 10}) == {1: 50, 2: 50}


def test_what_cancelled_orders_keep_is_everybodys():
    assert shares(lines=[TabLine(1000, 10, 1), TabLine(300, 99)], orders={1: 10}) == {1: 1300}


def test_nobody_owes_nothing():
    assert shares(lines=[TabLine(100)], orders={}) == {}


def test_what_was_paid_for_guests_counts_for_them():
    left = open_shares(
        shares={1: 1000, 2: 500, 3: 100},
        payments=[TabPayment(300, (1, 2)), TabPayment(700), TabPayment(200, (3,)), TabPayment(10, (99,))],
    )

    # 200 of the first, 100 of the second; 700 of all; 154 too many of the third are everybody's.
    assert left == {1: 259, 2: 131, 3: 0}
    assert sum(left.values()) == 1600 - 300 - 700 - 200 - 10


def test_whoever_paid_what_was_open_for_them_owes_nothing_more():
    owed = {1: 7200, 2: 7200, 3: 5400}
    deposit = TabPayment(9900)
    asked = open_shares(shares=owed, payments=[deposit])

    left = open_shares(shares=owed, payments=[deposit, TabPayment(asked[1], (1,))])

    assert asked == {1: 3600, 2: 3600, 3: 2700}
    assert left == {**asked, 1: 0}


LINES = st.builds(
    TabLine,
    st.integers(-5_000, 50_000),
    st.sampled_from([None, 10, 20, 99]),
    st.sampled_from([None, 1, 2, 3]),
)


@given(st.lists(LINES, max_size=30))
def test_parts_are_the_whole(lines):
    assert sum(shares(lines=lines, orders=ORDERS).values()) == sum(line.amount for line in lines)


PAID = st.builds(
    TabPayment, st.integers(1, 60_000), st.lists(st.sampled_from([1, 2, 3, 99]), max_size=3).map(tuple)
)


@given(st.lists(LINES, max_size=20), st.lists(PAID, max_size=6))
def test_what_is_open_is_the_balance(lines, payments):
    owed = shares(lines=lines, orders=ORDERS)
    if any(amount < 0 for amount in owed.values()):
        return
    left = open_shares(shares=owed, payments=payments)

    paid = sum(payment.amount for payment in payments)
    assert sum(left.values()) == max(0, sum(owed.values()) - paid)
    assert all(amount >= 0 for amount in left.values())


def test_a_guest_named_twice_is_one_guest():
    owed = {1: 500, 2: 500}

    assert open_shares(shares=owed, payments=[TabPayment(300, (1, 1))]) == {1: 200, 2: 500}
