"""What trips buy: new cards, and more value on cards that exist."""

from django.db.models import Sum

from outfitter_tenants.giftcards.models import GiftCard, GiftCardSale
from outfitter_tenants.giftcards.queries.cards import CardNotFound


def sales_of_trip(*, trip_id: int) -> list[GiftCardSale]:
    """Return what a trip buys, with the cards, in the order in which it was put on."""
    rows = GiftCardSale.objects.select_related("gift_card", "gift_card__style")
    return list(rows.filter(trip_id=trip_id).order_by("pk"))


def get_sale(*, trip_id: int, gift_card_id: int) -> GiftCardSale:
    """
    Return the newest sale of a card with a trip that is not void.

    :raises CardNotFound: the trip buys no such card
    """
    rows = GiftCardSale.objects.filter(trip_id=trip_id, gift_card_id=gift_card_id)
    found = rows.exclude(status="void").order_by("-pk").first()
    if found is None:
        raise CardNotFound("This gift card is not on the trip.")
    return found


def find_by_request(*, request_key: str | None) -> GiftCardSale | None:
    """Return what a request has put on a card already, when it was sent before."""
    if request_key is None:
        return None
    return GiftCardSale.objects.filter(request_key=request_key).first()


def waiting_sales(*, gift_card_id: int) -> list[GiftCardSale]:
    """Return what is to come onto a card, with the trips that buy it."""
    rows = GiftCardSale.objects.select_related("trip").filter(gift_card_id=gift_card_id)
    return list(rows.filter(status="waits").order_by("pk"))


def live_sales(*, gift_card_id: int) -> list[GiftCardSale]:
    """Return what came or is to come onto a card and was not taken back."""
    rows = GiftCardSale.objects.filter(gift_card_id=gift_card_id).exclude(status="void")
    return list(rows.order_by("pk"))


def all_sales(*, gift_card_id: int) -> list[GiftCardSale]:
    """Return everything that was to come onto a card, with the trips, oldest first."""
    rows = GiftCardSale.objects.select_related("trip").filter(gift_card_id=gift_card_id)
    return list(rows.order_by("pk"))


def first_sale(*, gift_card_id: int) -> GiftCardSale | None:
    """Return what a card was made for; store credit was made for none."""
    rows = GiftCardSale.objects.filter(gift_card_id=gift_card_id, kind="issue")
    return rows.order_by("pk").first()


def unposted_trips(*, after_id: int, limit: int) -> list[int]:
    """Return sold trips that buy value which has not come onto its card, by ascending id."""
    rows = GiftCardSale.objects.filter(
        status="waits", trip_id__gt=after_id, trip__status__in=["reserved", "under_review"]
    )
    return [
        trip_id
        for trip_id in rows.order_by("trip_id").values_list("trip_id", flat=True).distinct()[:limit]
        if trip_id is not None
    ]


def cards_of_trip(*, trip_id: int) -> list[GiftCard]:
    """Return the cards that a trip bought or buys, void ones too."""
    rows = GiftCard.objects.select_related("style").filter(sales__trip_id=trip_id)
    return list(rows.distinct().order_by("pk"))


def waiting_amount() -> int:
    """Return what sold trips have not paid for cards yet, in minor units."""
    rows = GiftCardSale.objects.filter(status="waits", trip__status__in=["reserved", "under_review"])
    return rows.aggregate(n=Sum("price"))["n"] or 0
