"""Shared terms and what is sold on them, changed in one transaction."""

from collections.abc import Sequence
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.catalog.operations import restrictions, seasons
from outfitter_tenants.catalog.operations.restrictions import (
    TermsDraft,
    archive_restriction,
    restore_restriction,
)
from outfitter_tenants.catalog.operations.seasons import archive_season, restore_season
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling import operations as scheduling

__all__ = [
    "archive_restriction",
    "archive_season",
    "assign_restriction",
    "restore_restriction",
    "restore_season",
    "save_restriction",
    "save_season",
]


def save_restriction(
    *, name: str, rows: Sequence[TermsDraft], restriction_id: int | None, version: int | None, at: datetime
) -> int:
    """
    Save a restriction and let the departures follow that are sold on it; returns its id.

    :raises RestrictionNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        saved = restrictions.save_restriction(
            name=name, rows=rows, restriction_id=restriction_id, version=version, at=at
        )
        if saved.is_changed and saved.experience_ids:
            _follow(saved.experience_ids, at)
    return saved.id


def assign_restriction(*, restriction_id: int, experience_ids: Sequence[int], at: datetime) -> None:
    """
    Sell exactly these experiences on a restriction; their departures follow.

    :raises RestrictionNotFound: there is none
    :raises RestrictionArchived: nothing new goes under it
    :raises Invalid: an experience is unknown, or the terms contradict its own
    """
    with atomic():
        moved = restrictions.assign_restriction(
            restriction_id=restriction_id, experience_ids=experience_ids, at=at
        )
        if moved:
            _follow(moved, at)


def save_season(
    *, values: seasons.SeasonValues, season_id: int | None, version: int | None, at: datetime
) -> int:
    """
    Save a season and let what is sold in it follow; returns its id.

    :raises SeasonNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        saved, is_changed = seasons.save_season(values=values, season_id=season_id, version=version, at=at)
        if is_changed and season_id is not None:
            scheduling.follow_season(season_id=season_id, at=at)
    cache_versions.touch_everything()
    return saved


def _follow(experience_ids: Sequence[int], at: datetime) -> None:
    scheduling.follow_terms(experience_ids=experience_ids, at=at)
    cache_versions.touch_everything()
