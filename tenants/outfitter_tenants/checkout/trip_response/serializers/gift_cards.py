"""Gift cards as their callers see them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from outfitter.kit.zones import day_bounds, local_day
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.designs import BY_SLUG, DESIGNS
from outfitter_tenants.giftcards.serializers import row_of, trip_of
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard, GiftCardSale, GiftCardStyle

_MORE = ("recipient_phone", "message", "locale", "note", "void_reason", "voided_at")


def style(row: "GiftCardStyle") -> dict[str, object]:
    """Return a style with the colours of its design."""
    design = BY_SLUG.get(row.slug, DESIGNS[0])
    return {
        "id": row.pk,
        "slug": row.slug,
        "name": row.name,
        "is_own": bool(row.picture),
        "image": row.picture or None,
        "ground": design.ground,
        "shade": design.shade,
        "accent": design.accent,
        "ink": design.ink,
    }


def serialize_card(gift_card_id: int, *, is_staff: bool = True) -> dict[str, object]:
    """
    Return a card with what it was sold with and how its value moved, newest first.

    Visitors get neither its note nor what happened to it.

    :raises CardNotFound: there is none
    """
    card = queries.get_card(gift_card_id=gift_card_id)
    if not is_staff:
        return _for_visitors(card)
    sales = queries.all_sales(gift_card_id=gift_card_id)
    moved = money.movements_of_card(gift_card_id=gift_card_id)
    named = trips.briefs(ids={one.trip_id for one in moved if one.trip_id is not None})
    held = queries.held_cards(ids=[gift_card_id])
    return {
        **row_of(card),
        **{name: getattr(card, name) for name in _MORE},
        "style": style(card.style),
        "held_until": held.get(gift_card_id),
        "sales": [_sale(one) for one in sales],
        "movements": _movements(moved, named),
    }


def _for_visitors(card: "GiftCard") -> dict[str, object]:
    return {
        **row_of(card),
        **{name: getattr(card, name) for name in _MORE},
        "note": "",
        "void_reason": "",
        "style": style(card.style),
        "held_until": None,
        "sales": [],
        "movements": [],
    }


def _sale(one: "GiftCardSale") -> dict[str, object]:
    names = ("kind", "status", "purchased_amount", "promo_amount", "price", "kept_amount")
    return {
        "id": one.pk,
        **{name: getattr(one, name) for name in names},
        "trip": trip_of(one.trip) if one.trip else None,
    }


def _movements(moved: "Sequence[money.CardMovement]", named: Mapping[int, object]) -> list[dict[str, object]]:
    who = {one.by for one in moved if one.by is not None}
    team = people.list_avatars(ids=list(who)) if who else {}
    balance, shown = 0, []
    for one in moved:
        balance += one.purchased + one.promo
        by = team.get(one.by or 0)
        trip = named.get(one.trip_id or 0)
        shown.append(
            {
                "id": one.id,
                "kind": one.kind,
                "at": one.at,
                "amount": one.purchased + one.promo,
                "purchased": one.purchased,
                "promo": one.promo,
                "balance": balance,
                "trip": trip_of(trip) if trip else None,
                "by": by.name if by else "",
                "reason": one.reason,
            }
        )
    return shown[::-1]


def balance(card: "GiftCard", *, at: datetime, is_staff: bool) -> dict[str, object]:
    """Return what whoever has the code may know: nothing of who bought it or got it."""
    usable = queries.usable(card, at=at)
    return {
        "id": card.pk if is_staff else None,
        "last4": card.last4,
        "kind": card.kind,
        "status": card.status,
        "currency": card.currency,
        "balance": sum(usable),
        "expires_at": card.expires_at,
        "promo_expires_at": card.promo_expires_at,
        "email_hint": (card.recipient_email or "")[-4:],
    }


def of_trip(trip: Any, *, is_staff: bool) -> list[dict[str, object]]:
    """Return the cards that a trip buys, and those it owes something for."""
    if not trip.has_gift_cards:
        return []
    return [_sold(one, is_staff=is_staff) for one in queries.sales_of_trip(trip_id=trip.pk)]


def _sold(sale: "GiftCardSale", *, is_staff: bool) -> dict[str, object]:
    card = sale.gift_card
    return {
        "id": card.pk,
        "hash": card.hash,
        "kind": sale.kind,
        "status": card.status,
        "sale_status": sale.status,
        "last4": card.last4,
        "style": style(card.style),
        "purchased_amount": sale.purchased_amount,
        "promo_amount": sale.promo_amount,
        "price": sale.price,
        "kept_amount": sale.kept_amount,
        "balance": card.balance if is_staff else None,
        "recipient_name": card.recipient_name,
        "recipient_email": card.recipient_email,
        "message": card.message,
        "deliver_at": card.deliver_at,
        "delivered_at": card.delivered_at,
    }


def figures(*, at: datetime, day: date | None = None) -> dict[str, object]:
    """
    Return what the operator owes on cards, and the last twenty-four months of it.

    What is owed is that of the end of a `day` of the operator's, by default of now; what waits and
    how many cards there are is always that of now.
    """
    properties = people.get_properties()
    until = day_bounds(day, properties.time_zone)[1] if day else at
    owed = money.value_outstanding(until=until)
    months = money.card_months(zone=properties.time_zone)
    counts = queries.counts()
    return {
        "currency": properties.currency,
        "as_of": day or local_day(at, properties.time_zone),
        "outstanding_purchased": owed["gift_card_purchased"],
        "outstanding_promo": owed["gift_card_promo"],
        "waiting_amount": queries.waiting_amount(),
        "active_cnt": counts.get("active", 0),
        "pending_cnt": counts.get("pending", 0),
        "months": _every_month(months, local_day(at, properties.time_zone))[-24:],
    }


def _every_month(months: "Sequence[money.CardMonth]", today: date) -> list[money.CardMonth]:
    """Return months without gaps up to this one: what is owed stays when nothing happens."""
    by_month = {one.month: one for one in months}
    found: list[money.CardMonth] = []
    day = months[0].month if months else today.replace(day=1)
    while day <= today:
        before = found[-1] if found else money.CardMonth(day)
        still = money.CardMonth(
            day,
            outstanding_purchased=before.outstanding_purchased,
            outstanding_promo=before.outstanding_promo,
        )
        found.append(by_month.get(day, still))
        day = (day + timedelta(days=32)).replace(day=1)
    return found
