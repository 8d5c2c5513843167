"""A planned message goes once, when it is due, and not if anything speaks against it by then."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.crm.automations import operations, send_check
from outfitter_tenants.messaging import message_plan as rows
from outfitter_tenants.messaging import operations as messages
from outfitter_tenants.messaging import planned_dispatch, reviews, send_gate, suppressions
from outfitter_tenants.messaging.models import Automation, Message, Template
from outfitter_tenants.messaging.send_gate import Stop
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.crm.automation_support import make_automation, planned, send, shift, states, tell
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, another_departure, order_of, sell

pytestmark = pytest.mark.usefixtures("reef")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def sold():
    """Return a trip that was sold and planned for."""
    trip_id = sell(make_offer())
    tell()
    return trip_id


def due(trip_id):
    """Return when its reminder goes."""
    return planned(trip_id, "before_start")[0].scheduled_at


def reminder(trip_id):
    return planned(trip_id, "before_start")[0]


class TestWhenItIsDue:
    def test_it_goes_with_words_of_that_moment(self, sold, mailoutbox):
        Trip.objects.filter(pk=sold).update(contact_email="new@example.com")
        assert send(due(sold) - timedelta(seconds=1)) == 0
        assert send(due(sold)) == 1

        [mail] = mailoutbox
        row = reminder(sold)
        assert "new@example.com" in mail.to[0]
        assert mail.subject == row.subject
        assert row.subject
        assert (row.status, row.sent_at, row.attempt_cnt) == ("sent", due(sold), 1)
        assert AuditLog.objects.filter(action="message.sent", entity_id=row.pk).exists()

    def test_once(self, sold, mailoutbox):
        at = due(sold)
        for _ in range(3):
            send(at)
            messages.deliver(message_id=reminder(sold).pk, at=at)

        assert len(mailoutbox) == 1

    def test_in_order_of_time(self, mailoutbox):
        trips = [sell(make_offer(name=f"Tour {number}")) for number in range(3)]
        tell()
        ids = [reminder(trip_id).pk for trip_id in trips]
        start = due(trips[0])
        for number, message_id in enumerate(reversed(ids)):
            Message.objects.filter(pk=message_id).update(scheduled_at=start + number * timedelta(minutes=1))
        send(start + HOUR)

        went = Message.objects.filter(pk__in=ids).order_by("scheduled_at")
        assert [row.to for row in went] == ["Ana Ruiz <ana@example.com>"] * 3
        sent = AuditLog.objects.filter(action="message.sent", entity_id__in=ids).order_by("pk")
        assert [row.entity_id for row in sent] == list(reversed(ids))

    def test_the_job_is_armed_for_the_next(self, sold):
        DueJob.objects.filter(kind=rows.SEND).delete()
        planned_dispatch.start_due({}, utc_now())

        job = DueJob.objects.get(kind=rows.SEND)
        assert job.next_at == min(due(sold), job.next_at)


class TestNotAnyMore:
    """Nobody told us: what is read the moment it goes decides."""

    def ends(self, trip_id, reason, status="cancelled"):
        at = due(trip_id)
        send(at)
        row = reminder(trip_id)
        assert (row.status, row.reason) == (status, reason)

    def test_cancelled(self, sold, mailoutbox):
        wish = CancellationOptions("weather")
        order = order_of(sold)
        cancellations.cancel(wish=wish, trip_id=sold, trip_order_id=order.pk, by=STAFF, at=utc_now())
        self.ends(sold, "cancelled")
        assert mailoutbox == []

    def test_moved(self, mailoutbox):
        offer = make_offer()
        there, trip_id = another_departure(offer, days=3), sell(offer)
        tell()
        at = due(trip_id)
        reschedule.rebook(
            move=reschedule.RescheduleRequest(there, is_notified=False),
            trip_id=trip_id,
            trip_order_id=order_of(trip_id).pk,
            by=STAFF,
            at=utc_now(),
        )
        send(at)

        # The new time was planned the moment the old one was found to be over.
        assert states(trip_id, "before_start") == [
            ("cancelled", "rebooked"),
            ("scheduled", "planned_before_start"),
        ]
        assert mailoutbox == []

    def test_unscheduled(self, sold):
        TripOrder.objects.filter(trip_id=sold).update(timeslot=None, schedule_state="unscheduled")
        self.ends(sold, "unscheduled")

    def test_deleted(self, sold):
        Trip.objects.filter(pk=sold).update(status="deleted")
        self.ends(sold, "trip_deleted")

    def test_without_an_address(self, sold):
        Trip.objects.filter(pk=sold).update(contact_email=None)
        self.ends(sold, "no_address")

    def test_an_address_that_refuses(self, sold, mailoutbox):
        suppressions.suppress(address="ana@example.com", channel="email", source="smtp", at=utc_now())
        self.ends(sold, "address_refused", "suppressed")
        assert mailoutbox == []

    def test_who_wants_no_news_is_reminded_all_the_same(self, sold, mailoutbox):
        suppressions.suppress(
            address="ana@example.com", channel="email", source="reply", scope="marketing", at=utc_now()
        )
        send(due(sold))
        send(planned(sold, "after_end")[0].scheduled_at)

        assert len(mailoutbox) == 1
        assert states(sold, "after_end")[0] == ("suppressed", "opted_out")

    def test_turned_off(self, sold):
        Automation.objects.filter(trigger="before_start").update(is_on=False)
        self.ends(sold, "automation_off")

    def test_archived(self, sold):
        Automation.objects.filter(trigger="before_start").update(slug=None, archived_at=utc_now())
        self.ends(sold, "automation_archived")

    def test_a_template_that_is_off(self, sold):
        Template.objects.filter(slug="reminder_day").update(is_active=False)
        self.ends(sold, "template_off")

    def test_reviewed(self, sold):
        shift(sold, 4 * DAY)
        reviews.write_review(
            trip_id=sold, customer_id=None, experience_id=None, draft=reviews.ReviewDraft(5), at=utc_now()
        )
        send(planned(sold, "after_end")[0].scheduled_at)

        assert states(sold, "after_end")[0] == ("cancelled", "stopped_reviewed")

    def test_too_late(self, sold, mailoutbox):
        send(order_of(sold).timeslot.start_at)

        assert states(sold, "before_start") == [("cancelled", "too_late")]
        assert mailoutbox == []

    def test_an_end_that_moved_waits(self, sold, mailoutbox):
        at = planned(sold, "after_end")[0].scheduled_at
        shift(sold, -HOUR)
        Message.objects.filter(trip_id=sold, scheduled_at__lt=at).delete()
        # Its start is another: what goes instead is planned, and goes an hour later.
        send(at)
        assert mailoutbox == []
        send(at + HOUR)

        assert len(mailoutbox) == 1


class TestFaults:
    def test_words_that_break_hold_up_nothing_else(self, sold, mailoutbox, monkeypatch):
        from outfitter_tenants.crm.automations import letter

        other = sell(make_offer(name="Canoe"))
        tell()
        whole = letter.write

        def broken(message, *args, **more):
            if message.trip_id == sold:
                raise KeyError("nothing stands for it")
            return whole(message, *args, **more)

        monkeypatch.setattr(letter, "write", broken)
        at = due(sold)
        for number in range(3):
            send(at + number * timedelta(minutes=11))

        assert len(mailoutbox) == 1
        assert reminder(other).status == "sent"
        assert (reminder(sold).status, reminder(sold).reason) == ("failed", "template_broken")
        assert "nothing stands for it" in reminder(sold).error

    def test_a_mail_server_that_is_away(self, sold, mailoutbox, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_PORT = 1
        at = due(sold)
        send(at)
        row = reminder(sold)
        assert (row.status, row.attempt_cnt) == ("queued", 1)
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        cancellations.cancel(
            wish=CancellationOptions("weather"),
            trip_id=sold,
            trip_order_id=order_of(sold).pk,
            by=STAFF,
            at=utc_now(),
        )
        messages.deliver(message_id=row.pk, at=at + HOUR)

        # It was asked about again: the order was canceled while the server was away.
        assert (reminder(sold).status, reminder(sold).reason) == ("cancelled", "cancelled")
        assert not DueJob.objects.filter(kind=messages.WATCH, key=str(row.pk)).exists()


class TestPause:
    def test_nothing_goes_until_it_is_lifted(self, sold, mailoutbox):
        operations.pause(is_paused=True, at=utc_now())
        at = due(sold)
        assert send(at) == 0
        planned_dispatch.start_due({}, at)
        tell()
        assert states(sold)[0] == ("scheduled", "planned_before_start")
        _, skipped = operations.pause(is_paused=False, at=at + HOUR)
        send(at + HOUR)

        assert skipped == 0
        assert len(mailoutbox) == 1

    def test_what_waited_too_long_is_skipped(self, sold, mailoutbox):
        operations.pause(is_paused=True, at=utc_now())
        over = order_of(sold).timeslot.end_at
        _, skipped = operations.pause(is_paused=False, at=over)
        send(over)

        assert skipped == 1
        assert states(sold, "before_start") == [("cancelled", "paused_too_long")]
        assert mailoutbox == []

    def test_a_closed_business_writes_to_nobody(self, sold, mailoutbox, monkeypatch):
        at = due(sold)
        monkeypatch.setattr(planned_dispatch.accounts, "status_here", lambda: "closed")
        planned_dispatch.start_due({}, at)
        tell()
        assert mailoutbox == []
        assert states(sold)[0] == ("scheduled", "planned_before_start")
        monkeypatch.undo()
        assert send(at) == 1

    def test_of_two_that_waited_only_the_later_goes(self, mailoutbox):
        make_automation("reminder_day", "before_start", 120)
        trip_id = sell(make_offer())
        tell()
        operations.pause(is_paused=True, at=utc_now())
        soon = order_of(trip_id).timeslot.start_at - HOUR
        operations.pause(is_paused=False, at=soon)
        send(soon)

        assert [state for state, _ in states(trip_id, "before_start")] == ["cancelled", "sent"]
        assert len(mailoutbox) == 1


def test_five_hundred_go_in_order_of_time():
    offer = make_offer(capacity=None)
    trip_id = sell(offer)
    tell()
    one = reminder(trip_id)
    at = one.scheduled_at
    gap = timedelta(seconds=7)
    Message.objects.filter(trip_id=trip_id).exclude(pk=one.pk).delete()
    copies = []
    for number in range(499):
        copy = Message.objects.get(pk=one.pk)
        copy.pk, copy.hash = None, f"copy{number}"
        copy.dedupe_key = f"{one.dedupe_key}:{number}"
        copy.scheduled_at = at - gap * ((number * 37) % 499)
        copies.append(copy)
    Message.objects.bulk_create(copies)
    asked = []

    def note(message, now):
        asked.append((message.scheduled_at, message.id))
        return Stop("held_back")

    send_gate.install_gate(note)
    try:
        assert planned_dispatch.send_planned(clock=lambda: at, seconds=120) == 500
    finally:
        send_gate.install_gate(send_check.decide)

    assert asked == sorted(asked)
    assert not Message.objects.filter(status="scheduled").exists()
