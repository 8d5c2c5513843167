"""Amazon Polly and ElevenLabs do what every provider of speech has to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from outfitter.sdk import SpeechKeys, SpeechRefused, SpeechRequest
from outfitter.sdk.testing import SpeechConformance, SpeechMood
from outfitter_elevenlabs.speech import ElevenLabsSpeech
from outfitter_polly.speech import PollySpeech


class _StandIn(SpeechConformance):
    @pytest.fixture(autouse=True)
    def _stand_in(self, speech_double: Any, settings: Any) -> None:
        self.double, self.django = speech_double, settings

    @contextmanager
    def mood(self, mood: SpeechMood) -> Iterator[None]:
        if mood == "away":
            self.django.SPEECH_API_BASE = "http://127.0.0.1:1"
        else:
            self.double.mood = mood
        yield

    def asked(self) -> list[str]:
        return self.double.asked()

    def test_an_empty_account_is_refused(self, ctx):
        with self.mood("good"), pytest.raises(SpeechRefused) as refusal:
            self.provider.voices(ctx, SpeechKeys({}, self.keys.region))
        assert refusal.value.code == "keys_refused"

    def test_budgets_end(self, ctx):
        self.double.mood = "no_budget"
        with pytest.raises(SpeechRefused):
            self.speak(ctx)


class TestPolly(_StandIn):
    provider = PollySpeech()
    keys = SpeechKeys({"access_key_id": "AKIDEXAMPLE1", "secret_access_key": "very-secret-1"}, "us-east-1")
    wrong_keys = SpeechKeys(
        {"access_key_id": "wrongKey12", "secret_access_key": "very-secret-2"}, "us-east-1"
    )
    voice = "Joanna"

    @pytest.mark.parametrize("region", ["", "us-east-1.evil.example/", "US"])
    def test_a_region_is_part_of_a_host_and_nothing_else(self, ctx, region):
        with pytest.raises(SpeechRefused) as refusal:
            self.provider.voices(ctx, SpeechKeys(self.keys.credentials, region))
        assert refusal.value.code == "no_such_region"
        assert self.double.calls == []

    def test_a_voice_of_two_languages_is_told_which(self, ctx):
        self.provider.speak(ctx, self.keys, SpeechRequest("Gate two.", "Lupe", "en"))
        body = self.double.calls[-1][2]
        assert (body["LanguageCode"], body["Engine"]) == ("en-US", "standard")
        assert body["TextType"] == "text"


class TestElevenLabs(_StandIn):
    provider = ElevenLabsSpeech()
    keys = SpeechKeys({"api_key": "xi-secret-0001"})
    wrong_keys = SpeechKeys({"api_key": "wrong-secret-2"})
    voice = "21m00Tcm4TlvDq8ikWAM"

    def test_a_voice_is_one_part_of_the_address(self, ctx):
        with pytest.raises(SpeechRefused):
            self.provider.speak(ctx, self.keys, SpeechRequest("Hi", "../../v1/user?x=", "en"))
        assert "/v1/text-to-speech/..%2F..%2Fv1%2Fuser%3Fx%3D" in self.double.calls[-1][1]


def test_stand_ins_make_sound_that_plays():
    import io
    import wave

    from speech_double.sound import spoken

    with wave.open(io.BytesIO(spoken("The ten thirty group to gate two"))) as found:
        assert (found.getnchannels(), found.getsampwidth(), found.getframerate()) == (1, 2, 16_000)
        assert 1.0 < found.getnframes() / 16_000 < 2.0
