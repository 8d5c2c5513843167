"""Reads of where the widget was seen, where it may be, and how it looks."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.db.statements import Statement
from outfitter_tenants.embeds.models import WidgetInstallation, WidgetSettings
from outfitter_tenants.embeds.theme import CalendarTheme


@dataclass(frozen=True, slots=True)
class InstallationRow:
    """One site with the widget on it; `page` is the widget's page that it asked for last."""

    origin: str
    page: str
    first_seen_at: datetime
    last_seen_at: datetime


@dataclass(frozen=True, slots=True)
class FramingRow:
    """Whom the operator lets frame the widget: anybody, or these sites alone."""

    is_framing_limited: bool = False
    framing_origins: tuple[str, ...] = ()
    version: int = 0


def list_installations() -> list[InstallationRow]:
    """Return the sites that show the widget, the latest seen first."""
    rows = WidgetInstallation.objects.order_by("-last_seen_at", "id")[:50]
    return [InstallationRow(r.origin, r.page, r.first_seen_at, r.last_seen_at) for r in rows]


def last_seen(*, origin: str) -> datetime | None:
    """Return when a site last asked for the widget."""
    found = WidgetInstallation.objects.filter(origin=origin).values_list("last_seen_at", flat=True)
    return found.first()


# Whether any other site ever asked for the widget (domain.md 6.3).
ANY_INSTALLATION: Final = Statement(lambda: WidgetInstallation.objects.values_list("pk")[:1])


def get_framing() -> FramingRow:
    """Return whom the operator lets frame the widget."""
    row = WidgetSettings.objects.filter(pk=1).first()
    if row is None:
        return FramingRow()
    return FramingRow(row.is_framing_limited, tuple(row.framing_origins), row.version)


def get_look() -> CalendarTheme:
    """Return how the operator wants the widget to look."""
    row = WidgetSettings.objects.filter(pk=1).first()
    if row is None:
        return CalendarTheme()
    return CalendarTheme(row.color or None, row.radius, row.font or None, row.theme, row.look_version)
