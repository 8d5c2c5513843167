"""What every provider of mail has to do: the suite that plugins' tests run."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, ClassVar, Literal, get_args

import pytest

from outfitter.plugins.message_channels.mail_provider import MailProvider
from outfitter.plugins.message_channels.mail_types import (
    MailAnswerLost,
    MailRefusal,
    MailRefused,
    OutgoingMail,
)
from outfitter.plugins.types import Retryable, TenantContext

# What the provider does with the next mail: takes it, refuses it for good, does not know the sender,
# asks to wait, is not there, or takes it and never answers.
MailMood = Literal["good", "refusing", "unverified", "busy", "away", "silent"]


class MailConformance(ABC):
    """
    One provider of mail.

    A plugin's tests subclass it, name the provider and its complete settings, and say how their
    stand-in gets into a mood and what it was asked to send.
    """

    provider: ClassVar[MailProvider]
    settings: ClassVar[dict[str, Any]]
    secrets: ClassVar[tuple[str, ...]]

    @abstractmethod
    def mood(self, mood: MailMood) -> AbstractContextManager[None]:
        """Have the provider in a mood while the block lasts."""

    @abstractmethod
    def asked(self) -> list[bytes]:
        """Return the mails that reached the provider so far, whole, also those it refused or lost."""

    @pytest.fixture
    def ctx(self) -> TenantContext:
        """Return an operator with complete settings."""
        return TenantContext(
            schema="t_reef", config=self.settings, name="Reef Runners", base_url="https://reef.example"
        )

    def address(self) -> str:
        """Return whom mails of this suite go to; a mood may choose another."""
        return "ana@guest.example"

    def send(self, ctx: TenantContext, *, reference: str = "abc123", text: str = "See you at nine.") -> str:
        """Hand one mail over."""
        sender = self.provider.sender(ctx) or "bookings@reef.example"
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = f"Reef Runners <{sender}>", self.address(), "Übermorgen"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail["X-Outfitter-Message"] = reference
        mail.set_content(text)
        mail.add_alternative(f"<p>{text}</p>", subtype="html")
        return self.provider.send(
            ctx, OutgoingMail(reference, sender, self.address(), mail.as_bytes(), is_marketing=True)
        )

    def test_it_is_ready_with_its_settings_and_not_without(self, ctx: TenantContext) -> None:
        """An operator who has only switched the plugin on keeps the platform's mail server."""
        assert self.provider.channel == "email"
        assert self.provider.is_ready(ctx)
        assert not self.provider.is_ready(TenantContext(schema="t_reef"))

    def test_its_limits_are_of_this_world(self, ctx: TenantContext) -> None:
        """A confirmation with a calendar file has to fit, and one a second has to go."""
        limits = self.provider.limits(ctx)
        assert limits.most_bytes >= 1_000_000
        assert limits.per_second > 0

    def test_without_settings_nothing_is_asked(self) -> None:
        """Settings that were emptied meanwhile are an answer, not a fault."""
        with self.mood("good"), pytest.raises(MailRefused) as refusal:
            self.send(TenantContext(schema="t_reef", base_url="https://reef.example"))
        assert refusal.value.code == "not_configured"
        assert self.asked() == []

    def test_a_mail_goes_out_as_it_is(self, ctx: TenantContext) -> None:
        """Parts, letters of every script and headers arrive: the way out of news is one of them."""
        with self.mood("good"):
            assert self.send(ctx, text="9:00 \u2013 Grüße, 東京 & <more>")
        [raw] = self.asked()
        found = message_from_bytes(raw, policy=policy.default)
        assert found["Subject"] == "Übermorgen"
        assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        plain, html = found.get_body(("plain",)), found.get_body(("html",))
        assert plain is not None
        assert "Grüße, 東京" in plain.get_content()
        assert html is not None
        assert "<p>" in html.get_content()

    def test_every_mail_has_an_id_of_its_own(self, ctx: TenantContext) -> None:
        """News name a mail by it."""
        with self.mood("good"):
            first, second = self.send(ctx, reference="a1"), self.send(ctx, reference="a2")
        assert first != second
        assert max(len(first), len(second)) <= 120

    def test_a_refusal_has_one_of_our_codes(self, ctx: TenantContext) -> None:
        """What the provider will never send is not sent again."""
        with self.mood("refusing"), pytest.raises(MailRefused) as refusal:
            self.send(ctx)
        assert refusal.value.code in {"bad_address", "refused", "too_large"}

    def test_a_sender_that_is_not_verified_is_named_as_such(self, ctx: TenantContext) -> None:
        """Somebody will verify it: such mails wait."""
        with self.mood("unverified"), pytest.raises(MailRefused) as refusal:
            self.send(ctx)
        assert refusal.value.code == "sender_not_verified"
        assert refusal.value.code in get_args(MailRefusal)

    @pytest.mark.parametrize("mood", ["busy", "away"])
    def test_what_surely_did_not_go_out_may_be_tried_again(self, ctx: TenantContext, mood: MailMood) -> None:
        """Too many at once, or no connection."""
        with self.mood(mood), pytest.raises(Retryable):
            self.send(ctx)

    def test_an_answer_that_got_lost_is_not_asked_for_again(self, ctx: TenantContext) -> None:
        """Nobody knows whether it went out: twice is worse than late."""
        with self.mood("silent"), pytest.raises(MailAnswerLost):
            self.send(ctx)
        assert len(self.asked()) == 1

    @pytest.mark.parametrize("mood", ["refusing", "unverified", "busy", "away", "silent"])
    def test_problems_tell_no_secrets(self, ctx: TenantContext, mood: MailMood) -> None:
        """They end up in logs."""
        with self.mood(mood), pytest.raises((MailRefused, Retryable, MailAnswerLost)) as problem:
            self.send(ctx)
        assert not [secret for secret in self.secrets if secret in f"{problem.value!r}"]
