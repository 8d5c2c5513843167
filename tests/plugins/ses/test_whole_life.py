"""The whole life of a mail, from its row to the stand-in and back."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.plugins import fair_queue, scheduled_jobs, webhooks
from outfitter.plugins.models import DueJob, WebhookEvent
from outfitter_tenants.messaging import operations, suppressions
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import mail_suppression
from tests.messaging.mail_carrier import make_mail, make_template
from tests.support.owner_client import owner_of


@pytest.fixture
def world(account: None, double: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have the stand-in post to the product, whose jobs run at once."""
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)
    guest = client_for("reef")

    def post(host: str, path: str, body: bytes, headers: dict[str, str]) -> int:
        if host != "reef.localhost":
            return 200  # the mailbox page, which has tests of its own
        answer = guest.post(path, body, "text/plain")
        for row in WebhookEvent.objects.filter(status="waiting"):
            webhooks.handle.run(webhook_id=row.pk)
        return int(answer.status_code)

    double.courier.post = post
    return double


def deliver(to: str, **more: Any) -> Message:
    """Write a mail, send it, and let the stand-in say what became of it."""
    message = make_mail(to=to, **more)
    operations.deliver(message_id=message.pk, at=utc_now())
    return message


def heard(world: Any, message: Message) -> str:
    mail = next((one for one in world.account.newest_first() if one.reference == message.hash), None)
    if mail is not None:
        world.reports(mail)
    message.refresh_from_db()
    return message.status


def test_a_mail_arrives_is_opened_and_clicked(world, client_for):
    message = deliver("ana@guest.example", template_id=make_template("confirmation").pk)
    assert heard(world, message) == "delivered"
    assert world.courier.confirmed == {"reef.localhost"}
    assert message.provider == "ses"

    # Its reader's browser, with what stands in the mail itself.
    [raw] = [one.raw.decode() for one in world.account.newest_first()]
    whole = raw.replace("=\r\n", "").replace("=3D", "=")
    guest: Client = client_for("reef")
    picture = whole.partition('<img src="')[2].partition('"')[0]
    link = whole.partition('href="')[2].partition('"')[0]
    assert guest.get(urlsplit(picture).path).status_code == 200
    message.refresh_from_db()
    assert message.status == "opened"
    target = urlsplit(link)
    answer = guest.get(f"{target.path}?{target.query}")
    assert answer["Location"] == "https://reef.example/a?b=1&c=2"
    message.refresh_from_db()
    assert message.status == "clicked"
    # The text part keeps direct links, the row what was written.
    assert "viewCrmLink" not in message.body_html
    assert guest.get(f"/public/crm/{message.hash}").status_code == 200


@pytest.mark.parametrize(
    ("address", "status", "next_status"),
    [
        ("bounce@guest.example", "bounced", "suppressed"),
        ("softbounce@guest.example", "bounced", "bounced"),
        ("complaint@guest.example", "complained", "suppressed"),
    ],
)
def test_what_comes_back_counts_for_the_next_one(world, address, status, next_status):
    assert heard(world, deliver(address)) == status
    assert heard(world, deliver(address)) == next_status


def test_an_answer_that_got_lost_is_found_again(world):
    message = deliver("silent@guest.example")
    message.refresh_from_db()
    assert message.status == "failed"
    assert heard(world, message) == "delivered"
    assert message.error == ""


def test_throttled_it_waits(world):
    message = deliver("throttle@guest.example")
    message.refresh_from_db()
    assert (message.status, message.attempt_cnt) == ("queued", 1)
    assert "asks to wait" in message.error


def test_staff_vouch_for_a_colleague(world, client_for):
    owner = UserAvatar.objects.order_by("pk").first()
    member = UserAvatar.objects.create(
        name="Ben", email="bounce@reef.example", role=owner.role, kind=owner.kind, status="active"
    )
    heard(world, deliver("bounce@reef.example"))
    member.refresh_from_db()
    assert member.is_email_suppressed
    assert world.account.find_suppressed("bounce@reef.example")

    client = owner_of(client_for)
    address = f"/setup/team/users/{member.pk}/remove-ses-suppression"
    assert client.post(address, {}, content_type="application/json").status_code == 200
    member.refresh_from_db()
    assert not member.is_email_suppressed
    assert suppressions.find(address="bounce@reef.example", channel="email") is None
    job = DueJob.objects.get(kind=mail_suppression.CLEAR)
    scheduled_jobs.run.run(job_id=job.pk)
    assert world.account.find_suppressed("bounce@reef.example") is None


def test_another_operators_colleague_is_not_found(world, client_for, peak):
    client = owner_of(client_for)
    answer = client.post(
        "/setup/team/users/999999/remove-ses-suppression", {}, content_type="application/json"
    )
    assert answer.status_code == 404
