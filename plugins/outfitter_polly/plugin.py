"""Speech by Amazon Polly. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import Manifest, SpeechProvider, hookimpl, read_labels


class PollyPlugin:
    """Reads announcements out through an operator's own account at Amazon."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("polly", "Amazon Polly", "1.0.0", "operations")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_polly")

    @hookimpl
    def speech_providers(self) -> Sequence[SpeechProvider]:
        """Return the one provider."""
        from outfitter_polly.speech import PollySpeech

        return [PollySpeech()]


plugin = PollyPlugin()
