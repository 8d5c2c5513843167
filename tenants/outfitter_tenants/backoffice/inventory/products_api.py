"""Retail products with their stock, over HTTP (domain.md 5.17)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import StringConstraints

from outfitter.api.principal import allow, signed_in
from outfitter.api.schemas import ERRORS, PRINTABLE, Id, Out
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory.taxes import check_taxes
from outfitter_tenants.catalog.operations import products
from outfitter_tenants.catalog.queries import extras
from outfitter_tenants.catalog.schemas import RowOrderIn
from outfitter_tenants.catalog.schemas import extras as s
from outfitter_tenants.pricing import queries as pricing

router = Router()
_SETUP = allow("setup.experiences")
_PRODUCTS = {200: list[s.ProductOut], **ERRORS}
_PRODUCT = {200: s.ProductOut, **ERRORS}
Wanted = Annotated[str, StringConstraints(max_length=120, pattern=PRINTABLE)]


class TaxChoiceOut(Out):
    """A tax that an add-on or a product can name; `rate_ppm` millionths, `amount` minor units."""

    id: int
    name: str
    calc: str
    rate_ppm: int
    amount: int
    applies_to: list[str]


@router.get(
    "/api/taxes/get",
    auth=allow("experience.view"),
    response={200: list[TaxChoiceOut], **ERRORS},
    operation_id="taxes_get",
)
def taxes_get(request: HttpRequest) -> list[Any]:
    """Return the taxes in force, in their order."""
    return list(pricing.list_surcharges(kind="tax"))


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
    saved = products.save_product(values=values, product_id=body.id, version=body.version, at=utc_now())
    return extras.get_product(product_id=saved)


@router.post(
    "/api/product/{product}/stock/adjust", auth=_SETUP, response=_PRODUCT, operation_id="product_stock_adjust"
)
def product_stock_adjust(request: HttpRequest, product: Id, body: s.StockIn) -> extras.ProductRow:
    """Count a delivery or a loss; what is sold meanwhile stays sold."""
    products.adjust_stock(product_id=product, by=body.by, reason=body.reason, at=utc_now())
    return extras.get_product(product_id=product)


@router.post("/api/products/reorder", auth=_SETUP, response=_PRODUCTS, operation_id="products_reorder")
def products_reorder(request: HttpRequest, body: RowOrderIn) -> list[extras.ProductRow]:
    """Put the products into another order."""
    products.reorder_products(ids=body.ids, at=utc_now())
    return extras.list_products()


@router.post("/api/product/{product}/archive", auth=_SETUP, response=_PRODUCT, operation_id="product_archive")
def product_archive(request: HttpRequest, product: Id) -> extras.ProductRow:
    """Sell a product no longer."""
    products.archive_product(product_id=product, at=utc_now())
    return extras.get_product(product_id=product)


@router.post("/api/product/{product}/restore", auth=_SETUP, response=_PRODUCT, operation_id="product_restore")
def product_restore(request: HttpRequest, product: Id) -> extras.ProductRow:
    """Sell a product again."""
    products.restore_product(product_id=product, at=utc_now())
    return extras.get_product(product_id=product)
