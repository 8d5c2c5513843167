"""Reads of notifications and of the product's news."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from outfitter.db.statements import Bundle, Param, Statement
from outfitter.kit.locales import route_locale
from outfitter_tenants.notifications import translations
from outfitter_tenants.notifications.models import NewsRead, Notification

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
    """One item of the product's news."""

    id: str
    date: date
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
    fresh = sum(item["id"] not in read for item in _shipped())
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
    """Return the product's news, newest first, with what this person has read."""
    read = set(_read_news(avatar_id))
    language = route_locale(locale)
    return [
        NewsRow(
            id=item["id"],
            date=date.fromisoformat(item["date"]),
            title=item["texts"][language]["title"],
            body=item["texts"][language]["body"],
            is_read=item["id"] in read,
        )
        for item in _shipped()
    ]


def has_news(*, news_id: str) -> bool:
    """Return whether the product ships such an item."""
    return any(item["id"] == news_id for item in _shipped())


def _read_news(avatar_id: int) -> Sequence[str]:
    rows = NewsRead.objects.filter(user_avatar_id=avatar_id)
    return list(rows.values_list("news_id", flat=True))


@lru_cache(maxsize=1)
def _shipped() -> tuple[dict[str, Any], ...]:
    items = [json.loads(file.read_text(encoding="utf-8")) for file in NEWS.glob("*.json")]
    return tuple(sorted(items, key=lambda item: (item["date"], item["id"]), reverse=True))
