"""Reads of add-ons with their choices, and of retail products (domain.md 3.2)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Prefetch, Q, QuerySet

from outfitter.db.configuration import configuration_read
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.models import (
    ExperienceAddon,
    ExperienceAddonValue,
    ExperienceAddonValueType,
    Product,
)


class AddonNotFound(NotFound):
    """No such add-on at this experience."""


class ValueTypeNotFound(NotFound):
    """No such set of choices here."""


class ProductNotFound(NotFound):
    """No such product here."""


@dataclass(frozen=True, slots=True)
class ValueRow:
    """One choice; `price_delta` in minor units comes on top of the add-on's price."""

    id: int
    label: str
    price_delta: int
    sku: str | None
    is_default: bool
    is_active: bool
    position: int


@dataclass(frozen=True, slots=True)
class ValueTypeRow:
    """A set of choices; those that are no longer offered come last."""

    id: int
    name: str
    values: tuple[ValueRow, ...]
    is_archived: bool
    version: int


@dataclass(frozen=True, slots=True)
class AddonRow:
    """
    Something a guest or a whole order can have with an experience; `price` in minor units.

    Empty `enabled_customer_type_ids` and `methods` leave nobody out; `tax_ids` None are the taxes
    on add-ons at large.
    """

    id: int
    experience_id: int
    name: str
    description: str
    scope: Literal["booking", "trip_order"]
    input: Literal["toggle", "select", "quantity", "text"]
    value_type_id: int | None
    values: tuple[ValueRow, ...]
    is_required: bool
    min_qty: int
    max_qty: int | None
    price: int
    price_per: Literal["unit", "pax", "order"]
    tax_ids: tuple[int, ...] | None
    is_taxable: bool
    is_commissionable: bool | None
    stock_product_id: int | None
    stock_left: int | None
    enabled_customer_type_ids: tuple[int, ...]
    methods: tuple[str, ...]
    image: str | None
    position: int
    is_archived: bool
    version: int


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A thing on the shelf; `stock_qty` None: not counted. `price` in minor units."""

    id: int
    name: str
    sku: str | None
    barcode: str | None
    category: str
    price: int
    is_price_editable: bool
    tax_ids: tuple[int, ...]
    stock_qty: int | None
    image: str | None
    is_active: bool
    position: int
    version: int


def list_addons(*, experience_id: int, is_archived: bool = False) -> list[AddonRow]:
    """Return the add-ons of an experience in its order."""
    return addons_by_experience(ids=[experience_id], is_archived=is_archived)[experience_id]


def addons_by_experience(*, ids: Iterable[int], is_archived: bool = False) -> Mapping[int, list[AddonRow]]:
    """Return the add-ons of several experiences by their ids, each in its order."""
    found: dict[int, list[AddonRow]] = {experience_id: [] for experience_id in ids}
    rows = _addons().filter(experience_id__in=found, archived_at__isnull=not is_archived)
    for row in rows.order_by("experience_id", "position", "id"):
        found[row.experience_id].append(_addon(row))
    return found


@configuration_read
def has_required_addons(*, experience_ids: Collection[int]) -> bool:
    """Return whether one of these experiences has an add-on that has to be chosen."""
    wanted = ExperienceAddon.objects.filter(experience_id__in=experience_ids, is_required=True)
    return wanted.filter(archived_at__isnull=True).exists()


def get_addon(*, addon_id: int) -> AddonRow:
    """
    Return one add-on, archived or not.

    :raises AddonNotFound: there is none
    """
    row = _addons().filter(pk=addon_id).first()
    if row is None:
        raise AddonNotFound("Add-on not found.")
    return _addon(row)


def list_value_types(*, is_archived: bool = False) -> list[ValueTypeRow]:
    """Return the operator's sets of choices by name."""
    rows = _value_types().filter(archived_at__isnull=not is_archived)
    return [_value_type(row) for row in rows.order_by("name", "id")]


def get_value_type(*, value_type_id: int) -> ValueTypeRow:
    """
    Return one set of choices, archived or not.

    :raises ValueTypeNotFound: there is none
    """
    row = _value_types().filter(pk=value_type_id).first()
    if row is None:
        raise ValueTypeNotFound("There are no such choices.")
    return _value_type(row)


def list_products(
    *, wanted: str = "", category: str | None = None, is_active: bool = True
) -> list[ProductRow]:
    """
    Return retail products in their order.

    `wanted` is part of a name, or a whole SKU or bar code; `category` as it is written.
    """
    rows = Product.objects.filter(is_active=is_active)
    if text := wanted.strip():
        rows = rows.filter(Q(name__icontains=text) | Q(sku__iexact=text) | Q(barcode=text))
    if category is not None:
        rows = rows.filter(category__iexact=category.strip())
    return [_product(row) for row in rows.order_by("position", "id")]


def get_product(*, product_id: int) -> ProductRow:
    """
    Return one product, archived or not.

    :raises ProductNotFound: there is none
    """
    row = Product.objects.filter(pk=product_id).first()
    if row is None:
        raise ProductNotFound("Product not found.")
    return _product(row)


def lock_product(*, product_id: int) -> Product:
    """
    Lock one product for a change.

    :raises ProductNotFound: there is none
    """
    row = Product.objects.select_for_update().filter(pk=product_id).first()
    if row is None:
        raise ProductNotFound("Product not found.")
    return row


def lock_addon(*, experience_id: int, addon_id: int) -> ExperienceAddon:
    """
    Lock one add-on of an experience for a change.

    :raises AddonNotFound: it has no such add-on
    """
    rows = ExperienceAddon.objects.select_for_update(of=("self",))
    row = rows.filter(pk=addon_id, experience_id=experience_id).first()
    if row is None:
        raise AddonNotFound("Add-on not found.")
    return row


def lock_value_type(*, value_type_id: int) -> ExperienceAddonValueType:
    """
    Lock one set of choices for a change.

    :raises ValueTypeNotFound: there is none
    """
    rows = ExperienceAddonValueType.objects.select_for_update()
    row = rows.filter(pk=value_type_id).first()
    if row is None:
        raise ValueTypeNotFound("There are no such choices.")
    return row


def _value_types() -> "QuerySet[ExperienceAddonValueType]":
    ordered = ExperienceAddonValue.objects.order_by("-is_active", "position", "id")
    rows = ExperienceAddonValueType.objects.all()
    return rows.prefetch_related(Prefetch("values", queryset=ordered))


def _addons() -> "QuerySet[ExperienceAddon]":
    kinds = Prefetch("value_type", queryset=_value_types())
    return ExperienceAddon.objects.select_related("stock_product").prefetch_related(kinds)


_VALUE = tuple(ValueRow.__slots__)
_LISTS = ("enabled_customer_type_ids", "methods")
_ADDON = tuple(
    name
    for name in AddonRow.__slots__
    if name not in {"values", "tax_ids", "stock_left", "is_archived", *_LISTS}
)
_PRODUCT = tuple(name for name in ProductRow.__slots__ if name not in {"tax_ids", "stock_qty"})


def _value_rows(row: ExperienceAddonValueType) -> tuple[ValueRow, ...]:
    return tuple(ValueRow(**{name: getattr(value, name) for name in _VALUE}) for value in row.values.all())


def _value_type(row: ExperienceAddonValueType) -> ValueTypeRow:
    is_archived = row.archived_at is not None
    return ValueTypeRow(row.pk, row.name, _value_rows(row), is_archived, row.version)


def _addon(row: ExperienceAddon) -> AddonRow:
    product = row.stock_product
    choices = _value_rows(row.value_type) if row.value_type else ()
    plain: dict[str, Any] = {name: getattr(row, name) for name in _ADDON}
    return AddonRow(
        values=tuple(choice for choice in choices if choice.is_active),
        tax_ids=None if row.tax_ids is None else tuple(row.tax_ids),
        stock_left=product.stock_qty if product and product.is_track_stock else None,
        enabled_customer_type_ids=tuple(row.enabled_customer_type_ids),
        methods=tuple(row.methods),
        is_archived=row.archived_at is not None,
        **plain,
    )


def _product(row: Product) -> ProductRow:
    plain: dict[str, Any] = {name: getattr(row, name) for name in _PRODUCT}
    return ProductRow(
        tax_ids=tuple(row.tax_ids), stock_qty=row.stock_qty if row.is_track_stock else None, **plain
    )
