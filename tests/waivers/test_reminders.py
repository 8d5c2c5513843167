"""Customers are reminded once of who has not signed, some hours before the start."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.plugins import configs, scheduled_jobs
from outfitter_tenants.checkout.waivers import reminders
from outfitter_tenants.messaging import operations, suppressions, translations
from outfitter_tenants.messaging.mails import confirmation, waiver_reminder
from outfitter_tenants.messaging.mails.waiver_reminder import WaiverReminderData
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.messaging.support import operator, payload
from tests.support.api_operations import assert_error
from tests.waivers.conftest import guests_of, hash_of


def sent() -> list[Message]:
    return list(Message.objects.filter(category="waiver_reminder").order_by("pk"))


def begins(trip_id: int) -> Any:
    slot = Timeslot.objects.get(pk=TripOrder.objects.get(trip_id=trip_id).timeslot_id)
    return slot.start_at


def due_at(trip_id: int) -> Any:
    found = scheduled_jobs.find_waiting(reminders.REMIND, key=str(trip_id))
    return found[0] if found else None


def remind(trip_id: int, *, hours: int = 20) -> None:
    """Do the due work so many hours before the start."""
    reminders.remind_due({"trip_id": trip_id}, begins(trip_id) - timedelta(hours=hours))


class TestPlan:
    def test_due_so_many_hours_before_the_start(self, tour):
        trip_id = tour.book()
        start = begins(trip_id)

        assert reminders.plan({}, start - timedelta(hours=40)) is None

        assert due_at(trip_id) == start - timedelta(hours=24)

    @pytest.mark.parametrize(
        ("hours_before", "is_planned"), [(49, False), (48, True), (2, True), (0.5, False)]
    )
    def test_a_day_ahead_and_not_at_the_last_minute(self, tour, hours_before, is_planned):
        trip_id = tour.book()

        reminders.plan({}, begins(trip_id) - timedelta(hours=hours_before))

        assert (due_at(trip_id) is not None) == is_planned

    def test_not_where_everybody_signed_nor_where_it_is_off(self, tour, signer):
        signed, other = tour.book(), tour.book()
        signer.done(hash=hash_of(signed))
        at = begins(signed) - timedelta(hours=30)

        reminders.plan({}, at)
        assert (due_at(signed), due_at(other) is not None) == (None, True)

        Properties.objects.update_or_create(pk=1, defaults={"waiver_reminder_hours": 0})
        third = tour.book()
        reminders.plan({}, at)
        assert due_at(third) is None

    def test_many_trips_are_planned_in_steps(self, tour, monkeypatch):
        trips = [tour.book() for _ in range(3)]
        monkeypatch.setattr(reminders, "BATCH", 2)
        at = begins(trips[0]) - timedelta(hours=30)

        state = reminders.plan({}, at)
        assert state == {"after": trips[1]}
        assert reminders.plan(state, at) is None

        assert all(due_at(one) for one in trips)


class TestRemind:
    def test_once_with_the_link_and_who_has_signed(self, tour, signer):
        trip_id = tour.book(adults=2)
        signer.done(hash=hash_of(trip_id))

        remind(trip_id)
        remind(trip_id, hours=5)

        [message] = sent()
        assert "1 of 2 guests have signed" in message.body_text
        assert f"/waiverPortal/{hash_of(trip_id)}" in message.body_text
        assert "ana@example.com" in message.to
        assert "Total" not in message.body_text

    def test_not_when_all_signed_meanwhile_or_it_was_canceled(self, tour, signer, office):
        signed, canceled = tour.book(), tour.book()
        signer.done(hash=hash_of(signed))
        order = TripOrder.objects.get(trip_id=canceled).pk
        office.post(f"/api/tripOrder/{order}/cancel", reason="customer")

        remind(signed)
        remind(canceled)

        assert sent() == []

    def test_what_moved_away_waits_for_its_own_day(self, tour):
        trip_id = tour.book()

        remind(trip_id, hours=60)
        assert sent() == []
        remind(trip_id)

        assert len(sent()) == 1

    def test_nobody_is_written_to_without_an_address(self, tour):
        trip_id = tour.book()
        Trip.objects.filter(pk=trip_id).update(contact_email=None)

        remind(trip_id)

        assert sent() == []


class TestByText:
    PHONE = "+12125550123"

    @pytest.fixture(autouse=True)
    def _account(self, reef, settings):
        values = {"account_sid": f"AC{'1' * 32}", "auth_token": "t", "sender": "+15550100000"}
        configs.enable(schema_name=reef.schema_name, slug="twilio", values=values)

    def texted(self, trip_id: int) -> list[Message]:
        return [one for one in sent() if one.channel == "sms" and one.trip_id == trip_id]

    def test_as_well_as_by_mail_and_once(self, tour):
        trip_id = tour.book()
        Trip.objects.filter(pk=trip_id).update(contact_phone=self.PHONE)

        remind(trip_id)
        remind(trip_id, hours=5)

        [text] = self.texted(trip_id)
        assert (text.to, text.is_urgent, text.useful_until) == (self.PHONE, False, begins(trip_id))
        assert f"/waiverPortal/{hash_of(trip_id)}" in text.body_text
        assert text.segment_cnt == 1
        assert len(sent()) == 2

    def test_instead_where_there_is_no_address(self, tour):
        trip_id = tour.book()
        Trip.objects.filter(pk=trip_id).update(contact_email=None, contact_phone=self.PHONE)

        remind(trip_id)

        assert sent() == self.texted(trip_id) != []

    def test_not_without_a_number(self, tour):
        trip_id = tour.book()

        remind(trip_id)

        assert self.texted(trip_id) == []


class TestByHand:
    PHONE = "+12125550123"

    def send(self, office, trip_id, channel="", kind="waiver_reminder"):
        customer = Trip.objects.get(pk=trip_id).customer_id
        query = f"?channel={channel}" if channel else ""
        return office.post(f"/trip/message/send/{customer}/{kind}/{trip_id}/0{query}")

    def connect(self, reef):
        values = {"account_sid": f"AC{'1' * 32}", "auth_token": "t", "sender": "+15550100000"}
        configs.enable(schema_name=reef.schema_name, slug="twilio", values=values)

    @pytest.mark.parametrize(("email", "channel"), [("ana@example.com", "sms"), (None, "")])
    def test_by_text_where_they_ask_for_it_or_there_is_no_address(self, tour, office, reef, email, channel):
        self.connect(reef)
        trip_id = tour.book()
        Trip.objects.filter(pk=trip_id).update(contact_email=email, contact_phone=self.PHONE)

        assert self.send(office, trip_id, channel).status_code == 200

        [text] = sent()
        assert (text.channel, text.to, text.trip_id) == ("sms", self.PHONE, trip_id)
        assert text.customer_id == Trip.objects.get(pk=trip_id).customer_id
        assert (text.useful_until, text.is_urgent) == (begins(trip_id), False)
        assert f"/waiverPortal/{hash_of(trip_id)}" in text.body_text

    def test_whoever_asked_for_no_texts_gets_none(self, tour, office, reef):
        self.connect(reef)
        trip_id = tour.book()
        Trip.objects.filter(pk=trip_id).update(contact_phone=self.PHONE)
        at = begins(trip_id) - timedelta(hours=20)
        suppressions.suppress(address=self.PHONE, channel="sms", source="reply", at=at)

        assert self.send(office, trip_id, "sms").status_code == 200
        [text] = sent()
        operations.deliver(message_id=text.pk, at=at)
        text.refresh_from_db()
        assert (text.status, text.reason) == ("suppressed", "opted_out")

    def test_by_email_where_there_is_both_and_nobody_says_more(self, tour, office, reef):
        self.connect(reef)
        trip_id = tour.book()
        Trip.objects.filter(pk=trip_id).update(contact_phone=self.PHONE)
        self.send(office, trip_id)
        assert [one.channel for one in sent()] == ["email"]

    def test_what_cannot_go_says_why(self, tour, office, reef):
        trip_id = tour.book()
        Trip.objects.filter(pk=trip_id).update(contact_phone=self.PHONE)
        assert_error(self.send(office, trip_id, "sms"), 409, "sms_not_connected")
        assert_error(self.send(office, trip_id, "sms", "confirmation"), 422, "validation_failed")
        assert_error(self.send(office, trip_id, "pigeon"), 422, "validation_failed")

        self.connect(reef)
        Trip.objects.filter(pk=trip_id).update(contact_phone=None)
        assert_error(self.send(office, trip_id, "sms"), 422, "validation_failed")
        Trip.objects.filter(pk=trip_id).update(contact_email=None)
        assert_error(self.send(office, trip_id), 422, "validation_failed")
        assert sent() == []

    def test_staff_remind_again(self, tour, office):
        trip_id = tour.book()

        for _ in range(2):
            answer = self.send(office, trip_id)
            assert answer.status_code == 200, answer.content

        assert len(sent()) == 2

    def test_there_is_nothing_to_remind_of(self, tour, signer, office):
        trip_id = tour.book()
        signer.done(hash=hash_of(trip_id))

        assert_error(self.send(office, trip_id), 409, "nothing_to_send")
        assert guests_of(trip_id)[0].waiver_state == "signed"


@pytest.mark.rules
@pytest.mark.parametrize("code", translations.languages())
def test_every_language_says_how_many_have_signed_and_where(code):
    data = WaiverReminderData(
        trip=confirmation.from_payload(payload(locale=code)),
        signed=1,
        total=4,
        url="https://x/waiverPortal/h",
    )

    mail = waiver_reminder.render(data=data, operator=operator())

    assert "https://x/waiverPortal/h" in mail.text
    assert "Reef Runners" in mail.subject.replace("\u2068", "").replace("\u2069", "")
    assert "4" in mail.text
    assert "{" not in mail.text + mail.subject
