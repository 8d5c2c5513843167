"""What Twilio posts: genuine or 403, once however often it comes, on its trip or nobody's."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from twilio.request_validator import RequestValidator

from outfitter.kit.clock import utc_now
from outfitter.plugins import fair_queue, webhooks
from outfitter.plugins.models import OutboxEvent, WebhookEvent
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.trips.models import Trip
from tests.plugins.twilio.conftest import SENDER, SID, TOKEN
from tests.support.sales import fill_cart, make_offer

HOST = "http://reef.localhost"
GUEST = "+13055550123"
SM = "SM" + "a" * 32
STATUS = {"MessageSid": SM, "AccountSid": SID, "From": SENDER, "To": GUEST, "MessageStatus": "delivered"}
REPLY = {
    "MessageSid": SM,
    "AccountSid": SID,
    "From": GUEST,
    "To": SENDER,
    "Body": "Running late, sorry! 迟到",
    "NumMedia": "0",
    "SmsStatus": "received",
    # Parameters come and go without notice.
    "SomethingNew": "1",
}


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was counted yet, and jobs are started by hand."""
    cache.clear()
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)


@pytest.fixture
def host(account: None, client_for: Any) -> Client:
    return client_for("reef")  # type: ignore[no-any-return]


def post(client: Client, path: str, form: dict[str, str], *, token: str = TOKEN, url: str = "") -> Any:
    signed = RequestValidator(token).compute_signature(url or f"{HOST}{path}", form)
    answer = client.post(
        path, urlencode(form), "application/x-www-form-urlencoded", HTTP_X_TWILIO_SIGNATURE=signed
    )
    for row in WebhookEvent.objects.filter(status="waiting"):
        webhooks.handle.run(webhook_id=row.pk)
    return answer


def status(client: Client, message: str = "", **changes: str) -> Any:
    path = f"/partner/twilio/webhook?message={message}" if message else "/partner/twilio/webhook"
    return post(client, path, {**STATUS, **changes})


def reply(client: Client, **changes: str) -> Any:
    return post(client, "/partner/twilio/reply", {**REPLY, **changes})


def sent(**more: Any) -> Message:
    return Message.objects.create(
        **{
            "hash": "Hash1",
            "channel": "sms",
            "category": "waitlist",
            "to": GUEST,
            "status": "sent",
            "provider_id": SM,
            "created_at": utc_now(),
            **more,
        }
    )


def booked(**changes: Any) -> Trip:
    trip_id = fill_cart(make_offer())
    facts = {"status": "reserved", "reserved_at": utc_now(), "contact_phone": GUEST, **changes}
    Trip.objects.filter(pk=trip_id).update(**facts)
    return Trip.objects.get(pk=trip_id)


class TestSignature:
    def test_twilios_own_vectors(self):
        form = {
            "CallSid": "CA1234567890ABCDE",
            "Digits": "1234",
            "From": "+14158675309",
            "To": "+18005551212",
            "Caller": "+14158675309",
        }
        url = "https://mycompany.com/myapp.php?foo=1&bar=2"
        assert RequestValidator("12345").validate(url, form, "RSOYDt4T1cUTdK1PDd93/VVr8B8=")

    @pytest.mark.parametrize("path", ["/partner/twilio/webhook", "/partner/twilio/reply"])
    def test_a_bad_one_is_refused(self, host, path):
        form = STATUS if path.endswith("webhook") else REPLY
        assert post(host, path, form, token="another").status_code == 403
        assert post(host, path, form, url=f"http://other.localhost{path}").status_code == 403
        answer = host.post(path, urlencode(form), "application/x-www-form-urlencoded")
        assert (answer.status_code, answer.json()["code"]) == (403, "webhook_refused")
        assert WebhookEvent.objects.count() == 0

    def test_a_port_and_tls_at_a_proxy_are_part_of_the_address(self, host, settings):
        settings.SCHEME = "https"
        path = "/partner/twilio/webhook"
        for url in (f"https://reef.localhost{path}", f"https://reef.localhost:443{path}"):
            assert post(host, path, STATUS, url=url).status_code == 200
        assert post(host, path, STATUS).status_code == 403

    def test_fields_that_come_twice(self, host):
        body = urlencode([*STATUS.items(), ("MediaUrl", "b"), ("MediaUrl", "a")])
        text = f"{HOST}/partner/twilio/webhook"
        validator = RequestValidator(TOKEN)

        class Fields(dict[str, Any]):
            def getlist(self, name: str) -> list[str]:
                return ["b", "a"] if name == "MediaUrl" else [self[name]]

        signed = validator.compute_signature(text, Fields({**STATUS, "MediaUrl": ""}))
        answer = host.post(
            "/partner/twilio/webhook",
            body,
            "application/x-www-form-urlencoded",
            HTTP_X_TWILIO_SIGNATURE=signed,
        )
        assert answer.status_code == 200

    @pytest.mark.parametrize(
        "changes", [{"AccountSid": f"AC{'2' * 32}"}, {"From": "+15550199999"}, {"MessageSid": "CA1"}]
    )
    def test_another_account_or_number_or_no_text(self, host, changes):
        assert status(host, **changes).status_code == 403

    def test_on_the_platforms_own_host_nobody_is_known(self, account, apex_client):
        assert post(apex_client, "/partner/twilio/reply", REPLY).status_code == 403

    def test_where_the_plugin_is_off_there_is_no_address(self, reef, client_for):
        assert post(client_for("reef"), "/partner/twilio/reply", REPLY).status_code == 404


class TestStatus:
    def test_it_moves_the_text_and_answers_twiml(self, host):
        message = sent()
        answer = status(host)
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/xml")
        assert answer.content == b"<Response></Response>"
        message.refresh_from_db()
        assert message.status == "delivered"

    def test_out_of_order_and_twice(self, host):
        message = sent()
        for name in ("read", "delivered", "sent", "queued", "read", "sending"):
            assert status(host, MessageStatus=name).status_code == 200
        message.refresh_from_db()
        assert (message.status, WebhookEvent.objects.count()) == ("opened", 5)

    def test_by_our_reference_before_the_id_is_known(self, host):
        message = sent(status="sending", provider_id=None)
        status(host, message="Hash1")
        message.refresh_from_db()
        assert (message.status, message.provider_id) == ("delivered", SM)

    @pytest.mark.parametrize(
        ("code", "says", "is_suppressed"),
        [
            ("30003", "The phone couldn't be reached.", False),
            ("30007", "The carrier blocked this text.", False),
            ("21610", "This number asked for no more texts.", True),
            ("99999", "The provider refused this text.", False),
            ("", "The provider refused this text.", False),
        ],
    )
    def test_a_failure_says_why(self, host, code, says, is_suppressed):
        message = sent()
        status(host, MessageStatus="undelivered", ErrorCode=code)
        message.refresh_from_db()
        assert (message.status, message.error) == ("failed", says)
        assert (suppressions.find(address=GUEST, channel="sms") is not None) == is_suppressed

    def test_an_unknown_text_is_taken_and_changes_nothing(self, host):
        message = sent(provider_id="SM" + "b" * 32)
        assert status(host).status_code == 200
        message.refresh_from_db()
        assert message.status == "sent"


class TestReply:
    def test_it_stands_with_the_newest_trip_and_staff_are_told(self, host):
        older, trip = booked(), booked()
        Trip.objects.filter(pk=older.pk).update(created_at=trip.created_at - timedelta(days=3))
        answer = reply(host)
        assert (answer.status_code, answer.content) == (200, b"<Response></Response>")
        [message] = Message.objects.filter(direction="in")
        assert (message.trip_id, message.channel, message.from_address) == (trip.pk, "sms", GUEST)
        assert message.body_text == "Running late, sorry! 迟到"
        [told] = OutboxEvent.objects.filter(name="trip.question_asked")
        assert told.payload["excerpt"] == "Running late, sorry! 迟到"

    def test_a_replay_changes_nothing(self, host):
        booked()
        for _ in range(3):
            assert reply(host).status_code == 200
        WebhookEvent.objects.all().delete()
        reply(host)
        assert Message.objects.filter(direction="in").count() == 1
        assert OutboxEvent.objects.filter(name="trip.question_asked").count() == 1

    def test_old_trips_and_carts_are_none_of_it(self, host):
        long_ago = utc_now() - timedelta(days=91)
        booked(created_at=long_ago, first_start_at=long_ago)
        booked(status="draft")
        reply(host)
        message = Message.objects.get(direction="in")
        assert message.trip_id is None
        assert OutboxEvent.objects.filter(name="text.received").count() == 1

    def test_stop_and_start(self, host):
        booked()
        reply(host, Body=" Stop ")
        assert suppressions.find(address=GUEST, channel="sms").source == "reply"
        reply(host, Body="START", MessageSid="SM" + "c" * 32)
        assert suppressions.find(address=GUEST, channel="sms") is None
        assert OutboxEvent.objects.filter(name="trip.question_asked").count() == 0
        assert Message.objects.filter(direction="in").count() == 2

    def test_what_twilio_understood_counts(self, host):
        reply(host, Body="Please no more", OptOutType="STOP")
        assert suppressions.find(address=GUEST, channel="sms") is not None

    def test_pictures_and_empty_texts(self, host):
        reply(host, Body="", NumMedia="1", MediaUrl0="https://api.twilio.com/m/1", MediaUrl1="javascript:x")
        assert Message.objects.get(direction="in").body_text == "https://api.twilio.com/m/1"

    def test_an_alien_number_is_refused(self, host):
        assert reply(host, To="+15550199999").status_code == 403
