"""Who travels, answers, questions and reviews, as customers hand them in."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.messaging.models import Message, MessagingSettings, Review
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Booking, Trip
from tests.portal.customer_page import Page
from tests.support.add_ons import ask
from tests.support.resellers import make_reseller
from tests.support.sales import Offer
from tests.support.sold_trips import guests_of, order_of, sell


def end(trip_id: int) -> None:
    """Let the trip be over."""
    now = utc_now()
    slot = order_of(trip_id).timeslot_id
    Timeslot.objects.filter(pk=slot).update(
        start_at=now - timedelta(hours=3), end_at=now - timedelta(hours=1)
    )


class TestGuests:
    def test_are_named(self, page: Page, trip_id: int) -> None:
        first, second, _ = guests_of(trip_id)

        page.done(
            "guests/save",
            guests=[
                {"booking_id": first.pk, "first_name": "Ana", "last_name": "Ruiz", "email": "a@example.com"},
                {"booking_id": second.pk, "first_name": "Bo", "phone": "+1 207 555 0100"},
            ],
        )

        first.refresh_from_db()
        second.refresh_from_db()
        assert (first.guest_first_name, first.guest_email) == ("Ana", "a@example.com")
        assert (second.guest_first_name, second.guest_phone) == ("Bo", "+12075550100")

    def test_what_is_left_out_stays(self, page: Page, trip_id: int) -> None:
        guest = guests_of(trip_id)[0]
        Booking.objects.filter(pk=guest.pk).update(guest_email="a@example.com", guest_last_name="Ruiz")

        page.done("guests/save", guests=[{"booking_id": guest.pk, "first_name": "Ana"}])

        guest.refresh_from_db()
        assert (guest.guest_email, guest.guest_last_name) == ("a@example.com", "Ruiz")

    def test_addresses_are_hints_only(self, page: Page, trip_id: int) -> None:
        guest = guests_of(trip_id)[0]
        Booking.objects.filter(pk=guest.pk).update(
            guest_email="bo@example.com", guest_phone="+12075550187", guest_birth_date="1990-01-02"
        )

        answer = page.client.get(f"{page.base}/init/0")

        shown = answer.json()["orders"][0]["guests"][0]
        assert (shown["email_hint"], shown["phone_hint"]) == ("b•••@example.com", "•••87")
        assert shown["is_birth_date_known"]
        for secret in (b"bo@example.com", b"2075550187", b"1990-01-02"):
            assert secret not in answer.content

    def test_all_or_none(self, page: Page, trip_id: int) -> None:
        first, second, _ = guests_of(trip_id)
        tomorrow = (utc_now() + timedelta(days=2)).date().isoformat()

        detail = page.refused(
            "guests/save",
            422,
            "validation_failed",
            guests=[
                {"booking_id": first.pk, "first_name": "Ana"},
                {"booking_id": second.pk, "birth_date": tomorrow},
            ],
        )

        assert list(detail["fields"]) == ["guests.1.birth_date"]
        first.refresh_from_db()
        assert first.guest_first_name == ""

    def test_of_another_trip(self, page: Page, offer: Offer) -> None:
        other = guests_of(sell(offer, adults=1, children=0))[0]

        page.refused("guests/save", 404, "not_found", guests=[{"booking_id": other.pk, "first_name": "Eve"}])

        other.refresh_from_db()
        assert other.guest_first_name == ""

    def test_once_it_has_started(self, page: Page, trip_id: int) -> None:
        end(trip_id)
        body = [{"booking_id": guests_of(trip_id)[0].pk, "first_name": "Ana"}]

        detail = page.refused("guests/save", 409, "self_service_refused", guests=body)

        assert detail["reason"] == "started"

    def test_of_a_partners_trip(self, page: Page, trip_id: int) -> None:
        Trip.objects.filter(pk=trip_id).update(reseller_id=make_reseller())
        body = [{"booking_id": guests_of(trip_id)[0].pk, "first_name": "Ana"}]

        detail = page.refused("guests/save", 409, "self_service_refused", guests=body)

        assert detail["reason"] == "partner"

    def test_each_once(self, page: Page, trip_id: int) -> None:
        body = [{"booking_id": guests_of(trip_id)[0].pk, "first_name": name} for name in ("A", "B")]

        page.refused("guests/save", 422, "validation_failed", guests=body)


class TestAnswers:
    @pytest.fixture
    def field_id(self, offer: Offer) -> int:
        return ask(offer, name="shoes", scope="booking", kind="text")

    def test_are_kept(self, page: Page, trip_id: int, field_id: int) -> None:
        asked = page.init()["orders"][0]["guests"][0]["questions"]
        assert [one["custom_field_id"] for one in asked] == [field_id]

        page.done("answers/save", answers=[{"key": asked[0]["key"], "value": "Size 9"}])

        shown = page.init()["orders"][0]["guests"][0]["questions"][0]
        assert (shown["value"], shown["is_answered"]) == ("Size 9", True)

    def test_of_another_trip(self, page: Page, offer: Offer, field_id: int) -> None:
        other = guests_of(sell(offer, adults=1, children=0))[0]

        for key in (f"booking.{other.pk}.{field_id}", "nonsense", f"customer.1.{field_id}"):
            page.refused("answers/save", 404, "not_found", answers=[{"key": key, "value": "x"}])

    def test_what_is_not_asked(self, page: Page, trip_id: int) -> None:
        key = f"booking.{guests_of(trip_id)[0].pk}.999999"

        page.refused("answers/save", 404, "not_found", answers=[{"key": key, "value": "x"}])


PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


class TestFiles:
    @pytest.fixture
    def key(self, page: Page, trip_id: int, offer: Offer) -> str:
        field_id = ask(offer, name="license", scope="booking", kind="file")
        return f"booking.{guests_of(trip_id)[0].pk}.{field_id}"

    def send(self, page: Page, key: str, data: bytes = PDF, name: str = "license.pdf") -> Any:
        file = SimpleUploadedFile(name, data)
        return page.client.post(f"{page.base}/answers/{key}/file", {"file": file})

    def shown(self, page: Page) -> Any:
        return page.init()["orders"][0]["guests"][0]["questions"][0]

    def test_are_kept_replaced_and_taken_away(self, page: Page, key: str) -> None:
        assert self.send(page, key).status_code == 200
        assert (self.shown(page)["value"]["name"], self.shown(page)["is_answered"]) == ("license.pdf", True)

        assert self.send(page, key, name="new.pdf").status_code == 200
        assert self.shown(page)["value"]["name"] == "new.pdf"
        trip = page.base.rpartition("/")[2]
        kept = page.client.get(f"/downloadCustomField/{key}", {"trip": trip})
        assert (kept.content, kept["Content-Type"]) == (PDF, "application/pdf")

        page.done("answers/save", answers=[{"key": key, "value": None}])
        assert (self.shown(page)["value"], self.shown(page)["is_answered"]) == (None, False)

    def refused(self, answer: Any, status: int, code: str) -> Any:
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
        return answer.json()["detail"]

    def test_that_may_not_be_kept(self, page: Page, key: str) -> None:
        for data, name in ((b"<script>", "page.html"), (b"", "empty.pdf"), (b"MZ\x00", "license.pdf")):
            assert (
                "file" in self.refused(self.send(page, key, data, name), 422, "validation_failed")["fields"]
            )
        nothing = page.client.post(f"{page.base}/answers/{key}/file", {})
        self.refused(nothing, 422, "validation_failed")
        assert not self.shown(page)["is_answered"]

    def test_where_none_is_asked(self, page: Page, trip_id: int, offer: Offer) -> None:
        text = ask(offer, name="shoes", scope="booking", kind="text")
        key = f"booking.{guests_of(trip_id)[0].pk}.{text}"

        self.refused(self.send(page, key), 422, "validation_failed")
        self.refused(self.send(page, "nonsense"), 404, "not_found")

    def test_of_another_trip(self, page: Page, offer: Offer, key: str) -> None:
        field = key.rpartition(".")[2]
        other = guests_of(sell(offer, adults=1, children=0))[0]

        self.refused(self.send(page, f"booking.{other.pk}.{field}"), 404, "not_found")

    def test_once_it_has_started(self, page: Page, trip_id: int, key: str) -> None:
        end(trip_id)

        assert self.refused(self.send(page, key), 409, "self_service_refused")["reason"] == "started"


class TestQuestions:
    def test_reach_the_operator(self, page: Page, trip_id: int) -> None:
        thread = page.done("questions/create", body="Can we bring a dog?")

        assert [(one["is_from_guest"], one["body"]) for one in thread] == [(True, "Can we bring a dog?")]
        row = Message.objects.get(category="question")
        assert (row.direction, row.channel, row.trip_id) == ("in", "portal", trip_id)
        told = OutboxEvent.objects.get(name="trip.question_asked").payload
        assert (told["contact_name"], told["excerpt"]) == ("Ana Ruiz", "Can we bring a dog?")
        assert AuditLog.objects.filter(trip_id=trip_id, action="trip.question_asked").count() == 1
        assert page.init()["messages"] == thread

    def test_staff_see_them_on_the_trip(self, page: Page, trip_id: int, desk: Any) -> None:
        page.done("questions/create", body="Can we bring a dog?")

        rows = desk.client.get(f"/api/messages/trip/{trip_id}/get").json()

        question = next(row for row in rows if row["category"] == "question")
        assert (question["direction"], question["body_text"]) == ("in", "Can we bring a dog?")

    def test_are_answered_by_mail_and_on_the_page(self, page: Page, trip_id: int, desk: Any) -> None:
        page.done("questions/create", body="Can we bring a dog?")

        desk.done(f"/api/trip/{trip_id}/questions/answer", body="Yes, <b>small</b> ones.")

        mail = Message.objects.get(category="answer")
        assert mail.to == "Ana Ruiz <ana@example.com>"
        assert "> Can we bring a dog?" in mail.body_text
        assert "&lt;b&gt;small&lt;/b&gt;" in mail.body_html
        assert Trip.objects.get(pk=trip_id).hash in mail.body_text
        thread = page.init()["messages"]
        assert [(one["is_from_guest"], one["body"]) for one in thread] == [
            (True, "Can we bring a dog?"),
            (False, "Yes, <b>small</b> ones."),
        ]
        assert AuditLog.objects.filter(trip_id=trip_id, action="trip.question_answered").count() == 1

    def test_are_answered_by_staff_alone(self, page: Page, trip_id: int) -> None:
        answer = page.client.post(
            f"/api/trip/{trip_id}/questions/answer", {"body": "Yes"}, content_type="application/json"
        )

        assert answer.status_code == 401

    def test_are_not_answered_where_nobody_can_be_reached(self, page: Page, trip_id: int, desk: Any) -> None:
        Trip.objects.filter(pk=trip_id).update(contact_email=None)

        answer = desk.post(f"/api/trip/{trip_id}/questions/answer", body="Yes")

        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")

    def test_so_many_a_day(self, page: Page) -> None:
        for number in range(10):
            page.done("questions/create", body=f"Question {number}")

        page.refused("questions/create", 429, "rate_limited", body="One more")

        assert Message.objects.filter(category="question").count() == 10

    @pytest.mark.parametrize("body", ["", "   ", "x" * 2001])
    def test_that_are_none(self, page: Page, body: str) -> None:
        page.refused("questions/create", 422, "validation_failed", body=body)

    def test_about_a_cart(self, page: Page, trip_id: int) -> None:
        Trip.objects.filter(pk=trip_id).update(status="draft")

        detail = page.refused("questions/create", 409, "self_service_refused", body="Hello?")

        assert detail["reason"] == "not_booked"


class TestReviews:
    def test_once_it_is_over(self, page: Page, trip_id: int, offer: Offer) -> None:
        end(trip_id)
        assert page.init()["actions"]["review"]["is_allowed"]

        said = page.done("review/save", rating=5, body="Wonderful!", is_public=True)

        assert (said["rating"], said["body"], said["is_public"]) == (5, "Wonderful!", True)
        row = Review.objects.get(trip_id=trip_id)
        assert (row.sentiment, row.experience_id, row.source) == ("positive", offer.experience_id, "internal")
        assert page.init()["review"] == said
        assert page.init()["actions"]["review"] == {"is_allowed": False, "reason": "done", "until": None}

    @pytest.mark.parametrize(
        ("rating", "sentiment"), [(1, "negative"), (2, "negative"), (3, "neutral"), (4, "positive")]
    )
    def test_count_as_they_are(self, page: Page, trip_id: int, rating: int, sentiment: str) -> None:
        end(trip_id)

        page.done("review/save", rating=rating)

        assert Review.objects.get(trip_id=trip_id).sentiment == sentiment

    def test_whether_they_would_recommend_it(self, page: Page, trip_id: int) -> None:
        end(trip_id)
        for nps in (-1, 11, "much"):
            page.refused("review/save", 422, "validation_failed", rating=5, nps=nps)
        assert page.done("review/save", rating=5, nps=0)["nps"] == 0
        assert Review.objects.get(trip_id=trip_id).nps == 0

    def test_a_happy_guest_is_led_on_and_sees_the_answer(self, page: Page, trip_id: int) -> None:
        end(trip_id)
        MessagingSettings.objects.create(tripadvisor_review_url="https://trip.example/r")
        assert page.done("review/save", rating=4)["share"] == {"tripadvisor": "https://trip.example/r"}
        Review.objects.filter(trip_id=trip_id).update(reply_text="Thank you!")
        assert page.init()["review"]["reply"] == "Thank you!"

    def test_only_once(self, page: Page, trip_id: int) -> None:
        end(trip_id)
        page.done("review/save", rating=5)

        detail = page.refused("review/save", 409, "self_service_refused", rating=1)

        assert detail["reason"] == "done"
        assert Review.objects.get(trip_id=trip_id).rating == 5

    def test_not_before(self, page: Page) -> None:
        detail = page.refused("review/save", 409, "self_service_refused", rating=5)

        assert detail["reason"] == "too_early"

    @pytest.mark.parametrize("rating", [0, 6, "five"])
    def test_one_to_five(self, page: Page, trip_id: int, rating: Any) -> None:
        end(trip_id)

        page.refused("review/save", 422, "validation_failed", rating=rating)
