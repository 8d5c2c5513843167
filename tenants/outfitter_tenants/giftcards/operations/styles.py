"""Styles of the operator's own: a picture with a name, on cards that are made from now on."""

from datetime import datetime
from typing import Final

from django.db.models import Max

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.operations.extra_images import draw_variants
from outfitter_tenants.giftcards.models import GiftCardStyle

# A tile to choose from, and half a sheet of paper.
WIDTHS: Final = (480, 1200)
MOST: Final = 24
# The colours around the picture, and those of what is written on it.
FRAME: Final = "waves"


class StyleNotFound(NotFound):
    """The operator has no such style of their own."""


def add_style(*, name: str, data: bytes, at: datetime) -> int:
    """
    Let new cards have an uploaded picture; returns the style's id.

    :raises Invalid: no picture that is taken, no name, or there are twenty-four already
    """
    if not name:
        raise Invalid({"name": ["Give this style a name."]})
    own = GiftCardStyle.objects.exclude(picture="").filter(archived_at__isnull=True)
    if own.count() >= MOST:
        raise Invalid({"file": [f"There can be {MOST} styles. Take one away first."]})
    with draw_variants(data, at, widths=WIDTHS) as picture, atomic():
        last = GiftCardStyle.objects.aggregate(n=Max("position"))["n"] or 0
        row = GiftCardStyle.objects.create(slug=FRAME, name=name, picture=picture, position=last + 1)
        record(
            entity_type="gift_card",
            entity_id=row.pk,
            action="gift_card.style_added",
            at=at,
            after={"style": name},
        )
    return row.pk


def archive_style(*, style_id: int, at: datetime) -> None:
    """
    Offer a style no longer; cards that have it keep it.

    :raises StyleNotFound: there is none, or it came with the product
    """
    with atomic():
        rows = GiftCardStyle.objects.select_for_update().exclude(picture="")
        row = rows.filter(pk=style_id, archived_at__isnull=True).first()
        if row is None:
            raise StyleNotFound("You have no such style.")
        row.archived_at = at
        row.save(update_fields=["archived_at"])
        record(
            entity_type="gift_card",
            entity_id=row.pk,
            action="gift_card.style_removed",
            at=at,
            before={"style": row.name},
        )
