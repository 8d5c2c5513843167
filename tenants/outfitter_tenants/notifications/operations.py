"""
Writes of notifications: told once, mailed once, never lost.

A notification is written in the transaction of the delivery that causes it; its mail is a row of
due work, so a worker that dies only makes it later. The constraint on (person, occasion) lets every
event arrive twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F

from outfitter.bulletins import operations as bulletin_operations
from outfitter.bulletins import queries as bulletins
from outfitter.kit.errors import Invalid, NotFound
from outfitter.live.events import Audience, publish
from outfitter.plugins import outbox, scheduled_jobs
from outfitter_tenants.notifications import queries
from outfitter_tenants.notifications.models import NewsRead, Notification
from outfitter_tenants.notifications.notification_types import CHANNELS, CHOOSABLE, KINDS, channels_of
from outfitter_tenants.people import recipients as people

# Kind of due work that mails a notification.
EMAIL: Final = "notifications.email"
MAX_ATTEMPTS: Final = 8


class NewsNotFound(NotFound):
    """The product ships no such news."""


@dataclass(frozen=True, slots=True)
class NotificationEvent:
    """Something that staff are told. `key` is the same however often its event arrives."""

    kind: str
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)
    url: str = ""
    trip_id: int | None = None


def notify(occasion: NotificationEvent, *, avatar_ids: Iterable[int] | None = None, at: datetime) -> int:
    """
    Tell people about an occasion, each as they prefer; returns how many were told now.

    Without `avatar_ids` these are the staff who may know of it (the kind's permission). Plugins
    hear of it once, as `notification.raised`.
    """
    kind = KINDS[occasion.kind]
    if avatar_ids is not None:
        told = people.recipients(ids=avatar_ids)
    else:
        told = people.staff_who_may(kind.permission) if kind.permission else []
    with transaction.atomic():
        made = _write([(one, channels_of(kind, one.preferences)) for one in told], occasion, at)
        if made and kind.slug != "test":
            outbox.publish(
                "notification.raised",
                at=at,
                notification_kind=kind.slug,
                key=occasion.key,
                is_urgent=kind.is_urgent,
                params=dict(occasion.params),
                url=occasion.url,
                trip_id=occasion.trip_id,
            )
        _publish_new(row for row in made if "in_app" in row.channels)
    return len(made)


def _publish_new(rows: Iterable[Notification]) -> None:
    people_told = tuple(sorted({row.user_avatar_id for row in rows}))
    if people_told:
        publish("notification.new", Audience(avatar_ids=people_told))


def _write(
    told: Sequence[tuple[people.Recipient, Sequence[str]]], occasion: NotificationEvent, at: datetime
) -> list[Notification]:
    rows = [
        Notification(
            user_avatar_id=person.id,
            kind=occasion.kind,
            params=dict(occasion.params),
            is_urgent=KINDS[occasion.kind].is_urgent,
            url=occasion.url,
            trip_id=occasion.trip_id,
            occasion=f"{occasion.kind}:{occasion.key}",
            channels=list(channels),
            email_status=_email_status(person, channels),
            created_at=at,
        )
        for person, channels in told
        if channels
    ]
    known = set(
        Notification.objects.filter(
            occasion=f"{occasion.kind}:{occasion.key}",
            user_avatar_id__in=[row.user_avatar_id for row in rows],
        ).values_list("user_avatar_id", flat=True)
    )
    fresh = [row for row in rows if row.user_avatar_id not in known]
    Notification.objects.bulk_create(fresh, ignore_conflicts=True)
    # Those that a second delivery wrote at the same instant have no number here.
    stored = Notification.objects.filter(
        occasion=f"{occasion.kind}:{occasion.key}",
        user_avatar_id__in=[row.user_avatar_id for row in fresh],
        email_status="queued",
    )
    for row in stored:
        scheduled_jobs.schedule(EMAIL, key=str(row.pk), due_at=at, payload={"notification_id": row.pk})
    return fresh


def _email_status(person: people.Recipient, channels: Sequence[str]) -> str:
    if "email" not in channels:
        return "none"
    return "suppressed" if person.is_email_suppressed else "queued"


def claim_email(*, notification_id: int) -> Notification | None:
    """Return a notification whose mail is to be sent now, None when it is sent or given up."""
    with transaction.atomic():
        row = (
            Notification.objects.select_for_update(of=("self",))
            .filter(pk=notification_id, email_status="queued")
            .first()
        )
        if row is None:
            return None
        if row.email_attempt_cnt >= MAX_ATTEMPTS:
            Notification.objects.filter(pk=row.pk).update(email_status="failed")
            return None
        Notification.objects.filter(pk=row.pk).update(email_attempt_cnt=F("email_attempt_cnt") + 1)
    return row


def close_email(*, notification_id: int, status: str) -> None:
    """Note how a mail ended: sent, suppressed or failed."""
    Notification.objects.filter(pk=notification_id, email_status="queued").update(email_status=status)


def mark_read(*, avatar_id: int, ids: Sequence[int] | None, at: datetime) -> int:
    """Mark a person's notifications read, all of them without `ids`; returns how many were not."""
    rows = queries.of_person(avatar_id=avatar_id).filter(read_at__isnull=True)
    if ids is not None:
        rows = rows.filter(pk__in=ids)
    return _changed(avatar_id, rows.update(read_at=at))


def _changed(avatar_id: int, count: int) -> int:
    """Have the person's other browsers count anew."""
    if count:
        publish("notification.new", Audience(avatar_ids=(avatar_id,)))
    return count


def delete(*, avatar_id: int, ids: Sequence[int] | None, at: datetime) -> int:
    """
    Take notifications off a person's list, the read ones without `ids`; returns how many.

    The row stays: were it gone, a late second delivery would tell the person again.
    """
    rows = queries.of_person(avatar_id=avatar_id)
    rows = rows.filter(read_at__isnull=False) if ids is None else rows.filter(pk__in=ids)
    return _changed(avatar_id, rows.update(deleted_at=at))


def read_news(*, avatar_id: int, news_id: str, at: datetime) -> None:
    """
    Mark an item of news read by a person.

    :raises NewsNotFound: there is no such item
    """
    if not queries.has_news(news_id=news_id, avatar_id=avatar_id):
        raise NewsNotFound("Item not found.")
    with transaction.atomic():
        _, is_new = NewsRead.objects.get_or_create(
            user_avatar_id=avatar_id, news_id=news_id, defaults={"read_at": at}
        )
        if is_new and news_id.startswith(bulletins.PREFIX):
            bulletin_operations.count_read(news_id=news_id)


def save_preferences(*, avatar_id: int, kinds: Mapping[str, Mapping[str, bool]]) -> None:
    """
    Keep how a person wants to be told of each kind; kinds that are not named keep their way.

    :raises Invalid: there is no such kind or channel
    """
    wrong = {f"kinds.{slug}": ["Notification not found."] for slug in kinds if slug not in CHOOSABLE}
    for slug, channels in kinds.items():
        if set(channels) - set(CHANNELS):
            wrong[f"kinds.{slug}"] = ["Notification channel not found."]
    if wrong:
        raise Invalid(wrong)
    [person] = people.recipients(ids=[avatar_id])
    merged = {**person.preferences, **{slug: dict(channels) for slug, channels in kinds.items()}}
    people.save_preferences(avatar_id=avatar_id, preferences=merged)
