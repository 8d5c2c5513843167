"""Writes of the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypedDict

import nh3
from django.db.models import F

from outfitter.db.locks import atomic
from outfitter.db.slugs import free_slug
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import (
    Category,
    CustomerType,
    Experience,
    ExperienceCustomerType,
    Location,
)

# draft -> live <-> hidden -> archived (domain.md 3.2).
_NEXT: Final[Mapping[str, frozenset[str]]] = {
    "draft": frozenset({"live", "hidden", "archived"}),
    "live": frozenset({"hidden", "archived"}),
    "hidden": frozenset({"live", "archived"}),
    "archived": frozenset(),
}
# Capacity by customer type and by resource are sold only once their own counters exist.
CAPACITY_TYPES: Final = ("unlimited", "timeslot", "experience_date")


class IllegalStatus(DomainError):
    """An experience does not go from one of these states to the other."""

    code = "illegal_status"
    status = 409


class ExperienceValues(TypedDict, total=False):
    """The fields of an experience that may be written; prices are with its customer types."""

    name: str
    internal_name: str | None
    status: str
    category_ids: Sequence[int]
    location_id: int | None
    capacity_type: str
    default_capacity: int | None
    is_allow_manual_overbooking: bool
    is_requires_review: bool
    duration_minutes: int
    cutoff_minutes_online: int
    cutoff_minutes_direct: int
    min_pax: int
    max_pax: int
    short_description: str
    description_html: str
    inclusions: str
    exclusions: str
    meeting_point: str
    hero_image: str | None
    min_age: int | None
    languages: Sequence[str]
    color: str
    position: int


@dataclass(frozen=True, slots=True)
class CustomerTypeDraft:
    """
    A customer type as an experience is to sell it; `base_price` in minor units.

    Without a word on `is_exclude_from_min_price`, free tickets beside paid ones are left out of
    the "from" price: "from 0" because infants ride along would be a lie.
    """

    customer_type_id: int
    base_price: int
    id: int | None = None
    label: str | None = None
    pax_per_booking: int = 1
    is_consume_capacity: bool = True
    is_public: bool = True
    min_qty: int = 0
    max_qty: int | None = None
    min_age: int | None = None
    max_age: int | None = None
    is_exclude_from_min_price: bool | None = None


def save_experience(
    *,
    values: ExperienceValues,
    at: datetime,
    experience_id: int | None = None,
    version: int | None = None,
    customer_types: Sequence[CustomerTypeDraft] | None = None,
) -> int:
    """
    Make an experience or change one; returns its id.

    Fields that are not named stay. `customer_types` replaces the whole list: one that is missing
    is archived. Timeslots follow in scheduling.operations.save_experience, which callers want
    once an experience has any.

    :raises ExperienceNotFound: there is no such experience
    :raises StaleVersion: `version` is not the current one
    :raises IllegalStatus: the status cannot follow the present one
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        row = _row(experience_id, version, values)
        before = _facts(row) if row.pk else None
        _check_status(row, values)
        _write(row, values)
        row.save()
        if "category_ids" in values:
            row.categories.set(_known(Category, values["category_ids"], "category_ids"))
        if customer_types is not None:
            _sync_customer_types(row, customer_types, at)
        _check_whole(row)
        _tell(row, before, at)
    return row.pk


def _row(experience_id: int | None, version: int | None, values: ExperienceValues) -> Experience:
    if experience_id is None:
        if not values.get("name", "").strip():
            raise Invalid({"name": ["Give the experience a name."]})
        last = Experience.objects.order_by("-position").values_list("position", flat=True).first()
        position = 0 if last is None else last + 1
        return Experience(slug=_slug_for(values["name"]), position=position, version=0)
    row = queries.lock_experience(experience_id=experience_id)
    if version is not None and version != row.version:
        raise StaleVersion("Somebody changed this experience meanwhile.", version=row.version)
    return row


def _check_status(row: Experience, values: ExperienceValues) -> None:
    wanted = values.get("status")
    if wanted is None or wanted == row.status or (row.pk is None and wanted != "archived"):
        return
    if wanted not in _NEXT[row.status]:
        raise IllegalStatus(
            "An experience cannot change in that way.", before=row.status, after=wanted
        )


def _write(row: Experience, values: ExperienceValues) -> None:
    plain: dict[str, Any] = {k: v for k, v in values.items() if k != "category_ids"}
    if "description_html" in plain:
        plain["description_html"] = nh3.clean(plain["description_html"])
    if "languages" in plain:
        plain["languages"] = list(plain["languages"])
    location = plain.get("location_id")
    if location is not None and not Location.objects.filter(pk=location).exists():
        raise Invalid({"location_id": ["There is no such location."]})
    for name, value in plain.items():
        setattr(row, name, value)
    if not row.name.strip():
        raise Invalid({"name": ["Give the experience a name."]})
    if row.capacity_type not in CAPACITY_TYPES:
        raise Invalid({"capacity_type": ["This kind of capacity is not offered."]})
    if row.capacity_type == "experience_date" and row.default_capacity is None:
        raise Invalid({"default_capacity": ["Say how many guests a day takes."]})
    if row.max_pax < row.min_pax:
        raise Invalid({"max_pax": ["The largest party is smaller than the smallest."]})
    row.version += 1


def _check_whole(row: Experience) -> None:
    if row.status != "live":
        return
    sold = ExperienceCustomerType.objects.filter(
        experience=row, archived_at__isnull=True, is_public=True, is_staff_only=False
    )
    if not sold.exists():
        raise Invalid({"customerTypes": ["A live experience needs a ticket that guests can buy."]})


def _sync_customer_types(
    row: Experience, drafts: Sequence[CustomerTypeDraft], at: datetime
) -> None:
    _known(CustomerType, [draft.customer_type_id for draft in drafts], "customerTypes")
    _refuse_doubles(drafts)
    mine = ExperienceCustomerType.objects.filter(experience=row, archived_at__isnull=True)
    existing = {kind.pk: kind for kind in mine.select_for_update().order_by("pk")}
    stays = {draft.id for draft in drafts if draft.id is not None}
    if stays - set(existing):
        raise Invalid({"customerTypes": ["One of these tickets is not part of the experience."]})
    mine.exclude(pk__in=stays).update(archived_at=at)
    for position, draft in enumerate(drafts):
        kind = existing[draft.id] if draft.id else ExperienceCustomerType(experience=row)
        if kind.pk and kind.customer_type_id != draft.customer_type_id:
            raise Invalid({f"customerTypes.{position}.customer_type_id": ["This cannot change."]})
        was_free = kind.base_price == 0 if kind.pk else False
        for name in CustomerTypeDraft.__slots__:
            if name not in {"id", "is_exclude_from_min_price"}:
                setattr(kind, name, getattr(draft, name))
        kept = kind.is_exclude_from_min_price and not was_free
        kind.is_exclude_from_min_price = _is_excluded(draft, drafts, kept=kept)
        kind.label = draft.label or None
        kind.position = position
        kind.save()


def _is_excluded(
    draft: CustomerTypeDraft, drafts: Sequence[CustomerTypeDraft], *, kept: bool
) -> bool:
    if draft.is_exclude_from_min_price is not None:
        return draft.is_exclude_from_min_price
    if draft.base_price == 0:
        return any(other.base_price > 0 and other.is_public for other in drafts)
    return kept


def _refuse_doubles(drafts: Sequence[CustomerTypeDraft]) -> None:
    fields: dict[str, list[str]] = {}
    seen: set[tuple[int, str | None]] = set()
    for position, draft in enumerate(drafts):
        where = f"customerTypes.{position}"
        key = (draft.customer_type_id, draft.label or None)
        if key in seen:
            fields[f"{where}.label"] = ["Two tickets of the same kind need different labels."]
        seen.add(key)
        if draft.max_qty is not None and draft.max_qty < max(draft.min_qty, 1):
            fields[f"{where}.max_qty"] = ["The largest number is smaller than the smallest."]
        if None not in {draft.min_age, draft.max_age} and (draft.max_age or 0) < (
            draft.min_age or 0
        ):
            fields[f"{where}.max_age"] = ["The highest age is below the lowest."]
    if fields:
        raise Invalid(fields)


def _known(model: Any, ids: Sequence[int], field: str) -> list[int]:
    wanted = set(ids)
    found = set(model.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    if wanted - found:
        raise Invalid({field: ["One of these does not exist here."]})
    return sorted(found)


def _facts(row: Experience) -> dict[str, Any]:
    kinds = ExperienceCustomerType.objects.filter(experience=row, archived_at__isnull=True)
    fields = set(ExperienceValues.__annotations__) - {"category_ids"}
    stored = Experience.objects.values(*sorted(fields)).get(pk=row.pk)
    return {
        **stored,
        "category_ids": sorted(row.categories.values_list("pk", flat=True)),
        "customer_types": {
            f"{kind['pk']}": {k: v for k, v in kind.items() if k != "pk"}
            for kind in kinds.order_by("pk").values(
                "pk",
                "label",
                "base_price",
                "pax_per_booking",
                "is_consume_capacity",
                "is_public",
                "is_exclude_from_min_price",
                "min_qty",
                "max_qty",
                "min_age",
                "max_age",
            )
        },
    }


def _tell(row: Experience, before: dict[str, Any] | None, at: datetime) -> None:
    after = _facts(row)
    changed = [name for name in after if before is None or before[name] != after[name]]
    if not changed:
        Experience.objects.filter(pk=row.pk).update(version=F("version") - 1)
        return
    record(
        entity_type="experience",
        entity_id=row.pk,
        action="experience.created" if before is None else "experience.changed",
        at=at,
        before=None if before is None else {name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    outbox.publish(
        "experience.changed", at=at, experience_id=row.pk, status=row.status, changed=changed
    )


def assign_policy(*, policy_id: int, experience_ids: Sequence[int]) -> None:
    """Put exactly these experiences under a cancellation policy, in the caller's transaction."""
    under = Experience.objects.filter(cancellation_policy_id=policy_id)
    under.exclude(pk__in=experience_ids).update(cancellation_policy_id=None)
    moved = Experience.objects.filter(pk__in=experience_ids)
    moved.exclude(cancellation_policy_id=policy_id).update(cancellation_policy_id=policy_id)


def _slug_for(name: str) -> str:
    return free_slug(Experience.objects.all(), name, longest=140, instead="experience", joint="-")
