"""Twilio does what every provider of texts has to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from outfitter.plugins.types import TenantContext
from outfitter.sdk import OutgoingText
from outfitter.sdk.testing import Mood, TextConformance
from outfitter_twilio import client
from outfitter_twilio.sms import TwilioTexts
from tests.plugins.twilio.conftest import SETTINGS, TOKEN

# Numbers at which the stand-in is in that mood.
NUMBERS: Final[dict[Mood, str]] = {
    "good": "+13055550123",
    "refusing": "+13055550009",
    "opted_out": "+13055550004",
    "busy": "+13055550005",
    "away": "+13055550123",
    "silent": "+13055550006",
}


class TestTwilio(TextConformance):
    channel = TwilioTexts()
    settings = SETTINGS
    secrets = (TOKEN,)

    @pytest.fixture(autouse=True)
    def _stand_in(self, double: Any, settings: Any) -> None:
        self.double, self.django, self.number = double, settings, NUMBERS["good"]

    @contextmanager
    def provider(self, mood: Mood) -> Iterator[None]:
        self.number = NUMBERS[mood]
        if mood == "away":
            self.django.TWILIO = {**self.django.TWILIO, "api_base": "http://127.0.0.1:1"}
        yield

    def asked(self) -> list[str]:
        return [text.body for text in self.double.phones.newest_first()]

    def send(self, ctx: TenantContext, text: str = "See you at nine.", reference: str = "abc123") -> str:
        return self.channel.send(ctx, OutgoingText(reference, self.number, text))

    def test_news_come_to_the_operators_own_address_with_our_reference(self, ctx):
        self.send(ctx, reference="Ref9")
        [text] = self.double.phones.newest_first()
        assert text.callback == "https://reef.example/partner/twilio/webhook?message=Ref9"
        assert text.sender == SETTINGS["sender"]

    def test_health(self, ctx):
        assert client.probe(ctx) == "ok"
        wrong = TenantContext(schema="t_reef", config={**SETTINGS, "auth_token": "wrong"})
        assert client.probe(wrong) == "Twilio doesn't accept this account SID and auth token."
        assert "missing" in client.probe(TenantContext(schema="t_reef"))
        with self.provider("away"):
            assert client.probe(ctx) == "Twilio can't be reached right now."
