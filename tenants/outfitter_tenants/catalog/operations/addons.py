"""Writes of add-ons and of the choices that they offer (domain.md 3.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import F

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import (
    ExperienceAddon,
    ExperienceAddonValue,
    ExperienceAddonValueType,
    ExperienceCustomerType,
    Product,
)
from outfitter_tenants.catalog.operations.audit_entries import record_change
from outfitter_tenants.catalog.queries.extras import lock_addon, lock_value_type


class ValueTypeInUse(DomainError):
    """Add-ons use these choices."""

    code = "in_use"
    status = 409


class AddonValues(TypedDict):
    """The fields of an add-on; `price` in minor units."""

    name: str
    description: str
    scope: str
    input: str
    value_type_id: int | None
    is_required: bool
    min_qty: int
    max_qty: int | None
    price: int
    price_per: str
    tax_ids: Sequence[int] | None
    is_taxable: bool
    is_commissionable: bool
    stock_product_id: int | None
    enabled_customer_type_ids: Sequence[int]
    methods: Sequence[str]


def save_addon(
    *,
    experience_id: int,
    values: AddonValues,
    at: datetime,
    addon_id: int | None = None,
    version: int | None = None,
) -> int:
    """
    Make an add-on of an experience, last in its order, or change one; returns its id.

    :raises ExperienceNotFound: there is no such experience
    :raises AddonNotFound: it has no such add-on
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        queries.lock_experience(experience_id=experience_id)
        mine = ExperienceAddon.objects.filter(experience_id=experience_id)
        if addon_id is None:
            place = positions.next_position(mine)
            row = ExperienceAddon(experience_id=experience_id, position=place, version=0)
        else:
            row = lock_addon(experience_id=experience_id, addon_id=addon_id)
            if version is not None and version != row.version:
                raise StaleVersion("Someone changed this add-on in the meantime.", version=row.version)
        _refuse(values, experience_id)
        before = _facts(row) if row.pk else None
        for name, value in values.items():
            setattr(row, name, _plain(value))
        row.version += 1
        row.save()
        if not _tell(row, before, at):
            ExperienceAddon.objects.filter(pk=row.pk).update(version=F("version") - 1)
    return row.pk


def _plain(value: object) -> Any:
    if isinstance(value, str):
        return value.strip()
    # Lists hold each entry once, in the order given.
    return list(dict.fromkeys(value)) if isinstance(value, list | tuple) else value


def _refuse(values: AddonValues, experience_id: int) -> None:
    fields: dict[str, list[str]] = {}
    if not values["name"].strip():
        fields["name"] = ["Give the add-on a name."]
    least = max(values["min_qty"], 1 if values["is_required"] else 0)
    if values["max_qty"] is not None and values["max_qty"] < max(least, 1):
        fields["max_qty"] = ["The maximum must not be less than the minimum."]
    if values["input"] != "quantity" and values["min_qty"] > 1:
        fields["min_qty"] = ["Only an add-on with a quantity can be chosen more than once."]
    if problem := _value_type_fault(values):
        fields["value_type_id"] = [problem]
    product = values["stock_product_id"]
    if product and not Product.objects.filter(pk=product, is_active=True).exists():
        fields["stock_product_id"] = ["Product not found."]
    sold = ExperienceCustomerType.objects.filter(
        experience_id=experience_id, archived_at__isnull=True
    ).values_list("customer_type_id", flat=True)
    if set(values["enabled_customer_type_ids"]) - set(sold):
        fields["enabled_customer_type_ids"] = ["The experience doesn't sell one of these."]
    if fields:
        raise Invalid(fields)


def _value_type_fault(values: AddonValues) -> str | None:
    chosen = values["value_type_id"]
    if values["input"] != "select":
        return None if chosen is None else "Only a selection has choices."
    if chosen is None:
        return "Add at least one choice."
    offered = ExperienceAddonValue.objects.filter(
        value_type_id=chosen, value_type__archived_at__isnull=True, is_active=True
    )
    return None if offered.exists() else "There is nothing to choose."


def archive_addon(*, experience_id: int, addon_id: int, at: datetime) -> None:
    """
    Offer an add-on no longer; whoever has it keeps it.

    :raises AddonNotFound: the experience has no such add-on
    """
    with atomic():
        row = lock_addon(experience_id=experience_id, addon_id=addon_id)
        before = _facts(row)
        if positions.archive(row, at=at):
            _tell(row, before, at)


def restore_addon(*, experience_id: int, addon_id: int, at: datetime) -> None:
    """
    Offer an add-on again.

    :raises AddonNotFound: the experience has no such add-on
    """
    with atomic():
        row = lock_addon(experience_id=experience_id, addon_id=addon_id)
        before = _facts(row)
        if positions.restore(row):
            _tell(row, before, at)


def reorder_addons(*, experience_id: int, ids: Sequence[int], at: datetime) -> None:
    """
    Put the add-ons of an experience into another order.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: these are not exactly its add-ons
    """
    with atomic():
        queries.lock_experience(experience_id=experience_id)
        mine = ExperienceAddon.objects.filter(experience_id=experience_id, archived_at__isnull=True)
        before = positions.reorder(mine, ids=ids)
        if before != list(ids):
            record(
                entity_type="experience",
                entity_id=experience_id,
                at=at,
                action="experience.addons_reordered",
                before={"ids": before},
                after={"ids": list(ids)},
            )


def copy_addons(*, source_id: int, target_id: int) -> dict[int, int]:
    """
    Give an experience what another offers, in the caller's transaction.

    Returns which add-on became which: id there -> id here.
    """
    found: dict[int, int] = {}
    rows = ExperienceAddon.objects.filter(experience_id=source_id, archived_at__isnull=True)
    for row in rows.order_by("position", "id"):
        former = row.pk
        row.pk, row.experience_id, row.version = None, target_id, 1
        row.save(force_insert=True)
        found[former] = row.pk
    return found


@dataclass(frozen=True, slots=True)
class ValueDraft:
    """A choice as it is to be; `price_delta` in minor units."""

    label: str
    price_delta: int = 0
    id: int | None = None
    sku: str | None = None
    is_default: bool = False
    is_active: bool = True


def save_value_type(
    *,
    name: str,
    values: Sequence[ValueDraft],
    at: datetime,
    value_type_id: int | None = None,
    version: int | None = None,
) -> int:
    """
    Make a set of choices or change one; returns its id.

    `values` is the whole list in its order; one that is missing is no longer offered.

    :raises ValueTypeNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule
    """
    _refuse_values(name, values)
    with atomic():
        row = ExperienceAddonValueType(version=0)
        if value_type_id is not None:
            row = lock_value_type(value_type_id=value_type_id)
            if version is not None and version != row.version:
                raise StaleVersion("Someone changed these in the meantime.", version=row.version)
        before = _type_facts(row) if row.pk else None
        row.name, row.version = name.strip(), row.version + 1
        row.save()
        _sync_values(row, values)
        changed = record_change(
            entity_type="addon_values", entity_id=row.pk, before=before, after=_type_facts(row), at=at
        )
        if not changed:
            ExperienceAddonValueType.objects.filter(pk=row.pk).update(version=F("version") - 1)
    return row.pk


def _sync_values(row: ExperienceAddonValueType, drafts: Sequence[ValueDraft]) -> None:
    mine = ExperienceAddonValue.objects.filter(value_type=row)
    existing: Mapping[int, ExperienceAddonValue] = {value.pk: value for value in mine}
    stays = {draft.id for draft in drafts if draft.id is not None}
    if stays - set(existing):
        raise Invalid({"values": ["One of these choices does not exist here."]})
    # One default at a time, also between two statements.
    mine.filter(is_default=True).update(is_default=False)
    mine.exclude(pk__in=stays).update(is_active=False)
    for position, draft in enumerate(drafts):
        value = existing[draft.id] if draft.id else ExperienceAddonValue(value_type=row)
        value.label, value.sku = draft.label.strip(), draft.sku or None
        value.price_delta, value.position = draft.price_delta, position
        value.is_active, value.is_default = draft.is_active, draft.is_default
        value.save()


def _refuse_values(name: str, drafts: Sequence[ValueDraft]) -> None:
    fields: dict[str, list[str]] = {}
    if not name.strip():
        fields["name"] = ["Give these choices a name."]
    if not any(draft.is_active for draft in drafts):
        fields["values"] = ["Give at least one choice."]
    labels: set[str] = set()
    has_default = False
    for place, draft in enumerate(drafts):
        label = draft.label.strip().casefold()
        if not label:
            fields[f"values.{place}.label"] = ["Give the choice a name."]
        elif draft.is_active and label in labels:
            fields[f"values.{place}.label"] = ["List each choice only once."]
        if draft.is_default and (has_default or not draft.is_active):
            fields[f"values.{place}.is_default"] = ["One of the offered choices must come first."]
        has_default = has_default or draft.is_default
        if draft.is_active:
            labels.add(label)
    if fields:
        raise Invalid(fields)


def archive_value_type(*, value_type_id: int, at: datetime) -> None:
    """
    Offer a set of choices no longer.

    :raises ValueTypeNotFound: there is none
    :raises ValueTypeInUse: add-ons offer it
    """
    with atomic():
        row = lock_value_type(value_type_id=value_type_id)
        used = row.addons.filter(archived_at__isnull=True).count()
        if used:
            raise ValueTypeInUse("Add-ons use these choices.", used_cnt=used)
        before = _type_facts(row)
        if positions.archive(row, at=at):
            record_change(
                entity_type="addon_values", entity_id=row.pk, before=before, after=_type_facts(row), at=at
            )


def restore_value_type(*, value_type_id: int, at: datetime) -> None:
    """
    Offer a set of choices again.

    :raises ValueTypeNotFound: there is none
    """
    with atomic():
        row = lock_value_type(value_type_id=value_type_id)
        before = _type_facts(row)
        if positions.restore(row):
            record_change(
                entity_type="addon_values", entity_id=row.pk, before=before, after=_type_facts(row), at=at
            )


def _type_facts(row: ExperienceAddonValueType) -> dict[str, object]:
    names = ("label", "price_delta", "sku", "is_default", "is_active")
    values = ExperienceAddonValue.objects.filter(value_type=row).order_by("position", "id")
    return {
        "name": row.name,
        "is_archived": row.archived_at is not None,
        "values": list(values.values(*names)),
    }


def _facts(row: ExperienceAddon) -> dict[str, object]:
    facts = {name: getattr(row, name) for name in AddonValues.__annotations__}
    return {**facts, "is_archived": row.archived_at is not None}


def _tell(row: ExperienceAddon, before: dict[str, object] | None, at: datetime) -> bool:
    return bool(record_change(entity_type="addon", entity_id=row.pk, before=before, after=_facts(row), at=at))
