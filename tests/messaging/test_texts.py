"""Texts: written down once, sent once, moved forward only, kept from whoever wants none."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from outfitter.plugins import registry
from outfitter.plugins.message_channels.types import OutgoingText, TextAnswerLost, TextLimits, TextRefused
from outfitter.plugins.models import DueJob
from outfitter.plugins.types import Retryable
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.messaging import operations, suppressions, text_delivery, text_messages, text_reports
from outfitter_tenants.messaging.models import Message, Suppression

# Noon in New York, where Reef Runners and the number are.
NOON = datetime(2026, 11, 21, 17, tzinfo=UTC)
NIGHT = datetime(2026, 11, 22, 4, tzinfo=UTC)
MORNING = datetime(2026, 11, 22, 13, tzinfo=UTC)
PHONE = "+12125550123"


class Carrier:
    """A provider that does as it is told."""

    slug, channel, limits = "slack", "sms", TextLimits(most_characters=300)

    def __init__(self) -> None:
        self.sent: list[OutgoingText] = []
        self.problem: Exception | None = None

    def is_ready(self, ctx: Any) -> bool:
        return True

    def send(self, ctx: Any, outgoing: OutgoingText) -> str:
        self.sent.append(outgoing)
        if self.problem:
            raise self.problem
        return f"SM{len(self.sent)}"


@pytest.fixture
def carrier(reef: Any, monkeypatch: pytest.MonkeyPatch) -> Carrier:
    made = Carrier()
    for module in (text_delivery, text_messages):
        monkeypatch.setattr(module, "find_message_channel", lambda **_: made)
    return made


def draft(**more: Any) -> text_messages.TextDraft:
    facts = {"text": "Reef: please sign", "locale": "en", "category": "waiver_reminder", "occasion": "1"}
    return text_messages.TextDraft(to=PHONE, **{**facts, **more})


def queue(**more: Any) -> Message:
    return Message.objects.get(pk=text_messages.queue_text(draft(**more), at=NOON))


def state(message: Message) -> tuple[str, str]:
    message.refresh_from_db()
    return message.status, message.error


def due_at(message: Message) -> datetime | None:
    job = DueJob.objects.filter(kind=operations.WATCH, key=str(message.pk)).first()
    return job.next_at if job else None


class TestSending:
    def test_a_text_is_a_row_before_it_goes_and_goes_once(self, carrier):
        message = queue(text="Reef – it’s on: https://reef.example/w")
        assert (message.channel, message.status, message.segment_cnt) == ("sms", "queued", 1)
        assert message.body_text == "Reef - it's on: https://reef.example/w"
        assert carrier.sent == []
        assert queue().pk == message.pk

        for _ in range(2):
            operations.deliver(message_id=message.pk, at=NOON)

        assert [(one.to, one.reference) for one in carrier.sent] == [(PHONE, message.hash)]
        assert state(message) == ("sent", "")
        assert (message.provider_id, message.sent_at) == ("SM1", NOON)
        assert due_at(message) is None

    def test_what_surely_did_not_go_out_is_tried_again(self, carrier):
        message, carrier.problem = queue(), Retryable("busy")
        operations.deliver(message_id=message.pk, at=NOON)
        assert state(message) == ("queued", "busy")
        assert due_at(message) == NOON + timedelta(minutes=1)

        carrier.problem = None
        operations.deliver(message_id=message.pk, at=NOON)
        assert state(message) == ("sent", "")

    def test_but_not_forever(self, carrier):
        message, carrier.problem = queue(), Retryable("busy")
        for _ in range(text_delivery.MAX_ATTEMPTS + 2):
            operations.deliver(message_id=message.pk, at=NOON)
        assert len(carrier.sent) == text_delivery.MAX_ATTEMPTS
        assert state(message) == ("failed", "busy")

    @pytest.mark.parametrize("problem", [TextAnswerLost("timeout"), RuntimeError("anything else")])
    def test_what_may_have_gone_out_never_is(self, carrier, problem):
        message, carrier.problem = queue(), problem
        operations.deliver(message_id=message.pk, at=NOON)
        assert state(message) == ("failed", text_delivery.UNKNOWN)

        for later in (1, 60, 3600):
            found = operations.check(message_id=message.pk, at=NOON + timedelta(minutes=later))
            assert not found.is_sendable
            operations.deliver(message_id=message.pk, at=NOON + timedelta(minutes=later))
        assert len(carrier.sent) == 1

    def test_nor_what_a_dead_worker_left(self, carrier):
        message = queue()
        Message.objects.filter(pk=message.pk).update(status="sending", claimed_at=NOON)
        found = operations.check(message_id=message.pk, at=NOON + timedelta(minutes=2))
        assert (found.is_sendable, found.is_open) == (False, False)
        assert state(message) == ("failed", text_delivery.UNKNOWN)

    def test_a_refusal_says_why(self, carrier):
        message, carrier.problem = queue(), TextRefused("not_mobile", "21614")
        operations.deliver(message_id=message.pk, at=NOON)
        assert state(message) == ("failed", "This number can't receive texts.")

    def test_too_long_is_not_asked(self, carrier):
        message = queue(text="a" * 301)
        operations.deliver(message_id=message.pk, at=NOON)
        assert (state(message)[0], carrier.sent) == ("failed", [])

    def test_without_a_provider_the_row_says_so(self, carrier, monkeypatch):
        message = queue()
        monkeypatch.setattr(text_delivery, "find_message_channel", lambda **_: None)
        operations.deliver(message_id=message.pk, at=NOON)
        assert state(message) == ("failed", text_delivery.NO_PROVIDER)


class TestQuietHours:
    def test_it_waits_for_the_morning_and_goes_then(self, carrier):
        message = queue()
        operations.deliver(message_id=message.pk, at=NIGHT)
        assert state(message) == ("scheduled", "")
        assert (message.scheduled_at, due_at(message)) == (MORNING, MORNING)
        assert not operations.check(message_id=message.pk, at=MORNING - timedelta(minutes=1)).is_sendable
        operations.deliver(message_id=message.pk, at=MORNING - timedelta(minutes=1))
        assert carrier.sent == []

        assert operations.check(message_id=message.pk, at=MORNING).is_sendable
        operations.deliver(message_id=message.pk, at=MORNING)
        assert (state(message), len(carrier.sent)) == (("sent", ""), 1)

    def test_it_can_be_held_back_until_then(self, carrier):
        message = queue()
        operations.deliver(message_id=message.pk, at=NIGHT)
        operations.cancel(message_id=message.pk, at=NIGHT)
        operations.deliver(message_id=message.pk, at=MORNING)
        assert (state(message)[0], carrier.sent) == ("cancelled", [])

    def test_an_offer_that_ends_at_night_goes_at_night(self, carrier):
        message = queue(is_urgent=True, useful_until=NIGHT + timedelta(hours=2))
        operations.deliver(message_id=message.pk, at=NIGHT)
        assert state(message) == ("sent", "")

    def test_what_comes_too_late_stays_here(self, carrier):
        message = queue(useful_until=NIGHT + timedelta(hours=2))
        operations.deliver(message_id=message.pk, at=NIGHT)
        assert (state(message), carrier.sent) == (("suppressed", text_delivery.TOO_LATE), [])
        assert AuditLog.objects.filter(action="message.suppressed").count() == 1


class TestReports:
    @pytest.mark.parametrize(
        "order", [*permutations(["sent", "delivered", "read"]), *permutations(["sent", "sent", "read"])]
    )
    def test_news_in_any_order_leave_the_furthest(self, carrier, order):
        message = queue()
        operations.deliver(message_id=message.pk, at=NOON)
        for status in (*order, *order):
            text_reports.progressed(provider_id="SM1", reference=message.hash, status=status, at=NOON)
        assert state(message) == ("opened", "")

    def test_delivered_and_failed_do_not_take_turns(self, carrier):
        message = queue()
        operations.deliver(message_id=message.pk, at=NOON)
        news = {"provider_id": "SM1", "reference": None, "at": NOON}
        assert text_reports.failed(code="unreachable", source="twilio", **news)
        assert not text_reports.progressed(status="delivered", **news)
        assert not text_reports.failed(code="blocked", source="twilio", **news)
        assert state(message) == ("failed", "The phone couldn't be reached.")

    def test_news_before_the_answer_find_the_text_by_our_reference(self, carrier):
        message = queue()
        Message.objects.filter(pk=message.pk).update(status="sending", claimed_at=NOON)
        assert text_reports.progressed(provider_id="SM9", reference=message.hash, status="delivered", at=NOON)
        assert (state(message)[0], message.provider_id) == ("delivered", "SM9")

    def test_and_tell_what_became_of_one_whose_answer_was_lost(self, carrier):
        message, carrier.problem = queue(), TextAnswerLost("timeout")
        operations.deliver(message_id=message.pk, at=NOON)
        text_reports.progressed(provider_id="SM9", reference=message.hash, status="sent", at=NOON)
        assert state(message) == ("sent", "")
        text_reports.progressed(provider_id="SM9", reference=message.hash, status="delivered", at=NOON)
        assert state(message) == ("delivered", "")

    def test_a_reference_of_another_text_is_not_believed(self, carrier):
        message = queue()
        operations.deliver(message_id=message.pk, at=NOON)
        assert not text_reports.progressed(
            provider_id="SM77", reference=message.hash, status="delivered", at=NOON
        )
        assert state(message) == ("sent", "")

    def test_what_was_held_back_stays_so(self, carrier):
        message = queue()
        operations.cancel(message_id=message.pk, at=NOON)
        assert not text_reports.progressed(
            provider_id="SM1", reference=message.hash, status="delivered", at=NOON
        )
        assert state(message)[0] == "cancelled"

    def test_mails_are_none_of_it(self, carrier):
        message = queue()
        Message.objects.filter(pk=message.pk).update(channel="email", provider_id="SM1", status="sent")
        assert not text_reports.progressed(provider_id="SM1", reference=None, status="read", at=NOON)


class TestSuppression:
    def test_who_said_stop_gets_none_until_they_say_start(self, carrier):
        assert suppressions.suppress(address=PHONE, channel="sms", source="reply", at=NOON)
        assert not suppressions.suppress(address=PHONE, channel="sms", source="twilio", at=NOON)
        stopped = queue()
        operations.deliver(message_id=stopped.pk, at=NOON)
        assert (state(stopped), carrier.sent) == (("suppressed", text_delivery.OPTED_OUT), [])

        assert suppressions.lift(address=PHONE, channel="sms", at=NOON) == 1
        assert suppressions.lift(address=PHONE, channel="sms", at=NOON) == 0
        again = queue(occasion="2")
        operations.deliver(message_id=again.pk, at=NOON)
        assert state(again) == ("sent", "")
        assert Suppression.objects.get().lifted_at == NOON

    def test_news_alone_are_kept_from_them(self, carrier):
        suppressions.suppress(address=PHONE, channel="sms", source="reply", at=NOON, scope="marketing")
        message = queue()
        operations.deliver(message_id=message.pk, at=NOON)
        assert state(message) == ("sent", "")

    def test_the_provider_may_know_it_first(self, carrier):
        message, carrier.problem = queue(), TextRefused("opted_out", "21610")
        operations.deliver(message_id=message.pk, at=NOON)
        assert state(message) == ("suppressed", text_delivery.OPTED_OUT)
        assert suppressions.find(address=PHONE, channel="sms").source == "slack"

    def test_or_tell_it_later(self, carrier):
        message = queue()
        operations.deliver(message_id=message.pk, at=NOON)
        text_reports.failed(provider_id="SM1", reference=None, code="opted_out", source="twilio", at=NOON)
        assert state(message) == ("failed", text_delivery.OPTED_OUT)
        assert suppressions.find(address=PHONE, channel="sms") is not None


def test_nothing_can_be_texted_where_no_plugin_is_on(reef):
    assert not text_messages.can_text()
    assert [slug for slug, _ in registry.collect("message_channels")] == ["ses", "twilio", "twilio"]
