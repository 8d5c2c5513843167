"""What a template would say: to a real customer, of words that nobody saved, to oneself."""

import time
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs, contexts
from outfitter_tenants.crm.templates.render_for_trip import TemplateDoesNotFit, render_for_trip
from outfitter_tenants.messaging.models import Message, MessagingSettings
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.messaging.template_queries import TemplateNotFound
from outfitter_tenants.trips.models import Trip
from tests.messaging.template_calls import BODY, Desk
from tests.messaging.test_documents import doc, field, paragraph
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import order_of, sell


@pytest.fixture
def desk(reef: Any, client_for: Any) -> Desk:
    return Desk(owner_of(client_for))


@pytest.fixture
def trip_id(reef: Any) -> int:
    trip_id = sell(make_offer())
    Trip.objects.filter(pk=trip_id).update(contact_first_name="Bo", locale="de")
    return trip_id


def preview(desk: Desk, template: int, **more: Any) -> dict[str, Any]:
    answer = desk.post(f"/api/template/{template}/preview", **more)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


class TestPreview:
    def test_with_a_real_trip_in_its_language_or_another(self, desk, trip_id):
        row = desk.system("reminder_day")
        german = preview(desk, row["id"], trip_id=trip_id)
        assert german["locale"] == "de"
        assert "Bald ist es so weit: Kayak" in german["subject"]
        assert (german["segments"] > 0, german["missing"]) == (True, [])
        assert "The old boathouse" in german["html"]
        english = preview(desk, row["id"], trip_id=trip_id, locale="en")
        assert "Coming up: Kayak" in english["subject"]

    def test_with_an_example(self, desk):
        found = preview(desk, desk.system("gift_card")["id"])
        assert "Tom" in found["text"]
        assert found["missing"] == []

    def test_of_words_that_nobody_saved(self, desk, trip_id):
        made = desk.save()["template"]
        draft = {"subject": "Draft {{guest.phone}}", "document": BODY}
        refused = desk.post(f"/api/template/{made['id']}/preview", trip_id=trip_id, draft=draft)
        assert assert_error(refused, 422, "unknown_merge_field")["detail"]["name"] == "guest.phone"
        draft = {
            "subject": "Draft",
            "document": doc(paragraph(field("guest.first_name"), field("cart.link"))),
        }
        refused = desk.post(f"/api/template/{made['id']}/preview", draft=draft)
        assert_error(refused, 422, "unknown_merge_field")
        draft["document"] = doc(paragraph(field("guest.first_name"), field("trip.balance_due_date")))
        found = preview(desk, made["id"], trip_id=trip_id, draft=draft)
        assert "Bo" in found["text"]
        assert found["missing"] == ["trip.balance_due_date"]

    def test_of_a_template_that_is_not_saved(self, desk):
        draft = {"subject": "New", "document": BODY, "category": "reminder"}
        assert preview(desk, 0, draft=draft)["subject"] == "New"
        assert_error(desk.post("/api/template/0/preview"), 404, "not_found")

    def test_what_is_not_there(self, desk):
        made = desk.save()["template"]["id"]
        assert_error(desk.post("/api/template/999999/preview"), 404, "not_found")
        assert_error(desk.post(f"/api/template/{made}/preview", trip_id=999_999), 404)

    def test_is_quick(self, desk, trip_id):
        row = desk.system("confirmation")
        preview(desk, row["id"], trip_id=trip_id)
        begun = time.perf_counter()
        for _ in range(3):
            preview(desk, row["id"], trip_id=trip_id)
        # 150 ms are promised; on a machine that is busy with other tests, too.
        assert (time.perf_counter() - begun) / 3 < 0.6


class TestTests:
    def test_a_mail_to_oneself(self, desk, trip_id):
        made = desk.save()["template"]["id"]
        answer = desk.post(f"/api/template/{made}/test", to="me@reef.example", trip_id=trip_id, locale="en")
        assert answer.status_code == 200, answer.content
        message = Message.objects.get(pk=answer.json()["id"])
        assert (message.category, message.to, message.subject) == ("test", "me@reef.example", "For Kayak")
        assert (message.template_id, message.template_version) == (made, 1)
        assert "Hi Bo" in message.body_text
        assert f"/public/crm/{message.hash}/unsubscribe" in message.body_html

    def test_a_text_to_oneself(self, desk, reef):
        row = desk.system("followup")["id"]
        ask = {"to": "+12125550123", "channel": "sms"}
        assert_error(desk.post(f"/api/template/{row}/test", **ask), 409, "sms_not_connected")
        values = {"account_sid": f"AC{'1' * 32}", "auth_token": "t", "sender": "+15550100000"}
        configs.enable(schema_name=reef.schema_name, slug="twilio", values=values)
        answer = desk.post(f"/api/template/{row}/test", **ask)
        message = Message.objects.get(pk=answer.json()["id"])
        assert (message.channel, message.to, message.segment_cnt) == ("sms", "+12125550123", 1)
        assert "Thank you for coming!" in message.body_text
        mail_only = desk.save()["template"]["id"]
        assert_error(desk.post(f"/api/template/{mail_only}/test", **ask), 409, "nothing_to_send")

    @pytest.mark.parametrize(
        "wrong", [{"to": "nobody"}, {"to": "12", "channel": "sms"}, {"to": ""}, {"channel": "email"}]
    )
    def test_to_nobody(self, desk, wrong):
        made = desk.save()["template"]["id"]
        assert_error(desk.post(f"/api/template/{made}/test", **wrong), 422)
        assert not Message.objects.exists()

    def test_of_what_is_not_there(self, desk):
        assert_error(desk.post("/api/template/999999/test", to="me@reef.example"), 404, "not_found")


def test_another_operators_templates_are_not_there(desk, client_for):
    made = desk.save()["template"]["id"]
    other = Desk(owner_of(client_for, "peak"))
    for path in ("preview", "clone", "archive", "reset", "restore/1"):
        assert_error(other.post(f"/api/template/{made}/{path}"), 404, "not_found")
    assert_error(other.client.get(f"/api/template/{made}/get"), 404, "not_found")
    assert "Sun" not in {one["name"] for one in other.get("/api/templates/get")["templates"]}


class TestForATrip:
    def render(self, template_id: int, trip_id: int, **more: Any) -> RenderedMessage:
        ctx = contexts.context_for(schema_name="t_reef")
        facts = {"order_id": None, "channel": "email", "ctx": ctx, "at": utc_now(), **more}
        return render_for_trip(template_id=template_id, trip_id=trip_id, **facts)

    def test_in_its_customers_language_with_a_note(self, desk, trip_id):
        row = desk.system("reminder_hours")["id"]
        found = self.render(row, trip_id, note="Bring a towel.", order_id=order_of(trip_id).pk)
        assert found.locale == "de"
        assert "Bring a towel." in found.text
        assert found.missing == ()

    def test_links_that_only_the_caller_knows(self, desk, trip_id):
        row = desk.system("abandon_first")["id"]
        found = self.render(row, trip_id, links={"cart.link": "https://reef.example/c"}, message_hash="AbC")
        assert "https://reef.example/c" in found.text
        assert "/public/crm/AbC/unsubscribe" in found.html

    def test_other_pages_for_reviews(self, desk, trip_id):
        MessagingSettings.objects.create(google_review_url="https://g.example/reef")
        found = self.render(desk.system("review_request")["id"], trip_id)
        assert "Google: https://g.example/reef" in found.text
        assert "Tripadvisor" not in found.text

    def test_not_for_other_experiences_nor_channels(self, desk, trip_id):
        other = make_offer(name="Zip-line").experience_id
        made = desk.save(experience_ids=[other])["template"]["id"]
        with pytest.raises(TemplateDoesNotFit):
            self.render(made, trip_id)
        with pytest.raises(TemplateDoesNotFit):
            self.render(desk.save()["template"]["id"], trip_id, channel="sms")
        with pytest.raises(TemplateNotFound):
            self.render(999_999, trip_id)
