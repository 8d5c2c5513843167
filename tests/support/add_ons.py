"""What is sold and asked beside the ticket, and a trip to try it on."""

from typing import Any

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Product
from outfitter_tenants.catalog.operations import addons, products
from outfitter_tenants.catalog.queries.extras import get_value_type
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.trips.models import Trip
from tests.support.sales import Offer, fill_cart
from tests.support.setup_rows import FIELD, SHIRT

ADDON: dict[str, Any] = {
    "name": "Lunch",
    "description": "",
    "scope": "booking",
    "input": "toggle",
    "value_type_id": None,
    "is_required": False,
    "min_qty": 0,
    "max_qty": None,
    "price": 1500,
    "price_per": "unit",
    "tax_ids": None,
    "is_taxable": True,
    "is_commissionable": True,
    "stock_product_id": None,
    "enabled_customer_type_ids": [],
    "methods": [],
}


def make_addon(offer: Offer, **given: Any) -> int:
    """Make an add-on of an offer's experience; returns its id."""
    values: Any = {**ADDON, **given}
    return addons.save_addon(experience_id=offer.experience_id, values=values, at=utc_now())


def make_sizes(**deltas: int) -> tuple[int, dict[str, int]]:
    """Make a set of choices with what each costs on top; returns its id and theirs by label."""
    drafts = [addons.ValueDraft(label=label, price_delta=by) for label, by in deltas.items()]
    made = addons.save_value_type(name="Sizes", values=drafts, at=utc_now())
    return made, {v.label: v.id for v in get_value_type(value_type_id=made).values}


def make_product(*, stock: int | None = None, **given: Any) -> int:
    """Make something for the shelf, with so many pieces of it; returns its id."""
    values: Any = {**SHIRT, **given, "is_track_stock": stock is not None, "stock_qty": stock}
    return products.save_product(values=values, at=utc_now())


def stock_of(product_id: int) -> int:
    """Return how many pieces are left."""
    return int(Product.objects.get(pk=product_id).stock_qty)


def ask(offer: Offer, **given: Any) -> int:
    """Let an offer's experience ask a custom field; returns the field's id."""
    values = {**FIELD, **given}
    field_id = fields.save_field(values=values, field_id=None, version=None, at=utc_now())
    fields.assign(experience_id=offer.experience_id, field_id=field_id, is_required=None, at=utc_now())
    return field_id


def sell(offer: Offer, **party: int) -> int:
    """Book a party that has paid; returns the trip's id."""
    trip_id = fill_cart(offer, **party)
    total = Trip.objects.get(pk=trip_id).total_amount
    Trip.objects.filter(pk=trip_id).update(paid_amount=total)
    conversion.convert(
        trip_id=trip_id, expected_total=total, accept_terms=True, is_opt_in=False, at=utc_now()
    )
    return trip_id
