"""The picture of an add-on or a product, over HTTP (domain.md 3.2)."""

from typing import Any

from django.http import HttpRequest
from ninja import File, Router
from ninja.files import UploadedFile

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.api.images import uploaded
from outfitter_tenants.catalog.operations import extra_images
from outfitter_tenants.catalog.queries import extras
from outfitter_tenants.catalog.schemas import extras as s

router = Router()
_SETUP = allow("setup.experiences")
_ADDONS = {200: s.AddonsOut, **ERRORS}
_PRODUCT = {200: s.ProductOut, **ERRORS}


def _addons(experience_id: int) -> dict[str, Any]:
    return {"addons": extras.list_addons(experience_id=experience_id)}


@router.post(
    "/api/experience/{experience}/addon/{addon}/uploadImage",
    auth=_SETUP,
    response=_ADDONS,
    operation_id="experience_addon_upload_image",
)
def addon_upload(
    request: HttpRequest, experience: Id, addon: Id, file: File[UploadedFile | None] = None
) -> dict[str, Any]:
    """Show a picture beside an add-on."""
    if extras.get_addon(addon_id=addon).experience_id != experience:
        raise extras.AddonNotFound("Add-on not found.")
    extra_images.show_addon_picture(
        experience_id=experience, addon_id=addon, data=uploaded(request, file), at=utc_now()
    )
    return _addons(experience)


@router.post(
    "/api/experience/{experience}/addon/{addon}/image/delete",
    auth=_SETUP,
    response=_ADDONS,
    operation_id="experience_addon_image_delete",
)
def addon_image_delete(request: HttpRequest, experience: Id, addon: Id) -> dict[str, Any]:
    """Show an add-on without a picture."""
    extra_images.hide_addon_picture(experience_id=experience, addon_id=addon, at=utc_now())
    return _addons(experience)


@router.post(
    "/api/product/{product}/uploadImage", auth=_SETUP, response=_PRODUCT, operation_id="product_upload_image"
)
def product_upload(
    request: HttpRequest, product: Id, file: File[UploadedFile | None] = None
) -> extras.ProductRow:
    """Show a picture of a product."""
    extras.get_product(product_id=product)
    extra_images.show_product_picture(product_id=product, data=uploaded(request, file), at=utc_now())
    return extras.get_product(product_id=product)


@router.post(
    "/api/product/{product}/image/delete", auth=_SETUP, response=_PRODUCT, operation_id="product_image_delete"
)
def product_image_delete(request: HttpRequest, product: Id) -> extras.ProductRow:
    """Show a product without a picture."""
    extra_images.hide_product_picture(product_id=product, at=utc_now())
    return extras.get_product(product_id=product)
