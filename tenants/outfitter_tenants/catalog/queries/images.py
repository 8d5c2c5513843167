"""Reads of the pictures of experiences."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from outfitter.db.configuration import configuration_read
from outfitter.kit import picture_sizes
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.models import ExperienceAddon, ExperienceImage, Product

Role = Literal["hero", "gallery"]
ADDRESS: Final = "/media/pictures"


class ImageNotFound(NotFound):
    """No such picture at this experience."""


@dataclass(frozen=True, slots=True)
class VariantRow:
    """One size of a picture, and where each format of it lies."""

    width: int
    height: int
    avif: str
    webp: str


@dataclass(frozen=True, slots=True)
class ImageRow:
    """A picture; `url` is a JPEG for whoever picks none of the `variants`, smallest first."""

    id: int
    experience_id: int
    role: Role
    url: str
    width: int
    height: int
    alt: str
    variants: tuple[VariantRow, ...]


@configuration_read
def list_images(*, experience_ids: Iterable[int]) -> Mapping[int, list[ImageRow]]:
    """Return the pictures of experiences by their ids: the hero first, then the gallery."""
    rows = ExperienceImage.objects.filter(experience_id__in=list(experience_ids))
    found: dict[int, list[ImageRow]] = {}
    for row in rows.order_by("experience_id", "-role", "position", "id"):
        found.setdefault(row.experience_id, []).append(image_row(row))
    return found


def images_of(*, experience_id: int) -> list[ImageRow]:
    """Return the pictures of one experience: the hero first, then the gallery."""
    return list(list_images(experience_ids=[experience_id]).get(experience_id, []))


# Who else shows pictures: each returns the addresses it has.
_shown_elsewhere: Final[list[Callable[[], Iterable[str]]]] = []


def shown_by(addresses: Callable[[], Iterable[str]]) -> None:
    """Name what returns the addresses of pictures that another app shows: they are kept."""
    _shown_elsewhere.append(addresses)


def known_keys(*, among: Collection[str]) -> set[str]:
    """Return which of these folders belong to a picture."""
    rows = ExperienceImage.objects.filter(file_key__in=among)
    known = set(rows.values_list("file_key", flat=True))
    for model in (ExperienceAddon, Product):
        shown = model.objects.filter(image__startswith=f"{ADDRESS}/")
        paths = shown.values_list("image", flat=True)
        known.update(key_of(path) for path in paths if path)
    for addresses in _shown_elsewhere:
        known.update(key_of(path) for path in addresses())
    return known & set(among)


def key_of(path: str) -> str:
    """Return the folder of a picture from where a variant of it is served."""
    return f"pictures/{path.split('/')[3]}"


def lock_image(*, experience_id: int, image_id: int) -> ExperienceImage:
    """
    Lock a picture for a change.

    :raises ImageNotFound: the experience has no such picture
    """
    rows = ExperienceImage.objects.select_for_update().filter(experience_id=experience_id)
    row = rows.filter(pk=image_id).first()
    if row is None:
        raise ImageNotFound("Image not found.")
    return row


def image_row(row: ExperienceImage) -> ImageRow:
    """Return a picture with the addresses of its files."""
    widths = sorted(int(width) for width in row.variants)
    variants = tuple(
        VariantRow(
            width,
            max(1, round(row.height * width / row.width)),
            address(row.file_key, width, "avif"),
            address(row.file_key, width, "webp"),
        )
        for width in widths
    )
    return ImageRow(
        row.pk,
        row.experience_id,
        row.role,  # type: ignore[arg-type]
        address(row.file_key, picture_sizes.plain_width(widths), "jpg"),
        row.width,
        row.height,
        row.alt,
        variants,
    )


def address(file_key: str, width: int, kind: str) -> str:
    """Return where a variant is served; `file_key` is "pictures/<folder>"."""
    return f"{ADDRESS}/{file_key.rpartition('/')[2]}/{width}.{kind}"
