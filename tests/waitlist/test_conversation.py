"""What a party was told while it waited belongs to the customer it is, or becomes."""

from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.waitlist import offers
from outfitter_tenants.crm.inbox import strangers
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.messaging import privacy, text_messages
from outfitter_tenants.messaging.models import Conversation, Message
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.waitlist.models import WaitlistEntry
from tests.support.customers import sell
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, make_offer
from tests.support.waitlist_parties import fill, give_back, wait

PHONE = "+12125550123"
pytestmark = pytest.mark.usefixtures("reef")


def letters() -> list[Message]:
    return list(Message.objects.filter(category="waitlist").order_by("pk"))


def known(email: str = "bo@example.com") -> int:
    trip_id = sell(make_offer(), Contact("Bo", "Waits", email, None, "US"))
    return int(Trip.objects.get(pk=trip_id).customer_id or 0)


def offered(offer: Offer) -> WaitlistEntry:
    hold = fill(offer)
    row = wait(offer, "Bo")
    WaitlistEntry.objects.filter(pk=row.pk).update(phone=PHONE)
    give_back(hold)
    offers.serve_departure(timeslot_id=offer.timeslot_id, at=utc_now())
    row.refresh_from_db()
    return row


def test_a_customer_has_them_among_their_messages(offer, client_for):
    customer_id = known()
    fill(offer)
    wait(offer, "Bo")
    [letter] = letters()
    assert (letter.customer_id, letter.conversation_id) == (customer_id, None)
    # What goes by itself opens no conversation.
    assert not Conversation.objects.exists()
    shown = owner_of(client_for).get(f"/api/messages/customer/{customer_id}/get").json()
    assert letter.pk in [one["id"] for one in shown]


def test_so_has_a_text(offer, monkeypatch):
    from outfitter_tenants.checkout.waitlist import letters as room

    monkeypatch.setattr(room, "can_text", lambda: True)
    customer_id = known()
    offered(offer)
    assert {(one.channel, one.customer_id) for one in letters()} == {
        ("email", customer_id),
        ("sms", customer_id),
    }


def test_a_number_says_who_it_is_where_the_address_does_not(offer):
    customer_id = known("bo.waits@example.com")
    Customer.objects.filter(pk=customer_id).update(more_phones=[PHONE])
    offered(offer)
    # They joined without a number; the offer knows it.
    assert [one.customer_id for one in letters()] == [None, customer_id]


def test_whoever_becomes_a_customer_takes_them_along(offer):
    row = offered(offer)
    assert [one.customer_id for one in letters()] == [None, None]

    customer_id = known()
    trip = Trip.objects.get(customer_id=customer_id)
    WaitlistEntry.objects.filter(pk=row.pk).update(status="accepted", trip_id=trip.pk)
    for _ in range(2):
        strangers.link(customer_id=customer_id)

    assert {(one.customer_id, one.trip_id) for one in letters()} == {(customer_id, trip.pk)}


def test_nobody_elses(offer):
    offered(offer)
    other = known("cy@example.com")
    strangers.link(customer_id=other)
    assert {one.customer_id for one in letters()} == {None}


def test_texts_are_forgotten_with_the_letters(offer, monkeypatch):
    from outfitter_tenants.checkout.waitlist import letters as room

    monkeypatch.setattr(room, "can_text", lambda: True)
    row = offered(offer)
    about: dict[str, Any] = {"customer_ids": [], "trip_ids": [], "waitlist_ids": [row.pk]}
    assert len(privacy.ids_of(**about)) == len(letters()) == 3
    privacy.forget(**about, at=utc_now())
    assert {(one.to, one.body_text, len(one.text_values)) for one in letters()} == {("", "", 0)}
    assert not text_messages.can_text()
