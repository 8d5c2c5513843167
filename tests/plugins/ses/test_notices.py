"""What Amazon posts: genuine, of our topic and young, or 403; once, however often it comes."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.plugins import fair_queue, webhooks
from outfitter.plugins.models import WebhookEvent
from outfitter_ses import certificates
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.models import Message, MessageEvent
from outfitter_tenants.people.models import UserAvatar
from ses_double.sns_notices import CERTIFICATE, TOPIC, Signer
from tests.plugins.ses.conftest import SENDER

PATH = "/partner/ses/notices"
GUEST = "ana@guest.example"
MAIL_ID = "0100019a-mail"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)


@pytest.fixture
def host(account: None, double: Any, client_for: Any) -> Client:
    return client_for("reef")  # type: ignore[no-any-return]


def stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.}000Z"


def envelope(double: Any, notice: Any, **changes: str) -> dict[str, str]:
    found = {
        "Type": "Notification",
        "MessageId": "11111111-2222-3333-4444-555555555555",
        "TopicArn": TOPIC,
        "Message": notice if isinstance(notice, str) else json.dumps(notice),
        "Timestamp": stamp(datetime.now(UTC)),
        "SigningCertURL": f"{double.base}{CERTIFICATE}",
    }
    return {name: value for name, value in {**found, **changes}.items() if value}


def post(client: Client, body: Any) -> Any:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = client.post(PATH, text, "text/plain")
    for row in WebhookEvent.objects.filter(status="waiting"):
        webhooks.handle.run(webhook_id=row.pk)
    return answer


def tell(client: Client, double: Any, notice: Any, *, version: str = "2", **changes: str) -> Any:
    return post(client, double.courier.signer.signed(envelope(double, notice, **changes), version=version))


def about(kind: str, *, reference: str = "Hash1", **more: Any) -> dict[str, Any]:
    mail = {"messageId": MAIL_ID, "destination": [GUEST], "tags": {"message": [reference]}}
    return {"eventType": kind, "mail": mail, **more}


def bounce(kind: str = "Permanent", address: str = GUEST, **more: Any) -> dict[str, Any]:
    who = {"emailAddress": address, "diagnosticCode": "smtp; 550 5.1.1 user unknown"}
    told = {"bounceType": kind, "bounceSubType": "General", "bouncedRecipients": [who], "feedbackId": "f1"}
    return about("Bounce", bounce=told, **more)


def complaint(address: str = GUEST) -> dict[str, Any]:
    told = {"complainedRecipients": [{"emailAddress": address}], "complaintFeedbackType": "abuse"}
    return about("Complaint", complaint={**told, "feedbackId": "f2"})


def sent(**more: Any) -> Message:
    facts = {
        "hash": "Hash1",
        "channel": "email",
        "category": "confirmation",
        "to": f"Ana <{GUEST}>",
        "status": "sent",
        "provider": "ses",
        "provider_id": MAIL_ID,
        "created_at": utc_now(),
    }
    return Message.objects.create(**{**facts, **more})


def state(message: Message) -> str:
    message.refresh_from_db()
    return message.status


class TestSignature:
    @pytest.mark.parametrize("version", ["1", "2"])
    def test_both_versions_are_believed(self, host, double, version):
        message = sent()
        assert tell(host, double, about("Delivery", delivery={}), version=version).status_code == 200
        assert state(message) == "delivered"

    def test_a_subject_is_part_of_it(self, host, double):
        assert tell(host, double, about("Delivery"), Subject="Amazon SES").status_code == 200

    @pytest.mark.parametrize(
        ("case", "changes"),
        [
            ("another key", None),
            ("altered", {"Message": json.dumps(about("Delivery", reference="Other"))}),
            ("a version that nobody knows", {"SignatureVersion": "3"}),
            ("no base64", {"Signature": "@@@"}),
            ("no signature", {"Signature": ""}),
            ("another type", {"Type": "Something"}),
        ],
    )
    def test_a_bad_one_is_refused(self, host, double, case, changes):
        signer = Signer() if changes is None else double.courier.signer
        body = {**signer.signed(envelope(double, about("Delivery"))), **(changes or {})}
        answer = post(host, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "webhook_refused")
        assert WebhookEvent.objects.count() == 0

    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"Type": 1}', b'"text"', b"\xff\xfe"])
    def test_what_is_no_notice_is_refused(self, host, body):
        assert post(host, body).status_code == 403

    def test_another_topic_is_refused_before_anything_is_fetched(self, host, double, monkeypatch):
        monkeypatch.setattr(certificates, "_fetched", lambda url: pytest.fail("asked"))
        topic = TOPIC.replace("outfitter", "mallory")
        assert tell(host, double, bounce(), TopicArn=topic).status_code == 403
        assert suppressions.find(address=GUEST, channel="email") is None

    def test_a_certificate_that_cannot_be_fetched_is_no_refusal(self, host, double, monkeypatch):
        monkeypatch.setattr(certificates, "_fetched", lambda url: b"")
        # Amazon sends it again later.
        assert tell(host, double, about("Delivery")).status_code == 503
        assert WebhookEvent.objects.count() == 0

    def test_a_certificate_is_fetched_once(self, host, double, monkeypatch):
        asked: list[str] = []
        fetch = certificates._fetched
        monkeypatch.setattr(certificates, "_fetched", lambda url: asked.append(url) or fetch(url))
        for number in range(3):
            assert tell(host, double, about("Delivery"), MessageId=f"m{number}").status_code == 200
        assert len(asked) == 1

    def test_nobody_is_asked_where_the_plugin_is_off(self, reef, client_for):
        assert client_for("reef").post(PATH, b"{}", "text/plain").status_code == 404


@pytest.mark.rules
@pytest.mark.parametrize(
    ("url", "is_ours"),
    [
        ("https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem", True),
        ("http://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem", False),
        ("https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem", False),
        ("https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-01.pem", False),
        ("https://evil.example/sns.us-east-1.amazonaws.com/x.pem", False),
        ("https://sns.us-east-1.amazonaws.com@evil.example/x.pem", False),
        ("https://user@sns.us-east-1.amazonaws.com/x.pem", False),
        ("https://sns.us-east-1.amazonaws.com:8443/x.pem", False),
        ("https://s3.us-east-1.amazonaws.com/sns.pem", False),
        ("https://xsns.us-east-1.amazonaws.com/x.pem", False),
        ("https://SNS.us-east-1.amazonaws.com\t/x.pem", False),
        ("https://[::1", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_only_amazons_own_host_is_asked(settings, url, is_ours):
    settings.SES = {"api_base": ""}
    assert certificates.is_amazons(url, region="us-east-1") is is_ours


@pytest.mark.rules
@pytest.mark.parametrize("path", ["/", "/x.pem", "/SimpleNotificationService-0123456789abcdef.pem?x=1"])
def test_nor_another_file_there(settings, monkeypatch, path):
    settings.SES = {"api_base": ""}
    monkeypatch.setattr(certificates, "_fetched", lambda url: pytest.fail("asked"))
    body = {"Type": "Notification", "SignatureVersion": "2", "Message": "", "Signature": ""}
    url = f"https://sns.us-east-1.amazonaws.com{path}"
    assert not certificates.is_signed({**body, "SigningCertURL": url}, region="us-east-1")


class TestSubscription:
    def confirm(self, client: Client, double: Any, url: str) -> Any:
        more = {"Type": "SubscriptionConfirmation", "Token": "t" * 64, "SubscribeURL": url}
        return tell(client, double, "You have chosen to subscribe.", version="1", **more)

    def test_ours_is_confirmed(self, host, double):
        url = f"{double.base}/?Action=ConfirmSubscription&Token=t&host=reef.localhost"
        assert self.confirm(host, double, url).status_code == 200
        assert double.courier.confirmed == {"reef.localhost"}

    @pytest.mark.parametrize("url", ["https://evil.example/", "http://127.0.0.1:1/", ""])
    def test_at_another_host_it_is_not(self, host, double, url):
        assert self.confirm(host, double, url).status_code == 403

    def test_of_another_topic_it_is_not(self, host, double):
        more = {"Type": "SubscriptionConfirmation", "Token": "t", "SubscribeURL": f"{double.base}/?x"}
        answer = tell(host, double, "", TopicArn=TOPIC.replace("outfitter", "mallory"), **more)
        assert answer.status_code == 403
        assert double.courier.confirmed == set()


class TestAge:
    @pytest.mark.parametrize(
        "when", [timedelta(days=-2), timedelta(hours=2), "yesterday", "2026-11-28T10:00:00"]
    )
    def test_what_is_old_or_of_no_time_is_refused(self, host, double, when):
        timestamp = when if isinstance(when, str) else stamp(datetime.now(UTC) + when)
        assert tell(host, double, bounce(), Timestamp=timestamp).status_code == 403
        assert suppressions.find(address=GUEST, channel="email") is None

    def test_what_is_posted_again_changes_nothing(self, host, double):
        sent()
        for _ in range(3):
            assert tell(host, double, bounce()).status_code == 200
        assert MessageEvent.objects.filter(kind="bounced").count() == 1
        assert WebhookEvent.objects.filter(provider="ses").count() == 1
        suppressions.lift(address=GUEST, channel="email", at=utc_now())
        tell(host, double, bounce())
        assert suppressions.find(address=GUEST, channel="email") is None


class TestNews:
    @pytest.mark.parametrize(
        ("notice", "status", "is_suppressed"),
        [
            (about("Delivery", delivery={}), "delivered", False),
            (bounce("Permanent"), "bounced", True),
            (bounce("Transient"), "bounced", False),
            (bounce("Undetermined"), "bounced", False),
            (complaint(), "complained", True),
            (about("Send"), "sent", False),
            (about("Open"), "sent", False),
            ("Successfully validated SNS topic for Amazon SES event publishing.", "sent", False),
            ({"mail": []}, "sent", False),
            ({"eventType": "Bounce", "mail": {"messageId": MAIL_ID}, "bounce": []}, "sent", False),
        ],
    )
    def test_what_becomes_of_a_mail_and_its_address(self, host, double, notice, status, is_suppressed):
        message = sent()
        assert tell(host, double, notice).status_code == 200
        assert state(message) == status
        assert (suppressions.find(address=GUEST, channel="email") is not None) is is_suppressed
        assert not WebhookEvent.objects.filter(status="failed").exists()

    def test_it_says_why(self, host, double):
        message = sent()
        tell(host, double, bounce())
        assert state(message) == "bounced"
        assert message.error == "This email bounced: the address doesn't exist or takes no mail."
        assert message.events.get().detail == "smtp; 550 5.1.1 user unknown"

    def test_by_the_provider_s_id_alone(self, host, double):
        message = sent()
        tell(host, double, bounce(reference=""))
        assert state(message) == "bounced"

    def test_by_a_header_that_came_back(self, host, double):
        message = sent(status="failed", error="", provider_id=None)
        from outfitter_tenants.messaging.mail_delivery import UNKNOWN

        Message.objects.filter(pk=message.pk).update(error=UNKNOWN)
        mail = {"messageId": MAIL_ID, "headers": [{"name": "X-Outfitter-Message", "value": "Hash1"}]}
        tell(host, double, {"notificationType": "Delivery", "mail": mail, "delivery": {}})
        assert state(message) == "delivered"
        assert message.provider_id == MAIL_ID

    def test_a_mail_of_somebody_else_still_keeps_the_address(self, host, double):
        tell(host, double, bounce(address="BOB@Guest.example", reference="Nobody"))
        assert suppressions.find(address="bob@guest.example", channel="email").source == "ses"

    def test_a_complaint_takes_the_consent_as_well(self, host, double):
        row = Customer.objects.create(
            first_name="Ana", email=GUEST, marketing={"email_opt_in": True}, created_at=utc_now()
        )
        tell(host, double, complaint())
        row.refresh_from_db()
        assert row.marketing["email_opt_in"] is False

    def test_whoever_works_here_is_marked(self, host, double, reef):
        member = UserAvatar.objects.exclude(email="").first()
        tell(host, double, bounce(address=member.email))
        member.refresh_from_db()
        assert member.is_email_suppressed


class TestTheStandIn:
    """The stand-in tells what it does, and what it tells is believed."""

    @pytest.mark.parametrize(
        ("address", "kinds"),
        [
            ("ana@guest.example", ["Delivery"]),
            ("bounce@guest.example", ["Bounce"]),
            ("softbounce@guest.example", ["Bounce"]),
            ("complaint@guest.example", ["Delivery", "Complaint"]),
        ],
    )
    def test_what_it_says_of_each(self, double, address, kinds):
        told: list[dict[str, Any]] = []
        posted: list[str] = []
        double.courier.tell = lambda host, notice: told.append(notice) or 200
        double.courier.subscribe = lambda host: 200
        double.courier.post = lambda host, path, *_: posted.append(path) or 200
        body = {
            "FromEmailAddress": SENDER,
            "Destination": {"ToAddresses": [address]},
            "Content": {"Raw": {"Data": "eA=="}},
            "EmailTags": [{"Name": "host", "Value": "reef.localhost"}],
        }
        double.reports(double.account.take(body))
        assert [one["eventType"] for one in told] == kinds
        assert posted == ["/_dev/mail/raw"]
        # Whoever bounced is known from then on.
        is_listed = double.account.find_suppressed(address) is not None
        assert is_listed == address.startswith(("bounce", "complaint"))
