"""Bodies of notifications (domain.md 5.15)."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from outfitter.api.schemas import Id, In, Out

Ids = Annotated[list[Id], Field(max_length=500)]


class NotificationOut(Out):
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


class NewsOut(Out):
    """One item of the product's or the platform's news."""

    id: str
    date: date
    severity: Literal["info", "important", "urgent"]
    title: str
    body: str
    is_read: bool


class NotificationsOut(Out):
    """A page of notifications, newest first, and the product's news."""

    data: list[NotificationOut]
    next_cursor: int | None
    news: list[NewsOut]


class CountOut(Out):
    """What the reader has not read: all, and what cannot wait."""

    unread: int
    alerts: int


class IdsIn(In):
    """Which notifications; all of them (or all read ones, to delete) when none are named."""

    ids: Ids | None = None


class IdIn(In):
    """One notification."""

    id: Id


class ChangedOut(Out):
    """How many notifications changed, and what is left to read."""

    changed_cnt: int
    unread: int
    alerts: int


class SentOut(Out):
    """A test went out: to how many people, in which ways."""

    sent: bool
    channel: str
    recipient_cnt: int


class ChannelsOut(Out):
    """How a kind of notification reaches the reader."""

    kind: str
    is_urgent: bool
    in_app: bool
    email: bool


class PreferencesOut(Out):
    """How the reader is told of each kind."""

    kinds: list[ChannelsOut]
    is_email_suppressed: bool


class ChannelsIn(In):
    """How to be told of a kind."""

    in_app: bool
    email: bool


class PreferencesIn(In):
    """How to be told of some kinds, by their slugs."""

    kinds: Annotated[dict[str, ChannelsIn], Field(max_length=50)]
