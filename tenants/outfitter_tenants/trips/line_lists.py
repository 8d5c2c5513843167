"""
Lists of price lines of sold trips as reports read them: add-ons, products, taxes.

Only lines that are not void count: they are what a trip comes to. What is kept of a cancelled order has
lines of its own, with the taxes on it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import extras
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.trips import report_columns as shared
from outfitter_tenants.trips.models import PriceLine

# When a line's activity is: of its order; of the trip for what belongs to none of its orders. A trip
# without any, things from the shelf, counts when it is sold.
ACTIVITY_AT: Final = Case(
    When(trip_order__isnull=False, then=F("trip_order__timeslot__start_at")),
    default=Coalesce(F("trip__first_start_at"), F("trip__reserved_at")),
)
# A tax that was not charged, since the trip is exempt: it stands with what it would be of, and with
# nothing, or with what is taken off a price that holds it.
IS_EXEMPT: Final = Q(amount__lte=0)


def _rows_of(kind: str) -> Callable[[ListReader], "QuerySet[Any]"]:
    def rows(reader: ListReader) -> "QuerySet[Any]":
        found = PriceLine.objects.filter(kind=kind, voided_at__isnull=True)
        return shared.sold(found, reader).select_related("trip", "trip_order__timeslot")

    return rows


def _activity_of(line: PriceLine) -> Any:
    if line.trip_order is not None:
        return line.trip_order.timeslot.start_at if line.trip_order.timeslot else None
    return line.trip.first_start_at or line.trip.reserved_at


def _shape(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    about = shared.describe({line.trip for line in rows})
    names = {row.id: row.name for row in catalog.list_all()}
    return [
        {
            "id": line.pk,
            **shared.led_by(line.trip, about),
            "label": line.label,
            "qty": line.qty,
            "unit_amount": line.unit_amount,
            "amount": line.amount,
            "activity_at": _activity_of(line),
            "experience": names.get(line.trip_order.experience_id) if line.trip_order else None,
        }
        for line in rows
    ]


def _columns(*own: Column) -> tuple[Column, ...]:
    return (
        *own,
        Column("activity_at", "instant", ACTIVITY_AT, is_filterable=True, is_nullable=True),
        Column(
            "experience",
            "lookup",
            "trip_order__experience_id",
            is_filterable=True,
            is_nullable=True,
            options=shared.experiences,
            is_of_experiences=True,
        ),
        *shared.about_trip(),
        Column("id", "number", is_sortable=True, is_exported=False),
    )


_SOLD_COLUMNS: Final = (
    Column("label", "text", is_filterable=True),
    Column("qty", "number", is_filterable=True),
    Column("unit_amount", "money", is_filterable=True),
    Column("amount", "money", is_filterable=True),
)


def _addons() -> list[Option]:
    return [Option(key, name) for key, name in catalog.every_addon_name().items()]


def _products() -> list[Option]:
    return [Option(row.id, row.name) for is_active in (True, False) for row in _on_shelf(is_active)]


def _on_shelf(is_active: bool) -> Sequence[Any]:
    return extras.list_products(is_active=is_active)


ADDONS: Final = register(
    Listing(
        name="soldAddons",
        permission=shared.PERMISSION,
        columns=_columns(
            Column(
                "addon",
                "lookup",
                "ref_id",
                is_filterable=True,
                options=_addons,
                cell=lambda row: row["label"],
                is_exported=False,
            ),
            *_SOLD_COLUMNS,
        ),
        default_sort="-id",
        rows=_rows_of("addon"),
        shape=_shape,
    )
)


def _shape_products(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    known = {row.id: row for is_active in (True, False) for row in _on_shelf(is_active)}
    found = _shape(rows, reader)
    for row, line in zip(found, rows, strict=True):
        product = known.get(line.ref_id)
        row["sku"] = product.sku if product else None
        row["category"] = product.category if product else ""
        row["stock_qty"] = product.stock_qty if product else None
    return found


def _by_category(condition: Condition, _reader: ListReader) -> Q:
    known = [row for is_active in (True, False) for row in _on_shelf(is_active)]
    if condition.op in {"empty", "notEmpty"}:
        found = Q(ref_id__in=[row.id for row in known if row.category])
    elif condition.op == "contains":
        part = str(condition.value).casefold()
        found = Q(ref_id__in=[row.id for row in known if part in row.category.casefold()])
    else:
        found = Q(ref_id__in=[row.id for row in known if row.category in condition.values])
    return found if condition.is_positive else ~found


PRODUCTS: Final = register(
    Listing(
        name="soldProducts",
        permission=shared.PERMISSION,
        columns=_columns(
            Column(
                "product",
                "lookup",
                "ref_id",
                is_filterable=True,
                options=_products,
                cell=lambda row: row["label"],
                is_exported=False,
            ),
            *_SOLD_COLUMNS,
            Column("sku", "text", is_nullable=True),
            Column("category", "text", "pk", is_filterable=True, match=_by_category),
            # What is left on the shelf now; null where nobody counts.
            Column("stock_qty", "number", is_nullable=True),
        ),
        default_sort="-id",
        rows=_rows_of("product"),
        shape=_shape_products,
    )
)


def categories() -> Mapping[str, list[int]]:
    """Return the products of every category of the shelf by its name, without those of none."""
    found: dict[str, list[int]] = {}
    for is_active in (True, False):
        for row in _on_shelf(is_active):
            if row.category:
                found.setdefault(row.category, []).append(row.id)
    return found


def tax_codes() -> Mapping[str, list[int]]:
    """Return the taxes of every tax code by it, without those of none."""
    found: dict[str, list[int]] = {}
    for row in pricing.every_tax():
        if row.tax_code:
            found.setdefault(row.tax_code, []).append(row.pk)
    return found


def _taxes() -> list[Option]:
    return [Option(row.pk, row.name) for row in pricing.every_tax()]


def by_tax_code(condition: Condition, _reader: ListReader) -> Q:
    """Return the filter of lines whose tax has one of these codes."""
    codes = tax_codes()
    if condition.op in {"empty", "notEmpty"}:
        ids = [pk for mine in codes.values() for pk in mine]
    elif condition.op == "contains":
        part = str(condition.value).casefold()
        ids = [pk for code, mine in codes.items() for pk in mine if part in code.casefold()]
    else:
        ids = [pk for code in condition.values for pk in codes.get(code, ())]
    found = Q(ref_id__in=ids)
    return found if condition.is_positive else ~found


def tax_columns(prefix: str = "") -> tuple[Column, ...]:
    """Return the columns that say which tax a row is of."""
    return (
        Column(
            "tax",
            "lookup",
            f"{prefix}ref_id",
            is_filterable=True,
            options=_taxes,
            cell=lambda row: row["label"],
        ),
        Column("tax_code", "text", "pk", is_filterable=True, match=by_tax_code),
        Column("is_inclusive", "bool", is_filterable=True),
    )


def _shape_taxes(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    codes = {row.pk: row.tax_code for row in pricing.every_tax()}
    found = _shape(rows, reader)
    for row, line in zip(found, rows, strict=True):
        is_exempt, base = line.amount <= 0, line.base_amount or 0
        row["tax_code"] = codes.get(line.ref_id, "")
        row["is_inclusive"] = line.is_inclusive
        row["is_exempt"] = is_exempt
        row["base_amount"] = 0 if is_exempt else base
        row["exempt_amount"] = base if is_exempt else 0
        row["tax_amount"] = 0 if is_exempt else line.amount
    return found


def _is_exempt(condition: Condition, _reader: ListReader) -> Q:
    return IS_EXEMPT if condition.value is (condition.op == "eq") else ~IS_EXEMPT


TAXES: Final = register(
    Listing(
        name="taxLines",
        permission="report.finance",
        columns=_columns(
            *tax_columns(),
            Column("is_exempt", "bool", "pk", is_filterable=True, match=_is_exempt),
            Column("base_amount", "money", is_nullable=True),
            Column("exempt_amount", "money"),
            Column("tax_amount", "money", "amount", is_filterable=True),
        ),
        default_sort="-id",
        rows=_rows_of("tax"),
        shape=_shape_taxes,
    )
)
