"""
Writes of the pictures of experiences.

Files are written before the row that names them and deleted after it is gone, so that a row never
names a file that is missing. What a crash leaves over is swept.
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction

from outfitter.accounts import file_storage
from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import picture_sizes
from outfitter.kit.errors import Invalid
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import image_variants, queries
from outfitter_tenants.catalog.change_listeners import shown_has_changed
from outfitter_tenants.catalog.models import Experience, ExperienceImage
from outfitter_tenants.catalog.queries.images import Role, image_row, known_keys, lock_image

MOST_IN_GALLERY: Final = 40
# A folder without a picture may be one whose row is about to be written.
SWEPT_AFTER: Final = timedelta(days=1)
SWEEP: Final = "catalog.sweep_pictures"


def add_image(*, experience_id: int, role: Role, data: bytes, at: datetime) -> int:
    """
    Add an uploaded picture to an experience; returns its id.

    The same file again is the picture that is there already. A hero takes the place of the former.

    :raises ExperienceNotFound: there is none
    :raises Invalid: no picture that is taken, or the gallery is full
    """
    digest = hashlib.sha256(data).hexdigest()
    if known := _same(experience_id, role, digest):
        return known
    _check_room(experience_id, role)
    drawn = image_variants.draw(data)
    folder, schema = new_folder(at, tone=drawn.tone), current_schema()
    # Whatever happens from here on, somebody looks for what it left behind.
    scheduled_jobs.schedule(SWEEP, key=f"{at:%Y-%m-%d}", due_at=at + 2 * SWEPT_AFTER)
    file_storage.write_all(schema_name=schema, folder=folder, files=drawn.files)
    try:
        with atomic():
            row = _insert(experience_id, role, digest, folder, drawn, at)
    except BaseException:
        file_storage.delete_folder(schema_name=schema, folder=folder)
        raise
    if row.file_key != folder:
        file_storage.delete_folder(schema_name=schema, folder=folder)
    return row.pk


def new_folder(at: datetime, *, tone: str | None) -> str:
    """
    Return where a new picture's files go.

    The day comes first, by which the sweep knows the young; last the color that holds its place.
    """
    name = f"{at:%Y%m%d}-{secrets.token_hex(12)}"
    return f"pictures/{name}-{tone}" if tone else f"pictures/{name}"


def _insert(
    experience_id: int,
    role: Role,
    digest: str,
    folder: str,
    drawn: image_variants.ImageVariants,
    at: datetime,
) -> ExperienceImage:
    experience = queries.lock_experience(experience_id=experience_id)
    if known := _same(experience_id, role, digest):
        return ExperienceImage.objects.get(pk=known)
    _check_room(experience_id, role)
    mine = ExperienceImage.objects.filter(experience=experience)
    if role == "hero":
        for former in mine.filter(role="hero"):
            _remove(former)
    row = ExperienceImage.objects.create(
        experience=experience,
        role=role,
        file_key=folder,
        digest=digest,
        width=drawn.width,
        height=drawn.height,
        variants=dict(drawn.variants),
        created_at=at,
        position=positions.next_position(mine.filter(role=role)),
    )
    _show_hero(experience)
    _tell(experience, "experience.image_added", at, after={"image_id": row.pk, "role": role})
    return row


def save_alt(*, experience_id: int, image_id: int, alt: str, at: datetime) -> None:
    """
    Say in words what a picture shows.

    :raises ExperienceNotFound: there is none
    :raises ImageNotFound: it has no such picture
    """
    with atomic():
        experience = queries.lock_experience(experience_id=experience_id)
        row = lock_image(experience_id=experience_id, image_id=image_id)
        if row.alt != alt.strip():
            before, row.alt = row.alt, alt.strip()
            row.save(update_fields=["alt"])
            _tell(experience, "experience.image_changed", at, before={"alt": before}, after={"alt": row.alt})


def reorder_gallery(*, experience_id: int, ids: Sequence[int], at: datetime) -> None:
    """
    Put the gallery into another order.

    :raises ExperienceNotFound: there is none
    :raises Invalid: these are not exactly its pictures
    """
    with atomic():
        experience = queries.lock_experience(experience_id=experience_id)
        gallery = ExperienceImage.objects.filter(experience=experience, role="gallery")
        before = positions.reorder(gallery, ids=ids)
        if before != list(ids):
            _tell(
                experience,
                "experience.images_reordered",
                at,
                before={"ids": before},
                after={"ids": list(ids)},
            )


def delete_image(*, experience_id: int, image_id: int, at: datetime) -> None:
    """
    Show a picture no longer, and delete its files.

    :raises ExperienceNotFound: there is none
    :raises ImageNotFound: it has no such picture
    """
    with atomic():
        experience = queries.lock_experience(experience_id=experience_id)
        row = lock_image(experience_id=experience_id, image_id=image_id)
        before = {"image_id": row.pk, "role": row.role}
        _remove(row)
        if row.role == "hero":
            _show_hero(experience)
        _tell(experience, "experience.image_deleted", at, before=before)


def copy_images(*, source_id: int, target_id: int, at: datetime) -> tuple[str, ...]:
    """
    Give an experience copies of another's pictures, in the caller's transaction.

    Returns the folders that were written: whoever undoes the transaction deletes them. A picture
    whose files are not there is left out.
    """
    schema = current_schema()
    written: list[str] = []
    for row in ExperienceImage.objects.filter(experience_id=source_id).order_by("position", "id"):
        needed = {f"{wide}.{kind}" for wide, kinds in row.variants.items() for kind in kinds}
        there = file_storage.names(schema_name=schema, folder=row.file_key)
        names = [name for name in there if picture_sizes.parse_name(name)]
        found = {n: file_storage.read(schema_name=schema, path=f"{row.file_key}/{n}") for n in names}
        content = {name: data for name, data in found.items() if data is not None}
        if not needed <= set(content):
            continue
        row.pk, row.experience_id = None, target_id
        row.file_key = new_folder(at, tone=picture_sizes.parse_tone(row.file_key))
        file_storage.write_all(schema_name=schema, folder=row.file_key, files=content)
        written.append(row.file_key)
        row.save(force_insert=True)
    _show_hero(Experience.objects.get(pk=target_id))
    return tuple(written)


def sweep_files(*, at: datetime) -> int:
    """Delete folders of pictures that no row names and none will; returns how many."""
    schema = current_schema()
    names = file_storage.folders(schema_name=schema, path="pictures")
    limit = f"{at - SWEPT_AFTER:%Y%m%d}"
    old = [f"pictures/{name}" for name in names if name[:8] < limit]
    gone = sorted(set(old) - known_keys(among=old))
    for folder in gone:
        file_storage.delete_folder(schema_name=schema, folder=folder)
    return len(gone)


def _same(experience_id: int, role: Role, digest: str) -> int | None:
    rows = ExperienceImage.objects.filter(experience_id=experience_id, role=role, digest=digest)
    return rows.values_list("pk", flat=True).first()


def _check_room(experience_id: int, role: Role) -> None:
    rows = ExperienceImage.objects.filter(experience_id=experience_id, role="gallery")
    if role == "gallery" and rows.count() >= MOST_IN_GALLERY:
        raise Invalid({"file": [f"A gallery takes {MOST_IN_GALLERY} pictures. Delete one first."]})


def _remove(row: ExperienceImage) -> None:
    gone = partial(file_storage.delete_folder, schema_name=current_schema(), folder=row.file_key)
    ExperienceImage.objects.filter(pk=row.pk).delete()
    transaction.on_commit(gone, robust=True)


def _show_hero(experience: Experience) -> None:
    rows = ExperienceImage.objects.filter(experience=experience, role="hero")
    hero = rows.first()
    experience.hero_image = image_row(hero).url if hero else None
    experience.save(update_fields=["hero_image"])


def _tell(
    experience: Experience,
    action: str,
    at: datetime,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    record(
        entity_type="experience", entity_id=experience.pk, action=action, at=at, before=before, after=after
    )
    shown_has_changed()
