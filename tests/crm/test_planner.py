"""What is planned follows the trip: rows that move, end with a reason, and come back."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.crm.automations import planner
from outfitter_tenants.messaging import message_plan as rows
from outfitter_tenants.messaging.models import Automation, Message
from outfitter_tenants.trips.models import Trip
from tests.crm.automation_support import make_automation, planned, send, states, tell
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, another_departure, order_of, pay, sell

pytestmark = pytest.mark.usefixtures("reef")
DAY = timedelta(days=1)


def about(trip_id):
    return {"trip_id": trip_id, "trip_order_id": order_of(trip_id).pk, "by": STAFF, "at": utc_now()}


def rebook(trip_id, timeslot_id, *, is_notified=True):
    move = reschedule.RescheduleRequest(timeslot_id, is_notified=is_notified)
    reschedule.rebook(move=move, **about(trip_id))


def start_of(trip_id):
    return order_of(trip_id).timeslot.start_at


def due_job():
    return DueJob.objects.get(schema_name="t_reef", kind=rows.SEND, key=rows.KEY)


class TestBooking:
    def test_a_trip_has_its_messages_planned(self):
        trip_id = sell(make_offer())
        tell()

        reminder, first, second = planned(trip_id)
        assert reminder.scheduled_at == start_of(trip_id) - DAY
        assert first.scheduled_at == order_of(trip_id).timeslot.end_at + DAY
        assert second.scheduled_at == first.scheduled_at + 2 * DAY
        assert states(trip_id) == [
            ("scheduled", "planned_before_start"),
            ("scheduled", "planned_after_end"),
            ("scheduled", "planned_after_end"),
        ]
        assert (reminder.to, reminder.body_text, reminder.trip_order_id) == (
            "ana@example.com",
            "",
            order_of(trip_id).pk,
        )
        assert due_job().next_at == reminder.scheduled_at

    def test_in_four_statements_at_most(self):
        # Its reminder is not past at any time of day, a day earlier either.
        offer = make_offer(at=utc_now() + 3 * DAY)
        there, trip_id = another_departure(offer, days=-1), sell(offer)
        tell()
        rebook(trip_id, there)
        now = utc_now()

        with CaptureQueriesContext(connection) as asked:
            planner.replan(trip_ids=[trip_id], since=now, at=now)

        own = [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"]]
        assert len(own) == 4, [one[:90] for one in own]
        assert due_job().next_at == start_of(trip_id) - DAY

    def test_events_that_come_again_change_nothing(self):
        trip_id = sell(make_offer())
        tell()
        before = list(Message.objects.values().order_by("pk"))
        tell()

        assert list(Message.objects.values().order_by("pk")) == before
        assert len(planned(trip_id)) == 3

    def test_an_earlier_message_brings_the_job_forward(self):
        late = make_offer()
        sell(late)
        tell()
        first = due_job().next_at
        make_automation("reminder_day", "before_start", 36 * 60)
        sell(make_offer(name="Canoe"))
        tell()

        assert due_job().next_at == first - timedelta(hours=12)

    def test_a_late_booking_skips_what_has_passed(self):
        offer = make_offer()
        make_automation("reminder_day", "before_start", 7 * 24 * 60)
        trip_id = sell(offer)
        tell()

        assert states(trip_id, "before_start") == [
            ("cancelled", "already_past"),
            ("scheduled", "planned_before_start"),
        ]


class TestChanges:
    def test_the_reminder_follows_the_new_time(self):
        offer = make_offer()
        there, trip_id = another_departure(offer, days=3), sell(offer)
        last = tell()
        rebook(trip_id, there)
        tell(after=last)

        old, new = planned(trip_id, "before_start")
        assert (old.status, old.reason) == ("cancelled", "rebooked")
        assert (new.status, new.scheduled_at) == ("scheduled", start_of(trip_id) - DAY)

    def test_back_to_where_it_was_is_reminded_once(self):
        offer = make_offer()
        there, trip_id = another_departure(offer, days=3), sell(offer)
        last = tell()
        rebook(trip_id, there)
        last = tell(after=last)
        rebook(trip_id, offer.timeslot_id)
        tell(after=last)

        assert states(trip_id, "before_start") == [
            ("scheduled", "planned_before_start"),
            ("cancelled", "rebooked"),
        ]

    def test_what_went_is_not_sent_again_when_it_moves_back(self, mailoutbox):
        offer = make_offer()
        there, trip_id = another_departure(offer, days=3), sell(offer)
        tell()
        send(start_of(trip_id) - DAY)
        rebook(trip_id, there)
        rebook(trip_id, offer.timeslot_id)
        tell()
        send(start_of(trip_id) - timedelta(hours=3))

        assert states(trip_id, "before_start")[0][0] == "sent"
        assert len(mailoutbox) == 1

    def test_events_in_another_order_end_alike(self):
        offer = make_offer()
        there, trip_id = another_departure(offer, days=3), sell(offer)
        rebook(trip_id, there)
        from tests.crm.automation_support import hear

        for row in OutboxEvent.objects.order_by("-pk"):
            hear(row)

        assert states(trip_id, "before_start") == [("scheduled", "planned_before_start")]

    def test_without_a_departure_nothing_is_planned(self):
        trip_id = sell(make_offer())
        tell()
        reschedule.unschedule(reason=None, is_notified=False, **about(trip_id))
        tell()

        assert set(states(trip_id)) == {("cancelled", "unscheduled")}

    def test_cancelled(self):
        trip_id = sell(make_offer())
        tell()
        cancellations.cancel(wish=CancellationOptions("weather"), **about(trip_id))
        tell()

        assert set(states(trip_id)) == {("cancelled", "cancelled")}

    def test_what_staff_took_off_the_list_stays_off(self):
        from outfitter_tenants.messaging import operations

        trip_id = sell(make_offer())
        tell()
        operations.cancel(message_id=planned(trip_id)[0].pk, at=utc_now())
        tell()

        assert states(trip_id)[0] == ("cancelled", "held_back")

    def test_another_address_gets_it(self):
        trip_id = sell(make_offer())
        tell()
        Trip.objects.filter(pk=trip_id).update(contact_email="new@example.com")
        tell()

        assert {row.to for row in planned(trip_id)} == {"new@example.com"}

    def test_a_balance_is_asked_for_until_it_is_paid(self):
        trip_id = sell(make_offer())
        soon = utc_now() + 10 * DAY
        Trip.objects.filter(pk=trip_id).update(balance_due_at=soon)
        tell()
        assert [row.scheduled_at for row in planned(trip_id, "balance_due")] == [
            soon - 7 * DAY,
            soon - 2 * DAY,
        ]
        pay(trip_id, Trip.objects.get(pk=trip_id).total_amount)
        tell()

        assert set(states(trip_id, "balance_due")) == {("cancelled", "stopped_paid")}


class TestOwn:
    def test_an_experience_with_one_of_its_own(self):
        offer = make_offer()
        own = make_automation("reminder_day", "before_start", 120, experience_id=offer.experience_id)
        trip_id = sell(offer)
        other = sell(make_offer(name="Canoe"))
        tell()

        assert [row.automation_id for row in planned(trip_id, "before_start")] == [own.pk]
        assert own.pk not in {row.automation_id for row in planned(other, "before_start")}

    def test_a_move_that_is_told_of_by_one_more_letter(self):
        offer = make_offer()
        there, further = another_departure(offer, days=3), another_departure(offer, days=5)
        trip_id = sell(offer)
        make_automation("reminder_day", "rebooked", 60)
        last = tell()
        rebook(trip_id, there)
        rebook(trip_id, further)
        tell(after=last)

        # Nobody reads of a time that is over.
        assert sorted(states(trip_id, "rebooked")) == [
            ("cancelled", "rebooked"),
            ("scheduled", "planned_rebooked"),
        ]

    def test_one_that_is_off_plans_nothing(self):
        Automation.objects.all().delete()
        make_automation("reminder_day", "before_start", 60)
        Automation.objects.filter(trigger="before_start").update(is_on=False)
        trip_id = sell(make_offer())
        tell()

        assert planned(trip_id, "before_start") == []
