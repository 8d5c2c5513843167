"""Voices that read announcements out, and what they sign in with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from outfitter.db.locks import atomic
from outfitter.kit import crypto
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices.models import SpeechAccount


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


def set_accounts(*, voices: Sequence[Voice], at: datetime) -> None:
    """
    Make these the operator's voices; those that are not named go.

    :raises Invalid: an id nobody has, no credentials where they are needed, or two defaults
    """
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
        has = voice.credentials or (row is not None and row.credentials_encrypted)
        if voice.provider != "browser" and not has:
            raise Invalid({f"accounts.{place}.credentials": ["This voice has to sign in."]})


def _save(voice: Voice, row: SpeechAccount | None, at: datetime) -> SpeechAccount:
    row = row or SpeechAccount(created_at=at)
    for name in ("provider", "region", "voice", "language", "is_default"):
        setattr(row, name, getattr(voice, name))
    if voice.credentials:
        row.credentials_encrypted = crypto.encrypt_json(settings.FIELD_KEYS, voice.credentials)
    row.save()
    return row


def _facts(row: SpeechAccount) -> dict[str, Any]:
    return {"provider": row.provider, "voice": row.voice, "language": row.language}
