"""Sums of days that are over: what they say is what trips say, whoever writes meanwhile (ADR 125)."""

import random
import time
from datetime import date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F

from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.trips import daily_sales
from outfitter_tenants.trips.models import PriceLine, SalesDay, SalesDayMark, Trip
from outfitter_tenants.trips.operations import sales_days
from tests.support.threads import at_once
from tests.support.trip_rows import make_trips

ZONE, DAYS = "America/New_York", 20


def reserved(at: datetime, **more: Any) -> Trip:
    usual = {"status": "reserved", "pax_cnt": 2, "total_amount": 1000, "reserved_at": at, "created_at": at}
    usual |= {"subtotal_amount": 950, "discount_amount": -50}
    return make_trips([usual | more])[0]


def span() -> tuple[date, date]:
    today = zones.local_day(utc_now(), ZONE)
    return today - timedelta(days=DAYS), today


def told() -> dict[date, daily_sales.Sold]:
    first, last = span()
    return daily_sales.sales_of_days(first=first, last=last, currency="USD", time_zone=ZONE)


def counted() -> dict[date, daily_sales.Sold]:
    """Add up trips one by one, without any help of the database."""
    first, last = span()
    found: dict[date, daily_sales.Sold] = {}
    for trip in Trip.objects.filter(status__in=["reserved", "under_review"], currency="USD"):
        day = zones.local_day(trip.reserved_at, ZONE)
        if first <= day <= last:
            cards = sum(line.amount for line in PriceLine.objects.filter(trip=trip, kind="gift_card"))
            gross = trip.subtotal_amount - cards
            net = gross + trip.discount_amount
            one = daily_sales.Sold(1, trip.pax_cnt, trip.total_amount, gross, net)
            found[day] = found.get(day, daily_sales.NOTHING) + one
    return found


def add_up() -> None:
    while sales_days.add_up({}, utc_now()) is not None:
        pass


def days_ago(days: float) -> datetime:
    return utc_now() - timedelta(days=days)


@pytest.mark.django_db
class TestSums:
    @pytest.fixture(autouse=True)
    def _reef(self, reef: Any) -> None:
        for days in (0, 0.5, 1.2, 2, 4, 9, 9.1, 18):
            reserved(days_ago(days))
        reserved(days_ago(9), status="draft")
        reserved(days_ago(9), currency="EUR")
        # They came into the past, which is told below.
        SalesDayMark.objects.all().delete()

    def test_before_they_are_made_trips_are_asked(self):
        assert told() == counted() != {}
        assert not SalesDay.objects.exists()

    def test_days_that_are_over_come_from_sums(self):
        add_up()
        assert told() == counted()
        # Proof that these are the sums: a false one is told.
        day = zones.local_day(days_ago(18), ZONE)
        SalesDay.objects.filter(day=day, currency="USD").update(total_amount=7)
        assert told()[day].total_amount == 7
        last = SalesDay.objects.latest("day").day
        assert timedelta(days=3) <= zones.local_day(utc_now(), ZONE) - last <= timedelta(days=4)

    @pytest.mark.parametrize(
        "change",
        [
            {"status": "deleted"},
            {"total_amount": 5},
            {"pax_cnt": 9},
            {"subtotal_amount": 900, "discount_amount": 0},
            {"discount_amount": -300},
            {"currency": "EUR"},
            {"reserved_at": timedelta(days=15)},
        ],
    )
    def test_a_change_of_the_past_is_told_at_once(self, change):
        add_up()
        trip = Trip.objects.filter(reserved_at__lt=days_ago(8), status="reserved", currency="USD").first()
        values = {k: utc_now() - v if isinstance(v, timedelta) else v for k, v in change.items()}
        Trip.objects.filter(pk=trip.pk).update(**values)
        assert told() == counted()
        assert SalesDayMark.objects.exists()
        add_up()
        assert not SalesDayMark.objects.exists()
        assert told() == counted()

    def test_gift_cards_are_no_sales(self):
        add_up()
        trip = Trip.objects.filter(reserved_at__lt=days_ago(8), status="reserved", currency="USD").first()
        line = {"label": "Gift card", "unit_amount": 400, "amount": 400, "created_at": utc_now()}
        PriceLine.objects.create(trip=trip, kind="gift_card", **line)
        Trip.objects.filter(pk=trip.pk).update(has_gift_cards=True)
        before = told()
        assert before == counted()
        add_up()
        assert told() == before
        # One more in place of a ticket of the same price: nothing of the trip's sums tells of it.
        PriceLine.objects.create(trip=trip, kind="gift_card", **line)
        Trip.objects.filter(pk=trip.pk).update(version=F("version") + 1)
        assert told() == counted() != before

    def test_days_of_before_taxes_were_added_up_are_added_up_anew(self):
        add_up()
        SalesDay.objects.update(gross_amount=None, net_amount=None)
        assert told() == counted()
        add_up()
        assert not SalesDay.objects.filter(net_amount__isnull=True).exists()
        assert told() == counted()

    @pytest.mark.parametrize("seed", range(3))
    def test_whatever_happens_to_trips_sums_are_theirs(self, seed):
        """A season of random changes, with the daily work between any two of them or not."""
        dice = random.Random(seed)
        change = {
            "status": lambda: dice.choice(["reserved", "deleted", "draft", "under_review"]),
            "total_amount": lambda: dice.randint(0, 9_999),
            "subtotal_amount": lambda: dice.randint(0, 9_999),
            "discount_amount": lambda: -dice.randint(0, 99),
            "pax_cnt": lambda: dice.randint(0, 9),
            "currency": lambda: dice.choice(["USD", "EUR"]),
            "reserved_at": lambda: days_ago(dice.random() * DAYS),
        }
        for _ in range(25):
            row = Trip.objects.filter(pk=dice.choice(list(Trip.objects.values_list("pk", flat=True))))
            match dice.random():
                case chance if chance < 0.1:
                    reserved(days_ago(dice.random() * DAYS))
                case chance if chance < 0.15:
                    row.delete()
                case chance if chance < 0.45:
                    sales_days.add_up({}, utc_now())
                case _:
                    name = dice.choice(list(change))
                    row.update(**{name: change[name]()})
            assert told() == counted()

    def test_trips_that_come_into_the_past_and_go_from_it(self):
        add_up()
        trip = reserved(days_ago(12))
        assert told() == counted()
        add_up()
        Trip.objects.filter(pk=trip.pk).delete()
        assert told() == counted()

    def test_a_sale_of_now_marks_nothing(self):
        trip = reserved(utc_now(), status="draft", reserved_at=None)
        Trip.objects.filter(pk=trip.pk).update(status="reserved", reserved_at=utc_now())
        Trip.objects.filter(pk=trip.pk).update(total_amount=77)
        # Nor does what is no part of the sums.
        Trip.objects.filter(reserved_at__lt=days_ago(3)).update(group_name="Reunion")
        assert not SalesDayMark.objects.exists()
        assert told() == counted()

    def test_another_zone_has_other_days(self, monkeypatch):
        add_up()
        first, last = span()
        asked = {"first": first, "last": last, "currency": "USD", "time_zone": "Asia/Tokyo"}
        before = daily_sales.sales_of_days(**asked)
        there = SimpleNamespace(get_properties=lambda: SimpleNamespace(time_zone="Asia/Tokyo"))
        monkeypatch.setattr(sales_days, "people", there)
        add_up()
        assert SalesDay.objects.filter(zone="Asia/Tokyo", currency="USD").exists()
        assert daily_sales.sales_of_days(**asked) == before
        assert told() == counted()

    def test_a_long_past_is_made_piece_by_piece(self, monkeypatch):
        monkeypatch.setattr(sales_days, "MOST_DAYS", 4)
        assert sales_days.add_up({}, utc_now()) == {}
        assert SalesDay.objects.filter(currency="").count() == 4
        assert told() == counted()
        add_up()
        assert SalesDay.objects.filter(currency="").count() > 4
        assert told() == counted()


@pytest.mark.django_db(transaction=True)
class TestConcurrency:
    def test_what_commits_while_days_are_added_up_is_not_lost(self, reef):
        """Writers in long transactions, two workers, and a reader who compares, all at once."""
        ids = [reserved(days_ago(4 + n % 12)).pk for n in range(40)]
        until = time.monotonic() + 6

        def write(seed: int) -> int:
            dice, did = random.Random(seed), 0
            while time.monotonic() < until:
                with transaction.atomic():
                    for pk in sorted(dice.sample(ids, 2)):
                        status = dice.choice(["reserved", "deleted"])
                        row = Trip.objects.filter(pk=pk)
                        row.update(total_amount=dice.randint(1, 9_999), status=status)
                    time.sleep(dice.random() / 50)
                did += 1
            return did

        def work() -> int:
            did = 0
            while time.monotonic() < until:
                sales_days.add_up({}, utc_now())
                did += 1
            return did

        def read() -> int:
            did = 0
            while time.monotonic() < until:
                with transaction.atomic():
                    with connection.cursor() as cursor:
                        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    assert told() == counted()
                did += 1
            return did

        jobs = [lambda: write(1), lambda: write(2), work, work, read, read]
        done = at_once(jobs)
        assert all(isinstance(one, int) and one > 3 for one in done), done
        assert told() == counted()
        add_up()
        assert not SalesDayMark.objects.exists()
        assert told() == counted()
