"""Writes of seasons (domain.md 3.2)."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Final, TypedDict

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.catalog.models import Season
from outfitter_tenants.catalog.operations.audit_entries import record_change
from outfitter_tenants.catalog.queries.terms import lock_season

EVERY_DAY: Final = 127


class SeasonValues(TypedDict):
    """The fields of a season; `weekdays` are numbers, 0 is Sunday; ranges hold both ends."""

    name: str
    ranges: Sequence[tuple[date, date]]
    weekdays: Iterable[int]
    time_from: time | None
    time_to: time | None


def save_season(
    *, values: SeasonValues, at: datetime, season_id: int | None = None, version: int | None = None
) -> tuple[int, bool]:
    """
    Make a season or change one; returns its id and whether anything changed.

    What is sold in it follows in scheduling and pricing: callers let them.

    :raises SeasonNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    _check(values)
    with atomic():
        row = Season(version=0) if season_id is None else lock_season(season_id=season_id)
        if row.pk and version is not None and version != row.version:
            raise StaleVersion("Someone changed this season in the meantime.", version=row.version)
        before = _facts(row) if row.pk else None
        row.name = values["name"].strip()
        row.ranges = [
            {"from": first.isoformat(), "to": last.isoformat()} for first, last in sorted(values["ranges"])
        ]
        row.weekdays = sum(1 << number for number in set(values["weekdays"]))
        row.time_from, row.time_to = values["time_from"], values["time_to"]
        row.version += 1
        row.save()
        changed = _tell(row, before, at)
        if not changed:
            Season.objects.filter(pk=row.pk).update(version=row.version - 1)
    return row.pk, changed


def archive_season(*, season_id: int, at: datetime) -> None:
    """
    Offer a season no longer; rules and rate sheets that name it keep it.

    :raises SeasonNotFound: there is none
    """
    with atomic():
        row = lock_season(season_id=season_id)
        before = _facts(row)
        if positions.archive(row, at=at):
            _tell(row, before, at)


def restore_season(*, season_id: int, at: datetime) -> None:
    """
    Offer an archived season again.

    :raises SeasonNotFound: there is none
    """
    with atomic():
        row = lock_season(season_id=season_id)
        before = _facts(row)
        if positions.restore(row):
            _tell(row, before, at)


def _check(values: SeasonValues) -> None:
    fields: dict[str, list[str]] = {}
    if not values["name"].strip():
        fields["name"] = ["Give the season a name."]
    if not values["ranges"]:
        fields["ranges"] = ["Enter the first and last day."]
    for place, (first, last) in enumerate(values["ranges"]):
        if last < first:
            fields[f"ranges.{place}.last"] = ["The season must not end before it starts."]
    if not set(values["weekdays"]):
        fields["weekdays"] = ["Choose at least one weekday."]
    start, end = values["time_from"], values["time_to"]
    if (start is None) != (end is None):
        fields["time_to" if end is None else "time_from"] = ["Give both times, or neither."]
    elif start is not None and end is not None and end < start:
        fields["time_to"] = ["The end time must not be before the start time."]
    if fields:
        raise Invalid(fields)


def _facts(row: Season) -> dict[str, object]:
    return {
        "name": row.name,
        "ranges": row.ranges,
        "weekdays": row.weekdays,
        "time_from": row.time_from and row.time_from.isoformat("minutes"),
        "time_to": row.time_to and row.time_to.isoformat("minutes"),
        "is_archived": row.archived_at is not None,
    }


def _tell(row: Season, before: dict[str, object] | None, at: datetime) -> bool:
    return bool(
        record_change(entity_type="season", entity_id=row.pk, before=before, after=_facts(row), at=at)
    )
