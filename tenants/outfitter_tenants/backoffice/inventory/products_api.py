"""Retail products with their stock, over HTTP (domain.md 5.17)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import StringConstraints

from outfitter.api.principal import allow, signed_in
from outfitter.api.schema import ERRORS, PRINTABLE, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory.taxes import check_taxes
from outfitter_tenants.catalog.operations import products
from outfitter_tenants.catalog.queries import extras
from outfitter_tenants.catalog.schemas import RowOrderIn
from outfitter_tenants.catalog.schemas import extras as s

router = Router()
_SETUP = allow("setup.experiences")
_PRODUCTS = {200: list[s.ProductOut], **ERRORS}
_PRODUCT = {200: s.ProductOut, **ERRORS}
Wanted = Annotated[str, StringConstraints(max_length=120, pattern=PRINTABLE)]


@router.get("/api/products/get", auth=signed_in, response=_PRODUCTS, operation_id="products_get")
def products_get(
    request: HttpRequest, q: Wanted = "", category: Wanted | None = None, is_archived: bool = False
) -> list[extras.ProductRow]:
    """Return what is on the shelf, by part of a name, SKU or bar code."""
    return extras.list_products(wanted=q, category=category, is_active=not is_archived)


@router.post("/api/product/save", auth=_SETUP, response=_PRODUCT, operation_id="product_save")
def product_save(request: HttpRequest, body: s.ProductIn) -> extras.ProductRow:
    """Make a product or change one."""
    check_taxes(body.tax_ids)
    values: Any = body.model_dump(exclude={"id", "version"})
    saved = products.save_product(
        values=values, product_id=body.id, version=body.version, at=utc_now()
    )
    return extras.get_product(product_id=saved)


@router.post(
    "/api/products/reorder", auth=_SETUP, response=_PRODUCTS, operation_id="products_reorder"
)
def products_reorder(request: HttpRequest, body: RowOrderIn) -> list[extras.ProductRow]:
    """Put the products into another order."""
    products.reorder_products(ids=body.ids, at=utc_now())
    return extras.list_products()


@router.post(
    "/api/product/{product}/archive", auth=_SETUP, response=_PRODUCT,
    operation_id="product_archive",
)  # fmt: skip
def product_archive(request: HttpRequest, product: Id) -> extras.ProductRow:
    """Sell a product no longer."""
    products.archive_product(product_id=product, at=utc_now())
    return extras.get_product(product_id=product)


@router.post(
    "/api/product/{product}/restore", auth=_SETUP, response=_PRODUCT,
    operation_id="product_restore",
)  # fmt: skip
def product_restore(request: HttpRequest, product: Id) -> extras.ProductRow:
    """Sell a product again."""
    products.restore_product(product_id=product, at=utc_now())
    return extras.get_product(product_id=product)
