"""WhatsApp: guests choose it by writing there; a day later only what was approved goes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from outfitter.plugins.message_channels.types import (
    ApprovedText,
    OutgoingText,
    TextLimits,
    TextRefused,
    TextTemplate,
)
from outfitter.plugins.types import Retryable
from outfitter_tenants.messaging import (
    conversation,
    operations,
    suppressions,
    template_queries,
    text_delivery,
    text_messages,
    text_reports,
    whatsapp,
)
from outfitter_tenants.messaging.models import Message

# Noon in New York, where Reef Runners and the number are; the month ends two days later.
NOON = datetime(2026, 11, 28, 17, tzinfo=UTC)
PHONE = "+12125550123"


class Carrier:
    """A provider of one channel that does as it is told."""

    slug, limits = "twilio", TextLimits(most_characters=300)

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.sent: list[OutgoingText] = []
        self.problem: Exception | None = None
        self.approved: dict[tuple[str, str], str] = {}

    def is_ready(self, ctx: Any) -> bool:
        return True

    def number(self, ctx: Any) -> str:
        return "+15550100009"

    def approved_id(self, ctx: Any, template: TextTemplate) -> str:
        return self.approved.get((template.slug, template.locale), "")

    def send(self, ctx: Any, outgoing: OutgoingText) -> str:
        self.sent.append(outgoing)
        if self.problem:
            raise self.problem
        return f"{self.channel}{len(self.sent)}"


@pytest.fixture
def sms(reef: Any, monkeypatch: pytest.MonkeyPatch) -> Carrier:
    made = Carrier("sms")
    for module in (text_delivery, text_messages):
        monkeypatch.setattr(module, "find_message_channel", lambda **_: made)
    return made


@pytest.fixture
def app(reef: Any, monkeypatch: pytest.MonkeyPatch) -> Carrier:
    made = Carrier("whatsapp")
    monkeypatch.setattr(whatsapp, "find_whatsapp", lambda **_: made)
    return made


def wrote(channel: str, *, at: datetime, key: str = "") -> None:
    conversation.keep_text(
        key=f"{channel}{key or at.isoformat()}",
        trip_id=None,
        customer_id=None,
        sender=PHONE,
        channel=channel,
        locale="en",
        body="Hello!",
        at=at,
    )


def queue(**more: Any) -> Message:
    facts = {"text": "Ana, see you on Nov 30.", "locale": "en", "category": "reminder", "occasion": "1"}
    draft = text_messages.TextDraft(to=PHONE, **{**facts, **more})
    return Message.objects.get(pk=text_messages.queue_text(draft, at=NOON))


def reminder(**more: Any) -> Message:
    template = template_queries.get_system_template(slug="reminder_day")
    return queue(template_id=template.pk, template_version=1, values=["Ana", "Nov 30"], **more)


def deliver(message: Message, at: datetime = NOON) -> tuple[str, str, str]:
    operations.deliver(message_id=message.pk, at=at)
    message.refresh_from_db()
    return message.channel, message.status, message.error


class TestWhoGetsIt:
    def test_nobody_who_never_wrote_there(self, sms, app):
        assert deliver(queue()) == ("sms", "sent", "")
        wrote("sms", at=NOON - timedelta(hours=1))
        assert deliver(queue(occasion="2")) == ("sms", "sent", "")
        assert app.sent == []

    def test_whoever_wrote_there_last(self, sms, app):
        wrote("sms", at=NOON - timedelta(hours=3))
        wrote("whatsapp", at=NOON - timedelta(hours=2))
        message = queue()
        assert message.segment_cnt == 1
        assert deliver(message) == ("whatsapp", "sent", "")
        assert (message.segment_cnt, message.provider_id) == (0, "whatsapp1")
        assert [(one.text, one.approved) for one in app.sent] == [("Ana, see you on Nov 30.", None)]
        assert sms.sent == []

    def test_until_they_write_a_text_again(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(hours=2))
        wrote("sms", at=NOON - timedelta(hours=1))
        assert deliver(queue()) == ("sms", "sent", "")

    def test_nobody_while_it_is_off(self, sms):
        wrote("whatsapp", at=NOON - timedelta(hours=2))
        assert deliver(queue()) == ("sms", "sent", "")
        assert whatsapp.number() == ""

    def test_an_answer_and_a_test_go_as_they_were_written(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(hours=2))
        for place, category in enumerate(("answer", "test")):
            assert deliver(queue(category=category, occasion=str(place))) == ("sms", "sent", "")


class TestWindow:
    @pytest.mark.parametrize(
        ("ago", "is_open"), [(timedelta(hours=23, minutes=59), True), (timedelta(hours=24), False)]
    )
    def test_is_a_day(self, sms, app, ago, is_open):
        wrote("whatsapp", at=NOON - ago)
        assert whatsapp.is_open(phone=PHONE, at=NOON) is is_open
        assert deliver(queue())[0] == ("whatsapp" if is_open else "sms")

    def test_later_what_was_approved_goes_with_its_values(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(days=40))
        app.approved["reminder_day", "en"] = "HX1"
        assert deliver(reminder()) == ("whatsapp", "sent", "")
        assert [one.approved for one in app.sent] == [ApprovedText("HX1", ["Ana", "Nov 30"])]

    def test_values_are_one_line_and_never_empty(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(days=2))
        app.approved["reminder_day", "en"] = "HX1"
        template = template_queries.get_system_template(slug="reminder_day")
        assert deliver(queue(template_id=template.pk, values=["", "two\nlines", "x" * 300]))[1] == "sent"
        assert app.sent[0].approved == ApprovedText("HX1", ["-", "two lines", "x" * 255])

    def test_another_language_or_what_nobody_approved_goes_by_text(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(days=2))
        app.approved["reminder_day", "es"] = "HX1"
        assert deliver(reminder()) == ("sms", "sent", "")
        assert deliver(queue(occasion="2")) == ("sms", "sent", "")

    def test_what_must_go_by_whatsapp_says_why_it_cannot(self, sms, app):
        message = queue()
        Message.objects.filter(pk=message.pk).update(channel="whatsapp")
        refused = ("whatsapp", "failed", text_delivery.REFUSALS["outside_window"])
        assert deliver(message) == refused
        assert app.sent == sms.sent == []

    def test_words_by_hand_are_nothing_that_was_approved(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(days=2))
        app.approved["reminder_day", "en"] = "HX1"
        message = reminder()
        Message.objects.filter(pk=message.pk).update(channel="whatsapp", written_text="Hi")
        assert deliver(message)[1:] == ("failed", text_delivery.REFUSALS["outside_window"])


class TestAfterwards:
    def test_a_second_try_chooses_the_way_anew(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(hours=23, minutes=59))
        app.problem = Retryable("busy")
        message = queue()
        assert deliver(message) == ("sms", "queued", "busy")
        assert message.segment_cnt == 1
        assert deliver(message, NOON + timedelta(minutes=5)) == ("sms", "sent", "")

    @pytest.mark.parametrize("code", ["not_on_whatsapp", "outside_window", "template_refused", "too_many"])
    def test_a_refusal_is_named(self, sms, app, code):
        wrote("whatsapp", at=NOON - timedelta(hours=1))
        app.problem = TextRefused(code, "63003")
        assert deliver(queue()) == ("whatsapp", "failed", text_delivery.REFUSALS[code])

    def test_news_move_it_up_to_read_and_never_back(self, sms, app):
        wrote("whatsapp", at=NOON - timedelta(hours=1))
        message = queue()
        deliver(message)
        news = {"provider_id": "whatsapp1", "reference": None, "at": NOON}
        assert text_reports.progressed(status="read", **news)
        assert not text_reports.progressed(status="delivered", **news)
        message.refresh_from_db()
        assert message.status == "opened"

    @pytest.mark.parametrize(("said", "heard"), [("whatsapp", "sms"), ("sms", "whatsapp")])
    def test_stop_is_for_all_texts_and_so_is_start(self, sms, app, said, heard):
        suppressions.suppress(address=PHONE, channel=said, source="reply", at=NOON)
        assert suppressions.find(address=PHONE, channel=heard)
        assert suppressions.among(addresses=[PHONE], channel=heard) == {PHONE}
        assert suppressions.is_marketing_refused(address=PHONE, channel=heard)
        assert not suppressions.find(address=PHONE, channel="email")
        assert deliver(queue())[1] == "suppressed"
        assert suppressions.lift(address=PHONE, channel=heard, at=NOON) == 1
        assert deliver(queue(occasion="2"))[1] == "sent"
