"""
Voices that read announcements out, and what they sign in with.

What is new or changed is tried before anything is saved: a voice that nobody can hear is no voice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from outfitter.db.locks import atomic
from outfitter.kit import crypto
from outfitter.kit.errors import Invalid, NotFound
from outfitter.plugins.speech.types import SpeechKeys, SpeechRefused
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices.models import SpeechAccount
from outfitter_tenants.devices.speech import provider_calls
from outfitter_tenants.devices.speech.provider_calls import BROWSER, ProviderAccount

_WORDS: Mapping[str, tuple[str, str]] = {
    "keys_refused": ("credentials", "The provider doesn't accept these keys."),
    "no_such_voice": ("voice", "The provider has no such voice."),
    "no_such_region": ("region", "The provider has no such region."),
    "language_refused": ("language", "This voice doesn't speak that language."),
    "no_budget": ("credentials", "The provider's account has no budget left."),
}


class VoiceNotFound(NotFound):
    """No such voice here."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice as somebody sets it; None keeps the credentials it has."""

    id: int | None
    provider: str
    region: str
    voice: str
    language: str
    is_default: bool
    credentials: Mapping[str, str] | None


def list_accounts() -> list[SpeechAccount]:
    """Return the voices, the default one first."""
    return list(SpeechAccount.objects.order_by("-is_default", "provider", "id"))


def get_account(*, account_id: int) -> SpeechAccount:
    """
    Return one voice.

    :raises VoiceNotFound: there is none
    """
    found = SpeechAccount.objects.filter(pk=account_id).first()
    if found is None:
        raise VoiceNotFound("Voice not found.")
    return found


def refusal_of(problem: SpeechRefused, *, before: str = "") -> dict[str, list[str]]:
    """Return what a provider's refusal says about an account's fields, `before` their names."""
    field, words = _WORDS.get(problem.code, ("voice", "The provider refuses this voice."))
    return {f"{before}{field}": [words]}


def set_accounts(*, voices: Sequence[Voice], at: datetime) -> None:
    """
    Make these the operator's voices; those that are not named go.

    :raises Invalid: an id nobody has, no credentials where they are needed, two defaults, or a
        provider that is off or refuses the account or the voice
    :raises SpeechAway: a provider does not answer; nothing is changed
    """
    known = {row.pk: row for row in SpeechAccount.objects.all()}
    _check(voices, known)
    _try(voices, known)
    with atomic():
        there = {row.pk: row for row in SpeechAccount.objects.select_for_update().order_by("pk")}
        _check(voices, there)
        before = [_facts(row) for row in there.values()]
        kept = {voice.id for voice in voices}
        SpeechAccount.objects.exclude(pk__in=[pk for pk in there if pk in kept]).delete()
        # One default at a time, also between two rows.
        SpeechAccount.objects.update(is_default=False)
        rows = [_save(voice, there.get(voice.id or 0), at) for voice in voices]
        record(
            entity_type="properties",
            entity_id=1,
            action="properties.changed",
            at=at,
            before={"speech_accounts": before},
            after={"speech_accounts": [_facts(row) for row in rows]},
        )


def _check(voices: Sequence[Voice], there: Mapping[int, SpeechAccount]) -> None:
    if sum(voice.is_default for voice in voices) > 1:
        raise Invalid({"accounts": ["Only one voice can be the default."]})
    same = {(voice.provider, voice.voice, voice.language) for voice in voices}
    if len(same) < len(voices):
        raise Invalid({"accounts": ["One of these is listed twice."]})
    for place, voice in enumerate(voices):
        row = there.get(voice.id or 0)
        if voice.id is not None and row is None:
            raise Invalid({f"accounts.{place}.id": ["Voice not found."]})
        kept = row is not None and row.provider == voice.provider and row.credentials_encrypted
        if voice.provider != BROWSER and not (voice.credentials or kept):
            raise Invalid({f"accounts.{place}.credentials": ["This voice has to sign in."]})


def _try(voices: Sequence[Voice], known: Mapping[int, SpeechAccount]) -> None:
    """Ask the providers about what is new or changed; what stays as it is may be of one that is off."""
    for place, voice in enumerate(voices):
        row = known.get(voice.id or 0)
        if voice.provider == BROWSER or (row is not None and not _differs(voice, row)):
            continue
        if not provider_calls.is_there(voice.provider):
            raise Invalid({f"accounts.{place}.provider": ["Switch this provider on under Plugins first."]})
        unknown = set(voice.credentials or ()) - provider_calls.field_names(voice.provider)
        if unknown:
            raise Invalid({f"accounts.{place}.credentials": ["The provider doesn't ask for this."]})
        stored = (
            provider_calls.keys_of(row).credentials if row and not voice.credentials else voice.credentials
        )
        account = ProviderAccount(voice.provider, SpeechKeys(stored or {}, voice.region))
        before = f"accounts.{place}."
        try:
            found = {one.id: one for one in provider_calls.voices(account)}
        except SpeechRefused as problem:
            raise Invalid(refusal_of(problem, before=before)) from None
        chosen = found.get(voice.voice)
        if chosen is None:
            raise Invalid({f"{before}voice": ["The provider has no such voice."]})
        bases = {one.split("-")[0].lower() for one in chosen.languages}
        if bases and voice.language.split("-")[0].lower() not in bases:
            raise Invalid({f"{before}language": ["This voice doesn't speak that language."]})


def _differs(voice: Voice, row: SpeechAccount) -> bool:
    return bool(voice.credentials) or (row.provider, row.region, row.voice, row.language) != (
        voice.provider,
        voice.region,
        voice.voice,
        voice.language,
    )


def _save(voice: Voice, row: SpeechAccount | None, at: datetime) -> SpeechAccount:
    row = row or SpeechAccount(created_at=at)
    if row.provider != voice.provider:
        row.credentials_encrypted = ""
    for name in ("provider", "region", "voice", "language", "is_default"):
        setattr(row, name, getattr(voice, name))
    if voice.credentials:
        row.credentials_encrypted = crypto.encrypt_json(settings.FIELD_KEYS, voice.credentials)
    row.save()
    return row


def _facts(row: SpeechAccount) -> dict[str, Any]:
    return {"provider": row.provider, "voice": row.voice, "language": row.language}
