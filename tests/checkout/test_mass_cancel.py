"""Departures that are called off with their guests: closed at once, each order once."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from outfitter.db.lists import ListReader
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout import mass_cancellation
from outfitter_tenants.checkout.carts.types import CartRequest, OrderRequest
from outfitter_tenants.checkout.mass_cancellation import DepartureScope, MassCancellationRequest
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.scheduling.models import ExperienceDate, Hold, Timeslot
from outfitter_tenants.scheduling.operations import HoldExpired, NotBookable, SoldOut, set_timeslot_status
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.checkout.test_races import SCHEMA, at_once
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import Contact, Offer, fill_cart, make_offer
from tests.support.sold_trips import another_departure, drift, order_of, pay, seats, sell
from tests.support.team import browser_of, make_colleague, make_role

reef_only = pytest.mark.usefixtures("reef")
STORM = MassCancellationRequest(
    reason="Storm", cause="weather", refund_mode="full", is_notified=True, note="Sorry!"
)


@pytest.fixture
def told(monkeypatch: Any) -> list[tuple[str, dict[str, Any]]]:
    """Everything that is told while the test goes on."""
    heard: list[tuple[str, dict[str, Any]]] = []
    publish = outbox.publish

    def listen(name: str, *, at: Any, **facts: Any) -> None:
        heard.append((name, facts))
        publish(name, at=at, **facts)

    monkeypatch.setattr(outbox, "publish", listen)
    return heard


def reader(*, codes: Any = ALL_CODES) -> ListReader:
    avatar = UserAvatar.objects.get(email=database.REEF.owner_email)
    return ListReader(frozenset(codes), "America/New_York", utc_now(), avatar.pk)


def begin(offer: Offer, order: MassCancellationRequest = STORM, **more: Any) -> Any:
    scope = more.pop("scope", None) or DepartureScope(timeslot_id=offer.timeslot_id)
    who = more.pop("who", None) or reader()
    return mass_cancellation.start(scope=scope, order=order, reader=who, name="Rita", at=utc_now())


def work(job_id: int, *, after: float = 0) -> Job:
    jobs.work_on({"job_id": job_id}, utc_now() + timedelta(seconds=after))
    return Job.objects.get(pk=job_id)


def states(*trip_ids: int) -> list[list[str]]:
    return [
        list(TripOrder.objects.filter(trip_id=pk).order_by("pk").values_list("status", flat=True))
        for pk in trip_ids
    ]


def slot_of(offer: Offer) -> Timeslot:
    return Timeslot.objects.get(pk=offer.timeslot_id)


@reef_only
class TestAtOnce:
    def test_nobody_gets_a_seat_any_more(self) -> None:
        offer = make_offer()
        sell(offer)
        cart = fill_cart(offer)
        begun = begin(offer)
        assert (begun.affected, begun.released_hold_cnt) == ({"orders": 1, "pax": 3, "trips": 1}, 1)
        assert (slot_of(offer).status, seats(offer.timeslot_id)) == ("closed", (3, 0))
        assert Hold.objects.get(trip_id=cart).status == "released"
        with pytest.raises(NotBookable):
            fill_cart(offer)

    def test_a_departure_without_guests_needs_no_job(self) -> None:
        offer = make_offer()
        begun = begin(offer)
        assert (begun.job_id, begun.timeslot_ids) == (None, (offer.timeslot_id,))
        assert slot_of(offer).status == "cancelled"

    def test_a_payment_that_arrives_meanwhile_is_not_booked(self, gateway: Any, begin_pay: Any) -> None:
        offer = make_offer()
        sell(offer)
        cart = fill_cart(offer)
        start = begin_pay(cart)
        begun = begin(offer)
        gateway.pay(start.answer.gateway_id)
        from outfitter_tenants.checkout.intents import operations as intents

        intents.confirm(trip_id=cart, intent_id=start.intent_id, at=utc_now())
        assert Trip.objects.get(pk=cart).status == "draft"
        work(begun.job_id)
        assert (slot_of(offer).status, seats(offer.timeslot_id)) == ("cancelled", (0, 0))
        assert drift() == []


@pytest.fixture
def begin_pay(gateway: Any) -> Any:
    from outfitter_tenants.checkout.intents import operations as intents

    return lambda trip_id: intents.begin(trip_id=trip_id, channel="web", amount_mode="due", at=utc_now())


@reef_only
class TestJob:
    def test_cancels_gives_back_tells_and_ends(self, told: Any) -> None:
        offer = make_offer()
        card, cash, silent = sell(offer), sell(offer), sell(offer)
        total = Trip.objects.get(pk=card).total_amount
        pay(card, total)
        pay(cash, total, method="cash")
        Trip.objects.filter(pk=silent).update(contact_email=None)
        done = work(begin(offer).job_id)
        assert (done.status, done.done_cnt, done.total_cnt) == ("done", 3, 3)
        assert states(card, cash, silent) == [["cancelled"]] * 3
        assert {row.cancel_reason for row in TripOrder.objects.all()} == {"weather"}
        [refund] = Payment.objects.filter(kind="refund")
        assert (refund.trip_id, refund.amount, refund.status) == (card, total, "pending")
        # Cash is not said to have gone back: its trip asks for it until somebody did.
        assert done.result["refunded_amount"] == done.result["manual_refund_amount"] == total
        assert [Trip.objects.get(pk=pk).attention for pk in (card, cash)] == [None, "hand_back"]
        assert (done.result["cancelled_cnt"], done.result["message_cnt"]) == (3, 2)
        messages = [facts for name, facts in told if name == "trip_order.cancelled"]
        assert [facts["refund_amount"] for facts in messages] == [total, 0]
        assert messages[0]["note"] == "Sorry!"
        assert (slot_of(offer).status, slot_of(offer).cancel_reason) == ("cancelled", "Storm")
        assert (seats(offer.timeslot_id), drift()) == ((0, 0), [])
        assert [name for name, _ in told][-1] == "job.finished"
        log = AuditLog.objects.filter(action="trip_order.cancelled")
        assert (log.count(), {row.user_avatar_id for row in log}) == (3, {reader().avatar_id})

    def test_one_of_two_orders_of_a_trip(self) -> None:
        offer, other = make_offer(), make_offer(name="Sail")
        trip_id = fill_cart(offer)
        first = order_of(trip_id)
        from outfitter_tenants.checkout.carts import operations as carts
        from outfitter_tenants.checkout.sales import conversion
        from outfitter_tenants.trips import queries as trips
        from tests.support.sales import ONLINE

        orders = [
            OrderRequest(first.pk, offer.experience_id, offer.timeslot_id, {offer.adult: 2}),
            OrderRequest(None, other.experience_id, other.timeslot_id, {other.adult: 1}),
        ]
        cart = CartRequest(
            trip_id=trip_id, version=None, locale="en", contact=None, orders=orders, utm={}, referrer=None
        )
        carts.save_trip(cart=cart, caller=ONLINE, at=utc_now())
        conversion.complete(trip=trips.lock_trip(trip_id=trip_id), kind="free", at=utc_now())
        pay(trip_id, Trip.objects.get(pk=trip_id).total_amount)
        work(begin(offer).job_id)
        assert states(trip_id) == [["cancelled", "active"]]
        trip = Trip.objects.get(pk=trip_id)
        assert trip.total_amount == 4900
        assert Payment.objects.get(kind="refund").amount == 2 * 4900
        assert seats(other.timeslot_id) == (1, 0)

    def test_twice_is_once(self) -> None:
        offer = make_offer()
        trip_id = sell(offer)
        pay(trip_id, 12700)
        first, second = begin(offer), begin(offer)
        work(first.job_id)
        again = work(second.job_id)
        assert (again.status, again.done_cnt) == ("done", 0)
        assert Payment.objects.filter(kind="refund").count() == 1
        assert begin(offer).job_id is None
        assert AuditLog.objects.filter(action="timeslot.cancelled").count() == 1

    def test_goes_on_where_a_killed_worker_stopped(self, monkeypatch: Any) -> None:
        offer = make_offer()
        trips_ = [sell(offer, adults=1, children=0) for _ in range(4)]
        for trip_id in trips_:
            pay(trip_id, 4900)
        job_id = begin(offer).job_id
        cancel, calls = cancellations.cancel, []

        def dies(**given: Any) -> Any:
            calls.append(given["trip_id"])
            done = cancel(**given)
            if len(calls) == 3:
                raise SystemExit
            return done

        monkeypatch.setattr(cancellations, "cancel", dies)
        with pytest.raises(SystemExit):
            work(job_id)
        assert states(*trips_) == [["cancelled"]] * 2 + [["active"]] * 2
        done = work(job_id, after=61)
        assert (done.status, done.done_cnt, done.result["cancelled_cnt"]) == ("done", 4, 4)
        assert Payment.objects.filter(kind="refund").count() == 4
        assert calls == [*trips_[:3], *trips_[2:]]
        assert slot_of(offer).status == "cancelled"

    def test_what_cannot_be_cancelled_is_listed_and_keeps_its_departure(self) -> None:
        offer = make_offer()
        stuck, free = sell(offer), sell(offer)
        Trip.objects.filter(pk=stuck).update(locked_reason="invoiced", locked_at=utc_now())
        done = work(begin(offer).job_id)
        code = Trip.objects.get(pk=stuck).confirmation_code
        assert (done.status, done.done_cnt, done.failed_cnt) == ("done_with_errors", 1, 1)
        assert done.errors == [{"ref": code, "message": "This trip is on a sent invoice."}]
        assert (states(stuck, free), slot_of(offer).status) == ([["active"], ["cancelled"]], "closed")
        assert done.result["still_booked_cnt"] == 1
        Trip.objects.filter(pk=stuck).update(locked_reason=None, locked_at=None)
        assert work(begin(offer).job_id).status == "done"
        assert slot_of(offer).status == "cancelled"

    def test_keeping_the_money_and_saying_nothing(self, told: Any) -> None:
        offer = make_offer()
        trip_id = sell(offer)
        pay(trip_id, 12700)
        work(begin(offer, MassCancellationRequest(reason="Broken boat")).job_id)
        assert not Payment.objects.filter(kind="refund").exists()
        assert "trip_order.cancelled" not in [name for name, _ in told]
        assert Trip.objects.get(pk=trip_id).total_amount == 0

    def test_a_role_that_lost_the_permission_ends_it(self) -> None:
        offer = make_offer()
        trip_id = sell(offer)
        job_id = begin(offer).job_id
        UserAvatar.objects.filter(pk=reader().avatar_id).update(status="disabled")
        assert work(job_id).status == "failed"
        assert states(trip_id) == [["active"]]

    def test_a_whole_date_and_a_whole_day(self) -> None:
        offer, spare = make_offer(), make_offer(name="Sail")
        later = another_departure(offer, days=0, hour=15)
        trip_id, kept = sell(offer), sell(spare)
        date_id = slot_of(offer).experience_date_id
        begun = begin(offer, scope=DepartureScope(experience_date_id=date_id))
        assert begun.timeslot_ids == (later,)
        work(begun.job_id)
        assert states(trip_id, kept) == [["cancelled"], ["active"]]
        assert ExperienceDate.objects.get(pk=date_id).status == "cancelled"
        set_timeslot_status(timeslot_id=later, status="open", at=utc_now())
        assert ExperienceDate.objects.get(pk=date_id).status == "open"
        assert slot_of(offer).status == "cancelled"
        assert fill_cart(replace(offer, timeslot_id=later))
        day = DepartureScope(day=slot_of(spare).date, exclude_experience_ids=(spare.experience_id,))
        assert begin(offer, scope=day).job_id is None
        work(begin(offer, scope=DepartureScope(day=slot_of(spare).date)).job_id)
        assert states(kept) == [["cancelled"]]


@reef_only
class TestPreview:
    def test_is_what_the_job_does(self, client_for: Any) -> None:
        offer = make_offer()
        staff, card, cash = owner_of(client_for), sell(offer), sell(offer)
        bo = Contact("Bo", "Li", None, "+15550100", None)
        silent, stuck = sell(offer, contact=bo, adults=1, children=0), sell(offer, adults=1)
        total = Trip.objects.get(pk=card).total_amount
        pay(card, total)
        pay(cash, 5000, method="cash")
        Trip.objects.filter(pk=stuck).update(locked_reason="channel", locked_at=utc_now())
        body = {
            "dry_run": True,
            "refund_mode": "full",
            "cause": "weather",
            "allow_self_rebook": True,
            "notify": {"note": "See you soon"},
        }
        versions = list(Trip.objects.order_by("pk").values_list("version", "total_amount"))
        seen = post(staff, f"/api/timeslot/{offer.timeslot_id}/cancel", body).json()
        assert list(Trip.objects.order_by("pk").values_list("version", "total_amount")) == versions
        assert (seen["job_id"], slot_of(offer).status) == (None, "open")
        assert seen["affected"] == {"orders": 4, "pax": 9, "trips": 4}
        assert (seen["departures"][0]["orders"], seen["departures"][0]["pax"]) == (4, 9)
        assert seen["money"] == {
            "currency": "USD",
            "total_amount": 2 * total + 4900,
            "paid_amount": total + 5000,
            "refund_amount": total,
            "manual_refund_amount": 5000,
        }
        messages = seen["messages"]
        assert messages["email_cnt"] == 3
        assert [row["trip_id"] for row in messages["unreachable"]] == [silent]
        assert "due to weather" in messages["sample"]["text"]
        assert "See you soon" in messages["sample"]["text"]
        assert "refunded $127.00" in messages["sample"]["text"]
        assert [row["trip_id"] for row in seen["blocked"]] == [stuck]
        empty = post(staff, f"/api/timeslot/{offer.timeslot_id}/cancel", {"dry_run": True}).json()
        assert (empty["messages"]["sample"], empty["money"]["refund_amount"]) == (None, 0)


def post(client: Any, path: str, body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


@reef_only
class TestOverHttp:
    def test_begins_and_can_be_watched(self, client_for: Any) -> None:
        offer, staff = make_offer(), owner_of(client_for)
        trip_id = sell(offer)
        path = f"/api/timeslot/{offer.timeslot_id}/cancel"
        begun = post(staff, path, {"reason": "Storm", "notify": {"note": ""}}).json()
        assert (begun["affected"]["orders"], begun["departures"]) == (1, None)
        work(begun["job_id"])
        job = staff.get(f"/api/job/{begun['job_id']}/get").json()
        assert (job["kind"], job["status"], job["title"]["scope"]) == (
            "trips.mass_cancel",
            "done",
            "timeslot",
        )
        assert states(trip_id) == [["cancelled"]]
        opened = post(staff, f"/api/timeslot/{offer.timeslot_id}/status/edit", {"status": "open"})
        assert (opened.json()["status"], opened.json()["is_bookable"]) == ("open", True)
        assert states(trip_id) == [["cancelled"]]

    def test_refusals(self, client_for: Any, reef: Any) -> None:
        offer = make_offer()
        date = slot_of(offer)
        paths = (
            f"/api/timeslot/{offer.timeslot_id}/cancel",
            f"/api/timeslots/experienceDate/{date.experience_date_id}/cancel",
            f"/api/timeslots/day/{date.date}/cancel",
        )
        staff, storm = owner_of(client_for), {"reason": "Storm"}
        clerk = browser_of(client_for, make_colleague("Cle", "x", role=make_role("clerk", "timeslot.cancel")))
        for path in paths:
            assert_error(post(client_for("reef"), path, storm), 401, "unauthenticated")
            for wrong in (
                {},
                {**storm, "refund_mode": "gold"},
                {**storm, "surprise": 1},
                {**storm, "allow_other_experience": True},
                {**storm, "cause": "mood"},
            ):
                assert_error(post(staff, path, wrong), 422, "validation_failed")
            assert_error(post(clerk, path, {**storm, "refund_mode": "full"}), 403, "forbidden")
        gus = browser_of(client_for, make_colleague("Gus", "guide", is_guide=True))
        assert_error(post(gus, paths[0], storm), 403, "forbidden")
        other = owner_of(client_for, "peak")
        for path in paths[:2]:
            assert_error(post(other, path, storm), 404, "not_found")
        connection.set_tenant(reef)
        assert slot_of(offer).status == "open"

    def test_what_is_asked_for_has_to_make_sense(self) -> None:
        offer = make_offer()
        with pytest.raises(Invalid):
            begin(offer, MassCancellationRequest(reason="x", allow_other_experience=True))
        with pytest.raises(Forbidden):
            begin(offer, who=reader(codes={"timeslot.cancel"}))


@pytest.mark.django_db(transaction=True)
def test_a_sale_that_races_the_start_is_cancelled_or_refused() -> None:
    connection.set_schema_to_public()
    with in_schema(SCHEMA):
        offer = make_offer(capacity=40)
        sell(offer)
    results = at_once([lambda: sell(offer)] * 5 + [lambda: begin(offer).job_id])
    begun = results[-1]
    assert isinstance(begun, int), results
    refused = [one for one in results if isinstance(one, Exception)]
    assert all(isinstance(one, NotBookable | SoldOut | HoldExpired) for one in refused), refused
    with in_schema(SCHEMA):
        done = work(begun)
        assert (done.status, done.done_cnt) == ("done", 6 - len(refused))
        assert (slot_of(offer).status, seats(offer.timeslot_id)) == ("cancelled", (0, 0))
        assert drift() == []
        sold = TripOrder.objects.filter(trip__status="reserved")
        assert {row.status for row in sold} == {"cancelled"}
