"""What the host asks of a provider of speech."""

from collections.abc import Sequence

from outfitter.sdk import SpeechField, SpeechKeys, SpeechRequest, SpokenAudio, SpokenVoice, TenantContext


class ElevenLabsSpeech:
    """ElevenLabs, whose voices speak any language of the model's."""

    slug: str = "elevenlabs"
    fields: Sequence[SpeechField] = (SpeechField("api_key", "API key"),)
    wants_region: bool = False

    def voices(self, ctx: TenantContext, keys: SpeechKeys) -> Sequence[SpokenVoice]:
        """Return the voices of an account; raises as `outfitter_elevenlabs.client.voices` does."""
        from outfitter_elevenlabs import client

        return client.voices(keys)

    def speak(self, ctx: TenantContext, keys: SpeechKeys, request: SpeechRequest) -> SpokenAudio:
        """Return a text as sound; raises as `outfitter_elevenlabs.client.speak` does."""
        from outfitter_elevenlabs import client

        return client.speak(keys, request)
