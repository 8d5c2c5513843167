"""Writes of retail products and of what is left of them (domain.md 3.2)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypedDict

from django.db import IntegrityError, connection, transaction
from django.db.models import F

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.models import Product
from outfitter_tenants.catalog.operations.audit_entries import record_change
from outfitter_tenants.catalog.queries.extras import ProductNotFound, lock_product

MOST_STOCK: Final = 10_000_000
_FACTS = (
    "name",
    "sku",
    "barcode",
    "category",
    "price",
    "is_price_editable",
    "tax_ids",
    "is_track_stock",
    "stock_qty",
    "is_active",
)


class OutOfStock(DomainError):
    """Less is left of a product than somebody wants."""

    code = "out_of_stock"
    status = 409


class ProductValues(TypedDict):
    """
    The fields of a product; `price` in minor units.

    `stock_qty` None leaves the count as it is, also while it is not kept.
    """

    name: str
    sku: str | None
    barcode: str | None
    category: str
    price: int
    is_price_editable: bool
    tax_ids: Sequence[int]
    is_track_stock: bool
    stock_qty: int | None


def save_product(
    *, values: ProductValues, at: datetime, product_id: int | None = None, version: int | None = None
) -> int:
    """
    Make a product, last in the order, or change one; returns its id.

    :raises ProductNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule, or the SKU is taken
    """
    with atomic():
        if product_id is None:
            row = Product(position=positions.next_position(Product.objects.all()), version=0)
        else:
            row = lock_product(product_id=product_id)
            if version is not None and version != row.version:
                raise StaleVersion("Someone changed this product in the meantime.", version=row.version)
        before = _facts(row) if row.pk else None
        _write(row, values)
        row.version += 1
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError:
            raise Invalid({"sku": ["Another product has this SKU."]}) from None
        if not _tell(row, before, at):
            Product.objects.filter(pk=row.pk).update(version=F("version") - 1)
    return row.pk


def _write(row: Product, values: ProductValues) -> None:
    if not values["name"].strip():
        raise Invalid({"name": ["Give the product a name."]})
    row.name, row.category = values["name"].strip(), values["category"].strip()
    row.sku, row.barcode = values["sku"] or None, values["barcode"] or None
    row.price, row.is_price_editable = values["price"], values["is_price_editable"]
    row.tax_ids = sorted(set(values["tax_ids"]))
    row.is_track_stock = values["is_track_stock"]
    if values["stock_qty"] is not None:
        row.stock_qty = values["stock_qty"]


def archive_product(*, product_id: int, at: datetime) -> None:
    """
    Sell a product no longer.

    :raises ProductNotFound: there is none
    """
    _set_active(product_id, at, is_active=False)


def restore_product(*, product_id: int, at: datetime) -> None:
    """
    Sell a product again.

    :raises ProductNotFound: there is none
    """
    _set_active(product_id, at, is_active=True)


def _set_active(product_id: int, at: datetime, *, is_active: bool) -> None:
    with atomic():
        row = lock_product(product_id=product_id)
        before = _facts(row)
        if row.is_active != is_active:
            row.is_active, row.version = is_active, row.version + 1
            row.save(update_fields=["is_active", "version"])
            _tell(row, before, at)


def reorder_products(*, ids: Sequence[int], at: datetime) -> None:
    """
    Put the products that are sold into another order.

    :raises Invalid: these are not exactly those products
    """
    with atomic():
        before = positions.reorder(Product.objects.filter(is_active=True), ids=ids)
        if before != list(ids):
            record(
                entity_type="products",
                entity_id=0,
                action="products.reordered",
                at=at,
                before={"ids": before},
                after={"ids": list(ids)},
            )


def take_stock(*, quantities: Mapping[int, int]) -> None:
    """
    Take so many of each product (id -> pieces) off the shelf, all or none.

    One conditional update each, in the order of ids; products whose stock is not counted have
    enough. Call it in the transaction of the sale.

    :raises ProductNotFound: there is none
    :raises OutOfStock: less is left; `detail` says of what and how many
    """
    with atomic():
        for product_id, qty in sorted(_pieces(quantities)):
            if _change(product_id, -qty):
                continue
            left = Product.objects.filter(pk=product_id).values_list("name", "stock_qty").first()
            if left is None:
                raise ProductNotFound("Product not found.")
            raise OutOfStock(f"Only {left[1]} left of {left[0]}.", product_id=product_id, stock_qty=left[1])


def adjust_stock(*, product_id: int, by: int, reason: str, at: datetime) -> None:
    """
    Count so many pieces more (a delivery) or fewer (breakage) of a product.

    Unlike saving the product, this holds whatever is sold meanwhile.

    :raises ProductNotFound: there is none
    :raises Invalid: its stock is not counted, or fewer would be left than nothing
    """
    with atomic():
        row = lock_product(product_id=product_id)
        left = row.stock_qty + by
        if not row.is_track_stock:
            raise Invalid({"by": ["The stock of this product is not counted."]})
        if not 0 <= left <= MOST_STOCK:
            raise Invalid({"by": [f"There are {row.stock_qty} left."]})
        if by:
            record(
                entity_type="product",
                entity_id=row.pk,
                action="product.changed",
                at=at,
                before={"stock_qty": row.stock_qty},
                after={"stock_qty": left},
                reason=reason or None,
            )
            row.stock_qty = left
            row.save(update_fields=["stock_qty"])


def return_stock(*, quantities: Mapping[int, int]) -> None:
    """
    Put so many of each product (id -> pieces) back on the shelf.

    Call it in the transaction of the refund.

    :raises ProductNotFound: there is none
    """
    with atomic():
        for product_id, qty in sorted(_pieces(quantities)):
            if not _change(product_id, qty):
                raise ProductNotFound("Product not found.")


def _pieces(quantities: Mapping[int, int]) -> Iterable[tuple[int, int]]:
    if any(qty < 0 for qty in quantities.values()):
        raise ValueError("pieces are counted from zero up")
    return [(product_id, qty) for product_id, qty in quantities.items() if qty]


def _change(product_id: int, qty: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_CHANGE, {"id": product_id, "qty": qty})
        return bool(cursor.rowcount == 1)


_CHANGE = """
UPDATE catalog_product
   SET stock_qty = CASE WHEN is_track_stock THEN stock_qty + %(qty)s ELSE stock_qty END
 WHERE id = %(id)s AND (NOT is_track_stock OR stock_qty + %(qty)s >= 0)
"""


def _facts(row: Product) -> dict[str, object]:
    return {name: getattr(row, name) for name in _FACTS}


def _tell(row: Product, before: dict[str, object] | None, at: datetime) -> bool:
    return bool(
        record_change(entity_type="product", entity_id=row.pk, before=before, after=_facts(row), at=at)
    )
