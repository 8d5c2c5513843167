"""Writes of where the widget was seen, where it may be, and how it looks."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.embeds import frame_ancestors, theme_cache
from outfitter_tenants.embeds.models import WidgetInstallation, WidgetSettings
from outfitter_tenants.embeds.origins import origin_of

# A busy site asks a hundred times a minute; once an hour is enough to know.
SEEN_EVERY: Final = timedelta(hours=1)
MOST: Final = 200
MOST_FRAMING: Final = 50


def record_installation(*, origin: str, page: str, at: datetime) -> None:
    """
    Note that a site showed the widget, at most once an hour and for at most 200 sites.

    Anybody can send any referring address, so what is kept is bounded.
    """
    key = f"widget-seen:{current_schema()}:{origin}"
    if not cache.add(key, 1, int(SEEN_EVERY.total_seconds())):
        return
    known = WidgetInstallation.objects.filter(origin=origin)
    if known.update(last_seen_at=Greatest(F("last_seen_at"), at), page=page):
        return
    if WidgetInstallation.objects.count() < MOST:
        WidgetInstallation.objects.bulk_create(
            [WidgetInstallation(origin=origin, page=page, first_seen_at=at, last_seen_at=at)],
            ignore_conflicts=True,
        )


def save_framing(
    *, is_framing_limited: bool, framing_origins: Sequence[str], version: int, at: datetime
) -> None:
    """
    Let anybody frame the widget, or the listed sites alone.

    :raises Invalid: a line is no site, or a limit would let nobody in
    :raises StaleVersion: somebody else has changed it meanwhile
    """
    origins = _origins(framing_origins)
    if is_framing_limited and not origins:
        raise Invalid({"framing_origins": ["Name at least one site, or allow any site."]})
    with atomic():
        row = _locked(at)
        if row.version != version:
            raise StaleVersion("Someone changed this in the meantime.")
        before = {"is_framing_limited": row.is_framing_limited, "framing_origins": row.framing_origins}
        after = {"is_framing_limited": is_framing_limited, "framing_origins": origins}
        changed = [name for name in after if before[name] != after[name]]
        if not changed:
            return
        row.is_framing_limited, row.framing_origins = is_framing_limited, origins
        row.version, row.updated_at = row.version + 1, at
        row.save()
        record(
            entity_type="properties",
            entity_id=1,
            action="widget.framing_changed",
            at=at,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
        transaction.on_commit(frame_ancestors.forget)


def save_look(
    *, color: str | None, radius: int | None, font: str | None, theme: str, version: int, at: datetime
) -> None:
    """
    Dress the widget wherever its embed code says nothing else; None goes back to what it was.

    :param color: "#rrggbb"; what cannot be read on a page is corrected when it is shown
    :param radius: pixels, 0 to 24
    :raises StaleVersion: somebody else has changed it meanwhile
    """
    after = {"color": (color or "").lower(), "radius": radius, "font": font or "", "theme": theme}
    with atomic():
        row = _locked(at)
        if row.look_version != version:
            raise StaleVersion("Someone changed this in the meantime.")
        before = {name: getattr(row, name) for name in after}
        changed = [name for name in after if before[name] != after[name]]
        if not changed:
            return
        for name in changed:
            setattr(row, name, after[name])
        row.look_version, row.updated_at = row.look_version + 1, at
        row.save()
        record(
            entity_type="properties",
            entity_id=1,
            action="widget.look_changed",
            at=at,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
        transaction.on_commit(theme_cache.forget)


def _locked(at: datetime) -> WidgetSettings:
    WidgetSettings.objects.get_or_create(pk=1, defaults={"updated_at": at})
    return WidgetSettings.objects.select_for_update().get(pk=1)


def _origins(lines: Sequence[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        origin = origin_of(line)
        if origin is None:
            raise Invalid({"framing_origins": [f"“{line.strip()[:80]}” is not the address of a site."]})
        if origin not in found:
            found.append(origin)
    if len(found) > MOST_FRAMING:
        raise Invalid({"framing_origins": [f"Name at most {MOST_FRAMING} sites."]})
    return found
