"""WhatsApp through Twilio: marked addresses both ways, approved texts, its own number."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from pydantic import ValidationError

from outfitter.plugins import configs
from outfitter.plugins.types import TenantContext
from outfitter.sdk import ApprovedText, OutgoingText, TextRefused, TextTemplate
from outfitter.sdk.testing import Mood, TextConformance
from outfitter_tenants.messaging.models import Message
from outfitter_twilio.errors import refusal_of
from outfitter_twilio.settings import TwilioSettings
from outfitter_twilio.whatsapp import TwilioWhatsApp
from tests.plugins.twilio import test_routes as routes
from tests.plugins.twilio.conftest import SETTINGS, TOKEN

NUMBER: Final = "+15550100009"
CONTENT, SPANISH = f"HX{'a' * 32}", f"HX{'b' * 32}"
WITH_IT: Final = {
    **SETTINGS,
    "whatsapp_sender": NUMBER,
    "whatsapp_templates": f"reminder_day={CONTENT}\nreminder_day/es={SPANISH}\n12={CONTENT}",
}
GUEST: Final = "+13055550123"
NUMBERS: Final[dict[Mood, str]] = {
    "good": GUEST,
    "refusing": "+13055550009",
    "opted_out": "+13055550004",
    "busy": "+13055550005",
    "away": GUEST,
    "silent": "+13055550006",
}
quiet, host = routes.quiet, routes.host


class TestTwilioWhatsApp(TextConformance):
    channel = TwilioWhatsApp()
    settings = WITH_IT
    secrets = (TOKEN,)

    @pytest.fixture(autouse=True)
    def _stand_in(self, double: Any, settings: Any) -> None:
        self.double, self.django, self.to = double, settings, NUMBERS["good"]

    @contextmanager
    def provider(self, mood: Mood) -> Iterator[None]:
        self.to = NUMBERS[mood]
        if mood == "away":
            self.django.TWILIO = {**self.django.TWILIO, "api_base": "http://127.0.0.1:1"}
        yield

    def asked(self) -> list[str]:
        return [text.body for text in self.double.phones.newest_first()]

    def send(self, ctx: TenantContext, text: str = "See you at nine.", reference: str = "abc123") -> str:
        return self.channel.send(ctx, OutgoingText(reference, self.to, text))

    def test_both_addresses_are_marked(self, ctx):
        self.send(ctx, reference="Ref9")
        [text] = self.double.phones.newest_first()
        assert (text.sender, text.to) == (f"whatsapp:{NUMBER}", f"whatsapp:{GUEST}")
        assert text.callback == "https://reef.example/partner/twilio/webhook?message=Ref9"

    def test_an_approved_text_goes_with_numbered_values(self, ctx):
        approved = ApprovedText(CONTENT, ["Ana", "Nov 30"])
        sid = self.channel.send(ctx, OutgoingText("r", GUEST, "Ana, see you", approved))
        [text] = self.double.phones.newest_first()
        assert sid.startswith("MM")
        assert (text.body, text.content, dict(text.variables)) == ("", CONTENT, {"1": "Ana", "2": "Nov 30"})

        self.channel.send(ctx, OutgoingText("r2", GUEST, "Come back", ApprovedText(CONTENT)))
        assert dict(self.double.phones.newest_first()[0].variables) == {}

    def test_off_without_a_number(self, ctx):
        without = TenantContext(schema="t_reef", config=SETTINGS)
        assert not self.channel.is_ready(without)
        with pytest.raises(TextRefused) as refused:
            self.channel.send(without, OutgoingText("r", GUEST, "Hi"))
        assert refused.value.code == "not_configured"

    @pytest.mark.parametrize(
        ("template", "found"),
        [
            (TextTemplate(3, "reminder_day", "en"), CONTENT),
            (TextTemplate(3, "reminder_day", "es"), SPANISH),
            (TextTemplate(3, "reminder_day", "es-MX"), SPANISH),
            (TextTemplate(12, "", "de"), CONTENT),
            (TextTemplate(3, "followup", "en"), ""),
        ],
    )
    def test_the_text_of_a_template_is_that_of_its_language(self, ctx, template, found):
        assert self.channel.approved_id(ctx, template) == found


class TestSettings:
    @pytest.mark.parametrize(
        "wrong",
        [
            {"whatsapp_sender": "Reef"},
            {"whatsapp_templates": "reminder_day"},
            {"whatsapp_templates": "reminder_day=HX12"},
            {"whatsapp_templates": f"Reminder day={CONTENT}"},
            {"whatsapp_templates": f"12={CONTENT}\n12={SPANISH}"},
        ],
    )
    def test_what_is_wrong_is_refused(self, wrong):
        with pytest.raises(ValidationError):
            TwilioSettings(**{**SETTINGS, **wrong})

    def test_what_is_right_is_tidied(self):
        made = TwilioSettings(
            **{
                **SETTINGS,
                "whatsapp_sender": "whatsapp:+1 (555) 010-0009",
                "whatsapp_templates": f"12 = {CONTENT},reminder_day/pt-BR={SPANISH}",
            }
        )
        assert made.whatsapp_sender == NUMBER
        assert made.whatsapp_templates == f"12={CONTENT}\nreminder_day/pt-BR={SPANISH}"

    @pytest.mark.parametrize(
        ("code", "ours"),
        [
            ("63003", "not_on_whatsapp"),
            ("63016", "outside_window"),
            ("63018", "too_many"),
            ("63024", "not_on_whatsapp"),
            ("63028", "template_refused"),
            ("63014", "opted_out"),
            ("63999", "refused"),
        ],
    )
    def test_twilios_codes_have_our_names(self, code, ours):
        assert refusal_of(code) == ours


class TestNews:
    @pytest.fixture(autouse=True)
    def _on(self, host: Any, reef: Any) -> None:
        configs.enable(schema_name=reef.schema_name, slug="twilio", values=WITH_IT)

    def marked(self, number: str) -> str:
        return f"whatsapp:{number}"

    def test_a_guest_writes_and_it_stands_with_their_trip(self, host):
        trip = routes.booked()
        answer = routes.reply(host, From=self.marked(GUEST), To=self.marked(NUMBER), WaId=GUEST[1:])
        assert answer.status_code == 200
        row = Message.objects.get(direction="in")
        assert (row.channel, row.trip_id, row.from_address, row.segment_cnt) == (
            "whatsapp",
            trip.pk,
            GUEST,
            0,
        )

    def test_to_the_number_for_texts_or_another_is_refused(self, host):
        for to in (self.marked(SETTINGS["sender"]), NUMBER, self.marked("+15550109999")):
            assert routes.reply(host, From=self.marked(GUEST), To=to).status_code == 403
        assert not Message.objects.filter(direction="in").exists()

    def test_a_bad_signature_is_refused(self, host):
        form = {**routes.REPLY, "From": self.marked(GUEST), "To": self.marked(NUMBER)}
        assert routes.post(host, "/partner/twilio/reply", form, token="another").status_code == 403

    def test_it_is_read(self, host):
        row = routes.sent(channel="whatsapp")
        ways = {"From": self.marked(NUMBER), "To": self.marked(GUEST), "EventType": "READ"}
        assert routes.status(host, MessageStatus="read", **ways).status_code == 200
        assert routes.status(host, MessageStatus="delivered", **ways).status_code == 200
        row.refresh_from_db()
        assert row.status == "opened"

    def test_why_it_failed(self, host):
        row = routes.sent(channel="whatsapp")
        ways = {"From": self.marked(NUMBER), "To": self.marked(GUEST)}
        assert routes.status(host, MessageStatus="failed", ErrorCode="63003", **ways).status_code == 200
        row.refresh_from_db()
        assert (row.status, row.error) == ("failed", "This number isn't on WhatsApp.")

    def test_stop_keeps_every_text_from_the_number(self, host):
        from outfitter_tenants.messaging import suppressions

        routes.reply(host, From=self.marked(GUEST), To=self.marked(NUMBER), Body="Stop")
        assert suppressions.find(address=GUEST, channel="sms")
        start = {"Body": "START", "MessageSid": "SM" + "b" * 32}
        routes.reply(host, From=self.marked(GUEST), To=self.marked(NUMBER), **start)
        assert not suppressions.find(address=GUEST, channel="whatsapp")


class TestStandIn:
    def test_free_words_only_go_after_the_guest_wrote(self, double):
        told: list[tuple[str, str]] = []
        double.courier.post = lambda url, form: told.append(
            (form["MessageStatus"], form.get("ErrorCode", ""))
        )
        form = {
            "To": f"whatsapp:{GUEST}",
            "From": f"whatsapp:{NUMBER}",
            "Body": "Hi",
            "StatusCallback": "http://x",
        }
        report = type(double.courier).report
        text = double.phones.take(form)
        report(double.courier, text)
        assert told == [("failed", "63016")]

        double.phones.write_back(text.sid, "Hello")
        report(double.courier, double.phones.take(form))
        report(double.courier, double.phones.take({**form, "To": "whatsapp:+13055550003"}))
        report(double.courier, double.phones.take({**form, "ContentSid": f"HX{'0' * 32}"}))
        assert told[1:] == [("sent", ""), ("delivered", ""), ("failed", "63003"), ("failed", "63027")]
