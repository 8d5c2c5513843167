"""Who reads announcements out for an operator."""

from outfitter.plugins import configs, registry
from outfitter.plugins.speech.speech_provider import SpeechProvider


def list_speech_providers(*, schema_name: str) -> dict[str, SpeechProvider]:
    """Return the providers that an operator has switched on, by slug."""
    enabled = configs.enabled_slugs(schema_name=schema_name)
    if not enabled:
        return {}
    return {slug: found for slug, found in registry.collect("speech_providers") if slug in enabled}
