"""A copy of an experience with what other parts of the product know of it (domain.md 5.27)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from outfitter.accounts import file_storage
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog.operations.clones import Clone, clone_experience
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields import queries as asked
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.operations.resource_usages import FIELDS, save_usages

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Parts:
    """What is copied beside the experience itself, its taxes and the fields it asks."""

    availabilities: bool = False
    rates: bool = True
    addons: bool = True
    resources: bool = True


@dataclass(frozen=True, slots=True)
class Cloned:
    """The copy, and how many availabilities were left out because nothing comes of them now."""

    id: int
    skipped_availabilities_cnt: int


def clone(*, experience_id: int, name: str, parts: Parts, at: datetime) -> Cloned:
    """
    Copy an experience as a draft; departures come anew from copied availabilities.

    :raises ExperienceNotFound: there is none
    :raises Invalid: no name
    """
    folders: tuple[str, ...] = ()
    try:
        with atomic():
            made = clone_experience(experience_id=experience_id, name=name, has_addons=parts.addons, at=at)
            folders = made.folders
            _copy_fields(experience_id, made.id, at)
            _copy_charges(experience_id, made.id, at)
            if parts.rates:
                _copy_rates(experience_id, made, at)
            if parts.resources:
                _copy_usages(experience_id, made, at)
            skipped = _copy_rules(experience_id, made, at) if parts.availabilities else 0
    except BaseException:
        for folder in folders:
            file_storage.delete_folder(schema_name=current_schema(), folder=folder)
        raise
    return Cloned(made.id, skipped)


def _copy_fields(source_id: int, target_id: int, at: datetime) -> None:
    for row in asked.assigned(experience_id=source_id):
        fields.assign(
            experience_id=target_id, field_id=row.custom_field.id, is_required=row.is_required_here, at=at
        )


def _copy_charges(source_id: int, target_id: int, at: datetime) -> None:
    # What is limited to the original is meant for the copy too, or it would go untaxed.
    kinds: tuple[Literal["tax", "fee"], ...] = ("tax", "fee")
    for kind in kinds:
        for row in prices.list_surcharges(kind=kind):
            if source_id in row.experience_ids:
                ids = [*row.experience_ids, target_id]
                pricing.save_surcharge(kind=kind, values={"experience_ids": ids}, surcharge_id=row.pk, at=at)


def _copy_rates(source_id: int, made: Clone, at: datetime) -> None:
    for row in prices.list_rate_sheets(experience_id=source_id):
        same = (
            "name",
            "status",
            "priority",
            "channels",
            "reseller_ids",
            "season_ids",
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
        values: Any = {name: getattr(row, name) for name in same}
        mask = row.weekdays or 0
        values["weekdays"] = [number for number in range(7) if mask >> number & 1]
        stored = {p.experience_customer_type_id: (p.mode, p.value) for p in row.prices.all()}
        values["prices"] = _moved(stored, made.kinds)
        pricing.save_rate_sheet(experience_id=made.id, values=values, at=at)


def _copy_usages(source_id: int, made: Clone, at: datetime) -> None:
    rows = []
    for usage in schedule.list_usages(experience_id=source_id):
        values = {name: getattr(usage, name) for name in FIELDS}
        if usage.addon_id is not None:
            if usage.addon_id not in made.addons:
                continue
            values["addon_id"] = made.addons[usage.addon_id]
        if usage.experience_customer_type_id is not None:
            if usage.experience_customer_type_id not in made.kinds:
                continue
            values["experience_customer_type_id"] = made.kinds[usage.experience_customer_type_id]
        rows.append(values)
    if rows:
        save_usages(experience_id=made.id, rows=rows, at=at)


def _copy_rules(source_id: int, made: Clone, at: datetime) -> int:
    skipped = 0
    for row in schedule.list_rules(experience_id=source_id):
        if row.status == "ended":
            continue
        same = [n for n in scheduling.RuleDraft.__slots__ if n not in _BY_KIND]
        draft = scheduling.RuleDraft(
            **{name: getattr(row, name) for name in same},
            capacity_by_type=_by_kind(row.capacity_by_type, made.kinds),
            price_override=row.price_override and _by_kind(row.price_override, made.kinds),
        )
        try:
            scheduling.create_rule(experience_id=made.id, draft=draft, is_dry_run=False, at=at)
        except Invalid:
            # It lies in the past by now, or its season does.
            skipped += 1
    return skipped


_BY_KIND = ("capacity_by_type", "price_override")


def _by_kind(stored: Mapping[str, int], kinds: Mapping[int, int]) -> dict[str, int]:
    return {f"{kinds[int(k)]}": value for k, value in stored.items() if int(k) in kinds}


def _moved(stored: Mapping[int, Value], kinds: Mapping[int, int]) -> dict[int, Value]:
    return {kinds[kind]: value for kind, value in stored.items() if kind in kinds}
