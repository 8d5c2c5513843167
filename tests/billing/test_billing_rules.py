"""Periods, parts of prices, fees, sums, tax and the steps of reminding (domain.md 6.6)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.billing.rules.contract_fee import FeeTerms, TripSums, bearable, fee_due, fee_of
from outfitter.billing.rules.dunning_steps import Overdue, due_on, stop_on
from outfitter.billing.rules.price_periods import Period, add_months, is_price_due, month_of, price_period
from outfitter.billing.rules.proration import Priced, is_dearer, rest_of, switch_now
from outfitter.billing.rules.statement_sums import TAXED, Line, sums, with_tax
from outfitter.billing.rules.tax_choice import Tax, choose, is_vat_id, plain_vat_id

DAYS = st.dates(date(2020, 1, 1), date(2032, 12, 31))
AMOUNTS = st.integers(0, 10**9)


class TestPeriods:
    @pytest.mark.parametrize(
        ("anchor", "months", "day"),
        [
            (date(2026, 1, 31), 1, date(2026, 2, 28)),
            (date(2028, 1, 31), 1, date(2028, 2, 29)),
            (date(2026, 1, 31), 2, date(2026, 3, 31)),
            (date(2026, 1, 31), 3, date(2026, 4, 30)),
            (date(2024, 2, 29), 12, date(2025, 2, 28)),
            (date(2024, 2, 29), 48, date(2028, 2, 29)),
            (date(2026, 12, 15), 1, date(2027, 1, 15)),
        ],
    )
    def test_the_last_of_a_month_comes_back(self, anchor, months, day):
        assert add_months(anchor, months) == day

    @given(DAYS, st.integers(0, 60))
    def test_months_follow_one_another_without_a_gap(self, anchor, number):
        assert month_of(anchor, number).end == month_of(anchor, number + 1).start
        assert 28 <= month_of(anchor, number).days <= 31

    @given(DAYS, st.integers(0, 40), st.integers(0, 40))
    def test_a_year_is_due_once_in_twelve_months(self, anchor, first, more):
        number = first + more
        period = price_period(anchor, first=first, number=number, interval="year")
        assert period.start <= month_of(anchor, number).start < period.end
        assert period.days in {365, 366}
        is_due = is_price_due(first=first, number=number, interval="year")
        assert is_due == (period.start == month_of(anchor, number).start)


class TestParts:
    @given(AMOUNTS, DAYS, st.integers(1, 366), st.integers(-5, 400))
    def test_used_and_unused_are_the_whole(self, price, start, days, into):
        period = Period(start, start + timedelta(days=days))
        day = start + timedelta(days=into)
        unused = rest_of(price, period, day)
        assert 0 <= unused <= price
        assert unused == (price if into <= 0 else 0 if into >= days else unused)

    @given(st.lists(st.tuples(AMOUNTS, st.integers(0, 30)), min_size=1, max_size=6), DAYS)
    def test_many_changes_cost_each_plan_for_its_own_days(self, changes, start):
        """What is charged and credited is the sum of what each plan cost for the days it ran."""
        period = Period(start, start + timedelta(days=31))
        ordered = sorted(changes, key=lambda one: one[1])
        price, charged, spent, last = 3000, 3000, 0, start
        for new, into in ordered:
            day = start + timedelta(days=into)
            found = switch_now(
                old=Priced(price, "month"), new=Priced(new, "month"), running=period, fresh=period, day=day
            )
            if price == 0:
                break
            charged += found.total
            spent += rest_of(price, period, last) - rest_of(price, period, day)
            price, last = new, day
        assert charged == spent + rest_of(price, period, last)

    def test_half_a_month_of_a_dearer_plan(self):
        period = Period(date(2026, 4, 1), date(2026, 5, 1))
        found = switch_now(
            old=Priced(3000, "month"),
            new=Priced(9000, "month"),
            running=period,
            fresh=period,
            day=date(2026, 4, 16),
        )
        assert (found.credit, found.charge, found.total) == (-1500, 4500, 3000)

    def test_a_year_instead_of_a_month_begins_today(self):
        day = date(2028, 2, 29)
        found = switch_now(
            old=Priced(2900, "month"),
            new=Priced(99_000, "year"),
            running=Period(date(2028, 2, 1), date(2028, 3, 1)),
            fresh=Period(day, add_months(day, 12)),
            day=day,
        )
        assert (found.credit, found.charge, found.is_new_anchor) == (-100, 99_000, True)
        assert found.period.end == date(2029, 2, 28)

    @pytest.mark.parametrize(
        ("new", "old", "expected"),
        [
            (Priced(2000, "month"), Priced(1000, "month"), True),
            (Priced(1000, "month"), Priced(1000, "month"), False),
            (Priced(10_000, "year"), Priced(1000, "month"), False),
            (Priced(12_001, "year"), Priced(1000, "month"), True),
            (Priced(1001, "month"), Priced(12_000, "year"), True),
            (Priced(0, "month"), Priced(0, "month"), False),
        ],
    )
    def test_dearer_is_by_the_month(self, new, old, expected):
        assert is_dearer(new, old) is expected


class TestFees:
    @pytest.mark.parametrize(
        ("terms", "sums", "expected", "uncharged", "exempt"),
        [
            (FeeTerms(ppm=20_000), TripSums(10_000, 0, "ecommerce"), 200, 0, 0),
            (FeeTerms(ppm=20_000, fixed=50), TripSums(10_000, 0, "ecommerce"), 250, 0, 0),
            (FeeTerms(ppm=20_000, cap=150), TripSums(10_000, 0, "ecommerce"), 150, 0, 0),
            (FeeTerms(fixed=500), TripSums(300, 0, "ecommerce"), 300, 0, 0),
            (FeeTerms(fixed=500), TripSums(0, 0, "ecommerce"), 0, 0, 0),
            (FeeTerms(ppm=20_000, methods=("ecommerce",)), TripSums(10_000, 0, "phone"), 0, 0, 200),
            (FeeTerms(ppm=60_000, is_paid_by_customer=True), TripSums(10_600, 600, "web"), 600, 0, 0),
            (FeeTerms(ppm=60_000, is_paid_by_customer=True), TripSums(10_000, 0, "web"), 600, 600, 0),
        ],
    )
    def test_what_a_trip_owes(self, terms, sums, expected, uncharged, exempt):
        found = fee_due(sums, terms)
        assert (found.expected, found.uncharged, found.exempt) == (expected, uncharged, exempt)

    @given(AMOUNTS, st.integers(0, 10**6), AMOUNTS, st.none() | AMOUNTS)
    def test_never_more_than_the_trip_or_the_cap(self, base, ppm, fixed, cap):
        fee = fee_of(base, FeeTerms(ppm=ppm, fixed=fixed, cap=cap))
        assert 0 <= fee <= base
        assert cap is None or fee <= cap

    @given(AMOUNTS, AMOUNTS, st.integers(0, 10**6))
    def test_a_charge_bears_no_more_than_it_is(self, fee, amount, tip):
        assert 0 <= bearable(fee, amount=amount, tip=tip) <= max(0, amount - tip)


class TestSums:
    @given(
        st.integers(-(10**9), 10**9),
        st.lists(
            st.tuples(
                st.sampled_from(["subscription", "fees", "fees_waived", "credit", "payment"]),
                st.integers(-(10**8), 10**8),
            ),
            max_size=8,
        ),
        st.sampled_from([0, 70_000, 190_000, 255_000]),
    )
    def test_opening_and_lines_are_closing(self, opening, rows, rate):
        lines = with_tax([Line(kind, amount) for kind, amount in rows], rate_ppm=rate, facts={})
        found = sums(opening, lines)
        assert found.closing == opening + sum(line.amount for line in lines)
        assert found.net == sum(line.amount for line in lines if line.kind in TAXED)
        moved = sum(line.amount for line in lines if line.kind in {"payment"})
        assert found.closing == opening + found.net + found.tax + moved

    def test_tax_is_on_what_is_sold_and_not_on_what_was_paid(self):
        lines = [Line("subscription", 10_000), Line("credit", -1000), Line("payment", -5000)]
        assert sums(0, with_tax(lines, rate_ppm=190_000, facts={})).tax == 1710


class TestTax:
    RATES = {"DE": Tax(190_000, "USt"), "FR": Tax(200_000, "TVA")}

    @pytest.mark.parametrize(
        ("seller", "country", "vat_id", "rate", "is_reverse"),
        [
            ("DE", "DE", "DE123456789", 190_000, False),
            ("DE", "FR", "FRXX123456789", 0, True),
            ("DE", "FR", "", 200_000, False),
            ("DE", "FR", "FR12", 200_000, False),
            ("DE", "US", "", 0, False),
            ("US", "FR", "FRXX123456789", 200_000, False),
        ],
    )
    def test_who_owes_it(self, seller, country, vat_id, rate, is_reverse):
        found = choose(seller=seller, country=country, vat_id=vat_id, rates=self.RATES)
        assert (found.rate_ppm, found.is_reverse_charge) == (rate, is_reverse)

    @pytest.mark.parametrize(
        ("text", "country", "expected"),
        [
            ("DE 123.456-789", "DE", True),
            ("EL123456789", "GR", True),
            ("GR123456789", "GR", False),
            ("nl123456789b01", "NL", True),
            ("CHE-123.456.789", "CH", True),
            ("!", "CH", False),
        ],
    )
    def test_how_ids_look(self, text, country, expected):
        assert is_vat_id(plain_vat_id(text), country) is expected


class TestDunning:
    SINCE = date(2026, 3, 1)

    def at(self, age, **known):
        return due_on(Overdue(self.SINCE, **known), self.SINCE + timedelta(days=age))

    def test_reminders_on_their_days(self):
        step, found = 0, []
        for age in range(31):
            today = self.at(age, step=step)
            if today.reminder is not None:
                step = today.reminder
                found.append((age, step))
        assert found == [(3, 3), (7, 7), (14, 14)]

    def test_missed_days_are_one_reminder(self):
        assert self.at(20, step=0).reminder == 14

    @pytest.mark.parametrize(("age", "expected"), [(13, False), (14, True)])
    def test_past_due_after_the_last_one(self, age, expected):
        assert self.at(age, step=7).is_past_due is expected

    def test_notice_comes_seven_days_before_the_stop(self):
        assert not self.at(22, step=14).is_notice
        assert self.at(23, step=14).is_notice
        notice = self.SINCE + timedelta(days=23)
        assert stop_on(Overdue(self.SINCE, 14, notice)) == self.SINCE + timedelta(days=30)
        assert not self.at(29, step=14, notice_on=notice).is_stop
        assert self.at(30, step=14, notice_on=notice).is_stop

    @given(st.integers(0, 400), st.integers(0, 400))
    def test_never_without_seven_days_of_notice(self, noticed, age):
        notice_on = self.SINCE + timedelta(days=noticed)
        today = self.at(age, step=14, notice_on=notice_on)
        day = self.SINCE + timedelta(days=age)
        assert today.is_stop == (age >= 30 and day >= notice_on + timedelta(days=7))
        assert not self.at(age, step=14).is_stop
