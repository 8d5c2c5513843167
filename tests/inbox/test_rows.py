"""Rows of the inbox are what their messages say, whatever happens in whatever order."""

from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter_tenants.crm.inbox import strangers
from outfitter_tenants.crm.operations import merges, privacy
from outfitter_tenants.crm.personal_data_export import collect
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.messaging.conversations import inbox_changes as changes
from outfitter_tenants.messaging.models import Conversation, Message
from outfitter_tenants.trips.models import Trip
from tests.inbox.support import STRANGER, ask, make_trip, text, unread_of
from tests.support.customers import add_message, make_customer
from tests.support.example_count import how_many

pytestmark = pytest.mark.usefixtures("reef")


def only() -> Conversation:
    return Conversation.objects.get()


class TestKeeping:
    def test_a_question_opens_a_conversation(self):
        trip = make_trip()
        ask(trip, "May we\n bring a dog?")
        row = only()
        assert (row.customer_id, row.trip_id, row.unread_cnt) == (trip.customer_id, trip.pk, 1)
        assert (row.is_open, row.snippet, row.last_channel) == (True, "May we bring a dog?", "portal")

    def test_texts_and_questions_are_one_thread(self):
        trip = make_trip()
        ask(trip)
        text("And a cat?")
        row = only()
        assert (row.unread_cnt, row.snippet, row.last_channel) == (2, "And a cat?", "sms")

    def test_a_letter_that_goes_automatically_opens_nothing(self):
        add_message(make_trip().customer_id)
        assert not Conversation.objects.exists()

    def test_a_stop_is_read_by_nobody(self):
        make_trip()
        text("STOP")
        row = only()
        assert (row.unread_cnt, row.is_open) == (0, False)
        assert Message.objects.get(direction="in").read_at is not None

    def test_who_writes_again_opens_what_was_closed(self):
        make_trip()
        text()
        changes.set_open(conversation_id=only().pk, is_open=False, at=utc_now())
        assert (only().is_open, only().unread_cnt) == (False, 0)
        text("One more thing")
        assert (only().is_open, only().unread_cnt) == (True, 1)

    def test_what_comes_in_while_somebody_reads_stays_unread(self):
        make_trip()
        seen = text()
        text("Wait")
        assert changes.mark_read(conversation_id=only().pk, at=utc_now(), up_to=seen.pk) == 1
        assert only().unread_cnt == 1

    def test_one_message_marked_read_twice_counts_once(self):
        make_trip()
        one = text()
        assert changes.mark_message_read(message_id=one.pk, at=utc_now())
        assert not changes.mark_message_read(message_id=one.pk, at=utc_now())
        assert only().unread_cnt == 0


class TestStrangers:
    def test_a_number_nobody_knows_has_a_conversation_of_its_own(self):
        text("Do you have bikes?", sender=STRANGER)
        row = only()
        assert (row.customer_id, row.address, row.unread_cnt) == (None, STRANGER, 1)
        assert Message.objects.get().conversation_id == row.pk

    def test_and_becomes_a_customers_when_they_book(self):
        text("Do you have bikes?", sender=STRANGER)
        trip = make_trip("bo@example.com", STRANGER, "Bo")
        assert strangers.link(customer_id=trip.customer_id) == 1
        row = only()
        assert (row.customer_id, row.address, row.unread_cnt) == (trip.customer_id, "", 1)
        message = Message.objects.get(direction="in")
        assert (message.customer_id, message.conversation_id) == (trip.customer_id, None)
        assert strangers.link(customer_id=trip.customer_id) == 0

    def test_or_when_they_write_again(self):
        text("Do you have bikes?", sender=STRANGER)
        make_trip("bo@example.com", STRANGER, "Bo")
        text("Booked!", sender=STRANGER)
        assert only().unread_cnt == 2

    def test_linking_keeps_who_answers(self):
        text("Do you have bikes?", sender=STRANGER)
        changes.assign(conversation_id=only().pk, avatar_id=7, at=utc_now())
        trip = make_trip("bo@example.com", STRANGER, "Bo")
        ask(trip)
        strangers.link(customer_id=trip.customer_id)
        assert (only().assigned_to, only().unread_cnt) == (7, 2)


class TestPeople:
    def test_a_merge_makes_one_of_two_and_undoing_it_two_again(self):
        ana, bo = make_trip(), make_trip("bo@example.com", STRANGER, "Bo")
        ask(ana, "First")
        ask(bo, "Second")
        changes.assign(
            conversation_id=Conversation.objects.get(customer_id=bo.customer_id).pk, avatar_id=7, at=utc_now()
        )
        merged = merges.merge(keep_id=ana.customer_id, merge_ids=[bo.customer_id], choices={}, at=utc_now())
        row = only()
        assert (row.customer_id, row.unread_cnt, row.snippet) == (ana.customer_id, 2, "Second")
        assert row.assigned_to == 7
        merges.undo(merge_id=merged.merge_id, at=utc_now())
        found = {one.customer_id: one for one in Conversation.objects.all()}
        assert {key: row.unread_cnt for key, row in found.items()} == {ana.customer_id: 1, bo.customer_id: 1}
        assert found[ana.customer_id].snippet == "First"

    def test_whoever_is_forgotten_has_no_conversation(self):
        text("It is me, Ana", sender=STRANGER)
        customer_id = make_customer(phone=STRANGER)
        privacy.anonymise(customer_id=customer_id, at=utc_now())
        assert not Conversation.objects.exists()
        row = Message.objects.get()
        assert (row.body_text, row.from_address, row.written_text) == ("", "", "")

    def test_an_export_holds_what_they_wrote_before_anybody_knew_them(self):
        text("It is me, Ana", sender=STRANGER)
        customer_id = make_customer(phone=STRANGER)
        found = collect(customer_ids=[customer_id], max_trips=10)
        assert len(found["messages"]) == 1


def read_one(row: Conversation, at: datetime) -> None:
    for message in Message.objects.filter(direction="in").order_by("pk")[:1]:
        changes.mark_message_read(message_id=message.pk, at=at)


def read_first(row: Conversation, at: datetime) -> None:
    first = Message.objects.order_by("pk").values_list("pk", flat=True).first()
    changes.mark_read(conversation_id=row.pk, at=at, up_to=first)


DEEDS = {
    "read": lambda row, at: changes.mark_read(conversation_id=row.pk, at=at),
    "read_first": read_first,
    "read_one": read_one,
    "close": lambda row, at: changes.set_open(conversation_id=row.pk, is_open=False, at=at),
    "open": lambda row, at: changes.set_open(conversation_id=row.pk, is_open=True, at=at),
}


def link(trip: Trip) -> None:
    Customer.objects.filter(pk=trip.customer_id).update(more_phones=[STRANGER])
    strangers.link(customer_id=trip.customer_id)
    Customer.objects.filter(pk=trip.customer_id).update(more_phones=[])


WRITING = {
    "ask": lambda trip, at: ask(trip),
    "text": lambda trip, at: text(at=at),
    "stranger": lambda trip, at: text(sender=STRANGER, at=at),
    "link": lambda trip, at: link(trip),
}


@settings(
    max_examples=how_many(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from([*DEEDS, *WRITING]), max_size=12))
def test_the_unread_count_is_the_number_of_unread_messages(reef, events):
    Message.objects.all().delete()
    Conversation.objects.all().delete()
    trip = Trip.objects.order_by("-pk").first() or make_trip()
    for number, event in enumerate(events):
        at = utc_now() + timedelta(minutes=number)
        row = Conversation.objects.order_by("pk").first()
        if event in WRITING:
            WRITING[event](trip, at)
        elif row is not None:
            DEEDS[event](row, at)
        for one in Conversation.objects.all():
            assert one.unread_cnt == unread_of(one), events
            assert one.is_open or not one.unread_cnt
