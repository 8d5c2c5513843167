"""The pictures of experiences (domain.md 5.10)."""

from typing import Any

from django.http import HttpRequest
from ninja import File, Router
from ninja.files import UploadedFile

from outfitter.api.principal import allow, caller_of, public
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries, serializers
from outfitter_tenants.catalog import schemas as s
from outfitter_tenants.catalog.image_variants import MOST_BYTES
from outfitter_tenants.catalog.operations import images
from outfitter_tenants.catalog.queries.images import Role, images_of
from outfitter_tenants.catalog.schemas import images as bodies

router = Router()
_SETUP = allow("setup.experiences")
_IMAGES = {200: bodies.ImagesOut, **ERRORS}
_UPLOADED = {200: bodies.UploadedOut, **ERRORS}


def _images(experience_id: int) -> dict[str, Any]:
    return serializers.pictures(images_of(experience_id=experience_id))


@router.post(
    "/api/experience/{experience}/uploadHeroImage",
    auth=_SETUP,
    response=_UPLOADED,
    operation_id="experience_upload_hero_image",
)
def upload_hero(
    request: HttpRequest, experience: Id, file: File[UploadedFile | None] = None
) -> dict[str, Any]:
    """Take a picture as the first that people see; it takes the place of the former."""
    return _upload(request, experience, "hero", file)


@router.post(
    "/api/experience/{experience}/uploadGalleryImage",
    auth=_SETUP,
    response=_UPLOADED,
    operation_id="experience_upload_gallery_image",
)
def upload_gallery(
    request: HttpRequest, experience: Id, file: File[UploadedFile | None] = None
) -> dict[str, Any]:
    """Add a picture to the gallery, last in its order."""
    return _upload(request, experience, "gallery", file)


def uploaded(request: HttpRequest, file: UploadedFile | None) -> bytes:
    """
    Return what was uploaded as a picture, which nobody has looked at yet.

    :raises TooMany: the caller uploads without end
    :raises Invalid: nothing was sent, or too much
    """
    limit(f"picture:{caller_of(request).avatar_id}", times=120, seconds=600)
    if file is None:
        raise Invalid({"file": ["Please choose an image."]})
    if (file.size or 0) > MOST_BYTES:
        raise Invalid({"file": ["This file is too large. Images can be up to 10 MB."]})
    data: bytes = file.read()
    return data


def _upload(
    request: HttpRequest, experience_id: int, role: Role, file: UploadedFile | None
) -> dict[str, Any]:
    queries.get_experience(experience_id=experience_id)
    data = uploaded(request, file)
    added = images.add_image(experience_id=experience_id, role=role, data=data, at=utc_now())
    rows = images_of(experience_id=experience_id)
    return {**serializers.pictures(rows), "image": next(row for row in rows if row.id == added)}


@router.get(
    "/api/experience/{experience}/images/get",
    auth=public,
    response=_IMAGES,
    operation_id="experience_images_get",
)
def images_get(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return the pictures of an experience."""
    queries.get_experience(experience_id=experience, is_public=not caller_of(request).is_staff)
    return _images(experience)


@router.post(
    "/api/experience/{experience}/images/reorder",
    auth=_SETUP,
    response=_IMAGES,
    operation_id="experience_images_reorder",
)
def images_reorder(request: HttpRequest, experience: Id, body: s.RowOrderIn) -> dict[str, Any]:
    """Put the gallery into another order."""
    images.reorder_gallery(experience_id=experience, ids=body.ids, at=utc_now())
    return _images(experience)


@router.post(
    "/api/experience/{experience}/image/{image}/save",
    auth=_SETUP,
    response=_IMAGES,
    operation_id="experience_image_save",
)
def image_save(request: HttpRequest, experience: Id, image: Id, body: bodies.AltIn) -> dict[str, Any]:
    """Say in words what a picture shows."""
    images.save_alt(experience_id=experience, image_id=image, alt=body.alt, at=utc_now())
    return _images(experience)


@router.post(
    "/api/experience/{experience}/image/{image}/delete",
    auth=_SETUP,
    response=_IMAGES,
    operation_id="experience_image_delete",
)
def image_delete(request: HttpRequest, experience: Id, image: Id) -> dict[str, Any]:
    """Show a picture no longer."""
    images.delete_image(experience_id=experience, image_id=image, at=utc_now())
    return _images(experience)
