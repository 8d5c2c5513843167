"""Speech by ElevenLabs. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import Manifest, SpeechProvider, hookimpl, read_labels


class ElevenLabsPlugin:
    """Reads announcements out through an operator's own account at ElevenLabs."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("elevenlabs", "ElevenLabs", "1.0.0", "operations")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_elevenlabs")

    @hookimpl
    def speech_providers(self) -> Sequence[SpeechProvider]:
        """Return the one provider."""
        from outfitter_elevenlabs.speech import ElevenLabsSpeech

        return [ElevenLabsSpeech()]


plugin = ElevenLabsPlugin()
