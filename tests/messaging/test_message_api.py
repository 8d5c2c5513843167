"""One message: what was said, what became of it, and what staff may do to it."""

from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.messaging import operations, tasks
from outfitter_tenants.messaging.models import MessageEvent, MessageLink
from tests.messaging.mail_carrier import make_mail, make_template
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


def get(client: Client, message_id: int) -> Any:
    return client.get(f"/api/message/{message_id}/get")


def change(client: Client, message: Any, status: str) -> Any:
    return client.post(f"/api/message/{message.pk}/status/{status}/change")


def test_a_message_with_its_events(staff):
    template = make_template()
    message = make_mail(status="clicked", template_id=template.pk, template_version=2, opened_cnt=3)
    MessageLink.objects.create(message=message, token="t", url="https://a.example/", clicked_cnt=1)
    for kind in ("delivered", "opened"):
        MessageEvent.objects.create(message=message, kind=kind, at=utc_now())
    found = get(staff, message.pk).json()
    assert found["body_rendered"] == message.body_html
    assert found["is_html"]
    assert [event["kind"] for event in found["events"]] == ["delivered", "opened"]
    assert found["links"] == [{"url": "https://a.example/", "clicked_cnt": 1}]
    assert found["template"] == {"id": template.pk, "name": "News", "version": 2}
    assert (found["trip"], found["customer"], found["opened_cnt"]) == (None, None, 3)


def test_a_key_is_not_shown(staff):
    found = get(staff, make_mail(category="access_code", body_text="123456").pk).json()
    assert (found["body_rendered"], found["body_text"], found["links"]) == ("", "", [])


def test_what_is_not_there(staff, client_for):
    message = make_mail()
    assert_error(get(staff, 999_999), 404)
    other = owner_of(client_for, "peak")
    assert_error(get(other, message.pk), 404)
    assert_error(change(other, message, "cancelled"), 404)


class TestStatus:
    @pytest.mark.parametrize(
        ("was", "wanted", "code", "now"),
        [
            ("queued", "cancelled", 200, "cancelled"),
            ("scheduled", "cancelled", 200, "cancelled"),
            ("cancelled", "cancelled", 200, "cancelled"),
            ("sending", "cancelled", 409, "sending"),
            ("sent", "cancelled", 409, "sent"),
            ("failed", "queued", 200, "queued"),
            ("queued", "queued", 200, "queued"),
            ("sent", "queued", 409, "sent"),
            ("bounced", "queued", 409, "bounced"),
            ("suppressed", "queued", 409, "suppressed"),
            ("cancelled", "queued", 409, "cancelled"),
            ("sent", "read", 409, "sent"),
            ("queued", "sent", 422, "queued"),
            ("queued", "nonsense", 422, "queued"),
        ],
    )
    def test_from_and_to(self, staff, was, wanted, code, now):
        message = make_mail(status=was, attempt_cnt=30, error="x" if was == "failed" else "")
        answer = change(staff, message, wanted)
        assert answer.status_code == code
        message.refresh_from_db()
        assert message.status == now

    def test_sent_again_it_begins_anew(self, staff, monkeypatch):
        started: list[int] = []
        monkeypatch.setattr(tasks.send_message, "after_commit", lambda message_id: started.append(message_id))
        message = make_mail(status="failed", attempt_cnt=30, error="away", provider_id="x", is_reclaimed=True)
        assert change(staff, message, "queued").status_code == 200
        message.refresh_from_db()
        assert (message.attempt_cnt, message.error, message.provider_id) == (0, "", None)
        assert not message.is_reclaimed
        assert started == [message.pk]
        assert DueJob.objects.filter(kind=operations.WATCH, key=str(message.pk)).exists()

    def test_a_guests_is_read_once(self, staff):
        message = make_mail(direction="in", channel="sms", status="delivered")
        assert change(staff, message, "read").status_code == 200
        message.refresh_from_db()
        read_at = message.read_at
        assert read_at is not None
        change(staff, message, "read")
        message.refresh_from_db()
        assert message.read_at == read_at
        assert_error(change(staff, message, "queued"), 409)
        assert_error(change(staff, message, "cancelled"), 409)
