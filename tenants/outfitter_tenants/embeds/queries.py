"""Reads of where the widget was seen."""

from dataclasses import dataclass
from datetime import datetime

from outfitter_tenants.embeds.models import WidgetInstallation


@dataclass(frozen=True, slots=True)
class InstallationRow:
    """One site with the widget on it; `page` is the widget's page that it asked for last."""

    origin: str
    page: str
    first_seen_at: datetime
    last_seen_at: datetime


def list_installations() -> list[InstallationRow]:
    """Return the sites that show the widget, the latest seen first."""
    rows = WidgetInstallation.objects.order_by("-last_seen_at", "id")[:50]
    return [InstallationRow(r.origin, r.page, r.first_seen_at, r.last_seen_at) for r in rows]


def is_installed() -> bool:
    """Return whether any other site ever asked for the widget (domain.md 6.3)."""
    return WidgetInstallation.objects.exists()
