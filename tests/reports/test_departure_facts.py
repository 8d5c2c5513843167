"""Facts of departures: what is kept is what the rows say, whatever happens and whoever writes (ADR 146)."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from outfitter.db.joined_figures import JoinedFigures
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.people.models import Properties
from outfitter_tenants.reports import departure_facts
from outfitter_tenants.reports.lists.departure_figures import COUNTS, PROFITS
from outfitter_tenants.reports.models import DepartureFact, DepartureMark
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Booking, BookingStatus, PriceLine, Trip, TripOrder
from tests.checkout import trip_world
from tests.checkout.test_trip_machine import PICK, WHO, Trips
from tests.reports.test_departure_reports import cost, guide_for, two_departures
from tests.support.example_count import how_many, patience
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import another_departure, order_of, sell
from tests.support.threads import at_once

Figures = dict[int, dict[str, int]]


def told() -> tuple[Figures, Figures]:
    """Return what reports say of every departure."""
    ids = list(Timeslot.objects.values_list("pk", flat=True))
    return COUNTS.of(ids), PROFITS.of(ids)


def _without(figures: JoinedFigures) -> JoinedFigures:
    nothing = "(SELECT * FROM reports_departurefact WHERE false)"
    return replace(figures, parts=figures.parts.replace("reports_departurefact", nothing))


ROWS = (_without(COUNTS), _without(PROFITS))


def from_rows() -> tuple[Figures, Figures]:
    """Return the same without anything that is kept."""
    ids = list(Timeslot.objects.values_list("pk", flat=True))
    counts, profits = ROWS
    return counts.of(ids), profits.of(ids)


def add_up() -> None:
    while departure_facts.add_up({}, utc_now()) is not None:
        pass


class TripsAndFacts(Trips):
    """Two desks and a stranger, with guests who come or don't, refunds, and the work at any time."""

    @rule()
    def work(self) -> None:
        departure_facts.add_up({}, utc_now())

    @precondition(lambda self: self.guest(0))
    @rule(n=PICK, slug=st.sampled_from(["checked_in", "no_show", "not_checked_in"]))
    def comes_or_not(self, n: int, slug: str) -> None:
        _, guest = self.guest(n)  # type: ignore[misc]
        status = BookingStatus.objects.get(slug=slug)
        Booking.objects.filter(pk=guest["id"]).update(booking_status=status)

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK, part=st.integers(1, 4))
    def give_back(self, who: int, n: int, part: int) -> None:
        trip = self.trip(n)
        paid = Payment.objects.filter(trip_id=trip["id"], kind="payment", status="succeeded").first()
        if paid is None:
            return
        Payment.objects.filter(pk=paid.pk).update(fee={"processing_amount": 30 * part, "platform_amount": 7})
        amount = max(1, paid.amount // part)
        body = {"reason": "customer", "payment_id": paid.pk, "amount": amount}
        status, answer = trip_world.post(self.world.desks[who], "/api/payment/refund", body)
        if status == 200:
            self.trips[trip["id"]] = answer["trip"]

    @precondition(lambda self: self.trips)
    @rule(n=PICK, amount=st.integers(0, 5000))
    def a_partner_earns(self, n: int, amount: int) -> None:
        Trip.objects.filter(pk=self.trip(n)["id"]).update(commission_amount=amount)

    @invariant()
    def facts_are_what_rows_say(self) -> None:
        assert told() == from_rows()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.timeout(patience(240))
def test_whatever_happens_facts_are_what_rows_say(reef: Any, client_for: Any) -> None:
    desks = [owner_of(client_for), owner_of(client_for)]
    TripsAndFacts.world = trip_world.World.make(desks, client_for("reef"))
    add_up()
    run_state_machine_as_test(
        TripsAndFacts,
        settings=settings(
            max_examples=how_many(20),
            stateful_step_count=8,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.reuse, Phase.generate),
        ),
    )


@pytest.fixture
def sold(reef: Any) -> tuple[int, int]:
    """A trip on two departures, with a partner's share and what its payment cost, added up."""
    trip_id, later = two_departures(make_offer(), adults=2)
    Trip.objects.filter(pk=trip_id).update(commission_amount=99)
    cost(trip_id, 399, 100)
    guide_for(later, "Ida", departure=5000)
    add_up()
    return trip_id, later


def _move(trip_id: int, later: int) -> None:
    TripOrder.objects.filter(pk=order_of(trip_id).pk).update(timeslot_id=later)


CHANGES: dict[str, Any] = {
    "trip deleted": lambda trip, _: Trip.objects.filter(pk=trip).update(status="deleted"),
    "trip in other money": lambda trip, _: Trip.objects.filter(pk=trip).update(currency="EUR"),
    "commission": lambda trip, _: Trip.objects.filter(pk=trip).update(commission_amount=1000),
    "reserved earlier": lambda trip, _: Trip.objects.filter(pk=trip).update(reserved_at="2020-01-01T00:00Z"),
    "order moved": _move,
    "order canceled": lambda trip, _: TripOrder.objects.filter(trip_id=trip).update(status="cancelled"),
    "order dearer": lambda trip, _: TripOrder.objects.filter(pk=order_of(trip).pk).update(total_amount=1),
    "orders swapped": lambda trip, _: TripOrder.objects.filter(pk=order_of(trip).pk).update(position=9),
    "guest gone": lambda trip, _: Booking.objects.filter(trip_order__trip_id=trip).update(
        cancelled_at=utc_now()
    ),
    "guest deleted": lambda trip, _: Booking.objects.filter(trip_order__trip_id=trip)[0].delete(),
    "line void": lambda trip, _: PriceLine.objects.filter(trip_id=trip).update(voided_at=utc_now()),
    "line dearer": lambda trip, _: PriceLine.objects.filter(trip_id=trip).update(amount=F("amount") + 7),
    "line deleted": lambda trip, _: PriceLine.objects.filter(trip_id=trip).delete(),
    "payment costs more": lambda trip, _: Payment.objects.filter(trip_id=trip).update(
        fee={"processing_amount": 1}
    ),
    "payment lost": lambda trip, _: Payment.objects.filter(trip_id=trip).update(status="failed"),
    "starts later": lambda _, later: Timeslot.objects.filter(pk=later).update(
        start_at=F("start_at") - timedelta(hours=3)
    ),
    "called off": lambda _, later: Timeslot.objects.filter(pk=later).update(status="cancelled"),
    "status means another": lambda *_: BookingStatus.objects.filter(slug="not_checked_in").update(
        kind="no_show"
    ),
    "operator's money": lambda *_: Properties.objects.update(currency="EUR"),
    "guide dearer": lambda _, later: guide_for(later, "Ola", hour=100),
}


@pytest.mark.django_db
class TestFacts:
    def test_they_are_read(self, sold):
        assert told() == from_rows()
        # Proof that these are facts: false ones are told.
        DepartureFact.objects.filter(pk=sold[1]).update(order_cnt=7, revenue_amount=1)
        counts, profits = told()
        assert (counts[sold[1]]["order_cnt"], profits[sold[1]]["revenue_amount"]) == (7, 1)

    @pytest.mark.parametrize("change", CHANGES)
    def test_a_change_is_told_at_once(self, sold, change):
        before = told()
        CHANGES[change](*sold)
        assert told() == from_rows() != before
        add_up()
        assert not DepartureMark.objects.exists()
        assert told() == from_rows()
        assert DepartureFact.objects.count() == Timeslot.objects.count()

    def test_an_order_that_moves_takes_its_guests_along(self, sold):
        """A guest's mark is of the order: it counts wherever that is when the mark is read."""
        trip_id, later = sold
        Booking.objects.filter(trip_order_id=order_of(trip_id).pk).update(cancelled_at=utc_now())
        TripOrder.objects.filter(pk=order_of(trip_id).pk).update(timeslot_id=later)
        assert told() == from_rows()

    def test_what_is_no_fact_marks_nothing(self, sold):
        trip_id, later = sold
        Trip.objects.filter(pk=trip_id).update(group_name="Reunion", version=F("version") + 1)
        Booking.objects.filter(trip_order__trip_id=trip_id).update(guest_first_name="Sam")
        Timeslot.objects.filter(pk=later).update(booked_pax_cnt=5)
        assert not DepartureMark.objects.exists()

    def test_a_transaction_marks_once(self, sold):
        for amount in (5, 6, 7):
            PriceLine.objects.filter(trip_id=sold[0]).update(amount=amount)
            Trip.objects.filter(pk=sold[0]).update(total_amount=amount)
        assert DepartureMark.objects.filter(kind="trip", about_id=sold[0]).count() == 1

    def test_departures_that_are_gone_leave_nothing(self, sold):
        empty = another_departure(make_offer(name="Walk"), days=3)
        add_up()
        assert DepartureFact.objects.filter(pk=empty).exists()
        Timeslot.objects.filter(pk=empty).delete()
        add_up()
        assert not DepartureFact.objects.filter(pk=empty).exists()

    def test_many_are_made_piece_by_piece(self, sold, monkeypatch):
        DepartureFact.objects.all().delete()
        monkeypatch.setattr(departure_facts, "MOST_NEW", 1)
        assert departure_facts.add_up({}, utc_now()) == {}
        assert DepartureFact.objects.count() == 1
        assert told() == from_rows()
        add_up()
        assert DepartureFact.objects.count() == Timeslot.objects.count()

    def test_where_something_changes_the_work_comes_again_in_an_hour(self, sold):
        DueJob.objects.filter(kind=departure_facts.KIND).delete()
        at = utc_now()
        departure_facts.go_on({}, at)
        assert not DueJob.objects.filter(kind=departure_facts.KIND).exists()
        Trip.objects.filter(pk=sold[0]).update(commission_amount=5)
        departure_facts.go_on({}, at)
        [job] = DueJob.objects.filter(kind=departure_facts.KIND)
        assert job.next_at == at + departure_facts.AGAIN


def again_and_again(seed: int, seconds: float, deed: Callable[[random.Random], object]) -> Callable[[], int]:
    """Return a job that does something until so long from now, and tells how often it did."""
    until = time.monotonic() + seconds

    def job() -> int:
        dice, did = random.Random(seed), 0
        while time.monotonic() < until:
            with transaction.atomic():
                deed(dice)
            did += 1
        return did

    return job


@pytest.mark.django_db(transaction=True)
def test_what_commits_while_departures_are_added_up_is_not_lost(reef: Any) -> None:
    """Writers in long transactions, two workers, and readers who compare, all at once."""
    offer = make_offer(capacity=None)
    slots = [offer.timeslot_id, *(another_departure(offer, days=n) for n in (1, 2, 3))]
    trip_ids = [sell(offer, adults=1, children=1) for _ in range(6)]

    def write(dice: random.Random) -> None:
        for trip_id in sorted(dice.sample(trip_ids, 2)):
            Trip.objects.filter(pk=trip_id).update(commission_amount=dice.randint(0, 999))
            orders = TripOrder.objects.filter(trip_id=trip_id)
            orders.update(timeslot_id=dice.choice(slots), total_amount=dice.randint(1, 9_999))
            PriceLine.objects.filter(trip_id=trip_id).update(amount=dice.randint(1, 999))
        time.sleep(dice.random() / 50)

    def guests(dice: random.Random) -> None:
        """Change guests alone, whose orders somebody else moves."""
        gone = dice.choice([None, utc_now()])
        Booking.objects.filter(trip_order__trip_id=dice.choice(trip_ids)).update(cancelled_at=gone)
        time.sleep(dice.random() / 50)

    def work(_dice: random.Random) -> None:
        departure_facts.add_up({}, utc_now())

    def read(_dice: random.Random) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        assert told() == from_rows()

    deeds = (write, write, guests, work, work, read, read)
    done = at_once([again_and_again(seed, 6, deed) for seed, deed in enumerate(deeds)])
    assert all(isinstance(one, int) and one > 3 for one in done), done
    assert told() == from_rows()
    add_up()
    assert not DepartureMark.objects.exists()
    assert told() == from_rows()
