"""Mail through a provider: asked once, throttled, kept while it is away, never to who wants none."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.core import mail

from outfitter.plugins.message_channels.mail_types import MailAnswerLost, MailLimits, MailRefused
from outfitter.plugins.models import DueJob
from outfitter.plugins.types import Retryable
from outfitter_tenants.messaging import mail_delivery, operations, suppressions
from outfitter_tenants.messaging.models import Message
from tests.messaging.mail_carrier import GUEST, carrier, make_mail, make_template

__all__ = ["carrier"]
AT = datetime(2026, 11, 28, 12, tzinfo=UTC)


def state(message: Message) -> tuple[str, str]:
    message.refresh_from_db()
    return message.status, message.error


def deliver(message: Message, at: datetime = AT) -> tuple[str, str]:
    operations.deliver(message_id=message.pk, at=at)
    return state(message)


def due_at(message: Message) -> datetime:
    found: datetime = DueJob.objects.get(kind=operations.WATCH, key=str(message.pk)).next_at
    return found


def parsed(carrier: Any) -> Any:
    return message_from_bytes(carrier.sent[-1].raw, policy=policy.default)


class TestHandingOver:
    def test_it_goes_once_from_the_providers_sender(self, carrier):
        message = make_mail()
        for _ in range(2):
            assert deliver(message) == ("sent", "")
        [outgoing] = carrier.sent
        assert (outgoing.to, outgoing.reference) == (GUEST, message.hash)
        assert outgoing.sender == "bookings@outfitter.example"
        assert parsed(carrier)["From"] == "Reef Runners <bookings@outfitter.example>"
        assert parsed(carrier)["X-Outfitter-Message"] == message.hash
        assert (message.provider, message.provider_id) == ("slack", "id-1")
        assert mail.outbox == []

    def test_without_one_our_own_server_sends(self, reef):
        message = make_mail()
        assert deliver(message) == ("sent", "")
        assert len(mail.outbox) == 1
        assert message.provider == "smtp"

    def test_an_attachment_that_is_too_large_is_said_in_words(self, carrier):
        carrier.most = MailLimits(most_bytes=50_000)
        files = [{"name": "map.txt", "type": "text/plain", "text": "x" * 60_000}]
        status, error = deliver(make_mail(attachments=files))
        assert status == "failed"
        assert error == (
            "This email is too large for the provider: 0.1 MB with its attachments, 0.1 MB at most."
        )
        assert carrier.sent == []

    @pytest.mark.parametrize("code", ["keys_refused", "not_configured", "paused", "sender_not_verified"])
    def test_what_somebody_will_mend_waits(self, carrier, code):
        message, carrier.problem = make_mail(), MailRefused(code, "no")
        assert deliver(message) == ("queued", mail_delivery.REFUSALS[code])
        carrier.problem = None
        assert deliver(message, due_at(message)) == ("sent", "")

    @pytest.mark.parametrize("code", ["bad_address", "too_large", "refused"])
    def test_a_refusal_is_final_and_says_why(self, carrier, code):
        message, carrier.problem = make_mail(), MailRefused(code, "no")
        assert deliver(message) == ("failed", mail_delivery.REFUSALS[code])

    @pytest.mark.parametrize("problem", [MailAnswerLost("timeout"), RuntimeError("anything")])
    def test_what_may_have_gone_out_never_goes_again(self, carrier, problem):
        message, carrier.problem = make_mail(), problem
        assert deliver(message) == ("failed", mail_delivery.UNKNOWN)
        for hours in (0, 1, 24):
            found = operations.check(message_id=message.pk, at=AT + timedelta(hours=hours))
            assert not found.is_sendable
        assert len(carrier.sent) == 1

    def test_nor_what_a_dead_worker_left(self, carrier):
        message = make_mail(status="sending", claimed_at=AT, provider="slack")
        found = operations.check(message_id=message.pk, at=AT + timedelta(minutes=2))
        assert (found.is_sendable, state(message)) == (False, ("failed", mail_delivery.UNKNOWN))

    def test_a_worker_that_dies_before_the_call_has_sent_nothing(self, carrier):
        message, carrier.problem = make_mail(), Retryable("away")
        deliver(message)
        Message.objects.filter(pk=message.pk).update(status="sending", claimed_at=AT)
        found = operations.check(message_id=message.pk, at=AT + timedelta(minutes=2))
        assert (found.is_sendable, state(message)[0]) == (True, "queued")

    def test_a_provider_that_is_away_for_an_hour_costs_nothing(self, carrier):
        message, at = make_mail(), AT
        while at < AT + timedelta(hours=1):
            carrier.problem = Retryable("Amazon was not reached")
            assert deliver(message, at) == ("queued", "Amazon was not reached")
            at = due_at(message)
        carrier.problem = None
        assert deliver(message, at) == ("sent", "")
        assert at < AT + timedelta(hours=2, minutes=5)


class TestThrottle:
    def test_so_many_a_second_and_in_order(self, carrier):
        carrier.most = MailLimits(per_second=2)
        messages = [make_mail() for _ in range(7)]
        for message in messages:
            deliver(message)
        assert [state(message)[0] for message in messages] == ["sent"] * 2 + ["queued"] * 5
        waits = [int((due_at(message) - AT).total_seconds()) for message in messages[2:]]
        assert waits == [1, 1, 2, 2, 3]
        # Nobody was asked: that is no attempt.
        assert {message.attempt_cnt for message in messages[2:]} == {0}

        for message in messages[2:]:
            assert deliver(message, due_at(message)) == ("sent", "")
        assert [one.reference for one in carrier.sent] == [message.hash for message in messages]

    def test_whoever_is_a_little_late_has_not_lost_the_turn(self, carrier):
        carrier.most = MailLimits(per_second=1)
        first, second, third = make_mail(), make_mail(), make_mail()
        for message in (first, second):
            deliver(message)
        late = AT + timedelta(seconds=30)
        assert deliver(second, late)[0] == "sent"
        assert deliver(third, late)[0] == "sent"

    def test_slower_than_one_a_second(self, carrier):
        carrier.most = MailLimits(per_second=0.1)
        first, second = make_mail(), make_mail()
        deliver(first)
        deliver(second)
        assert due_at(second) == AT + timedelta(seconds=10)

    def test_each_operator_and_provider_by_itself(self, carrier):
        carrier.most = MailLimits(per_second=1)
        deliver(make_mail())
        carrier.slug = "twilio"
        assert deliver(make_mail())[0] == "sent"


class TestWhoWantsNone:
    @pytest.mark.parametrize(
        ("scope", "source", "category", "status", "reason"),
        [
            ("all", "ses", "confirmation", "suppressed", "address_refused"),
            ("all", "ses", "followup", "suppressed", "address_refused"),
            ("marketing", "unsubscribe", "confirmation", "sent", ""),
            ("marketing", "unsubscribe", "receipt", "sent", ""),
            ("marketing", "unsubscribe", "manual", "sent", ""),
            ("marketing", "unsubscribe", "followup", "suppressed", "opted_out"),
            ("marketing", "unsubscribe", "abandon", "suppressed", "opted_out"),
            ("marketing", "unsubscribe", "review_request", "suppressed", "opted_out"),
        ],
    )
    def test_news_are_kept_back_and_what_was_booked_is_told(
        self, carrier, scope, source, category, status, reason
    ):
        suppressions.suppress(address=GUEST, channel="email", source=source, at=AT, scope=scope)
        message = make_mail(category=category, to=f"Ana <{GUEST.title()}>")
        assert deliver(message)[0] == status
        assert message.reason == reason
        assert bool(message.error) == (status == "suppressed")

    def test_what_everyone_on_a_departure_must_know_reaches_everyone(self, carrier):
        suppressions.suppress(address=GUEST, channel="email", source="x", at=AT, scope="marketing")
        assert deliver(make_mail(category="manual", job_id=1))[0] == "sent"

    def test_lifted_it_goes_again(self, carrier):
        suppressions.suppress(address=GUEST, channel="email", source="ses", at=AT)
        suppressions.lift(address=GUEST, channel="email", at=AT)
        assert deliver(make_mail())[0] == "sent"

    def test_nobody_to_write_to(self, carrier):
        assert deliver(make_mail(to="")) == ("failed", mail_delivery.NO_ADDRESS)


class TestHeaders:
    def test_news_can_be_left_in_one_click(self, carrier):
        message = make_mail(category="followup", template_id=make_template().pk)
        deliver(message)
        address = f"/public/crm/{message.hash}/unsubscribe"
        found = parsed(carrier)
        assert found["List-Unsubscribe"].endswith(f"{address}>")
        assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert address in found.get_body(("plain",)).get_content()
        assert address in found.get_body(("html",)).get_content()
        assert carrier.sent[0].is_marketing

    @pytest.mark.parametrize("category", ["confirmation", "receipt", "reminder", "manual"])
    def test_what_was_booked_cannot(self, carrier, category):
        deliver(make_mail(category=category))
        assert parsed(carrier)["List-Unsubscribe"] is None
        assert "unsubscribe" not in parsed(carrier).get_body(("html",)).get_content()
        assert not carrier.sent[0].is_marketing

    @pytest.mark.parametrize(
        ("locale", "words"), [("de", "Abmelden"), ("ar", "إلغاء الاشتراك"), ("xx", "Unsubscribe")]
    )
    def test_in_the_readers_language(self, carrier, locale, words):
        deliver(make_mail(category="custom", locale=locale))
        assert words in parsed(carrier).get_body(("html",)).get_content()

    def test_words_leave_the_two_addresses_open(self, carrier):
        message = make_mail(
            category="followup",
            body_text="Look: {{message.view_link}}",
            body_html='<a href="{{message.view_link}}">See</a> '
            '<a href="%7B%7Bmessage.unsubscribe_link%7D%7D">Go</a>',
        )
        deliver(message)
        html = parsed(carrier).get_body(("html",)).get_content()
        assert f'/public/crm/{message.hash}">See' in html
        # What the letter itself offers is not offered twice.
        assert html.count("/unsubscribe") == 1
        assert "message." not in html + parsed(carrier).get_body(("plain",)).get_content()
