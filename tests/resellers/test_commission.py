"""What partners earn: domain.md 4.17, 4.18 and the golden examples E1 and E9."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.resellers.rules.commission import Line, Rate, Terms, available_credit, commission_of

KAYAK, SAIL = 1, 2
FIFTH = Terms("operator_collects", Rate(200_000))
# E1: two adults, a child, an add-on, a code of ten percent on tickets, fee, tax, booking fee.
E1 = [
    Line("ticket", 4900, KAYAK),
    Line("ticket", 4900, KAYAK),
    Line("ticket", 2900, KAYAK),
    Line("addon", 1500, KAYAK),
    Line("discount", -490, KAYAK),
    Line("discount", -490, KAYAK),
    Line("discount", -290, KAYAK),
    Line("fee", 900, KAYAK, is_base=False),
    Line("tax", 1147, KAYAK, is_base=False),
    Line("booking_fee", 830, is_base=False),
]


def of(terms, lines=E1, guests=None, agent_ppm=None):
    return commission_of(terms=terms, lines=lines, guests=guests or {KAYAK: 3}, agent_ppm=agent_ppm)


@pytest.mark.parametrize(
    ("collect_type", "owed_by", "due"),
    [
        ("operator_collects", "operator", 2286),
        ("reseller_collects", "reseller", 13_521),
        ("net_at_booking", "reseller", 13_521),
        ("deposit_commission", "nobody", 0),
        ("untracked", "nobody", 0),
    ],
)
def test_who_owes_whom_in_the_first_golden_example(collect_type, owed_by, due):
    found = of(replace(FIFTH, collect_type=collect_type))

    assert (found.basis_amount, found.commission_amount) == (11_430, 2286)
    assert (found.owed_by, found.net_due_amount, found.ppm) == (owed_by, due, 200_000)


def test_without_a_booking_fee():
    lines = [line for line in E1 if line.kind != "booking_fee"]

    assert of(replace(FIFTH, collect_type="reseller_collects"), lines).net_due_amount == 12_691


@pytest.mark.parametrize(
    ("more", "basis", "earned"),
    [
        ({}, 11_430, 2286),
        ({"basis": "gross"}, 12_700, 2540),
        ({"is_addons": True}, 12_930, 2586),
        ({"rate": Rate(None, 1000)}, 11_430, 3000),
        ({"rate": Rate()}, 11_430, 0),
        ({"rate": Rate(200_000, is_wholesale=True)}, 11_430, 0),
        ({"by_experience": {KAYAK: Rate(100_000)}}, 11_430, 1143),
        ({"by_experience": {SAIL: Rate(100_000)}}, 11_430, 2286),
        ({"rate": Rate(None, 10_000_000)}, 11_430, 15_807),
    ],
)
def test_terms(more, basis, earned):
    found = of(replace(FIFTH, **more))

    assert (found.basis_amount, found.commission_amount) == (basis, earned)


def test_a_hundred_at_a_fifth():
    line = [Line("ticket", 10_000, KAYAK)]

    assert of(FIFTH, line).net_due_amount == 2000
    assert of(replace(FIFTH, collect_type="reseller_collects"), line).net_due_amount == 8000


def test_rates_that_differ_have_no_share_of_the_whole():
    lines = [Line("ticket", 1000, KAYAK), Line("ticket", 1000, SAIL)]
    terms = replace(FIFTH, by_experience={SAIL: Rate(500_000)})

    found = of(terms, lines)

    assert (found.ppm, found.commission_amount) == (None, 700)


def test_a_discount_on_the_whole_is_spread():
    lines = [Line("ticket", 3000, KAYAK), Line("ticket", 1000, SAIL), Line("discount", -400)]
    terms = replace(FIFTH, by_experience={SAIL: Rate(500_000)})

    assert of(terms, lines).commission_amount == 540 + 450


def test_what_a_cancelled_order_keeps_earns_its_part():
    assert of(FIFTH, [Line("cancellation_fee", 5000, KAYAK)]).commission_amount == 1000


def test_taxes_inside_the_price_add_nothing_to_what_is_owed():
    lines = [Line("ticket", 10_000, KAYAK), Line("tax", 1736, KAYAK, is_base=False, is_on_top=False)]

    assert of(replace(FIFTH, collect_type="reseller_collects"), lines).net_due_amount == 8000


def test_the_agents_part():
    assert of(FIFTH, agent_ppm=250_000).agent_amount == 572


def test_terms_are_kept_and_read_back():
    terms = Terms("untracked", Rate(1), {SAIL: Rate(None, 5)}, "gross", True, False, True)

    assert Terms.of_kept(terms.kept()) == terms


@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=6),
    st.integers(0, 1_000_000),
    st.sampled_from(["operator_collects", "reseller_collects", "untracked"]),
)
def test_nobody_owes_more_than_the_trip_comes_to(amounts, ppm, collect_type):
    lines = [Line("ticket", amount, KAYAK) for amount in amounts]
    found = of(Terms(collect_type, Rate(ppm)), lines)

    assert 0 <= found.commission_amount <= sum(amounts)
    assert 0 <= found.net_due_amount <= sum(amounts)


@pytest.mark.parametrize(
    ("limit", "topup", "uninvoiced", "unpaid", "left"),
    [
        (50_000, 0, 32_000, 15_000, 3000),
        (50_000, 0, 32_000, 5000, 13_000),
        (None, 0, 32_000, 15_000, None),
        (0, 10_000, 4000, 0, 6000),
        (0, 0, 0, 0, 0),
    ],
)
def test_credit(limit, topup, uninvoiced, unpaid, left):
    found = available_credit(limit=limit, topup=topup, uninvoiced=uninvoiced, unpaid_invoices=unpaid)

    assert found == left
