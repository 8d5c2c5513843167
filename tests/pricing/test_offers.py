"""Offer codes: what they take off, why they would not, and that nothing is lost in rounding."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.pricing.rules.adjustments import Adjust, adjusted
from outfitter_tenants.pricing.rules.offer_codes import (
    REASONS,
    AppliedOfferCode,
    OfferCodeTerms,
    OfferSale,
    discounts,
    problem,
)
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.surcharges import nets

pytestmark = pytest.mark.rules

TODAY, DAY = date(2026, 5, 1), date(2026, 5, 11)  # a Friday and a Monday
SALE = OfferSale("ecommerce", TODAY, days={1: DAY, 2: DAY + timedelta(days=3)})


def ticket(amount: int = 4900, booking: int = 1, order: int = 1, **more: Any) -> QuoteLine:
    values: dict[str, Any] = {
        "trip_order_id": order,
        "booking_id": booking,
        "experience_id": 7,
        "customer_type_id": 3,
        **more,
    }
    return QuoteLine("ticket", 1, "Adult", 1, amount, amount, **values)


def addon(amount: int = 1500, booking: int | None = None, order: int = 1) -> QuoteLine:
    return QuoteLine(
        "addon", 1, "Photos", 1, amount, amount, trip_order_id=order, booking_id=booking, experience_id=7
    )


PARTY = (ticket(4900, 1), ticket(4900, 2), ticket(2900, 3, customer_type_id=4))


def percent(value: int, number: int = 1, **more: Any) -> OfferCodeTerms:
    return OfferCodeTerms(number, f"P{number}", "percent", value, **more)


def amount(value: int, number: int = 1, **more: Any) -> OfferCodeTerms:
    return OfferCodeTerms(number, f"A{number}", "amount", value, **more)


def off(*offers: OfferCodeTerms, lines: Any = PARTY, sale: OfferSale = SALE) -> list[int]:
    made = discounts([AppliedOfferCode(one) for one in offers], lines, sale)
    by_place = dict.fromkeys(range(len(lines)), 0)
    for line in made:
        by_place[line.on[0]] -= line.amount
    return list(by_place.values())


class TestHowMuch:
    def test_a_share_of_every_guest(self):
        assert off(percent(100_000, frequency="per_booking")) == [490, 490, 290]

    def test_an_amount_of_the_trip_is_spread(self):
        assert off(amount(1000)) == [386, 386, 228]

    def test_an_amount_for_each_guest_ends_at_the_price(self):
        assert off(amount(3000, frequency="per_booking")) == [3000, 3000, 2900]

    def test_an_amount_for_each_order(self):
        lines = (ticket(500, 1), ticket(4000, 2, 2), ticket(4000, 3, 2))
        assert off(amount(1000, frequency="per_order"), lines=lines) == [500, 500, 500]

    def test_the_dearest_guests_first(self):
        lines = (ticket(2000, 1), ticket(5000, 2), ticket(5000, 3), ticket(1000, 4))
        found = off(percent(500_000, frequency="per_booking", max_guests_per_trip=2), lines=lines)
        assert found == [0, 2500, 2500, 0]

    def test_never_more_than_its_most(self):
        assert sum(off(percent(500_000, max_discount_amount=999))) == 999

    def test_addons_only_where_it_says_so(self):
        lines = (ticket(1000, 1), addon(500, 1), addon(700))
        assert off(percent(100_000), lines=lines) == [100, 0, 0]
        assert off(percent(100_000, applies_to_addons=True), lines=lines) == [100, 50, 70]
        per_guest = amount(1200, applies_to_addons=True, frequency="per_booking")
        assert off(per_guest, lines=lines) == [800, 400, 0]

    def test_addons_of_guests_it_is_not_for_stay(self):
        lines = (ticket(1000, 1), ticket(1000, 2, customer_type_id=4), addon(500, 2))
        found = off(percent(100_000, applies_to_addons=True, customer_type_ids=frozenset({3})), lines=lines)
        assert found == [100, 0, 0]

    def test_who_is_free_gets_nothing_off(self):
        free = QuoteLine(
            "ticket", 1, "Adult", 1, 4900, 0, trip_order_id=1, booking_id=9, experience_id=7, is_comped=True
        )
        assert off(amount(1000), lines=(*PARTY, free)) == [386, 386, 228, 0]


class TestTogether:
    def test_amounts_first_then_shares_of_the_same_rest(self):
        lines = (ticket(10_000),)
        found = off(percent(100_000, 1), amount(2000, 2), percent(200_000, 3), lines=lines)
        assert found == [2000 + 800 + 1600]

    def test_never_more_than_everything(self):
        lines = (ticket(10_000),)
        assert off(percent(700_000, 1), percent(700_000, 2), lines=lines) == [10_000]
        assert off(amount(7000, 1), amount(7000, 2), lines=lines) == [10_000]

    def test_manual_changes_come_after_codes(self):
        lines = [ticket(10_000)]
        lines += discounts([AppliedOfferCode(percent(100_000))], lines, SALE)
        made = adjusted([Adjust(1, "Late", ppm=-500_000), Adjust(2, "More", amount=100)], lines)
        assert [line.amount for line in made] == [-4500, 100]


class TestWhyNot:
    @pytest.mark.parametrize(
        ("rule", "reason"),
        [
            ({"is_active": False}, "inactive"),
            ({"book_from": TODAY + timedelta(days=1)}, "not_yet"),
            ({"book_to": TODAY - timedelta(days=1)}, "expired"),
            ({"methods": frozenset({"phone"})}, "method"),
            ({"reseller_ids": frozenset({1})}, "reseller"),
            ({"experience_ids": frozenset({8})}, "experience"),
            ({"customer_type_ids": frozenset({5})}, "customer_type"),
            ({"travel_from": DAY + timedelta(days=1)}, "travel_date"),
            ({"travel_to": DAY - timedelta(days=1)}, "travel_date"),
            ({"weekdays": 0b0000001}, "weekday"),
            ({"blackout_dates": frozenset({DAY})}, "blackout"),
            ({"advance_min_days": 11}, "too_late"),
            ({"advance_max_days": 9}, "too_early"),
            ({"min_pax": 4}, "min_pax"),
            ({"max_pax": 2}, "max_pax"),
            ({"min_spend": 12_701}, "min_spend"),
        ],
    )
    def test_says_which_rule_speaks_against_it(self, rule, reason):
        assert problem(percent(100_000, **rule), PARTY, SALE) == reason
        assert reason in REASONS

    @pytest.mark.parametrize(
        "rule",
        [
            {"book_from": TODAY, "book_to": TODAY},
            {"travel_from": DAY, "travel_to": DAY},
            {"weekdays": 0b0000010},
            {"advance_min_days": 10, "advance_max_days": 10},
            {"min_pax": 3, "max_pax": 3},
            {"min_spend": 12_700},
            {"methods": frozenset({"ecommerce"})},
        ],
    )
    def test_both_ends_count(self, rule):
        assert problem(percent(100_000, **rule), PARTY, SALE) is None

    def test_orders_that_do_not_fit_contribute_nothing(self):
        lines = (ticket(1000, 1, 1), ticket(1000, 2, 2))
        code = percent(100_000, travel_to=DAY)
        assert problem(code, lines, SALE) is None
        assert off(code, lines=lines) == [100, 0]

    def test_a_sold_trip_was_booked_in_time(self):
        sold = OfferSale("staff", TODAY, days=SALE.days, is_sold=True)
        code = percent(
            100_000, book_to=TODAY - timedelta(days=9), is_active=False, methods=frozenset({"ecommerce"})
        )
        assert problem(code, PARTY, sold) is None
        assert problem(percent(1, min_pax=9), PARTY, sold) == "min_pax"

    def test_nothing_to_apply_to(self):
        assert problem(percent(100_000), (), SALE) == "empty"
        assert problem(percent(100_000), (addon(),), SALE) == "empty"

    def test_what_has_no_day_yet_may_get_one_that_fits(self):
        nowhere = OfferSale("ecommerce", TODAY, days={1: None})
        assert problem(percent(100_000, travel_to=DAY), PARTY, nowhere) is None

    def test_what_staff_keep_gives_what_it_gave(self):
        code = percent(100_000, travel_to=DAY - timedelta(days=1), min_pax=9)
        made = discounts([AppliedOfferCode(code, is_kept=True)], PARTY, SALE)
        assert sum(line.amount for line in made) == -1270


OFFERS = st.builds(
    OfferCodeTerms,
    id=st.integers(1, 9),
    code=st.just("X"),
    kind=st.sampled_from(["amount", "percent"]),
    value=st.integers(1, 1_000_000),
    frequency=st.sampled_from(["per_booking", "per_trip", "per_order"]),
    max_guests_per_trip=st.none() | st.integers(1, 4),
    applies_to_addons=st.booleans(),
    max_discount_amount=st.none() | st.integers(1, 5000),
)
LINES = st.lists(
    st.builds(ticket, st.integers(0, 99_999), st.integers(1, 9), st.integers(1, 2))
    | st.builds(addon, st.integers(0, 9999), st.none() | st.integers(1, 9)),
    min_size=1,
    max_size=8,
)


@given(st.lists(OFFERS, max_size=4, unique_by=lambda one: one.id), LINES)
def test_no_line_ever_costs_less_than_nothing(offers: list[OfferCodeTerms], lines: list[QuoteLine]) -> None:
    made = discounts([AppliedOfferCode(one) for one in offers], lines, SALE)
    rest = nets([*lines, *made])
    assert all(amount >= 0 for amount in rest.values())
    assert sum(rest.values()) == sum(line.amount for line in [*lines, *made])
    for one in offers:
        mine = -sum(line.amount for line in made if line.ref_id == one.id)
        assert one.max_discount_amount is None or mine <= one.max_discount_amount


@given(st.integers(-5000, 5000).filter(bool), LINES)
def test_a_manual_change_adds_up_to_what_was_asked(asked: int, lines: list[QuoteLine]) -> None:
    made = adjusted([Adjust(1, "x", amount=asked)], lines)
    whole = sum(line.amount for line in lines)
    assert sum(line.amount for line in made) == max(asked, -whole)
    assert all(amount >= 0 for amount in nets([*lines, *made]).values())
