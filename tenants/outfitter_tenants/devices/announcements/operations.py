"""
Announcements: made, stopped, and played by devices.

Handing one out and noting that it was is one statement's work: whatever a page does next, it is
heard once at most. What expired while a device was off stays unsaid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from django.db.models import F, Q

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.devices.announcements import queries
from outfitter_tenants.devices.models import Announcement, AnnouncementPlay, Device

KIND: Final = "tts"
Ending = Literal["played", "stopped", "failed"]
SpokenBy = Literal["browser", "provider"]
# How exactly it is known that a device listens.
_LISTENS_EVERY: Final = timedelta(seconds=10)
KEPT_FOR: Final = timedelta(days=30)
_AT_ONCE: Final = 500


class NotThatDevice(DomainError):
    """The device does not play announcements: it is of another kind."""

    code = "device_plays_nothing"
    status = 409


@dataclass(frozen=True, slots=True)
class Said:
    """One part of an announcement: a text in a language."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Manner:
    """How it is said: how often, with what pause (seconds) and chime, how loud (percent), until when."""

    repeat_cnt: int = 1
    pause_seconds: int = 5
    has_chime: bool = True
    volume: int = 100
    valid_seconds: int = 90


def announce(
    *, parts: Sequence[Said], device_ids: Sequence[int], manner: Manner, timeslot_id: int | None, at: datetime
) -> Announcement:
    """
    Have devices say something, each once.

    :raises Invalid: a device is not in service or plays no announcements, or a language stands twice
    """
    if len({one.language for one in parts}) < len(parts):
        raise Invalid({"parts": ["A language is listed twice."]})
    with atomic():
        rows = list(Device.objects.filter(pk__in=device_ids, kind=KIND, revoked_at__isnull=True))
        if len(rows) < len(set(device_ids)):
            raise Invalid({"device_ids": ["One of these devices doesn't play announcements."]})
        made = Announcement.objects.create(
            timeslot_id=timeslot_id,
            parts=[{"language": one.language, "text": one.text} for one in parts],
            repeat_cnt=manner.repeat_cnt,
            pause_seconds=manner.pause_seconds,
            has_chime=manner.has_chime,
            volume=manner.volume,
            created_by=current_actor().avatar_id,
            created_at=at,
            expires_at=at + timedelta(seconds=manner.valid_seconds),
        )
        AnnouncementPlay.objects.bulk_create(
            AnnouncementPlay(announcement=made, device=row) for row in sorted(rows, key=lambda row: row.pk)
        )
    return made


def stop(*, announcement_id: int, at: datetime) -> None:
    """
    Silence an announcement: devices that wait never begin, those that speak end within seconds.

    Stopping again changes nothing.

    :raises AnnouncementNotFound: there is none
    """
    queries.get_announcement(announcement_id=announcement_id)
    with atomic():
        Announcement.objects.filter(pk=announcement_id, stopped_at__isnull=True).update(stopped_at=at)
        waiting = AnnouncementPlay.objects.filter(announcement_id=announcement_id, status="queued")
        waiting.update(status="stopped", ended_at=at)


def require_player(*, device_id: int) -> None:
    """
    Refuse a device that plays no announcements.

    :raises NotThatDevice: it does not
    """
    if not Device.objects.filter(pk=device_id, kind=KIND).exists():
        raise NotThatDevice("This device doesn't play announcements. Register one that does.")


def note_listening(*, device_id: int, at: datetime) -> None:
    """Note that a device asks for announcements, and so shows their page; at most every ten seconds."""
    stale = Q(listened_at__isnull=True) | Q(listened_at__lt=at - _LISTENS_EVERY)
    Device.objects.filter(stale, pk=device_id).update(listened_at=at, showing="announcer")


def take_next(*, device_id: int, at: datetime) -> AnnouncementPlay | None:
    """
    Hand a device the oldest announcement that waits for it, which nobody else gets any more.

    None: there is nothing to say. What it says meanwhile is its own business: a page asks when it is done.
    """
    with atomic():
        waiting = (
            AnnouncementPlay.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("announcement")
            .filter(device_id=device_id, status="queued")
            .filter(announcement__expires_at__gt=at, announcement__stopped_at__isnull=True)
        )
        found = waiting.order_by("id").first()
        if found is None:
            return None
        found.status, found.began_at = "playing", at
        found.save(update_fields=["status", "began_at"])
    return found


def end(
    *, device_id: int, announcement_id: int, ending: Ending, spoken_by: SpokenBy | None, at: datetime
) -> str:
    """
    Note how an announcement ended on a device, and return that; told again, the first word counts.

    :raises AnnouncementNotFound: this device never got it
    """
    play = queries.get_play(device_id=device_id, announcement_id=announcement_id)
    playing = AnnouncementPlay.objects.filter(pk=play.pk, status="playing")
    if playing.update(status=ending, spoken_by=spoken_by or "", ended_at=at):
        return ending
    play.refresh_from_db(fields=["status"])
    return play.status


def forget_said(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Delete announcements of more than thirty days ago; a daily step."""
    old = Announcement.objects.filter(created_at__lt=at - KEPT_FOR).order_by(F("created_at"))
    ids = list(old.values_list("pk", flat=True)[:_AT_ONCE])
    Announcement.objects.filter(pk__in=ids).delete()
    return {} if len(ids) == _AT_ONCE else None
