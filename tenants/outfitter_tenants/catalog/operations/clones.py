"""A copy of an experience's own rows (domain.md 3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import Experience, ExperienceContent, ExperienceCustomerType
from outfitter_tenants.catalog.operations import slugs
from outfitter_tenants.catalog.operations.addons import copy_addons
from outfitter_tenants.catalog.operations.images import copy_images


@dataclass(frozen=True, slots=True)
class Clone:
    """
    A copy, and what became of the parts of the original: id there -> id here.

    `folders` hold its pictures; whoever undoes the copy deletes them.
    """

    id: int
    kinds: Mapping[int, int]
    addons: Mapping[int, int]
    folders: tuple[str, ...]


def clone_experience(*, experience_id: int, name: str, has_addons: bool, at: datetime) -> Clone:
    """
    Copy an experience with texts, pictures, shelves, terms and tickets, as a draft.

    Its feed, its departures and what was sold stay with the original.

    :raises ExperienceNotFound: there is none
    :raises Invalid: no name
    """
    if not name.strip():
        raise Invalid({"name": ["Give the experience a name."]})
    with atomic():
        source = queries.lock_experience(experience_id=experience_id)
        row = _copy_row(source, name.strip())
        row.categories.set(source.categories.all())
        for content in ExperienceContent.objects.filter(experience=source).order_by("pk"):
            # Other languages would still call it by the old name.
            content.pk, content.experience, content.name = None, row, ""
            content.save(force_insert=True)
        kinds = _copy_kinds(source, row)
        addons = copy_addons(source_id=source.pk, target_id=row.pk) if has_addons else {}
        folders = copy_images(source_id=source.pk, target_id=row.pk, at=at)
        record(
            entity_type="experience",
            entity_id=row.pk,
            action="experience.cloned",
            at=at,
            after={"name": row.name, "source_id": source.pk},
        )
        outbox.publish("experience.changed", at=at, experience_id=row.pk, status=row.status, changed=["name"])
    return Clone(row.pk, kinds, addons, folders)


def _copy_row(source: Experience, name: str) -> Experience:
    last = Experience.objects.order_by("-position").values_list("position", flat=True)[0]
    row = Experience.objects.get(pk=source.pk)
    row.pk, row.name, row.status, row.version = None, name, "draft", 1
    row.slug = slugs.free_slug(Experience.objects.all(), name=name, instead="experience")
    row.position, row.hero_image, row.ical_hash, row.archived_at = last + 1, None, None, None
    if row.restriction_id and row.restriction and row.restriction.archived_at is not None:
        row.restriction = None
    row.save(force_insert=True)
    return row


def _copy_kinds(source: Experience, target: Experience) -> dict[int, int]:
    rows = ExperienceCustomerType.objects.filter(experience=source, archived_at__isnull=True)
    found: dict[int, int] = {}
    copies = []
    for kind in rows.order_by("position", "pk"):
        former = kind.pk
        kind.pk, kind.experience = None, target
        kind.save(force_insert=True)
        found[former] = kind.pk
        copies.append(kind)
    for kind in copies:
        kind.accompanied_by = [found[pk] for pk in kind.accompanied_by if pk in found]
        kind.save(update_fields=["accompanied_by"])
    return found
