"""Reads of rate sheets (domain.md 3.2, 4.5)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from django.db.models import Prefetch, QuerySet

from outfitter.db.configuration import configuration_read
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.pricing import models
from outfitter_tenants.pricing.rules.rate_sheets import Mode, RateSheet

_PLAIN: Final = (
    "id",
    "priority",
    "weekdays",
    "time_from",
    "time_to",
    "pax_min",
    "pax_max",
    "is_same_type_only",
    "remaining_min",
    "remaining_max",
    "advance_min_minutes",
    "advance_max_minutes",
    "valid_from",
    "valid_to",
)


class RateSheetNotFound(NotFound):
    """No such rate sheet here."""


def list_rate_sheets(*, experience_id: int, is_archived: bool = False) -> list[models.RateSheet]:
    """Return the rate sheets of an experience with their prices: those in use, or the others."""
    rows = _rows().filter(experience_id=experience_id)
    shown = rows.filter(status="archived") if is_archived else rows.exclude(status="archived")
    return list(shown.order_by("-priority", "name", "id"))


def get_rate_sheet(*, rate_sheet_id: int) -> models.RateSheet:
    """
    Return one rate sheet with its prices.

    :raises RateSheetNotFound: there is none
    """
    row = _rows().filter(pk=rate_sheet_id).first()
    if row is None:
        raise RateSheetNotFound("Rate sheet not found.")
    return row


def lock_rate_sheet(*, rate_sheet_id: int) -> models.RateSheet:
    """
    Lock one rate sheet for a change.

    :raises RateSheetNotFound: there is none
    """
    rows = models.RateSheet.objects.select_for_update(of=("self",))
    row = rows.filter(pk=rate_sheet_id).first()
    if row is None:
        raise RateSheetNotFound("Rate sheet not found.")
    return row


@configuration_read
def sheets_of(*, experience_ids: Iterable[int]) -> Mapping[int, tuple[RateSheet, ...]]:
    """
    Return, by experience, the live rate sheets as the matching reads them.

    At most three statements whatever is asked; one when nothing is live.
    """
    rows = list(_rows().filter(experience_id__in=set(experience_ids), status="live"))
    named = {season_id for row in rows for season_id in row.season_ids}
    seasons = catalog.seasons_by_id(ids=named) if named else {}
    found: dict[int, list[RateSheet]] = {}
    for row in rows:
        found.setdefault(row.experience_id, []).append(_sheet(row, seasons))
    return {experience_id: tuple(sheets) for experience_id, sheets in found.items()}


def _sheet(row: models.RateSheet, seasons: Mapping[int, catalog.SeasonRow]) -> RateSheet:
    values: dict[str, Any] = {name: getattr(row, name) for name in _PLAIN}
    return RateSheet(
        **values,
        prices={
            one.experience_customer_type_id: (cast("Mode", one.mode), one.value) for one in row.prices.all()
        },
        channels=frozenset(row.channels),
        reseller_ids=frozenset(row.reseller_ids),
        seasons=tuple(seasons[one] for one in row.season_ids if one in seasons),
    )


def _rows() -> "QuerySet[models.RateSheet]":
    prices = models.RateSheetPrice.objects.order_by("experience_customer_type_id")
    return models.RateSheet.objects.prefetch_related(Prefetch("prices", prices))
