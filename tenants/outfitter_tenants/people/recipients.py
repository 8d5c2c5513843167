"""Who is told what, and how they want to be told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from outfitter_tenants.people.models import UserAvatar


@dataclass(frozen=True, slots=True)
class Recipient:
    """Somebody active here. `locale` is null when they never chose a language."""

    id: int
    user_id: int | None
    name: str
    email: str
    locale: str | None
    is_email_suppressed: bool
    preferences: Mapping[str, Any]
    is_hide_call_alerts: bool = False


def staff_who_may(permission: str) -> list[Recipient]:
    """Return the active staff whose role holds a permission and sees every booking."""
    rows = _active().filter(kind="staff", role__scope="all", role__permissions__contains=[permission])
    return [_recipient(row) for row in rows]


def recipients(*, ids: Iterable[int]) -> list[Recipient]:
    """Return these people as far as they are active."""
    return [_recipient(row) for row in _active().filter(pk__in=list(ids))]


def save_preferences(*, avatar_id: int, preferences: Mapping[str, Any]) -> None:
    """Keep how a person wants to be told."""
    UserAvatar.objects.filter(pk=avatar_id).update(notification_prefs=dict(preferences))


def _active() -> QuerySet[UserAvatar]:
    return UserAvatar.objects.filter(status="active").order_by("id")


def _recipient(row: UserAvatar) -> Recipient:
    return Recipient(
        row.pk,
        row.user_id,
        row.name,
        row.email,
        row.locale,
        row.is_email_suppressed,
        row.notification_prefs,
        row.is_hide_call_alerts,
    )
