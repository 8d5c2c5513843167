"""Texts that were spoken once, and are not paid for twice."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit.errors import NotFound
from outfitter.plugins.speech.types import MOST_CHARACTERS, SpeechRefused, SpeechRequest
from outfitter_tenants.devices.models import SpeechAccount, SpeechClip
from outfitter_tenants.devices.speech import provider_calls

# What nobody has heard for so long is spoken anew.
KEPT_FOR: Final = timedelta(days=30)
# How exactly it is known when a clip was last heard.
_USED_EVERY: Final = timedelta(days=1)
_AT_ONCE: Final = 500


class ClipNotFound(NotFound):
    """Nothing was spoken under this number, or so long ago that it is gone."""


def find_voice(*, language: str) -> SpeechAccount | None:
    """
    Return the account that speaks a language (BCP 47); None: the browser does.

    The default voice comes first, and the region counts where several speak the language.
    """
    rows = SpeechAccount.objects.exclude(provider=provider_calls.BROWSER).order_by("-is_default", "id")
    base = language.split("-")[0].lower()
    able = [row for row in rows if row.language.split("-")[0].lower() == base]
    exact = [row for row in able if row.language.lower() == language.lower()]
    return next((row for row in (*exact, *able) if provider_calls.is_there(row.provider)), None)


def clip_of(*, account: SpeechAccount, text: str, language: str, at: datetime) -> SpeechClip:
    """
    Return a text as spoken by an account's voice, from what was kept where it was spoken before.

    Not inside a transaction: a provider is asked.

    :raises SpeechRefused: the account or the voice does not work, or the text is too long
    :raises SpeechAway: the provider does not answer
    """
    if len(text) > MOST_CHARACTERS:
        raise SpeechRefused("too_long", f"more than {MOST_CHARACTERS} characters")
    key = key_of(account, text, language)
    found = SpeechClip.objects.filter(key=key).first()
    if found is not None:
        if found.used_at < at - _USED_EVERY:
            SpeechClip.objects.filter(pk=found.pk).update(used_at=at)
        return found
    spoken = provider_calls.speak(
        provider_calls.ProviderAccount(account.provider, provider_calls.keys_of(account)),
        SpeechRequest(text, account.voice, language),
    )
    values = {"content_type": spoken.content_type, "content": spoken.content, "used_at": at}
    # Two devices that ask at once pay twice and keep it once.
    clip, _ = SpeechClip.objects.get_or_create(key=key, defaults=values)
    return clip


def get_clip(*, clip_id: int) -> SpeechClip:
    """
    Return what was spoken.

    :raises ClipNotFound: it is not there
    """
    found = SpeechClip.objects.filter(pk=clip_id).first()
    if found is None:
        raise ClipNotFound("This recording is no longer there.")
    return found


def key_of(account: SpeechAccount, text: str, language: str) -> str:
    """Return what a text spoken by a voice is kept under."""
    parts = [account.provider, account.region, account.voice, language, text]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


def forget_unheard(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Delete what nobody has heard for thirty days; a daily step."""
    old = SpeechClip.objects.filter(used_at__lt=at - KEPT_FOR).order_by("used_at")
    ids = list(old.values_list("pk", flat=True)[:_AT_ONCE])
    SpeechClip.objects.filter(pk__in=ids).delete()
    return {} if len(ids) == _AT_ONCE else None
