"""What a connection sells beside the tickets."""

from datetime import datetime

from outfitter.kit.zones import local_day
from outfitter.plugins.channels.catalog_types import Addon, Price
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.queries import mappings
from outfitter_tenants.channels.rules.addon_names import NamedAddon, named
from outfitter_tenants.channels.types import METHOD
from outfitter_tenants.checkout.channel_sales.channel_addons import most_per_guest
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.resellers import queries as resellers


def offered_of(*, experience_id: int) -> list[NamedAddon]:
    """Return the add-ons of an experience that a channel may sell."""
    return named(catalog.list_addons(experience_id=experience_id), method=METHOD)


def list_addons(*, connection_id: int, reseller_id: int, product_ref: str, at: datetime) -> list[Addon]:
    """
    Return the add-ons of a product with what a guest pays for one, taxes of today in.

    :raises UnknownProduct: the connection does not sell it
    """
    [first, *_] = mappings.options_of(connection_id=connection_id, product_ref=product_ref)
    properties = people.get_properties()
    shown = AllIn(prices.get_rules(), METHOD, reseller_id)
    terms = resellers.get_partner(reseller_id=reseller_id).terms.of(first.experience_id)
    day = local_day(at, properties.time_zone)
    found = []
    for one in offered_of(experience_id=first.experience_id):
        addon = one.addon
        tax_ids = None if addon.tax_ids is None else frozenset(addon.tax_ids)
        whole = shown.addon(
            experience_id=addon.experience_id,
            price=one.price,
            tax_ids=tax_ids if addon.is_taxable else frozenset(),
            day=day,
        )
        share = terms.ppm or 0 if addon.is_commissionable else 0
        net = max(0, whole - one.price * share // 1_000_000)
        is_per_guest = addon.scope == "booking"
        price = Price(whole, whole, net, properties.currency)
        found.append(Addon(one.id, one.title, addon.description, price, most_per_guest(addon), is_per_guest))
    return found
