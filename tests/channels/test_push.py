"""What channels are told: once a day of a product, in order, again when it failed."""

import time
from datetime import timedelta

import pytest
from django.core.cache import cache

from outfitter.kit.clock import utc_now
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.channels.adapter import PushLimits, PushResult
from outfitter.plugins.channels.booking_types import BookingKey
from outfitter.plugins.channels.http_types import NoAnswer
from outfitter.plugins.models import OutboxDelivery
from outfitter.plugins.types import Permanent
from outfitter.sdk import channels
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import (
    AvailabilityPush,
    ChannelConnection,
    ExternalBooking,
    ProductMapping,
)
from outfitter_tenants.channels.operations import call_log, pushes, trip_sync
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations.resources import FIELDS, update_resources
from tests.support.fake_channel import ask, connect, make_rows, map_offer
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sales import fill_cart, make_offer


class Event:
    def __init__(self, **payload):
        self.payload = payload


def changed(offer):
    day = Timeslot.objects.get(pk=offer.timeslot_id).date.isoformat()
    pushes.on_seats(None, Event(experience_id=offer.experience_id, dates=[day]))


def send(stall, *, later=0):
    pushes.send_due({"connection_id": stall.id}, utc_now() + timedelta(seconds=later))


def states():
    return sorted(AvailabilityPush.objects.values_list("state", flat=True))


class TestFeeding:
    def test_a_sale_is_heard_only_where_somebody_wants_to_know(self, reef, offer):
        fill_cart(offer)
        assert OutboxDelivery.objects.filter(subscriber="core:channels").count() == 0

    def test_a_sale_on_the_web_is_told_to_the_channel(self, stall, offer):
        fill_cart(offer)
        rows = OutboxDelivery.objects.filter(subscriber="core:channels")
        assert rows.filter(event__name="availability.changed").exists()

    def test_ten_changes_of_a_day_are_one_push(self, fair, stall, offer):
        for _ in range(10):
            changed(offer)
        assert scheduled_jobs.is_waiting(pushes.PUSH, key=str(stall.id))
        send(stall)
        [push] = fair.pushed
        assert push.product_id == f"P{offer.experience_id}"
        assert push.dates == (Timeslot.objects.get().date,)
        assert push.causes == {"availability", "capacity"}
        assert states() == ["sent"]

    def test_days_beyond_the_horizon_and_products_that_are_not_sold_are_not_told(self, fair, stall, offer):
        far = (utc_now().date() + timedelta(days=40)).isoformat()
        pushes.on_seats(None, Event(experience_id=offer.experience_id, dates=[far]))
        changed(make_offer(name="Not mapped"))
        assert AvailabilityPush.objects.count() == 0

    def test_an_experience_that_changed_is_told_whole(self, fair, stall, offer):
        pushes.on_experience(None, Event(experience_id=offer.experience_id))
        assert AvailabilityPush.objects.count() == 31
        send(stall)
        assert len(fair.pushed[0].dates) == 31
        assert fair.pushed[0].dates == tuple(sorted(fair.pushed[0].dates))


class TestSending:
    def test_what_changes_while_it_is_told_is_told_again(self, fair, stall, offer):
        changed(offer)
        tell = fair.push

        def push(ctx, connection, item):
            changed(offer)
            return tell(ctx, connection, item)

        fair.push = push
        adapters.all_adapters.cache_clear()
        send(stall)
        assert len(fair.pushed) > 1
        assert states() in (["waiting"], ["sent"])

    def test_a_failure_waits_and_keeps_the_order(self, fair, stall, offer):
        pushes.on_experience(None, Event(experience_id=offer.experience_id))
        fair.failure = NoAnswer("no_answer")
        fair.limits = PushLimits(coalesce_seconds=0, days=30, most_dates=5)
        adapters.all_adapters.cache_clear()
        send(stall)
        assert set(states()) == {"waiting"}
        assert AvailabilityPush.objects.filter(due_at__lte=utc_now()).count() == 0
        fair.failure = None
        send(stall, later=10)
        dates = [day for push in fair.pushed for day in push.dates]
        assert dates == sorted(dates)
        assert set(states()) == {"sent"}

    def test_after_repeated_failure_it_is_left_alone_and_tried_again(self, fair, stall, offer):
        fair.failure = ZeroDivisionError("boom")
        for number in range(pushes.OPEN_AFTER):
            changed(offer)
            AvailabilityPush.objects.update(due_at=utc_now() - timedelta(seconds=1))
            send(stall)
            row = ChannelConnection.objects.get()
            assert row.breaker_failures == number + 1
        assert row.breaker_state == "open"
        told = OutboxDelivery.objects.filter(event__name="plugin.failing")
        assert [one.event.payload["reason"] for one in told] == ["channel_away"]
        fair.failure = None
        AvailabilityPush.objects.update(due_at=utc_now() - timedelta(seconds=1))
        send(stall)
        assert fair.pushed == []
        ChannelConnection.objects.update(breaker_until=utc_now() - timedelta(seconds=1))
        send(stall)
        row.refresh_from_db()
        assert (len(fair.pushed), row.breaker_state, row.breaker_failures) == (1, "closed", 0)

    def test_a_plugin_that_hangs_is_cut_off_and_its_secrets_kept(self, fair, stall, offer, monkeypatch):
        monkeypatch.setattr(pushes.time_limits, "JOB_SECONDS", 0.2)
        changed(offer)

        def push(ctx, connection, item):
            time.sleep(0.1)
            raise ValueError(connection.credentials["password"])

        fair.push = push
        adapters.all_adapters.cache_clear()
        send(stall)
        row = AvailabilityPush.objects.get()
        assert (row.state, row.attempts) == ("waiting", 1)
        assert "their-own-secret" not in row.error
        fair.push = lambda ctx, connection, item: time.sleep(5)
        adapters.all_adapters.cache_clear()
        AvailabilityPush.objects.update(due_at=utc_now() - timedelta(seconds=1))
        begun = time.monotonic()
        send(stall)
        assert time.monotonic() - begun < 2
        row.refresh_from_db()
        assert "took longer" in row.error

    def test_what_is_refused_for_good_is_not_tried_again_by_itself(self, fair, stall, offer):
        changed(offer)
        fair.failure = Permanent("no such supplier")
        send(stall)
        assert states() == ["failed"]
        fair.failure = None
        assert pushes.retry(connection_id=stall.id, at=utc_now()) == 1
        send(stall)
        assert states() == ["sent"]

    def test_a_product_the_channel_does_not_know_is_not_told_until_asked(self, fair, stall, offer):
        changed(offer)
        fair.answer = PushResult(is_refused=True, message="INVALID_PRODUCT_OPTION")
        send(stall)
        row = ProductMapping.objects.get()
        assert (row.is_push_refused, row.why) == (True, "INVALID_PRODUCT_OPTION")
        changed(offer)
        assert "waiting" not in states()
        channels.push_dates(stall, product_id=row.product_ref)
        row.refresh_from_db()
        assert row.is_push_refused is False
        assert "waiting" in states()

    def test_no_faster_than_the_channel_allows(self, fair, stall, offer):
        fair.limits = PushLimits(calls=2, seconds=60, coalesce_seconds=0, days=30, most_dates=3)
        adapters.all_adapters.cache_clear()
        pushes.on_experience(None, Event(experience_id=offer.experience_id))
        send(stall)
        assert len(fair.pushed) == 2
        assert scheduled_jobs.is_waiting(pushes.PUSH, key=str(stall.id))
        cache.clear()
        send(stall, later=120)
        assert len(fair.pushed) == 4

    def test_a_day_whose_worker_died_is_taken_again(self, fair, stall, offer):
        changed(offer)
        AvailabilityPush.objects.update(state="sending", due_at=utc_now() - timedelta(seconds=1))
        send(stall)
        assert states() == ["sent"]

    def test_a_paused_connection_is_told_nothing(self, fair, stall, offer):
        changed(offer)
        ChannelConnection.objects.update(state="paused")
        send(stall)
        assert fair.pushed == []

    def test_products_do_not_wait_for_each_other(self, fair, stall, offer):
        other = make_offer(name="Zip-line")
        map_offer(stall.id, other)
        changed(offer)
        changed(other)
        AvailabilityPush.objects.filter(mapping__experience_id=offer.experience_id).update(
            state="sending", due_at=utc_now() + timedelta(minutes=1)
        )
        send(stall)
        assert [one.product_id for one in fair.pushed] == [f"P{other.experience_id}"]


class TestFollowing:
    def test_a_booking_follows_what_staff_do_to_its_trip(self, stall, offer):
        from outfitter_tenants.checkout.bookings import order_guests
        from outfitter_tenants.checkout.trip_changes.change import TripActor

        done = channels.book(stall, ask(offer, adults=1))
        row = ExternalBooking.objects.get()
        order_guests.add_guests(
            trip_id=row.trip_id,
            trip_order_id=row.trip_order_id,
            quantities={offer.child: 1},
            names=[],
            by=TripActor(),
            at=utc_now(),
        )
        trip_sync.on_trip(None, Event(trip_id=row.trip_id))
        row.refresh_from_db()
        assert row.pax_cnt == 2
        seen = channels.booking(stall, BookingKey(uuid=done.uuid))
        assert [one.unit_id for one in seen.units] == ["ADULT", "CHILD"]
        assert seen.price.retail > done.price.retail
        assert channels.bookings_of_trip(channel="fair", trip_id=row.trip_id)[0][1] == seen


class TestKeeping:
    def test_calls_are_forgotten_after_ninety_days(self, fair, offer):
        from outfitter_tenants.channels.models import ChannelCall

        make_rows(offer.experience_id)
        assert call_log.forget_old(at=utc_now() + timedelta(days=89)) == 0
        assert call_log.forget_old(at=utc_now() + timedelta(days=91)) == 1
        assert ChannelCall.objects.count() == 0

    @pytest.mark.parametrize("state", ["on_hold"])
    def test_a_hold_whose_job_got_lost_is_found(self, stall, offer, state):
        from outfitter_tenants.channels.apps import catch_up

        channels.hold(stall, ask(offer))
        ExternalBooking.objects.update(expires_at=utc_now() - timedelta(minutes=5))
        catch_up({}, utc_now())
        assert ExternalBooking.objects.get().state == "expired"

    def test_the_channel_takes_a_product_off_sale(self, stall, offer):
        channels.stop_selling(stall, product_id=f"P{offer.experience_id}", why="too many errors")
        row = ProductMapping.objects.get()
        assert (row.state, row.why) == ("refused", "too many errors")
        told = OutboxDelivery.objects.get(event__name="plugin.failing")
        assert told.event.payload["reason"] == "product_refused"
        assert channels.products(stall) == ()
        assert channels.products(connect(offer)) != ()


class TestBoats:
    """Who may sail on the same boat has other seats when somebody takes it."""

    @pytest.fixture
    def shared(self, stall, offer):
        other = make_offer(name="Other")
        far = make_offer(name="Next week", at=utc_now() + timedelta(days=7))
        group = make_group(name="Boats")
        boat = make_resource(group=group, capacity=6)
        for one in (other, far):
            map_offer(stall.id, one)
        for one in (offer, other, far):
            make_usage(experience=Experience.objects.get(pk=one.experience_id), group=group)
        return other, far, boat

    def pushed(self, fair, stall):
        send(stall)
        return {push.product_id for push in fair.pushed}

    def test_a_sale_of_one_is_told_of_the_other(self, fair, stall, offer, shared):
        other, _, _ = shared
        changed(other)
        assert self.pushed(fair, stall) == {f"P{offer.experience_id}", f"P{other.experience_id}"}

    def test_who_shares_no_boat_is_told_nothing(self, fair, stall, offer):
        other = make_offer(name="Other")
        map_offer(stall.id, other)
        changed(other)
        assert self.pushed(fair, stall) == {f"P{other.experience_id}"}

    def test_a_change_without_days_is_told_of_all_of_them(self, fair, stall, offer):
        pushes.on_seats(None, Event(experience_id=offer.experience_id, dates=[]))
        assert AvailabilityPush.objects.count() == fair.limits.days + 1

    def test_a_smaller_boat_is_told_of_everybody_who_needs_it(self, stall, offer, shared):
        OutboxDelivery.objects.all().delete()
        _, _, boat = shared
        values = {name: getattr(boat, name) for name in (*FIELDS, "group_id", "location_id")}
        update_resources(rows=[{**values, "id": boat.pk, "capacity": 2}], at=utc_now())
        events = OutboxDelivery.objects.filter(subscriber="core:channels")
        told = {one.event.payload["experience_id"] for one in events.select_related("event")}
        assert told == set(Experience.objects.values_list("pk", flat=True))
