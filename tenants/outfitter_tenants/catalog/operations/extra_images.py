"""
Writes of the one picture that an add-on or a product may have.

A copied add-on shows the same files as the one it was copied from: whoever takes a picture away
leaves its files to the sweep, which knows whether anybody still shows them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from outfitter.accounts import file_storage
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.catalog import image_variants
from outfitter_tenants.catalog.models import ExperienceAddon, Product
from outfitter_tenants.catalog.operations.audit_entries import record_change
from outfitter_tenants.catalog.operations.images import SWEEP, SWEPT_AFTER, new_folder
from outfitter_tenants.catalog.queries.extras import lock_addon, lock_product
from outfitter_tenants.catalog.queries.images import address

# A tile on the till and a card in the widget, each on a screen of twice the density.
WIDTHS: Final = (320, 800)


def show_addon_picture(*, experience_id: int, addon_id: int, data: bytes, at: datetime) -> None:
    """
    Show an uploaded picture beside an add-on, instead of a former one.

    :raises AddonNotFound: the experience has no such add-on
    :raises Invalid: no picture that is taken
    """
    with draw_variants(data, at) as image, atomic():
        row = lock_addon(experience_id=experience_id, addon_id=addon_id)
        _show_addon(row, image, at)


def hide_addon_picture(*, experience_id: int, addon_id: int, at: datetime) -> None:
    """
    Show an add-on without a picture.

    :raises AddonNotFound: the experience has no such add-on
    """
    with atomic():
        row = lock_addon(experience_id=experience_id, addon_id=addon_id)
        if row.image is not None:
            _show_addon(row, None, at)
            _sweep(at)


def show_product_picture(*, product_id: int, data: bytes, at: datetime) -> None:
    """
    Show an uploaded picture of a product, instead of a former one.

    :raises ProductNotFound: there is none
    :raises Invalid: no picture that is taken
    """
    with draw_variants(data, at) as image, atomic():
        _show_product(lock_product(product_id=product_id), image, at)


def hide_product_picture(*, product_id: int, at: datetime) -> None:
    """
    Show a product without a picture.

    :raises ProductNotFound: there is none
    """
    with atomic():
        row = lock_product(product_id=product_id)
        if row.image is not None:
            _show_product(row, None, at)
            _sweep(at)


@contextmanager
def draw_variants(data: bytes, at: datetime, *, widths: Sequence[int] = WIDTHS) -> Iterator[str]:
    """
    Give the address of a picture, whose files are gone again when its row is not written.

    :raises Invalid: no picture that is taken
    """
    made = image_variants.draw(data, widths=widths)
    folder, schema = new_folder(at, tone=made.tone), current_schema()
    _sweep(at)
    file_storage.write_all(schema_name=schema, folder=folder, files=made.files)
    try:
        yield address(folder, max(int(width) for width in made.variants), "webp")
    except BaseException:
        file_storage.delete_folder(schema_name=schema, folder=folder)
        raise


def _sweep(at: datetime) -> None:
    scheduled_jobs.schedule(SWEEP, key=f"{at:%Y-%m-%d}", due_at=at + 2 * SWEPT_AFTER)


# Neither changes the version: a form that is open over the row loses nothing by a picture.
def _show_addon(row: ExperienceAddon, image: str | None, at: datetime) -> None:
    before, after = _told(row, image)
    record_change(entity_type="addon", entity_id=row.pk, before=before, after=after, at=at)


def _show_product(row: Product, image: str | None, at: datetime) -> None:
    before, after = _told(row, image)
    record_change(entity_type="product", entity_id=row.pk, before=before, after=after, at=at)


def _told(row: Any, image: str | None) -> tuple[dict[str, object], dict[str, object]]:
    before, row.image = row.image, image
    row.save(update_fields=["image"])
    return {"image": before}, {"image": image}
