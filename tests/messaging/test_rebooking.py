"""The mail that says an order has another time, or none for now."""

from datetime import UTC, datetime

import pytest

from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event, Permanent
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.messaging import subscribers, translations
from outfitter_tenants.messaging.mails import rebooking
from outfitter_tenants.messaging.models import Message
from tests.messaging.support import ORDER, UNSCHEDULED, operator, payload
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, another_departure, order_of, sell

AT = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
WAS = {"local_start": "2026-12-01T09:00:00"}


def moved(**changes):
    return payload(**{"trip_order_id": 9, "active_order_ids": [9], "was": WAS, "version": 7, **changes})


def render(**changes):
    return rebooking.render(data=rebooking.from_payload(moved(**changes)), operator=operator())


def receive(name, function, **changes):
    event = Event("e7", name, moved(**changes), AT)
    function(contexts.context_for(schema_name="t_reef"), event)


class TestWords:
    def test_it_says_when_it_is_and_when_it_was(self):
        mail = render()

        assert mail.subject == "New time: Sunset Kayak Tour, December 5, 2026"
        assert "It was originally December 1, 2026, 9:00" in mail.text
        assert "3:30" in mail.text

    def test_without_a_date_nothing_is_lost(self):
        mail = render(orders=[{**UNSCHEDULED, "id": 9}])

        assert mail.subject == "Your booking with Reef Runners needs a new date"
        assert "has been postponed" in mail.text
        assert "attached file" not in mail.text

    def test_a_first_date(self):
        assert "now has a date" in render(was={"local_start": None}).text

    def test_what_is_cancelled_is_left_out(self):
        other = {**ORDER, "id": 11, "experience_name": "Gone"}

        assert "Gone" not in render(orders=[ORDER, other]).text

    @pytest.mark.parametrize("code", translations.languages())
    def test_every_language_renders_whole(self, code):
        for orders in ([ORDER], [{**UNSCHEDULED, "id": 9}]):
            mail = render(locale=code, orders=orders)
            assert mail.subject
            assert "{" not in mail.subject + mail.text


class TestQueue:
    def test_it_is_sent_once_with_a_later_calendar_file(self, reef):
        for _ in range(2):
            receive("trip_order.rebooked", subscribers.on_order_rebooked)

        message = Message.objects.get()
        assert (message.category, message.trip_order_id) == ("rebooking", 9)
        assert "SEQUENCE:7" in message.attachments[0]["text"]

    def test_nobody_to_write_to(self, reef):
        receive("trip_order.rebooked", subscribers.on_order_rebooked, contact_email="")

        assert not Message.objects.exists()

    def test_a_payload_without_its_parts_is_refused(self, reef):
        event = Event("e8", "trip_order.rebooked", payload(), AT)

        with pytest.raises(Permanent):
            subscribers.on_order_rebooked(contexts.context_for(schema_name="t_reef"), event)


@pytest.mark.usefixtures("reef")
class TestFromTheChange:
    def about(self, trip_id):
        from outfitter.kit.clock import utc_now

        return {"trip_id": trip_id, "trip_order_id": order_of(trip_id).pk, "by": STAFF, "at": utc_now()}

    def mails(self, category):
        for row in OutboxEvent.objects.filter(name__startswith="trip_order."):
            function = getattr(subscribers, f"on_order_{row.name.partition('.')[2]}")
            event = Event(str(row.pk), row.name, row.payload, row.occurred_at)
            function(contexts.context_for(schema_name="t_reef"), event)
        return list(Message.objects.filter(category=category).order_by("id"))

    @pytest.mark.parametrize("is_notified", [True, False])
    def test_only_who_is_to_hear_of_it_does(self, is_notified):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)

        reschedule.rebook(
            move=reschedule.RescheduleRequest(there, is_notified=is_notified), **self.about(trip_id)
        )

        assert len(self.mails("rebooking")) == is_notified

    def test_taken_off_its_departure(self):
        trip_id = sell(make_offer())

        reschedule.unschedule(reason=None, is_notified=True, **self.about(trip_id))

        [mail] = self.mails("rebooking")
        assert "needs a new date" in mail.subject
        assert mail.attachments == []

    def test_cancelled(self):
        trip_id = sell(make_offer())
        wish = CancellationOptions("weather", is_notified=True, note="The wind is too strong.")

        cancellations.cancel(wish=wish, **self.about(trip_id))

        [mail] = self.mails("cancellation")
        assert "The wind is too strong." in mail.body_text
