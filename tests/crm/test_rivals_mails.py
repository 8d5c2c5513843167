"""
What other booking systems got wrong around messages, one test each.

They are named where it was reported; what is tested is ours.
"""

from contextlib import suppress

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.checkout.custom_field_answers import operations as answers
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.messaging import subscribers
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip
from tests.crm.automation_support import make_automation, planned, send, states, tell
from tests.support.add_ons import ask
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, another_departure, guests_of, order_of, sell

pytestmark = pytest.mark.usefixtures("reef")
LETTERS = {
    "trip.converted": subscribers.on_trip_converted,
    "trip.confirmed": subscribers.on_trip_converted,
    "trip_order.rebooked": subscribers.on_order_rebooked,
    "trip_order.cancelled": subscribers.on_order_cancelled,
}


def deliver() -> None:
    """Let letters and automations hear of everything that was published, twice."""
    ctx = contexts.context_for(schema_name="t_reef")
    for _ in range(2):
        for row in OutboxEvent.objects.filter(name__in=LETTERS).order_by("pk"):
            LETTERS[row.name](ctx, Event(str(row.pk), row.name, row.payload, row.occurred_at))
        tell()


def letters(trip_id, category):
    return Message.objects.filter(trip_id=trip_id, category=category, automation_id__isnull=True)


def rebook(trip_id, timeslot_id, *, is_notified=True):
    order = order_of(trip_id)
    move = reschedule.RescheduleRequest(timeslot_id, is_notified=is_notified)
    return reschedule.rebook(move=move, trip_id=trip_id, trip_order_id=order.pk, by=STAFF, at=utc_now())


def test_a_reschedule_to_the_same_slot_confuses_nobody():
    """cal.com, PR 17507."""
    offer = make_offer()
    trip_id = sell(offer)
    deliver()
    before = states(trip_id)
    # A refusal is as good as doing nothing.
    with suppress(DomainError):
        rebook(trip_id, offer.timeslot_id)
    deliver()

    assert not letters(trip_id, "rebooking").exists()
    assert states(trip_id) == before


@pytest.mark.parametrize("is_notified", [True, False])
def test_a_reschedule_is_told_of_once_unless_staff_said_no(is_notified):
    """cal.com, issues 5145 and 7635."""
    offer = make_offer()
    there, trip_id = another_departure(offer), sell(offer)
    rebook(trip_id, there, is_notified=is_notified)
    deliver()

    assert letters(trip_id, "rebooking").count() == int(is_notified)
    # The reminder follows in any case.
    waiting = [row for row in planned(trip_id, "before_start") if row.status == "scheduled"]
    assert len(waiting) == 1


def test_an_answer_that_is_saved_sends_no_second_mail():
    """cal.com, issue 9187."""
    offer = make_offer()
    trip_id = sell(offer)
    deliver()
    before = Message.objects.count()
    field_id, guest = ask(offer, label="Shoe size"), guests_of(trip_id)[0]
    for size in ("44", "45"):
        about = answers.about_of(f"booking.{guest.pk}.{field_id}")
        answers.save(about=about, value=size, by=STAFF, at=utc_now())
    deliver()

    assert Message.objects.count() == before


def test_a_denied_booking_sends_one_mail_at_most(mailoutbox):
    """thunderbird/appointment, issue 1183."""
    offer = make_offer()
    trip_id = sell(offer)
    deliver()
    Trip.objects.filter(pk=trip_id).update(status="under_review")
    deletion.delete_trip(trip_id=trip_id, by=STAFF, reason="full", at=utc_now(), is_forced=True)
    deliver()

    assert Message.objects.filter(trip_id=trip_id, category="cancellation").count() <= 1
    assert "scheduled" not in {state for state, _ in states(trip_id)}


def test_a_confirmation_that_waits_says_the_new_time(mailoutbox):
    """cali.so, PR 160."""
    make_automation("reminder_day", "reserved", 30)
    offer = make_offer()
    there, trip_id = another_departure(offer, days=5, hour=17), sell(offer)
    deliver()
    [waiting] = planned(trip_id, "reserved")
    rebook(trip_id, there, is_notified=False)
    send(waiting.scheduled_at)

    [mail] = mailoutbox
    slot = Timeslot.objects.get(pk=there)
    assert str(slot.date.day) in mail.body
    assert "5:00" in mail.body
    assert "9:00" not in mail.body
