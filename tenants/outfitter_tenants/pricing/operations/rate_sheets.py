"""Rate sheets: other prices under conditions (domain.md 3.2, 4.5)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final, TypedDict

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.trip_methods import method_problems
from outfitter_tenants.pricing import queries
from outfitter_tenants.pricing.models import RateSheet, RateSheetPrice
from outfitter_tenants.pricing.rules.rate_sheets import Mode
from outfitter_tenants.scheduling import cache_versions

MAX_SHEETS: Final = 60
# Ninety per cent off twice is more than everything: a typing slip, not a price.
_PPM: Final = 1_000_000
_PAIRS: Final = (
    ("time_from", "time_to", "The end time must not be before the start time."),
    ("pax_min", "pax_max", "The maximum must not be less than the minimum."),
    ("remaining_min", "remaining_max", "The maximum must not be less than the minimum."),
    ("advance_min_minutes", "advance_max_minutes", "The maximum must not be less than the minimum."),
    ("valid_from", "valid_to", "The last day must not be before the first."),
)


class RateSheetValues(TypedDict):
    """
    The fields of a rate sheet; empty lists and nulls demand nothing.

    `weekdays` are numbers, 0 is Sunday. `prices` is experience customer type -> (mode, value):
    minor units, with mode `percent` parts per million of the list price.
    """

    name: str
    status: str
    priority: int
    channels: Sequence[str]
    reseller_ids: Sequence[int]
    season_ids: Sequence[int]
    weekdays: Iterable[int]
    time_from: time | None
    time_to: time | None
    pax_min: int | None
    pax_max: int | None
    is_same_type_only: bool
    remaining_min: int | None
    remaining_max: int | None
    advance_min_minutes: int | None
    advance_max_minutes: int | None
    valid_from: date | None
    valid_to: date | None
    prices: Mapping[int, tuple[Mode, int]]


def save_rate_sheet(
    *,
    experience_id: int,
    values: RateSheetValues,
    at: datetime,
    rate_sheet_id: int | None = None,
    version: int | None = None,
) -> int:
    """
    Make a rate sheet of an experience or change one; returns its id.

    What is booked keeps its price. Calendars show the new ones at the next question.

    :raises ExperienceNotFound: there is no such experience
    :raises RateSheetNotFound: there is no such sheet of it
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        catalog.lock_experience(experience_id=experience_id)
        row = _row(experience_id, rate_sheet_id, version)
        before = _facts(row) if row.pk else None
        _check(row, values)
        _write(row, values)
        row.version += 1
        row.save()
        row.prices.exclude(experience_customer_type_id__in=values["prices"]).delete()
        for kind_id, (mode, value) in sorted(values["prices"].items()):
            RateSheetPrice.objects.update_or_create(
                rate_sheet=row, experience_customer_type_id=kind_id, defaults={"mode": mode, "value": value}
            )
        _tell(row, before, at)
        cache_versions.touch_everything()
    return row.pk


def archive_rate_sheet(*, rate_sheet_id: int, at: datetime) -> int:
    """
    Take a rate sheet out of use; returns its experience.

    :raises RateSheetNotFound: there is none
    """
    with atomic():
        row = queries.lock_rate_sheet(rate_sheet_id=rate_sheet_id)
        if row.status != "archived":
            before = _facts(row)
            row.status = "archived"
            row.version += 1
            row.save(update_fields=["status", "version"])
            _tell(row, before, at)
            cache_versions.touch_everything()
        return row.experience_id


def restore_rate_sheet(*, rate_sheet_id: int, is_live: bool, at: datetime) -> int:
    """
    Take an archived rate sheet into use again, as a draft unless `is_live`; returns its experience.

    :raises RateSheetNotFound: there is none
    :raises Invalid: the experience has as many as it may have
    """
    with atomic():
        row = queries.lock_rate_sheet(rate_sheet_id=rate_sheet_id)
        if row.status == "archived":
            _check_room(row.experience_id)
            before = _facts(row)
            row.status = "live" if is_live else "draft"
            row.version += 1
            row.save(update_fields=["status", "version"])
            _tell(row, before, at)
            cache_versions.touch_everything()
        return row.experience_id


def _check_room(experience_id: int) -> None:
    if len(queries.list_rate_sheets(experience_id=experience_id)) >= MAX_SHEETS:
        raise Invalid({"name": [f"An experience has at most {MAX_SHEETS} rate sheets."]})


def _row(experience_id: int, rate_sheet_id: int | None, version: int | None) -> RateSheet:
    if rate_sheet_id is None:
        _check_room(experience_id)
        return RateSheet(experience_id=experience_id, version=0)
    row = queries.lock_rate_sheet(rate_sheet_id=rate_sheet_id)
    if row.experience_id != experience_id:
        raise queries.RateSheetNotFound("This rate sheet belongs to another experience.")
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this rate sheet in the meantime.", version=row.version)
    return row


def _check(row: RateSheet, values: RateSheetValues) -> None:
    fields: dict[str, list[str]] = {}
    if not values["name"].strip():
        fields["name"] = ["Give the rate sheet a name."]
    given: Mapping[str, Any] = values
    for first, last, problem in _PAIRS:
        if given[first] is not None and given[last] is not None and given[last] < given[first]:
            fields[last] = [problem]
    if problems := method_problems(values["channels"]):
        fields["channels"] = problems
    known = {season.id for season in catalog.list_seasons()} | set(row.season_ids or ())
    if set(values["season_ids"]) - known:
        fields["season_ids"] = ["One of these seasons does not exist."]
    fields.update(_price_problems(row.experience_id, values["prices"]))
    if fields:
        raise Invalid(fields)


def _price_problems(experience_id: int, prices: Mapping[int, tuple[Mode, int]]) -> dict[str, list[str]]:
    if not prices:
        return {"prices": ["Enter a price for at least one guest type."]}
    kinds = catalog.experience_customer_types(experience_id=experience_id, audience="direct")
    if set(prices) - {kind.id for kind in kinds}:
        return {"prices": ["One of these prices belongs to another experience."]}
    for mode, value in prices.values():
        if mode == "absolute" and value < 0:
            return {"prices": ["A price can't be below zero."]}
        if mode == "percent" and not -_PPM <= value <= 10 * _PPM:
            return {"prices": ["A percentage must be between -100 and 1000."]}
    return {}


def _write(row: RateSheet, values: RateSheetValues) -> None:
    for name, value in values.items():
        if name not in {"prices", "weekdays"}:
            setattr(row, name, value)
    row.name = values["name"].strip()
    row.channels = sorted(set(values["channels"]))
    row.reseller_ids = sorted(set(values["reseller_ids"]))
    row.season_ids = sorted(set(values["season_ids"]))
    mask = sum(1 << number for number in set(values["weekdays"]))
    row.weekdays = mask if 0 < mask < 127 else None


def _facts(row: RateSheet) -> dict[str, object]:
    names = [name for name in RateSheetValues.__annotations__ if name != "prices"]
    found = {name: getattr(row, name) for name in names}
    plain = {k: v.isoformat() if isinstance(v, date | time) else v for k, v in found.items()}
    prices = row.prices.order_by("experience_customer_type_id")
    return {
        **plain,
        "prices": {str(one.experience_customer_type_id): [one.mode, one.value] for one in prices},
    }


def _tell(row: RateSheet, before: dict[str, object] | None, at: datetime) -> None:
    after = _facts(row)
    changed = [name for name in after if before is None or before[name] != after[name]]
    if changed:
        record(
            entity_type="rate_sheet",
            entity_id=row.pk,
            at=at,
            action="rate_sheet.created" if before is None else "rate_sheet.changed",
            before=None if before is None else {name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
