"""Restrictions and seasons over HTTP (domain.md 3.2): what changes them reaches the schedule."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory import terms
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.operations.restrictions import TermsDraft
from outfitter_tenants.catalog.schemas import terms as s

router = Router()
_SETUP = allow("setup.experiences")
_VIEW = allow("experience.view")
_RESTRICTION = {200: s.RestrictionSavedOut, **ERRORS}
_SEASON = {200: s.SeasonSavedOut, **ERRORS}


def _restriction(restriction_id: int) -> dict[str, Any]:
    return {"restriction": queries.get_restriction(restriction_id=restriction_id)}


def _season(season_id: int) -> dict[str, Any]:
    return {"season": _season_out(queries.get_season(season_id=season_id))}


def _season_out(row: queries.SeasonRow) -> dict[str, Any]:
    same = ("id", "name", "time_from", "time_to", "is_archived", "version")
    return {
        **{name: getattr(row, name) for name in same},
        "ranges": [{"first": first, "last": last} for first, last in row.ranges],
        "weekdays": [number for number in range(7) if row.weekdays >> number & 1],
    }


@router.get(
    "/api/restrictions/get",
    auth=_VIEW,
    response={200: s.RestrictionsOut, **ERRORS},
    operation_id="restrictions_get",
)
def restrictions_get(request: HttpRequest, is_archived: bool = False) -> dict[str, Any]:
    """Return the operator's restrictions by name."""
    return {"restrictions": queries.list_restrictions(is_archived=is_archived)}


@router.post("/api/restriction/save", auth=_SETUP, response=_RESTRICTION, operation_id="restriction_save")
def restriction_save(request: HttpRequest, body: s.RestrictionIn) -> dict[str, Any]:
    """Make a restriction or change one; departures to come follow."""
    saved = terms.save_restriction(
        name=body.name,
        rows=[TermsDraft(**row.model_dump()) for row in body.rows],
        restriction_id=body.id,
        version=body.version,
        at=utc_now(),
    )
    return _restriction(saved)


@router.post(
    "/api/restriction/{restriction}/assign",
    auth=_SETUP,
    response=_RESTRICTION,
    operation_id="restriction_assign",
)
def restriction_assign(request: HttpRequest, restriction: Id, body: s.RestrictionAssignIn) -> dict[str, Any]:
    """Sell exactly these experiences on these terms."""
    terms.assign_restriction(restriction_id=restriction, experience_ids=body.experience_ids, at=utc_now())
    return _restriction(restriction)


@router.post(
    "/api/restriction/{restriction}/archive",
    auth=_SETUP,
    response=_RESTRICTION,
    operation_id="restriction_archive",
)
def restriction_archive(request: HttpRequest, restriction: Id) -> dict[str, Any]:
    """Offer these terms no longer; refused while experiences are sold on them."""
    terms.archive_restriction(restriction_id=restriction, at=utc_now())
    return _restriction(restriction)


@router.post(
    "/api/restriction/{restriction}/restore",
    auth=_SETUP,
    response=_RESTRICTION,
    operation_id="restriction_restore",
)
def restriction_restore(request: HttpRequest, restriction: Id) -> dict[str, Any]:
    """Offer archived terms again."""
    terms.restore_restriction(restriction_id=restriction, at=utc_now())
    return _restriction(restriction)


@router.get(
    "/api/seasons/get", auth=_VIEW, response={200: s.SeasonsOut, **ERRORS}, operation_id="seasons_get"
)
def seasons_get(request: HttpRequest, is_archived: bool = False) -> dict[str, Any]:
    """Return the operator's seasons by name."""
    return {"seasons": [_season_out(row) for row in queries.list_seasons(is_archived=is_archived)]}


@router.post("/api/season/save", auth=_SETUP, response=_SEASON, operation_id="season_save")
def season_save(request: HttpRequest, body: s.SeasonIn) -> dict[str, Any]:
    """Make a season or change one; schedules and prices that name it follow."""
    saved = terms.save_season(
        values={
            "name": body.name,
            "ranges": [(part.first, part.last) for part in body.ranges],
            "weekdays": body.weekdays,
            "time_from": body.time_from,
            "time_to": body.time_to,
        },
        season_id=body.id,
        version=body.version,
        at=utc_now(),
    )
    return _season(saved)


@router.post("/api/season/{season}/archive", auth=_SETUP, response=_SEASON, operation_id="season_archive")
def season_archive(request: HttpRequest, season: Id) -> dict[str, Any]:
    """Offer a season no longer; what names it keeps it."""
    terms.archive_season(season_id=season, at=utc_now())
    return _season(season)


@router.post("/api/season/{season}/restore", auth=_SETUP, response=_SEASON, operation_id="season_restore")
def season_restore(request: HttpRequest, season: Id) -> dict[str, Any]:
    """Offer an archived season again."""
    terms.restore_season(season_id=season, at=utc_now())
    return _season(season)
