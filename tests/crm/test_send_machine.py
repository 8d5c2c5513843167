"""
Whatever happens in whatever order, and wherever the worker dies: no message goes twice, none after
what stops it, and none is lost (issue: never twice, never after its stop condition).

A worker that is killed leaves what it had committed: each of its transactions either happened or
did not. So dying is an exception at one of the places between them, and inside of them.
"""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.crm.automations import letter, operations
from outfitter_tenants.messaging import mail_delivery, planned_dispatch
from outfitter_tenants.messaging import operations as messages
from outfitter_tenants.messaging.models import Automation, Message
from outfitter_tenants.trips.models import Trip
from tests.crm.automation_support import hear
from tests.support.example_count import how_many
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, another_departure, order_of, sell

EXAMPLES = how_many(25)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
# Where a worker dies: while it asks and writes, as it begins to hand over, after that, as it notes it.
PLACES = st.sampled_from(["never", "words", "claimed", "handed", "noted"])


class Killed(BaseException):
    """A worker is no more: nothing of it runs any further."""


class Worker:
    """Sends what is due, and dies at a place."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.whole = (letter.write, mail_delivery.send, messages._ended)

    def _die(self, place: str) -> None:
        if self.place == place:
            self.place = "never"
            raise Killed(place)

    def __enter__(self) -> None:
        write, send, ended = self.whole

        def write_or_die(*args, **more):
            words = write(*args, **more)
            self._die("words")
            return words

        def send_or_die(message, at):
            self._die("claimed")
            outcome = send(message, at)
            self._die("handed")
            return outcome

        def end_or_die(*args, **more):
            with transaction.atomic():
                done = ended(*args, **more)
                self._die("noted")
            return done

        letter.write, mail_delivery.send, messages._ended = write_or_die, send_or_die, end_or_die

    def __exit__(self, kind, *_):
        letter.write, mail_delivery.send, messages._ended = self.whole
        return kind is Killed


class Sending(RuleBasedStateMachine):
    """An operator's trips, what happens to them, and workers that die."""

    def __init__(self) -> None:
        super().__init__()
        cache.clear()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        mail.outbox = []
        self.now = utc_now()
        self.heard = 0
        self.is_paused = False
        # Trip -> since when nothing may go to it any more.
        self.over: dict[int, int] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.offer = make_offer(capacity=None)
        self.there = another_departure(self.offer, days=2)
        self.trips = [sell(self.offer) for _ in range(2)]

    def pick(self, who: int) -> int:
        return self.trips[who % len(self.trips)]

    @rule(is_lost=st.booleans())
    def deliver_events(self, is_lost):
        """Automations hear of what happened, twice; or never."""
        rows = OutboxEvent.objects.filter(pk__gt=self.heard).order_by("pk")
        for row in rows:
            if not is_lost:
                hear(row)
                hear(row)
            self.heard = row.pk

    @rule(place=PLACES, minutes=st.sampled_from([0, 1, 90, 24 * 60]))
    def send(self, place, minutes):
        self.now += minutes * MINUTE
        with Worker(place):
            planned_dispatch.send_planned(clock=lambda: self.now, seconds=20)

    @rule(place=PLACES)
    def watch(self, place):
        """A minute later somebody looks after what a worker left."""
        self.now += 2 * MINUTE
        for job in DueJob.objects.filter(kind=messages.WATCH, next_at__lte=self.now):
            with Worker(place):
                message_id = int(job.payload["message_id"])
                found = messages.check(message_id=message_id, at=self.now)
                if not found.is_open:
                    DueJob.objects.filter(pk=job.pk).delete()
                elif found.is_sendable:
                    messages.deliver(message_id=message_id, at=self.now)

    @rule(who=st.integers(0, 1))
    def delete(self, who):
        trip_id = self.pick(who)
        Trip.objects.filter(pk=trip_id).update(status="deleted")
        self.over.setdefault(trip_id, self.sent_about(trip_id))

    @rule(who=st.integers(0, 1), is_there=st.booleans())
    def rebook(self, who, is_there):
        trip_id = self.pick(who)
        order = order_of(trip_id)
        wanted = self.there if is_there else self.offer.timeslot_id
        if trip_id in self.over or order.timeslot_id == wanted:
            return
        move = reschedule.RescheduleRequest(wanted, is_notified=False)
        reschedule.rebook(move=move, trip_id=trip_id, trip_order_id=order.pk, by=STAFF, at=utc_now())

    @rule(is_paused=st.booleans())
    def pause(self, is_paused):
        operations.pause(is_paused=is_paused, at=self.now)
        self.is_paused, self.before_pause = is_paused, len(mail.outbox)

    @rule()
    def turn_off(self):
        Automation.objects.filter(trigger="after_end").update(is_on=False)

    def sent_about(self, trip_id: int) -> int:
        hashes = set(Message.objects.filter(trip_id=trip_id).values_list("hash", flat=True))
        return sum(_hash(one) in hashes for one in mail.outbox)

    @invariant()
    def nothing_goes_twice(self):
        """Once each; a mail twice at most, and only where a worker died after it was handed over."""
        handed: dict[str, int] = {}
        for one in mail.outbox:
            handed[_hash(one)] = handed.get(_hash(one), 0) + 1
        for key, cnt in handed.items():
            row = Message.objects.get(hash=key)
            assert cnt <= 1 + int(row.is_reclaimed), (key, cnt)

    @invariant()
    def nothing_goes_after_it_is_over(self):
        for trip_id, cnt in self.over.items():
            assert self.sent_about(trip_id) == cnt

    @invariant()
    def nothing_goes_while_all_is_paused(self):
        if self.is_paused:
            assert len(mail.outbox) == self.before_pause

    @invariant()
    def nothing_is_lost(self):
        """What is under way has somebody who looks after it; what waits has a job that comes."""
        for row in Message.objects.filter(automation_id__isnull=False, status__in=["sending", "queued"]):
            assert DueJob.objects.filter(kind=messages.WATCH, key=str(row.pk)).exists(), row.status

    @invariant()
    def each_reminder_is_of_the_time_it_says(self):
        """No two messages of one automation about one order wait at once."""
        waiting = Message.objects.filter(automation_id__isnull=False, status="scheduled")
        seen = list(waiting.values_list("automation_id", "trip_order_id", "dedupe_key"))
        assert len({key for *_, key in seen}) == len(seen)


def _hash(one) -> str:
    return str(one.extra_headers["Message-ID"]).strip("<>").partition("@")[0]


@pytest.mark.usefixtures("reef")
def test_no_message_goes_twice_or_after_its_stop_condition():
    run_state_machine_as_test(
        Sending,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=18,
            deadline=None,
            phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        ),
    )
