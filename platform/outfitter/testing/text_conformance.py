"""What every provider of text messages has to do: the suite that plugins' tests run."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Literal, get_args

import pytest

from outfitter.plugins.message_channels.message_channel import MessageChannel
from outfitter.plugins.message_channels.types import OutgoingText, TextAnswerLost, TextRefusal, TextRefused
from outfitter.plugins.types import Retryable, TenantContext

# What the provider does with the next text: takes it, refuses it, has its owner's word against it,
# asks to wait, is not there, or takes it and never answers.
Mood = Literal["good", "refusing", "opted_out", "busy", "away", "silent"]


class TextConformance(ABC):
    """
    One provider of text messages.

    A plugin's tests subclass it, name the channel and its complete settings, and say how their
    stand-in of the provider gets into a mood and what it was asked to send.
    """

    channel: ClassVar[MessageChannel]
    settings: ClassVar[dict[str, Any]]
    secrets: ClassVar[tuple[str, ...]]

    @abstractmethod
    def provider(self, mood: Mood) -> AbstractContextManager[None]:
        """Have the provider in a mood while the block lasts."""

    @abstractmethod
    def asked(self) -> list[str]:
        """Return the texts that reached the provider so far, also those it refused or lost."""

    @pytest.fixture
    def ctx(self) -> TenantContext:
        """Return an operator with complete settings."""
        return TenantContext(
            schema="t_reef", config=self.settings, name="Reef Runners", base_url="https://reef.example"
        )

    def send(self, ctx: TenantContext, text: str = "See you at nine.", reference: str = "abc123") -> str:
        """Hand one text over, to whoever the mood is about."""
        return self.channel.send(ctx, OutgoingText(reference, "+13055550123", text))

    def test_it_is_ready_with_its_settings_and_not_without(self, ctx: TenantContext) -> None:
        """Nothing is queued for an operator who has only switched the plugin on."""
        assert self.channel.is_ready(ctx)
        assert not self.channel.is_ready(TenantContext(schema="t_reef"))

    def test_without_settings_nothing_is_asked(self) -> None:
        """Settings that were emptied meanwhile are an answer, not a fault."""
        with self.provider("good"), pytest.raises(TextRefused) as refusal:
            self.send(TenantContext(schema="t_reef", base_url="https://reef.example"))
        assert refusal.value.code == "not_configured"
        assert self.asked() == []

    def test_a_text_goes_out_as_it_is(self, ctx: TenantContext) -> None:
        """Letters of every script and line breaks arrive."""
        text = "9:00 \u2013 Grüße, 東京\n& <more>"
        with self.provider("good"):
            assert self.send(ctx, text)
        assert self.asked() == [text]

    def test_every_text_has_an_id_of_its_own(self, ctx: TenantContext) -> None:
        """News name a text by it."""
        with self.provider("good"):
            first, second = self.send(ctx, reference="a1"), self.send(ctx, reference="a2")
        assert first != second
        assert max(len(first), len(second)) <= 120

    def test_a_refusal_has_one_of_our_codes(self, ctx: TenantContext) -> None:
        """What the provider will never send is not sent again."""
        with self.provider("refusing"), pytest.raises(TextRefused) as refusal:
            self.send(ctx)
        assert refusal.value.code in get_args(TextRefusal)
        assert refusal.value.code != "opted_out"

    def test_whoever_wants_no_texts_is_named_as_such(self, ctx: TenantContext) -> None:
        """The host remembers it."""
        with self.provider("opted_out"), pytest.raises(TextRefused) as refusal:
            self.send(ctx)
        assert refusal.value.code == "opted_out"

    @pytest.mark.parametrize("mood", ["busy", "away"])
    def test_what_surely_did_not_go_out_may_be_tried_again(self, ctx: TenantContext, mood: Mood) -> None:
        """Too many at once, or no connection."""
        with self.provider(mood), pytest.raises(Retryable):
            self.send(ctx)

    def test_an_answer_that_got_lost_is_not_asked_for_again(self, ctx: TenantContext) -> None:
        """Nobody knows whether it went out: twice is worse than late."""
        with self.provider("silent"), pytest.raises(TextAnswerLost):
            self.send(ctx)
        assert len(self.asked()) == 1

    @pytest.mark.parametrize("mood", ["refusing", "busy", "away", "silent"])
    def test_problems_tell_no_secrets(self, ctx: TenantContext, mood: Mood) -> None:
        """They end up in logs."""
        with self.provider(mood), pytest.raises((TextRefused, Retryable, TextAnswerLost)) as problem:
            self.send(ctx)
        assert not [secret for secret in self.secrets if secret in f"{problem.value!r}"]
