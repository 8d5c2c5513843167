"""Retail products from a file (domain.md 3.2, 3.10)."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from django.db import transaction
from django.db.models import ProtectedError
from django.db.models.functions import Lower

from outfitter.db.imports import (
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    register,
    verdict_of,
    words,
)
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.models import Product
from outfitter_tenants.catalog.operations import products
from outfitter_tenants.catalog.operations.products import MOST_STOCK, ProductValues

_FIELDS: Final = tuple(ProductValues.__annotations__)

COLUMNS: Final = (
    ImportColumn(
        "name",
        is_required=True,
        example="T-shirt",
        max_length=120,
        aliases=words("product, product name, title, item, article, artikel, producto, bezeichnung"),
    ),
    ImportColumn(
        "price",
        "money",
        is_required=True,
        example="19.90",
        aliases=words("unit price, retail price, preis, precio, prix, prezzo"),
    ),
    ImportColumn(
        "sku", example="SHIRT-M", max_length=60, aliases=words("article number, artikelnummer, item code")
    ),
    ImportColumn(
        "barcode", example="4006381333931", max_length=60, aliases=words("ean, upc, gtin, strichcode")
    ),
    ImportColumn("category", example="Clothing", max_length=80, aliases=words("group, kategorie, categoría")),
    ImportColumn(
        "stock_qty",
        "number",
        example="40",
        lowest=0,
        highest=MOST_STOCK,
        aliases=words("stock, quantity, qty, in stock, inventory, bestand, existencias"),
    ),
    ImportColumn("is_price_editable", "bool", example="no", aliases=words("open price, price editable")),
)


def _keys(row: ParsedRow, _context: ImportContext) -> tuple[str, ...]:
    sku = row.values.get("sku")
    return (f"sku:{sku}",) if sku else (f"name:{row.values['name'].casefold()}",)


def _check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    skus = {row.values["sku"] for row in rows if "sku" in row.values}
    by_sku = dict(Product.objects.filter(sku__in=skus).values_list("sku", "pk"))
    names = {row.values["name"].lower() for row in rows if "sku" not in row.values}
    named = Product.objects.filter(is_active=True).annotate(small=Lower("name")).filter(small__in=names)
    by_name = dict(named.order_by("-pk").values_list("small", "pk"))
    verdicts = []
    for row in rows:
        sku = row.values.get("sku")
        known = by_sku.get(sku) if sku else by_name.get(row.values["name"].lower())
        low = row.values["price"] < 0
        problems = [Problem("price", "negative", "This must not be negative.")] if low else []
        verdicts.append(verdict_of(known, context, problems, exists="This product is there already."))
    return verdicts


def _write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    verdicts = _check([one.row for one in rows], context)
    return [_save(one.row, verdict, context) for one, verdict in zip(rows, verdicts, strict=True)]


def _save(row: ParsedRow, verdict: Verdict, context: ImportContext) -> WrittenRow:
    if verdict.problems or verdict.action == "skip":
        return WrittenRow(row.no, "skip", verdict.object_id, problems=verdict.problems)
    known = Product.objects.get(pk=verdict.object_id) if verdict.object_id else None
    before = _values(known or Product())
    values = cast("ProductValues", {**before, **row.values})
    if "stock_qty" in row.values:
        values["is_track_stock"] = True
    saved = products.save_product(values=values, product_id=verdict.object_id, at=context.at)
    if known is None:
        return WrittenRow(row.no, "create", saved)
    version = Product.objects.values_list("version", flat=True).get(pk=saved)
    if version == known.version:
        return WrittenRow(row.no, "skip", saved)
    return WrittenRow(row.no, "update", saved, {"version": version, "fields": before})


def _values(known: Product) -> dict[str, object]:
    return {name: getattr(known, name) for name in _FIELDS}


def _undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    kept: dict[int, Problem] = {}
    for known in Product.objects.select_for_update(of=("self",)).filter(pk__in=rows).order_by("pk"):
        before = rows[known.pk]
        if known.version != (before["version"] if before else 1):
            message = f"{known.name} was changed after the import."
            kept[known.pk] = Problem("", "changed_since", message, {"name": known.name})
        elif before is not None:
            values = cast("ProductValues", before["fields"])
            products.save_product(values=values, product_id=known.pk, at=context.at)
        elif not _delete(known, context):
            message = f"{known.name} has been sold."
            kept[known.pk] = Problem("", "still_used", message, {"name": known.name})
    return kept


def _delete(known: Product, context: ImportContext) -> bool:
    product_id, name = known.pk, known.name
    try:
        with transaction.atomic():
            known.delete()
    except ProtectedError:
        return False
    record(
        entity_type="product",
        entity_id=product_id,
        action="product.deleted",
        at=context.at,
        before={"name": name},
    )
    return True


IMPORTER: Final = register(
    Importer(
        object="products",
        permission="setup.experiences",
        columns=COLUMNS,
        check=_check,
        write=_write,
        undo=_undo,
        keys=_keys,
    )
)
