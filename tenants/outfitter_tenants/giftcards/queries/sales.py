"""What trips buy: new cards, and more value on cards that exist."""

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


def cards_of_trip(*, trip_id: int) -> list[GiftCard]:
    """Return the cards that a trip bought or buys, void ones too."""
    rows = GiftCard.objects.select_related("style").filter(sales__trip_id=trip_id)
    return list(rows.distinct().order_by("pk"))
