"""Carts that were left: three reminders, a link that leads back, and what it recovered."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.carts.abandoned_carts import REMIND
from outfitter_tenants.crm.automations import carts
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.crm.automation_support import planned, send, states, tell
from tests.support.sales import make_offer
from tests.support.sold_trips import reserve, sell

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WHO = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}


@pytest.fixture
def visitor(reef, client_for):
    return Desk(client_for("reef"))


def leave(visitor, offer, **body):
    """Fill a cart and agree to be reminded of it; returns the trip."""
    order = {
        "experience_id": offer.experience_id,
        "timeslot_id": offer.timeslot_id,
        "quantities": [{"experience_customer_type_id": offer.adult, "qty": 2}],
    }
    body = {"orders": [order], "contact": WHO, "may_remind": True, **body}
    trip = visitor.done("/api/trip/save", **body)["trip"]
    # Visitors know their trip by its hash alone.
    return {**trip, "id": Trip.objects.get(hash=trip["hash"]).pk}


def touched(trip):
    return Trip.objects.get(pk=trip["id"]).changed_at


def left(visitor, offer):
    """Return a cart that was left an hour ago, its series planned."""
    trip = leave(visitor, offer)
    carts.plan_due({"trip_id": trip["id"]}, touched(trip) + HOUR)
    return trip


class TestSeries:
    def test_it_is_planned_once_the_cart_is_idle(self, visitor):
        trip = leave(visitor, make_offer())
        job = DueJob.objects.get(kind=REMIND, key=str(trip["id"]))
        assert job.next_at == touched(trip) + HOUR
        carts.plan_due(job.payload, touched(trip) + HOUR / 2)
        assert planned(trip["id"]) == []
        carts.plan_due(job.payload, touched(trip) + HOUR)

        assert [row.scheduled_at - touched(trip) for row in planned(trip["id"])] == [HOUR, DAY, 2 * DAY]
        assert set(states(trip["id"])) == {("scheduled", "planned_draft_idle")}

    def test_without_consent_nobody_is_written_to(self, visitor):
        trip = leave(visitor, make_offer(), may_remind=False)

        assert not DueJob.objects.filter(kind=REMIND).exists()
        carts.plan_due({"trip_id": trip["id"]}, touched(trip) + HOUR)
        assert planned(trip["id"]) == []

    def test_who_comes_back_and_leaves_again_has_the_time_again(self, visitor, mailoutbox):
        offer = make_offer()
        trip = left(visitor, offer)
        Trip.objects.filter(pk=trip["id"]).update(changed_at=touched(trip) + HOUR / 2)
        send(touched(trip) + HOUR / 2)
        assert mailoutbox == []
        send(touched(trip) + HOUR)

        assert len(mailoutbox) == 1
        assert f"/cart/{trip['hash']}?m=" in mailoutbox[0].body

    @pytest.mark.parametrize("way", ["reserved", "deleted", "unsubscribed", "elsewhere", "consent"])
    def test_what_ends_it(self, visitor, mailoutbox, way):
        offer = make_offer()
        trip = left(visitor, offer)
        at = touched(trip) + HOUR
        if way == "reserved":
            reserve(trip["id"])
        if way == "deleted":
            Trip.objects.filter(pk=trip["id"]).update(status="deleted")
        if way == "unsubscribed":
            suppressions.suppress(
                address="ana@example.com", channel="email", source="reply", scope="marketing", at=at
            )
        if way == "elsewhere":
            sell(offer)
        if way == "consent":
            Trip.objects.filter(pk=trip["id"]).update(reminder_consent_at=None)
        send(at)

        assert mailoutbox == []
        assert (
            states(trip["id"])[0]
            == {
                "reserved": ("cancelled", "stopped_reserved"),
                "deleted": ("cancelled", "trip_deleted"),
                "unsubscribed": ("suppressed", "opted_out"),
                "elsewhere": ("cancelled", "stopped_reserved_elsewhere"),
                "consent": ("suppressed", "no_consent"),
            }[way]
        )

    def test_one_series_for_one_contact_in_seven_days(self, visitor, mailoutbox):
        first = left(visitor, make_offer())
        send(touched(first) + HOUR)
        second = left(visitor, make_offer(name="Canoe"))

        assert {reason for _, reason in states(second["id"])} == {"recent_series"}
        send(touched(second) + 3 * DAY)
        assert len(mailoutbox) <= 3


class TestLink:
    def test_it_leads_to_the_checkout_and_takes_the_seats_again(self, visitor, mailoutbox):
        trip = left(visitor, make_offer())
        send(touched(trip) + HOUR)
        Hold.objects.filter(trip_id=trip["id"]).update(expires_at=utc_now() - HOUR, status="expired")
        message = planned(trip["id"])[0]
        answer = visitor.client.get(f"/cart/{trip['hash']}?m={message.hash}")

        assert answer.status_code == 302
        assert answer["Location"].startswith("/widgets/tripBuilder?experience=")
        assert f"trip={trip['hash']}&again=1" in answer["Location"]
        message.refresh_from_db()
        assert (message.clicked_cnt, message.status) == (1, "clicked")
        order = Trip.objects.get(pk=trip["id"]).orders.get()
        again = leave(visitor, _offer_of(order), id=trip["hash"])
        assert again["hold_expires_at"] is not None

    def test_of_a_trip_that_was_booked_it_leads_to_its_page(self, visitor):
        trip = leave(visitor, make_offer())
        reserve(trip["id"])

        answer = visitor.client.get(f"/cart/{trip['hash']}")
        assert answer["Location"] == f"/customerPortal?trip={trip['hash']}"

    def test_of_a_trip_that_is_gone_it_leads_to_the_calendar(self, visitor):
        trip = leave(visitor, make_offer())
        Trip.objects.filter(pk=trip["id"]).update(status="deleted")

        assert visitor.client.get(f"/cart/{trip['hash']}")["Location"].startswith("/widgets/calendar?")

    def test_one_that_leads_nowhere(self, visitor):
        assert visitor.client.get("/cart/nothing").status_code == 404
        assert visitor.client.post("/cart/nothing").status_code == 404

    def test_another_message_is_not_counted(self, visitor, mailoutbox):
        trip = left(visitor, make_offer())
        other = sell(make_offer(name="Canoe"))
        tell()
        visitor.client.get(f"/cart/{trip['hash']}?m={planned(other)[0].hash}")

        assert not Message.objects.filter(clicked_cnt__gt=0).exists()


def _offer_of(order):
    from outfitter_tenants.catalog import queries as catalog
    from tests.support.sales import Offer

    kinds = catalog.experience_customer_types(experience_id=order.experience_id, audience="online")
    return Offer(order.experience_id, order.timeslot_id, kinds[0].id, kinds[1].id)


class TestRecovered:
    def kind(self, trip):
        tell()
        tell()
        return Trip.objects.get(pk=trip["id"]).conversion

    def test_by_the_link(self, visitor, mailoutbox):
        trip = left(visitor, make_offer())
        send(touched(trip) + HOUR)
        message = planned(trip["id"])[0]
        Message.objects.filter(pk=message.pk).update(sent_at=utc_now() - HOUR)
        visitor.client.get(f"/cart/{trip['hash']}?m={message.hash}")
        reserve(trip["id"])

        found = self.kind(trip)
        assert (found["recovered"], found["recovered_kind"]) == (True, "link")
        assert found["recovered_by"] == message.automation_id

    def test_after_a_message_without_its_link(self, visitor, mailoutbox):
        trip = left(visitor, make_offer())
        send(touched(trip) + HOUR)
        Message.objects.filter(trip_id=trip["id"], status="sent").update(sent_at=utc_now() - HOUR)
        reserve(trip["id"])

        assert self.kind(trip)["recovered_kind"] == "assisted"

    def test_in_another_cart_of_the_same_contact(self, visitor, mailoutbox):
        offer = make_offer()
        trip = left(visitor, offer)
        send(touched(trip) + HOUR)
        Message.objects.filter(trip_id=trip["id"], status="sent").update(sent_at=utc_now() - HOUR)
        other = sell(offer)

        assert self.kind({"id": other})["recovered_kind"] == "assisted"

    def test_without_us(self, visitor):
        trip = left(visitor, make_offer())
        Message.objects.filter(trip_id=trip["id"]).update(created_at=utc_now() - HOUR)
        reserve(trip["id"])

        found = self.kind(trip)
        assert (found["recovered"], found["recovered_kind"]) == (False, "organic")

    def test_one_that_nobody_left(self, visitor):
        trip = leave(visitor, make_offer())
        reserve(trip["id"])

        assert "recovered_kind" not in self.kind(trip)
