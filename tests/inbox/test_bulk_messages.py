"""Messages to all guests of a departure: who gets one and who not, once for each contact, taken back."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter_tenants.crm.bulk_messages.guest_recipients import sort_out
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.messaging import operations, suppressions, template_queries
from outfitter_tenants.messaging.models import Conversation, Message, Template
from outfitter_tenants.trips.models import Booking, BookingStatus, Trip, TripOrder
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.trips.queries.message_recipients import PartyOn
from tests.inbox.support import PHONE, connect_texts
from tests.support.api_operations import assert_error
from tests.support.customers import sell
from tests.support.example_count import how_many
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, make_offer
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")
JSON = "application/json"
ANA = Contact("Ana", "Ruiz", "ana@example.com", PHONE, "ES")
BO = Contact("Bo", "Berg", "bo@example.com", None, "SE")
CY = Contact("Cy", "Cole", None, "+12125550144", "US")


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


@pytest.fixture
def offer() -> Offer:
    found = make_offer(capacity=50)
    for contact in (ANA, BO, CY, ANA):
        sell(found, contact)
    return found


def manual() -> int:
    return template_queries.get_system_template(slug="manual").pk


def send(client: Any, offer: Offer, *, template: int | None = None, **body: Any) -> Any:
    given = {"timeslot_id": offer.timeslot_id, "body": "We meet at the pier.", **body}
    path = f"/api/template/{template or manual()}/sendToTimeslot"
    return client.post(path, given, content_type=JSON)


def work(times: int = 3) -> Job:
    job = Job.objects.get()
    for _ in range(times):
        jobs.work_on({"job_id": job.pk}, utc_now())
    job.refresh_from_db()
    return job


class TestPreview:
    def test_who_gets_it_and_who_not_and_why(self, staff, offer):
        suppressions.suppress(address="bo@example.com", channel="email", source="ses", at=utc_now())
        found = send(staff, offer, dry_run=True).json()
        assert (found["recipients_cnt"], found["job_id"]) == (1, None)
        assert [one["to"] for one in found["reached"]] == ["ana@example.com"]
        assert {(one["name"], one["reason"]) for one in found["left_out"]} == {
            ("Bo Berg", "opted_out"),
            ("Cy Cole", "no_address"),
            ("Ana Ruiz", "duplicate_contact"),
        }
        assert {(one["reason"], one["cnt"]) for one in found["skipped"]} == {
            ("opted_out", 1),
            ("no_address", 1),
            ("duplicate_contact", 1),
        }
        assert "We meet at the pier." in found["sample"]["text"]
        assert not Message.objects.filter(job_id__isnull=False).exists()

    def test_merge_fields_of_what_is_written_by_hand(self, staff, offer):
        body = "Dear {{guest.first_name|guest}}, see you on {{ trip.experience }}."
        found = send(staff, offer, body=body, dry_run=True).json()
        assert "Dear Ana, see you on Kayak." in found["sample"]["text"]
        refused = send(staff, offer, body="Dear {{guest.shoe_size}}", dry_run=True)
        assert "guest.shoe_size" in str(assert_error(refused, 422, "unknown_merge_field"))

    def test_only_some_statuses(self, staff, offer):
        order = TripOrder.objects.filter(trip__contact_email="bo@example.com").get()
        arrived = BookingStatus.objects.get(slug="checked_in")
        Booking.objects.filter(trip_order=order).update(booking_status=arrived)
        found = send(staff, offer, only_statuses=["checked_in"], dry_run=True).json()
        assert [one["name"] for one in found["reached"]] == ["Bo Berg"]
        assert ("other_status", 3) in {(one["reason"], one["cnt"]) for one in found["skipped"]}

    def test_texts(self, staff, offer, monkeypatch):
        assert_error(send(staff, offer, channel="sms", dry_run=True), 409, "sms_not_connected")
        connect_texts(monkeypatch)
        found = send(staff, offer, channel="sms", dry_run=True).json()
        assert [one["to"] for one in found["reached"]] == [PHONE, "+12125550144"]
        assert (found["sample"]["sms"], found["sample"]["segments"]) == ("We meet at the pier.", 1)
        # While somebody still writes, there is nothing to show yet.
        assert send(staff, offer, channel="sms", body="", dry_run=True).json()["sample"] is None


class TestSending:
    def test_one_message_for_each_contact(self, staff, offer):
        job_id = send(staff, offer).json()["job_id"]
        job = work()
        assert (job.pk, job.status, job.done_cnt) == (job_id, "done", 2)
        rows = Message.objects.filter(job_id=job_id).order_by("pk")
        assert [row.to for row in rows] == ["Ana Ruiz <ana@example.com>", "Bo Berg <bo@example.com>"]
        assert {row.reason for row in rows} == {"by_staff"}
        assert all(row.sent_by and row.template_id and row.written_text for row in rows)
        # Who was written to has a conversation that waits for nobody.
        assert set(Conversation.objects.values_list("is_open", flat=True)) == {False}

    def test_working_twice_sends_once(self, staff, offer):
        job_id = send(staff, offer).json()["job_id"]
        work(1)
        Job.objects.filter(pk=job_id).update(status="running", state={}, finished_at=None)
        work()
        assert Message.objects.filter(job_id=job_id).count() == 2

    def test_each_in_their_language(self, staff, offer):
        Trip.objects.filter(contact_email="bo@example.com").update(locale="sv")
        send(staff, offer)
        work()
        found = dict(Message.objects.filter(job_id__isnull=False).values_list("to", "locale"))
        assert found == {"Ana Ruiz <ana@example.com>": "en", "Bo Berg <bo@example.com>": "sv"}

    def test_a_whole_day_of_an_experience(self, staff, offer):
        day = TripOrder.objects.first().timeslot.date
        path = f"/api/template/{manual()}/sendToExperienceDate"
        body = {"experience_id": offer.experience_id, "date": day.isoformat(), "body": "Bring a coat."}
        assert staff.post(path, body, content_type=JSON).json()["recipients_cnt"] == 2
        work()
        assert Message.objects.filter(job_id__isnull=False).count() == 2
        elsewhere = {**body, "date": (day + timedelta(days=40)).isoformat()}
        assert_error(staff.post(path, elsewhere, content_type=JSON), 422)
        nowhere = {**body, "experience_id": 99_999}
        assert_error(staff.post(path, nowhere, content_type=JSON), 404, "not_found")


class TestTakingBack:
    def test_what_has_not_gone_is_held_back(self, staff, offer):
        job_id = send(staff, offer).json()["job_id"]
        work()
        gone = Message.objects.filter(job_id=job_id).order_by("pk").first()
        operations.deliver(message_id=gone.pk, at=utc_now())
        answer = staff.post(f"/api/messages/bulk/{job_id}/cancel", {}, content_type=JSON).json()
        assert answer["counts"] == {"sent": 1, "cancelled": 1}
        held = Message.objects.get(job_id=job_id, status="cancelled")
        assert held.reason == "job_cancelled"
        operations.deliver(message_id=held.pk, at=utc_now())
        held.refresh_from_db()
        assert held.status == "cancelled"

    def test_before_anybody_began(self, staff, offer):
        job_id = send(staff, offer).json()["job_id"]
        for _ in range(2):
            answer = staff.post(f"/api/messages/bulk/{job_id}/cancel", {}, content_type=JSON).json()
            assert answer["status"] == "cancelled"
        work()
        assert not Message.objects.filter(job_id=job_id).exists()

    def test_progress(self, staff, offer):
        job_id = send(staff, offer).json()["job_id"]
        work()
        found = staff.get(f"/api/messages/bulk/{job_id}/get").json()
        assert (found["total_cnt"], found["counts"]) == (2, {"queued": 2})
        assert len(found["messages"]) == 2
        assert_error(staff.get("/api/messages/bulk/99999/get"), 404, "not_found")
        Job.objects.filter(pk=job_id).update(kind="transfer.export")
        assert_error(staff.get(f"/api/messages/bulk/{job_id}/get"), 404, "not_found")


class TestToOne:
    def test_to_the_customer_of_a_trip(self, staff, offer):
        trip = Trip.objects.filter(contact_email="ana@example.com").first()
        body = {"trip_id": trip.pk, "body": "Your voucher.", "attachments": ["voucher"]}
        answer = staff.post(f"/api/template/{manual()}/send", body, content_type=JSON).json()
        row = Message.objects.get(pk=answer["message_ids"][0])
        assert (row.trip_id, row.category, row.status) == (trip.pk, "manual", "queued")
        assert row.attachments[0]["maker"] == "trip_voucher"

    def test_to_a_customer_about_their_newest_trip(self, staff, offer):
        trip = Trip.objects.filter(contact_email="bo@example.com").get()
        body = {"customer_id": trip.customer_id, "body": "Hello"}
        answer = staff.post(f"/api/template/{manual()}/send", body, content_type=JSON).json()
        assert Message.objects.get(pk=answer["message_ids"][0]).trip_id == trip.pk

    def test_who_wants_none_gets_none_and_the_row_says_so(self, staff, offer):
        suppressions.suppress(address="bo@example.com", channel="email", source="ses", at=utc_now())
        trip = Trip.objects.filter(contact_email="bo@example.com").get()
        body = {"trip_id": trip.pk, "body": "Hello"}
        answer = staff.post(f"/api/template/{manual()}/send", body, content_type=JSON).json()
        assert Message.objects.get(pk=answer["message_ids"][0]).status == "suppressed"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"body": "x"},
            {"body": "x", "trip_id": 1, "customer_id": 1},
            {"trip_id": "{trip}"},
            {"trip_id": "{trip}", "subject": "x"},
            {"trip_id": "{trip}", "body": "x" * 50_000},
            {"trip_id": "{trip}", "body": "x" * 2_000, "channel": "sms"},
            {"trip_id": "{trip}", "body": "x", "attachments": ["passport"]},
        ],
    )
    def test_what_cannot_be_sent(self, staff, offer, body):
        trip = Trip.objects.filter(contact_email="ana@example.com").first()
        given = {key: trip.pk if value == "{trip}" else value for key, value in body.items()}
        answer = staff.post(f"/api/template/{manual()}/send", given, content_type=JSON)
        assert_error(answer, 422)

    def test_a_template_of_another_experience(self, staff, offer):
        other = make_offer(name="Zip line")
        at = utc_now()
        mine = Template.objects.create(
            name="Zip",
            category="custom",
            channel="email",
            experience_ids=[other.experience_id],
            created_at=at,
            changed_at=at,
        )
        trip = Trip.objects.filter(contact_email="ana@example.com").first()
        body = {"trip_id": trip.pk, "body": "x"}
        answer = staff.post(f"/api/template/{mine.pk}/send", body, content_type=JSON)
        assert_error(answer, 422, "template_does_not_fit")
        assert_error(send(staff, offer, template=mine.pk), 422, "template_does_not_fit")


class TestWalls:
    @pytest.mark.parametrize("path", ["send", "sendToTimeslot", "sendToExperienceDate"])
    def test_no_such_template(self, staff, offer, path):
        bodies = {
            "send": {"trip_id": Trip.objects.first().pk},
            "sendToTimeslot": {"timeslot_id": offer.timeslot_id},
            "sendToExperienceDate": {"experience_id": offer.experience_id, "date": "2026-12-01"},
        }
        body = {**bodies[path], "body": "x"}
        answer = staff.post(f"/api/template/99999/{path}", body, content_type=JSON)
        assert_error(answer, 404, "not_found")

    def test_no_such_departure(self, staff, offer):
        assert_error(send(staff, offer, timeslot_id=99_999), 404, "not_found")

    def test_who_sees_some_trips_writes_to_those(self, client_for, offer):
        role = make_role("skipper", "trip.view", "crm.send", scope="assigned")
        guide = browser_of(client_for, make_colleague("Gil", role=role))
        assert_error(send(guide, offer), 403, "forbidden")
        body = {"trip_id": Trip.objects.first().pk, "body": "x"}
        answer = guide.post(f"/api/template/{manual()}/send", body, content_type=JSON)
        assert_error(answer, 404, "not_found")
        body = {"customer_id": Trip.objects.first().customer_id, "body": "x"}
        answer = guide.post(f"/api/template/{manual()}/send", body, content_type=JSON)
        assert_error(answer, 403, "forbidden")


def party(number: int, email: str | None) -> PartyOn:
    return PartyOn(number, number, None, f"CODE-{number}", "", email, None, "en", frozenset({"booked"}))


@settings(
    max_examples=how_many(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from(["a@x.io", "A@x.io", "b@x.io", None]), max_size=12))
def test_everybody_is_reached_once_or_told_apart(reef, emails):
    parties = [party(number, email) for number, email in enumerate(emails, start=1)]
    reached, skipped = sort_out(parties, channel="email", statuses=[])
    contacts = [one.contact for one in reached]
    assert len(contacts) == len(set(contacts))
    assert set(contacts) == {email.lower() for email in emails if email}
    assert len(reached) + len(skipped) == len(parties)
