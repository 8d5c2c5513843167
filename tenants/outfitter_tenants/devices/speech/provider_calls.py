"""The providers an operator has switched on, and calls of them, which hurt nobody when they fail."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import crypto
from outfitter.kit.errors import DomainError
from outfitter.plugins import contexts, plugin_labels, redaction, registry
from outfitter.plugins.isolated_call import call_isolated
from outfitter.plugins.speech.providers import list_speech_providers
from outfitter.plugins.speech.speech_provider import SECONDS, SpeechProvider
from outfitter.plugins.speech.types import (
    MOST_AUDIO_BYTES,
    SpeechKeys,
    SpeechRefused,
    SpeechRequest,
    SpokenAudio,
    SpokenVoice,
)
from outfitter.plugins.types import TenantContext
from outfitter_tenants.devices.models import SpeechAccount

BROWSER: Final = "browser"
_log: Final = logging.getLogger(__name__)
_AUDIO: Final = frozenset({"audio/mpeg", "audio/wav", "audio/ogg"})
Answer = TypeVar("Answer")


class SpeechAway(DomainError):
    """The provider does not answer; nothing was changed, and browsers speak meanwhile."""

    code = "speech_away"
    status = 503


@dataclass(frozen=True, slots=True)
class ProviderAccount:
    """What opens a provider, wherever it comes from; its secrets are not shown."""

    provider: str
    keys: SpeechKeys


def describe_providers(*, languages: Sequence[str]) -> list[dict[str, object]]:
    """Return SpeechProviderOut of what is switched on, in the reader's language."""
    names = registry.manifests()
    found = []
    for slug, provider in sorted(list_speech_providers(schema_name=current_schema()).items()):
        labels = plugin_labels.labels_of(slug, languages=languages)
        fields = [
            {"name": one.name, "title": labels.text(one.title), "is_secret": one.is_secret}
            for one in provider.fields
        ]
        found.append(
            {
                "slug": slug,
                "title": names[slug].title,
                "fields": fields,
                "wants_region": provider.wants_region,
            }
        )
    return found


def is_there(provider: str) -> bool:
    """Return whether a provider can be asked: its plugin is installed and on."""
    return provider in list_speech_providers(schema_name=current_schema())


def field_names(provider: str) -> frozenset[str]:
    """Return what an account of a provider is opened with; nothing for one that is not there."""
    found = list_speech_providers(schema_name=current_schema()).get(provider)
    return frozenset(one.name for one in found.fields) if found else frozenset()


def keys_of(row: SpeechAccount) -> SpeechKeys:
    """Return what opens an account."""
    sealed = row.credentials_encrypted
    return SpeechKeys(crypto.decrypt_json(settings.FIELD_KEYS, sealed) if sealed else {}, row.region)


def voices(account: ProviderAccount) -> list[SpokenVoice]:
    """
    Return the voices of an account, by name.

    :raises SpeechRefused: the account does not work
    :raises SpeechAway: the provider does not answer
    """
    found = _ask(account, lambda provider, ctx: provider.voices(ctx, account.keys))
    return sorted((one for one in found if isinstance(one, SpokenVoice)), key=lambda one: (one.name, one.id))


def speak(account: ProviderAccount, request: SpeechRequest) -> SpokenAudio:
    """
    Return a text as sound.

    :raises SpeechRefused: the account or the voice does not work
    :raises SpeechAway: the provider does not answer
    """
    found = _ask(account, lambda provider, ctx: provider.speak(ctx, account.keys, request))
    is_audio = isinstance(found, SpokenAudio) and found.content_type in _AUDIO and bool(found.content)
    if not is_audio or len(found.content) > MOST_AUDIO_BYTES:
        raise SpeechRefused("refused", "what it answered is no sound that can be played")
    return found


def _ask(account: ProviderAccount, call: Callable[[SpeechProvider, TenantContext], Answer]) -> Answer:
    schema_name = current_schema()
    provider = list_speech_providers(schema_name=schema_name).get(account.provider)
    if provider is None:
        raise SpeechAway("This provider is switched off. Switch it on under Plugins.")
    with (
        contexts.plugin_context(schema_name=schema_name, slug=account.provider) as ctx,
        redaction.redact_secrets(account.keys.credentials),
    ):
        try:
            answer: Answer = call_isolated(
                lambda: call(provider, ctx), slug=account.provider, schema_name=schema_name, seconds=SECONDS
            )
            return answer
        except SpeechRefused as problem:
            _log.warning("%s refused: %s", account.provider, redaction.redact(str(problem)))
            raise
        except Exception as problem:
            # Away, out of time, or a fault of the plugin's own: guests hear the browser instead.
            _log.warning("%s is away: %s", account.provider, type(problem).__name__)
            raise SpeechAway("The provider doesn't answer right now. Try again in a minute.") from None
