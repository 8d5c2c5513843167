"""When the value of a card counts: its trip is sold and its price is paid (domain.md 4.15)."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import delivery
from outfitter_tenants.giftcards.rules.settings import Rules
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.price_lines import QuoteLine

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard, GiftCardSale
    from outfitter_tenants.trips.models import Trip

_SOLD = frozenset({"reserved", "under_review"})


def has_gift_cards(trip: "Trip") -> bool:
    """Return whether a trip buys a card that was not taken off it again."""
    if not trip.has_gift_cards:
        return False
    return any(one.status != "void" for one in queries.sales_of_trip(trip_id=trip.pk))


def lock(*, trip: "Trip") -> None:
    """Lock the cards that a trip buys, before any departure is (outfitter.db.locks)."""
    if trip.has_gift_cards:
        ids = {one.gift_card_id for one in queries.sales_of_trip(trip_id=trip.pk)}
        queries.lock_cards(ids=ids)


def update_activation(*, trip: "Trip", at: datetime) -> None:
    """
    Put the value of what a trip buys on its cards, as soon as their whole price is paid.

    Money counts for them first, cards never: a card cannot buy a card. In the transaction that
    changed what was paid, with the trip locked; what waits was never spent.
    """
    if not trip.has_gift_cards or trip.status not in _SOLD:
        return
    sales = queries.sales_of_trip(trip_id=trip.pk)
    waiting = [one for one in sales if one.status == "waits"]
    if not waiting:
        return
    owed = sum(one.price if one.status != "void" else one.kept_amount for one in sales)
    in_money = trip.paid_amount - trip.refunded_amount - trip.tip_amount
    if in_money - money.paid_by_cards(trip_id=trip.pk) < owed:
        return
    locked = queries.lock_cards(ids={one.gift_card_id for one in waiting})
    for one in waiting:
        post(sale=one, card=locked[one.gift_card_id], by=None, at=at)


def is_unpaid(*, trip: "Trip", going: int = 0) -> bool:
    """
    Return whether a trip has bought value that its money no longer pays for.

    `going` (minor units) is about to go back beside what is on its way already.
    """
    if not trip.has_gift_cards:
        return False
    sales = queries.sales_of_trip(trip_id=trip.pk)
    bought = sum(one.price for one in sales if one.status == "posted")
    back = trip.refunded_amount + money.promised_back(trip_id=trip.pk) + going
    in_money = trip.paid_amount - back - trip.tip_amount - money.paid_by_cards(trip_id=trip.pk)
    return in_money < bought


def post(*, sale: "GiftCardSale", card: "GiftCard", by: int | None, at: datetime, reason: str = "") -> None:
    """
    Put the value of a sale on its locked card, with a row in the log, and have it delivered.

    `reason` says why value is given away that no trip buys.
    """
    rules = Rules.of(people.get_properties().gift_cards)
    cards.post_sale(sale=sale, card=card, rules=rules, by=by, at=at, reason=reason)
    if sale.trip_id is not None and money.has_undecided_dispute(trip_id=sale.trip_id):
        cards.suspend(card=card, at=at)
    record(
        entity_type="gift_card",
        entity_id=card.pk,
        trip_id=sale.trip_id,
        at=at,
        action="gift_card.activated" if sale.kind == "issue" else "gift_card.reloaded",
        after={"balance_purchased": card.balance_purchased, "balance_promo": card.balance_promo},
        reason=reason or None,
    )
    delivery.schedule(card=card, at=at)
    if sale.kind == "issue":
        outbox.publish("gift_card.activated", at=at, gift_card_id=card.pk, trip_id=sale.trip_id)


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
