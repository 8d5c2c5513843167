"""What the host asks of a provider of speech."""

from collections.abc import Sequence

from outfitter.sdk import SpeechField, SpeechKeys, SpeechRequest, SpokenAudio, SpokenVoice, TenantContext


class PollySpeech:
    """Amazon Polly, in the region of an operator's choice."""

    slug: str = "polly"
    fields: Sequence[SpeechField] = (
        SpeechField("access_key_id", "Access key ID", is_secret=False),
        SpeechField("secret_access_key", "Secret access key"),
    )
    wants_region: bool = True

    def voices(self, ctx: TenantContext, keys: SpeechKeys) -> Sequence[SpokenVoice]:
        """Return the voices of a region; raises as `outfitter_polly.client.voices` does."""
        from outfitter_polly import client

        return client.voices(keys)

    def speak(self, ctx: TenantContext, keys: SpeechKeys, request: SpeechRequest) -> SpokenAudio:
        """Return a text as sound; raises as `outfitter_polly.client.speak` does."""
        from outfitter_polly import client

        return client.speak(keys, request)
