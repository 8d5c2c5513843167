"""Reads of notifications and of the product's news."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from outfitter.bulletins import queries as bulletins
from outfitter.db.statements import Bundle, Param, Statement
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import route_locale
from outfitter_tenants.notifications import translations
from outfitter_tenants.notifications.models import NewsRead, Notification
from outfitter_tenants.people import queries as people

NEWS: Final = Path(__file__).parent / "news"


@dataclass(frozen=True, slots=True)
class NotificationRow:
    """One thing the reader was told, in the reader's words."""

    id: int
    kind: str
    title: str
    body: str
    url: str
    trip_id: int | None
    is_urgent: bool
    created_at: datetime
    read_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewsRow:
    """One item of the product's or the platform's news; `severity` is info, important or urgent."""

    id: str
    date: date
    severity: str
    title: str
    body: str
    is_read: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A page of notifications, newest first; `next_cursor` asks for the one after."""

    data: list[NotificationRow]
    next_cursor: int | None


@dataclass(frozen=True, slots=True)
class Counts:
    """What the reader has not read: all, and what cannot wait."""

    unread: int
    alerts: int


def of_person(*, avatar_id: int) -> Any:
    """Return the notifications of one person that were not deleted."""
    return Notification.objects.filter(
        user_avatar_id=avatar_id, deleted_at__isnull=True, channels__contains=["in_app"]
    )


def list_page(
    *, avatar_id: int, locale: str, time_zone: str, before: int | None, limit: int, is_unread: bool
) -> Page:
    """Return a person's notifications before a cursor."""
    rows = of_person(avatar_id=avatar_id)
    if is_unread:
        rows = rows.filter(read_at__isnull=True)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: limit + 1])
    page = found[:limit]
    return Page([_row(row, locale, time_zone) for row in page], page[-1].pk if len(found) > limit else None)


def _row(row: Notification, locale: str, time_zone: str) -> NotificationRow:
    said = translations.translate(row.kind, row.params, locale=locale, time_zone=time_zone)
    return NotificationRow(
        row.pk,
        row.kind,
        said.title,
        said.body,
        row.url,
        row.trip_id,
        row.is_urgent,
        row.created_at,
        row.read_at,
    )


def counts(*, avatar_id: int) -> Counts:
    """Return how much a person has not read, news included."""
    rows = _COUNTED.read(avatar_id=avatar_id)
    read = {news_id for (news_id,) in rows["news"]}
    told = [item["id"] for item in _shipped()] + [item.id for item in _told(avatar_id)]
    fresh = sum(news_id not in read for news_id in told)
    urgent = [is_urgent for (is_urgent,) in rows["unread"]]
    return Counts(unread=len(urgent) + fresh, alerts=sum(urgent))


_ME: Final[Any] = Param("avatar_id")
_COUNTED: Final = Bundle(
    unread=Statement(
        lambda: of_person(avatar_id=_ME).filter(read_at__isnull=True).values_list("is_urgent")[:1000]
    ),
    news=Statement(lambda: NewsRead.objects.filter(user_avatar_id=_ME).values_list("news_id")),
)


def list_news(*, avatar_id: int, locale: str) -> list[NewsRow]:
    """Return the product's and the platform's news, newest first, with what this person has read."""
    read = set(_read_news(avatar_id))
    language = route_locale(locale)
    told = [_bulletin(item, language, item.id in read) for item in _told(avatar_id)]
    shipped = [
        NewsRow(
            id=item["id"],
            date=date.fromisoformat(item["date"]),
            severity="info",
            title=item["texts"][language]["title"],
            body=item["texts"][language]["body"],
            is_read=item["id"] in read,
        )
        for item in _shipped()
    ]
    return sorted([*told, *shipped], key=lambda row: row.date, reverse=True)


def _told(avatar_id: int) -> list[bulletins.BulletinRow]:
    """Return what whoever runs the platform tells this person; costs nothing while it tells nobody."""
    at = utc_now()
    if not bulletins.shown(at=at):
        return []
    avatar = people.get_avatar(avatar_id=avatar_id)
    is_owner = avatar is not None and avatar.role_slug == "owner"
    return bulletins.shown_to(schema_name=current_schema(), is_owner=is_owner, at=at)


def _bulletin(item: bulletins.BulletinRow, language: str, is_read: bool) -> NewsRow:
    words = item.words(language)
    return NewsRow(
        id=item.id,
        date=item.starts_at.date(),
        severity=item.severity,
        title=words["title"],
        body=words["body"],
        is_read=is_read,
    )


def find_banner(*, avatar_id: int) -> bulletins.BulletinRow | None:
    """Return the important news that this person has not read, the most urgent and newest first."""
    waiting = [item for item in _told(avatar_id) if item.severity != "info"]
    read = set(_read_news(avatar_id)) if waiting else set()
    fresh = [item for item in waiting if item.id not in read]
    return next((item for item in fresh if item.severity == "urgent"), next(iter(fresh), None))


def has_news(*, news_id: str, avatar_id: int) -> bool:
    """Return whether there is such an item for this person."""
    return any(item["id"] == news_id for item in _shipped()) or any(
        item.id == news_id for item in _told(avatar_id)
    )


def _read_news(avatar_id: int) -> Sequence[str]:
    rows = NewsRead.objects.filter(user_avatar_id=avatar_id)
    return list(rows.values_list("news_id", flat=True))


@lru_cache(maxsize=1)
def _shipped() -> tuple[dict[str, Any], ...]:
    items = [json.loads(file.read_text(encoding="utf-8")) for file in NEWS.glob("*.json")]
    return tuple(sorted(items, key=lambda item: (item["date"], item["id"]), reverse=True))
