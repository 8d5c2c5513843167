"""What every provider of speech has to do: the suite that plugins' tests run."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import ClassVar, Literal, get_args

import pytest

from outfitter.plugins.speech.speech_provider import SpeechProvider
from outfitter.plugins.speech.types import (
    MOST_AUDIO_BYTES,
    AudioType,
    SpeechKeys,
    SpeechRefused,
    SpeechRequest,
    SpokenAudio,
)
from outfitter.plugins.types import Retryable, TenantContext

# What the provider does with the next text: speaks it, asks to wait, has a fault, or is not there.
SpeechMood = Literal["good", "busy", "broken", "away"]


class SpeechConformance(ABC):
    """
    One provider of speech.

    A plugin's tests subclass it, name the provider, an account that works and one that does not, and
    a voice with its language; and say how their stand-in gets into a mood and what it was to speak.
    """

    provider: ClassVar[SpeechProvider]
    keys: ClassVar[SpeechKeys]
    wrong_keys: ClassVar[SpeechKeys]
    voice: ClassVar[str]
    language: ClassVar[str] = "en-US"

    @abstractmethod
    def mood(self, mood: SpeechMood) -> AbstractContextManager[None]:
        """Have the provider in a mood while the block lasts."""

    @abstractmethod
    def asked(self) -> list[str]:
        """Return the texts that reached the provider so far."""

    @pytest.fixture
    def ctx(self) -> TenantContext:
        """Return an operator."""
        return TenantContext(schema="t_reef", name="Reef Runners", base_url="https://reef.example")

    def speak(self, ctx: TenantContext, text: str = "Gate two, please.", voice: str = "") -> SpokenAudio:
        """Have a text spoken."""
        request = SpeechRequest(text, voice or self.voice, self.language)
        return self.provider.speak(ctx, self.keys, request)

    def test_its_account_has_something_that_opens_it(self) -> None:
        """A form asks for it, and what is secret is never shown again."""
        names = [one.name for one in self.provider.fields]
        assert len(names) == len(set(names))
        assert any(one.is_secret for one in self.provider.fields)
        assert set(self.keys.credentials) == set(names)
        assert bool(self.keys.region) == self.provider.wants_region

    def test_voices_are_listed(self, ctx: TenantContext) -> None:
        """Each once, the one of this suite among them."""
        with self.mood("good"):
            found = self.provider.voices(ctx, self.keys)
        ids = [one.id for one in found]
        assert self.voice in ids
        assert len(ids) == len(set(ids))
        assert all(one.name for one in found)

    def test_a_text_is_spoken(self, ctx: TenantContext) -> None:
        """As it is, in sound that browsers play."""
        text = "9:00 \u2013 Grüße, 東京 & <more>"
        with self.mood("good"):
            found = self.speak(ctx, text)
        assert found.content_type in get_args(AudioType)
        assert 0 < len(found.content) <= MOST_AUDIO_BYTES
        assert self.asked() == [text]

    def test_wrong_keys_are_named_as_such(self, ctx: TenantContext) -> None:
        """Whoever set them mends them."""
        with self.mood("good"), pytest.raises(SpeechRefused) as refusal:
            self.provider.voices(ctx, self.wrong_keys)
        assert refusal.value.code == "keys_refused"

    def test_a_voice_that_is_gone_is_named_as_such(self, ctx: TenantContext) -> None:
        """Somebody chooses another one."""
        with self.mood("good"), pytest.raises(SpeechRefused) as refusal:
            self.speak(ctx, voice="nobodyatall")
        assert refusal.value.code == "no_such_voice"

    @pytest.mark.parametrize("mood", ["busy", "broken", "away"])
    def test_who_does_not_answer_may_be_asked_again(self, ctx: TenantContext, mood: SpeechMood) -> None:
        """Browsers speak meanwhile."""
        with self.mood(mood), pytest.raises(Retryable):
            self.speak(ctx)

    def test_problems_tell_no_secrets(self, ctx: TenantContext) -> None:
        """They end up in logs."""
        with self.mood("good"), pytest.raises(SpeechRefused) as problem:
            self.provider.voices(ctx, self.wrong_keys)
        hidden = [*self.keys.credentials.values(), *self.wrong_keys.credentials.values()]
        assert not [one for one in hidden if one in f"{problem.value!r}{self.keys!r}"]
