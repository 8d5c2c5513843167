"""Amazon SES does what every provider of mail has to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from pydantic import ValidationError

from outfitter.plugins.types import TenantContext
from outfitter.sdk import MailRefused, OutgoingMail, Retryable
from outfitter.sdk.testing import MailConformance, MailMood
from outfitter_ses import client
from outfitter_ses.errors import refusal_of
from outfitter_ses.mail import SesMail
from outfitter_ses.settings import SesSettings
from tests.plugins.ses.conftest import SECRET, SENDER, SETTINGS

# Addresses at which the stand-in is in that mood.
ADDRESSES: Final[dict[MailMood, str]] = {
    "good": "ana@guest.example",
    "refusing": "reject@guest.example",
    "unverified": "unverified@guest.example",
    "busy": "throttle@guest.example",
    "away": "ana@guest.example",
    "silent": "silent@guest.example",
}


class TestSes(MailConformance):
    provider = SesMail()
    settings = SETTINGS
    secrets = (SECRET,)

    @pytest.fixture(autouse=True)
    def _stand_in(self, double: Any, settings: Any) -> None:
        self.double, self.django, self.to = double, settings, ADDRESSES["good"]

    @contextmanager
    def mood(self, mood: MailMood) -> Iterator[None]:
        self.to = ADDRESSES[mood]
        if mood == "away":
            self.django.SES = {**self.django.SES, "api_base": "http://127.0.0.1:1"}
        yield

    def asked(self) -> list[bytes]:
        return [mail.raw for mail in self.double.account.newest_first()]

    def address(self) -> str:
        return self.to

    def test_news_will_name_our_reference_and_the_operators_host(self, ctx):
        self.send(ctx, reference="Ref9")
        [mail] = self.double.account.newest_first()
        assert (mail.reference, mail.host, mail.sender) == ("Ref9", "reef.example", SENDER)

    def test_health(self, ctx):
        assert client.probe(ctx) == "ok"
        wrong = TenantContext(schema="t_reef", config={**SETTINGS, "access_key_id": "AKIA000000000000WRONG"})
        assert client.probe(wrong) == "Amazon doesn't accept these keys in this region."
        other = TenantContext(schema="t_reef", config={**SETTINGS, "from_address": "a@elsewhere.example"})
        assert "verified" in client.probe(other)
        assert "missing" in client.probe(TenantContext(schema="t_reef"))
        with self.mood("away"):
            assert client.probe(ctx) == "Amazon can't be reached right now."

    @pytest.mark.parametrize("address", ["ana@guest.example", "ana+tour@guest.example", "zoë@guest.example"])
    def test_an_address_comes_off_the_list(self, ctx, address):
        self.double.account.suppress(address, "BOUNCE")
        client.clear_suppression(ctx, address)
        assert self.double.account.find_suppressed(address) is None
        # One that isn't on it is fine as well.
        client.clear_suppression(ctx, address)

    def test_or_it_is_tried_again(self, ctx):
        with self.mood("away"), pytest.raises(Retryable):
            client.clear_suppression(ctx, "ana@guest.example")
        wrong = TenantContext(schema="t_reef", config={**SETTINGS, "access_key_id": "AKIA000000000000WRONG"})
        self.django.SES = {**self.django.SES, "api_base": self.double.base}
        with pytest.raises(MailRefused, match="keys_refused"):
            client.clear_suppression(wrong, "ana@guest.example")

    def test_what_is_too_large_is_said_in_those_words(self, ctx, monkeypatch):
        monkeypatch.setattr("ses_double.account.MOST_BYTES", 10)
        with pytest.raises(MailRefused, match="too_large"):
            self.provider.send(ctx, OutgoingMail("a", SENDER, self.to, b"x" * 11))


@pytest.mark.rules
@pytest.mark.parametrize(
    ("code", "message", "ours"),
    [
        ("MessageRejected", "Email address is not verified: a@b.example", "sender_not_verified"),
        ("MessageRejected", "Bad content", "refused"),
        ("BadRequestException", "Domain contains illegal, non-ASCII characters", "bad_address"),
        ("BadRequestException", "Invalid email address", "bad_address"),
        ("SendingPausedException", "", "paused"),
        ("AccountSuspendedException", "", "paused"),
        ("MailFromDomainNotVerifiedException", "", "sender_not_verified"),
        ("SignatureDoesNotMatch", "", "keys_refused"),
        ("NewException", "", "refused"),
    ],
)
def test_amazons_words_and_ours(code, message, ours):
    assert refusal_of(code, message) == ours


@pytest.mark.rules
@pytest.mark.parametrize(
    "changes",
    [
        {"region": "Frankfurt"},
        {"access_key_id": "short"},
        {"secret_access_key": ""},
        {"from_address": "Reef <a@b.example>"},
        {"from_address": ""},
        {"topic_arn": "arn:aws:sqs:us-east-1:000000000000:queue"},
        {"configuration_set": "with space"},
        {"per_second": 0},
        {"more": "1"},
    ],
)
def test_settings_that_cannot_work_are_not_stored(changes):
    assert SesSettings(**SETTINGS)
    with pytest.raises(ValidationError):
        SesSettings(**{**SETTINGS, **changes})
