"""The cards that a trip buys, as lines of its price."""

from typing import TYPE_CHECKING

from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.rules.settings import Rules
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.price_lines import QuoteLine

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCardSale
    from outfitter_tenants.trips.models import Trip


def lines_of(trip: "Trip") -> list[QuoteLine]:
    """
    Return the cards that a trip buys, and what it still owes for those that were spent.

    Taxed only when the operator sells single-purpose vouchers: then as tickets are.
    """
    rules = Rules.of(people.get_properties().gift_cards)
    taxes = frozenset[int]()
    if rules.tax_mode == "single_purpose":
        taxes = frozenset(
            one.id
            for one in prices.get_rules().charges
            if one.kind == "tax" and "tickets" in one.applies_to and not one.experience_ids
        )
    sales = queries.sales_of_trip(trip_id=trip.pk)
    return [_line(one, taxes) for one in sales if one.status != "void" or one.kept_amount]


def _line(sale: "GiftCardSale", taxes: frozenset[int]) -> QuoteLine:
    amount = sale.kept_amount if sale.status == "void" else sale.price
    return QuoteLine(
        "gift_card",
        sale.gift_card_id,
        f"Gift card {sale.gift_card.last4}",
        1,
        amount,
        amount,
        is_commission_base=False,
        tax_ids=taxes,
    )
