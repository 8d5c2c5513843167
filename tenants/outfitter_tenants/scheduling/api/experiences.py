"""Experiences with their rules (domain.md 5.10)."""

from collections.abc import Sequence
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from ninja import Router

from outfitter.api.principal import allow, public, signed_in
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog import serializers as catalog_views
from outfitter_tenants.catalog.languages import languages_of, reader_languages
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.catalog.operations import CustomerTypeDraft, ExperienceValues
from outfitter_tenants.catalog.schemas import ExperienceRowOut, ExperienceSaveIn
from outfitter_tenants.catalog.schemas.contents import Locale
from outfitter_tenants.scheduling import operations, queries, serializers
from outfitter_tenants.scheduling.api.visibility import is_staff, visible_among, visible_experience
from outfitter_tenants.scheduling.operations.availability_rules import RuleDraft, RuleResult
from outfitter_tenants.scheduling.schemas import availability_rules as s

router = Router()


@router.get(
    "/api/experiences",
    auth=public,
    response={200: list[ExperienceRowOut], **ERRORS},
    operation_id="experiences",
)
def experiences(
    request: HttpRequest, response: HttpResponse, locale: Locale | None = None
) -> list[dict[str, Any]]:
    """Return what is live, in the operator's order and in the reader's language."""
    patch_vary_headers(response, ["Accept-Language"])
    rows = visible_among(request, catalog.list_live())
    return _rows(catalog.localized(rows, languages=languages_of(request, locale)))


@router.get(
    "/api/experiences/all",
    auth=signed_in,
    response={200: list[ExperienceRowOut], **ERRORS},
    operation_id="experiences_all",
)
def experiences_all(request: HttpRequest) -> list[dict[str, Any]]:
    """Return drafts, hidden and archived experiences as well."""
    return _rows(visible_among(request, catalog.list_all()))


def _rows(rows: list[catalog.ExperienceRow]) -> list[dict[str, Any]]:
    at = utc_now()
    dates = queries.next_available_dates(experience_ids=[row.id for row in rows], at=at)
    counts = queries.upcoming_counts(at=at)
    return [
        catalog_views.experience_row(
            row, next_available_date=dates.get(row.id), timeslots_30d_cnt=counts.get(row.id, 0)
        )
        for row in rows
    ]


@router.get(
    "/api/experience/{experience}/get",
    auth=public,
    response={200: s.ExperienceAnswerOut, **ERRORS},
    operation_id="experience_get",
)
def experience_get(
    request: HttpRequest, response: HttpResponse, experience: Id, locale: Locale | None = None
) -> dict[str, Any]:
    """Return one experience; strangers see what they can buy of it, in their language."""
    patch_vary_headers(response, ["Accept-Language"])
    row = visible_experience(request, experience)
    [row] = catalog.localized([row], languages=languages_of(request, locale))
    languages = (normal(locale),) if locale else reader_languages(request)
    return _full(row, languages, is_public=not is_staff(request))


def _full(row: catalog.ExperienceRow, languages: Sequence[str], *, is_public: bool) -> dict[str, Any]:
    rules = [] if is_public else queries.list_rules(experience_id=row.id)
    found = serializers.experience_full(row, rules=rules, is_public=is_public)
    catalog_views.call_types(found, catalog.guest_type_names(languages=languages), is_public=is_public)
    return {"experience": found}


@router.post(
    "/api/experience/save",
    auth=allow("setup.experiences"),
    response={200: s.ExperienceAnswerOut, **ERRORS},
    operation_id="experience_save",
)
def experience_save(request: HttpRequest, body: ExperienceSaveIn) -> dict[str, Any]:
    """Make an experience or change one; what is left out stays."""
    named = body.model_dump(exclude_unset=body.id is not None)
    tickets = named.pop("customerTypes", None)
    for name in ("id", "version"):
        named.pop(name, None)
    if named.get("slug") is None:
        named.pop("slug", None)
    saved = operations.save_experience(
        values=cast("ExperienceValues", named),
        experience_id=body.id,
        version=body.version,
        customer_types=None if tickets is None else [_ticket(kind) for kind in tickets],
        at=utc_now(),
    )
    return _full(catalog.get_experience(experience_id=saved), reader_languages(request), is_public=False)


def _ticket(named: dict[str, Any]) -> CustomerTypeDraft:
    return CustomerTypeDraft(**named)


@router.post(
    "/api/experience/{experience}/availabilities/create",
    auth=allow("setup.experiences"),
    response={200: s.RuleAnswerOut, **ERRORS},
    operation_id="availabilities_create",
)
def availabilities_create(request: HttpRequest, body: s.RuleIn, experience: Id) -> dict[str, Any]:
    """Make an availability rule and its departures; with `dry_run` only say which."""
    result = operations.create_rule(
        experience_id=experience, draft=_draft(body), is_dry_run=body.dry_run, at=utc_now()
    )
    return _made(result)


@router.get(
    "/api/experience/availability/{experience_timeslot}/get",
    auth=allow("experience.view"),
    response={200: s.RuleOut, **ERRORS},
    operation_id="availability_get",
)
def availability_get(request: HttpRequest, experience_timeslot: Id) -> dict[str, Any]:
    """Return one availability rule."""
    return serializers.rule(queries.get_rule(rule_id=experience_timeslot))


@router.post(
    "/setup/experience/availability/{experience_timeslot}/edit",
    auth=allow("setup.experiences"),
    response={200: s.RuleAnswerOut, **ERRORS},
    operation_id="availability_edit",
)
def availability_edit(request: HttpRequest, body: s.RuleEditIn, experience_timeslot: Id) -> dict[str, Any]:
    """Change a rule and the future nobody has bought; with `dry_run` only say what that does."""
    result = operations.edit_rule(
        rule_id=experience_timeslot,
        draft=_draft(body),
        version=body.version,
        is_dry_run=body.dry_run,
        at=utc_now(),
    )
    return _made(result)


@router.post(
    "/setup/experience/availability/{experience_timeslot}/delete",
    auth=allow("setup.experiences"),
    response={200: s.RuleAnswerOut, **ERRORS},
    operation_id="availability_delete",
)
def availability_delete(
    request: HttpRequest, body: s.RuleDeleteIn, experience_timeslot: Id
) -> dict[str, Any]:
    """Take a rule away; one that has sold is ended, and `rule` says that it is still there."""
    result = operations.delete_rule(rule_id=experience_timeslot, version=body.version, at=utc_now())
    return _made(result)


def _draft(body: s.RuleIn) -> RuleDraft:
    given = body.model_dump(exclude={"dry_run", "version"})
    lists = ("weekdays", "exclude_dates", "include_dates", "times", "season_ids", "guide_ids")
    tuples = {name: tuple(given[name]) for name in lists if given[name] is not None}
    return RuleDraft(**{**given, **tuples})


def _made(result: RuleResult) -> dict[str, Any]:
    return {
        "rule": serializers.rule(result.rule) if result.rule else None,
        "created_cnt": result.created_cnt,
        "updated_cnt": result.updated_cnt,
        "removed_cnt": result.removed_cnt,
        "kept_cnt": result.kept_cnt,
        "days": [serializers.rule_day(day) for day in result.days],
        "timeslots": [serializers.occurrence(item) for item in result.timeslots],
        "conflicts": [serializers.conflict(item) for item in result.conflicts],
        "kept": [serializers.serialize_kept_timeslot(item) for item in result.kept],
    }
