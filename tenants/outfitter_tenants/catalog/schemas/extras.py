"""Bodies of add-ons, their choices, and retail products (domain.md 3.2, 5.17)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import (
    SINGLE_LINE,
    Amount,
    Id,
    In,
    Name,
    Out,
    SignedAmount,
    SmallInt,
    Text,
    Version,
    Visible,
)

Sku = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60, pattern=SINGLE_LINE), Visible]
Title = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120, pattern=SINGLE_LINE), Visible]
Stock = Annotated[int, Field(ge=0, le=10_000_000)]
Ids = Annotated[list[Id], Field(max_length=100)]
Method = Literal[
    "ecommerce", "phone", "walk_up", "pos", "kiosk", "reseller", "ota", "ai_agent", "import", "staff"
]
Scope = Literal["booking", "trip_order"]
Input = Literal["toggle", "select", "quantity", "text"]
PricePer = Literal["unit", "pax", "order"]


class AddonIn(In):
    """An add-on to make (no id) or to change."""

    id: Id | None = None
    version: Version | None = None
    name: Title
    description: Text = ""
    scope: Scope
    input: Input
    value_type_id: Id | None = None
    is_required: bool = False
    min_qty: SmallInt = 0
    max_qty: SmallInt | None = None
    price: Amount = 0
    price_per: PricePer = "unit"
    tax_ids: Ids | None = None
    is_taxable: bool = True
    is_commissionable: bool = True
    stock_product_id: Id | None = None
    enabled_customer_type_ids: Ids = []
    methods: list[Method] = Field(default=[], max_length=20)


class AddonValueOut(Out):
    """One choice; `price_delta` comes on top of the add-on's price."""

    id: int
    label: str
    price_delta: int
    sku: str | None
    is_default: bool
    is_active: bool
    position: int


class AddonOut(Out):
    """Something a guest or a whole order can have; taxes and stock are null for the public."""

    id: int
    name: str
    description: str
    scope: Scope
    input: Input
    value_type_id: int | None
    values: list[AddonValueOut]
    is_required: bool
    min_qty: int
    max_qty: int | None
    price: int
    price_per: PricePer
    tax_ids: list[int] | None
    is_taxable: bool
    is_commissionable: bool | None
    stock_product_id: int | None
    stock_left: int | None
    enabled_customer_type_ids: list[int]
    methods: list[str]
    image: str | None
    position: int
    is_archived: bool
    version: int


class AddonsOut(Out):
    """The add-ons of an experience, in its order."""

    addons: list[AddonOut]


class AddonValueIn(In):
    """A choice to make (no id) or to change."""

    id: Id | None = None
    label: Name
    price_delta: SignedAmount = 0
    sku: Sku | None = None
    is_default: bool = False
    is_active: bool = True


class AddonValueTypeIn(In):
    """A set of choices to make (no id) or to change; `values` is the whole list."""

    id: Id | None = None
    version: Version | None = None
    name: Name
    values: list[AddonValueIn] = Field(max_length=200)


class AddonValueTypeOut(Out):
    """A set of choices that several add-ons may offer."""

    id: int
    name: str
    values: list[AddonValueOut]
    is_archived: bool
    version: int


class AddonValueTypesOut(Out):
    """The operator's sets of choices by name."""

    addonValueTypes: list[AddonValueTypeOut]


class ProductIn(In):
    """A product to make (no id) or to change; `stock_qty` left out or null stays as it is."""

    id: Id | None = None
    version: Version | None = None
    name: Title
    sku: Sku | None = None
    barcode: Sku | None = None
    category: Name = ""
    price: Amount
    is_price_editable: bool = False
    tax_ids: Ids = []
    is_track_stock: bool = False
    stock_qty: Stock | None = None


class StockIn(In):
    """So many pieces more, or fewer, and why."""

    by: Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
    reason: Name = ""


class ProductOut(Out):
    """A thing on the shelf; `stock_qty` is null while it is not counted."""

    id: int
    name: str
    sku: str | None
    barcode: str | None
    category: str
    price: int
    is_price_editable: bool
    tax_ids: list[int]
    stock_qty: int | None
    image: str | None
    is_active: bool
    position: int
    version: int
