"""Writes of experiences."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypedDict

from django.db import IntegrityError, transaction
from django.db.models import F

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.change_listeners import shown_has_changed
from outfitter_tenants.catalog.models import Category, Experience, ExperienceCustomerType, Location
from outfitter_tenants.catalog.operations import slugs
from outfitter_tenants.catalog.operations.audit_entries import record_change
from outfitter_tenants.catalog.operations.html_sanitizer import clean_html
from outfitter_tenants.catalog.operations.restrictions import check_terms
from outfitter_tenants.catalog.operations.ticket_types import CustomerTypeDraft, sync_tickets, ticket_facts

# draft -> live <-> hidden -> archived (domain.md 3.2).
_NEXT: Final[Mapping[str, frozenset[str]]] = {
    "draft": frozenset({"live", "hidden", "archived"}),
    "live": frozenset({"hidden", "archived"}),
    "hidden": frozenset({"live", "archived"}),
    "archived": frozenset(),
}
CAPACITY_TYPES: Final = ("unlimited", "timeslot", "timeslot_customer_type", "experience_date", "resource")


class IllegalStatus(DomainError):
    """An experience does not go from one of these states to the other."""

    code = "illegal_status"
    status = 409


class ExperienceValues(TypedDict, total=False):
    """The fields of an experience that may be written; prices are with its customer types."""

    name: str
    slug: str
    internal_name: str | None
    status: str
    category_ids: Sequence[int]
    location_id: int | None
    capacity_type: str
    default_capacity: int | None
    is_allow_manual_overbooking: bool
    is_requires_review: bool
    duration_minutes: int
    buffer_before_minutes: int
    buffer_after_minutes: int
    schedule_mode: str
    restriction_id: int | None
    cutoff_minutes_online: int
    cutoff_minutes_direct: int
    min_pax: int
    max_pax: int
    min_pax_to_run: int | None
    required_skills: Sequence[str]
    short_description: str
    description_html: str
    inclusions: str
    exclusions: str
    meeting_point: str
    what_to_bring: str
    hero_image: str | None
    video_url: str | None
    min_age: int | None
    languages: Sequence[str]
    difficulty: str | None
    color: str
    sku: str | None
    tags: Sequence[str]
    position: int


_LISTS: Final = frozenset({"languages", "required_skills", "tags"})


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
        _write(row, values, at)
        _save(row, is_slug_chosen="slug" in values)
        if "category_ids" in values:
            row.categories.set(_known(Category, values["category_ids"], "category_ids"))
        if customer_types is not None:
            sync_tickets(row, customer_types, at)
        _check_whole(row)
        check_terms(row)
        _tell(row, before, at)
    return row.pk


def _row(experience_id: int | None, version: int | None, values: ExperienceValues) -> Experience:
    if experience_id is None:
        if not values.get("name", "").strip():
            raise Invalid({"name": ["Give the experience a name."]})
        last = Experience.objects.order_by("-position").values_list("position", flat=True).first()
        slug = slugs.free_slug(Experience.objects.all(), name=values["name"], instead="experience")
        return Experience(slug=slug, position=0 if last is None else last + 1, version=0)
    row = queries.lock_experience(experience_id=experience_id)
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this experience in the meantime.", version=row.version)
    return row


def _save(row: Experience, *, is_slug_chosen: bool) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        # Somebody took the address between the look and the write.
        if is_slug_chosen or row.pk is not None:
            raise Invalid({"slug": ["This address is taken. Please choose another."]}) from None
        row.slug = slugs.free_slug(Experience.objects.all(), name=row.name, instead="experience")
        row.save()


def _check_status(row: Experience, values: ExperienceValues) -> None:
    wanted = values.get("status")
    if wanted is None or wanted == row.status or (row.pk is None and wanted != "archived"):
        return
    if wanted not in _NEXT[row.status]:
        raise IllegalStatus("An experience can't change that way.", before=row.status, after=wanted)


def _write(row: Experience, values: ExperienceValues, at: datetime) -> None:
    plain: dict[str, Any] = {k: v for k, v in values.items() if k != "category_ids"}
    if "description_html" in plain:
        plain["description_html"] = clean_html(plain["description_html"])
    if "slug" in plain:
        rows = Experience.objects.all()
        plain["slug"] = slugs.wanted_slug(rows, slug=plain["slug"], row_id=row.pk)
    for name in _LISTS & set(plain):
        # Each word once, in the order given.
        plain[name] = list(dict.fromkeys(word.strip() for word in plain[name] if word.strip()))
    location = plain.get("location_id")
    if location is not None and not Location.objects.filter(pk=location).exists():
        raise Invalid({"location_id": ["Location not found."]})
    for name, value in plain.items():
        setattr(row, name, value)
    if row.status == "archived" and row.archived_at is None:
        row.archived_at = at
    _check_fields(row)
    row.version += 1


def _check_fields(row: Experience) -> None:
    fields: dict[str, list[str]] = {}
    if not row.name.strip():
        fields["name"] = ["Give the experience a name."]
    if row.capacity_type not in CAPACITY_TYPES:
        fields["capacity_type"] = ["This kind of capacity is not offered."]
    if row.capacity_type == "experience_date" and row.default_capacity is None:
        fields["default_capacity"] = ["Enter the daily capacity."]
    if row.max_pax < row.min_pax:
        fields["max_pax"] = ["The largest party must not be smaller than the smallest."]
    if fields:
        raise Invalid(fields)


def _check_whole(row: Experience) -> None:
    if row.status != "live":
        return
    sold = ExperienceCustomerType.objects.filter(
        experience=row, archived_at__isnull=True, is_public=True, is_staff_only=False
    )
    if not sold.exists():
        raise Invalid({"customerTypes": ["A live experience needs a ticket that guests can buy."]})


def _known(model: Any, ids: Sequence[int], field: str) -> list[int]:
    wanted = set(ids)
    found = set(model.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    if wanted - found:
        raise Invalid({field: ["One of these does not exist here."]})
    return sorted(found)


def _facts(row: Experience) -> dict[str, object]:
    fields = set(ExperienceValues.__annotations__) - {"category_ids"}
    stored = Experience.objects.values(*sorted(fields)).get(pk=row.pk)
    return {
        **stored,
        "category_ids": sorted(row.categories.values_list("pk", flat=True)),
        "customer_types": ticket_facts(row),
    }


def _tell(row: Experience, before: dict[str, object] | None, at: datetime) -> None:
    changed = record_change(
        entity_type="experience", entity_id=row.pk, before=before, after=_facts(row), at=at
    )
    if not changed:
        Experience.objects.filter(pk=row.pk).update(version=F("version") - 1)
        return
    outbox.publish("experience.changed", at=at, experience_id=row.pk, status=row.status, changed=changed)


def reorder_experiences(*, ids: Sequence[int], at: datetime) -> None:
    """
    Put the experiences into another order; archived ones come behind.

    :raises Invalid: these are not exactly the experiences that are not archived
    """
    with atomic():
        before = positions.reorder(Experience.objects.exclude(status="archived"), ids=ids)
        if before != list(ids):
            record(
                entity_type="experiences",
                entity_id=0,
                action="experiences.reordered",
                at=at,
                before={"ids": before},
                after={"ids": list(ids)},
            )
            shown_has_changed()


def assign_policy(*, policy_id: int, experience_ids: Sequence[int]) -> None:
    """Put exactly these experiences under a cancellation policy, in the caller's transaction."""
    under = Experience.objects.filter(cancellation_policy_id=policy_id)
    under.exclude(pk__in=experience_ids).update(cancellation_policy_id=None)
    moved = Experience.objects.filter(pk__in=experience_ids)
    moved.exclude(cancellation_policy_id=policy_id).update(cancellation_policy_id=policy_id)
