"""Bodies of the pictures of experiences (domain.md 5.10)."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from outfitter.api.schemas import PRINTABLE, In, Out


class VariantOut(Out):
    """One size of a picture, and where each format of it lies."""

    width: int
    height: int
    avif: str
    webp: str


class ImageOut(Out):
    """A picture; `url` is one for whoever picks none of the `variants`, smallest first."""

    id: int
    role: Literal["hero", "gallery"]
    url: str
    width: int
    height: int
    alt: str
    variants: list[VariantOut]


class ImagesOut(Out):
    """The pictures of an experience."""

    hero: ImageOut | None
    gallery: list[ImageOut]


class UploadedOut(ImagesOut):
    """The picture that was uploaded, and all of them as they are now."""

    image: ImageOut


class AltIn(In):
    """What a picture shows, in words."""

    alt: Annotated[str, StringConstraints(strip_whitespace=True, max_length=300, pattern=PRINTABLE)]
