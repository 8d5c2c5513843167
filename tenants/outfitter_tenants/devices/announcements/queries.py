"""Reads of announcements."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit.errors import NotFound
from outfitter_tenants.devices.models import Announcement, AnnouncementPlay
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.queries.avatars import AvatarRow

MOST_SHOWN: Final = 50
# What a page says takes a minute or two; one that has been at it for so long was closed.
_LONGEST: Final = timedelta(minutes=15)


class AnnouncementNotFound(NotFound):
    """No such announcement here."""


def get_announcement(*, announcement_id: int) -> Announcement:
    """
    Return one announcement.

    :raises AnnouncementNotFound: there is none
    """
    found = Announcement.objects.filter(pk=announcement_id).first()
    if found is None:
        raise AnnouncementNotFound("Announcement not found.")
    return found


def get_play(*, device_id: int, announcement_id: int) -> AnnouncementPlay:
    """
    Return an announcement as one device got it.

    :raises AnnouncementNotFound: it was never handed out to it
    """
    rows = AnnouncementPlay.objects.select_related("announcement").exclude(began_at__isnull=True)
    found = rows.filter(device_id=device_id, announcement_id=announcement_id).first()
    if found is None:
        raise AnnouncementNotFound("Announcement not found.")
    return found


def is_stopped(*, device_id: int, announcement_id: int) -> bool:
    """Return whether a device is to fall silent: it was stopped, or it never got that one."""
    rows = AnnouncementPlay.objects.filter(device_id=device_id, announcement_id=announcement_id)
    return not rows.filter(status="playing", announcement__stopped_at__isnull=True).exists()


def list_announcements(*, at: datetime) -> list[dict[str, object]]:
    """Return AnnouncementOut of the last announcements, the newest first, with what became of each."""
    rows = list(Announcement.objects.order_by("-id")[:MOST_SHOWN])
    plays: dict[int, list[AnnouncementPlay]] = {}
    found = AnnouncementPlay.objects.select_related("device").filter(announcement__in=rows)
    for play in found.order_by("device__name", "id"):
        plays.setdefault(play.announcement_id, []).append(play)
    names = people.list_avatars(ids=sorted({row.created_by for row in rows if row.created_by}))
    return [_shown(row, plays.get(row.pk, []), names, at) for row in rows]


def shown(*, announcement_id: int, at: datetime) -> dict[str, object]:
    """
    Return AnnouncementOut of one announcement.

    :raises AnnouncementNotFound: there is none
    """
    row = get_announcement(announcement_id=announcement_id)
    plays = list(AnnouncementPlay.objects.select_related("device").filter(announcement=row).order_by("id"))
    names = people.list_avatars(ids=[row.created_by] if row.created_by else [])
    return _shown(row, plays, names, at)


def _shown(
    row: Announcement, plays: list[AnnouncementPlay], names: Mapping[int, AvatarRow], at: datetime
) -> dict[str, object]:
    who = names.get(row.created_by or 0)
    return {
        "id": row.pk,
        "timeslot_id": row.timeslot_id,
        "parts": row.parts,
        "repeat_cnt": row.repeat_cnt,
        "created_at": row.created_at,
        "created_by": who.name if who else "",
        "expires_at": row.expires_at,
        "stopped_at": row.stopped_at,
        "devices": [
            {
                "device_id": play.device_id,
                "name": play.device.name,
                "status": _status(play, row.expires_at, at),
                "spoken_by": play.spoken_by or None,
                "ended_at": play.ended_at,
            }
            for play in plays
        ],
    }


def _status(play: AnnouncementPlay, expires_at: datetime, at: datetime) -> str:
    if play.status == "queued" and expires_at <= at:
        return "missed"
    if play.status == "playing" and play.began_at is not None and play.began_at < at - _LONGEST:
        return "failed"
    return play.status
