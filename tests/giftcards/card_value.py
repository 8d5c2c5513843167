"""What a card is worth: the journal's word, and the stored sum beside it."""

from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger import queries as money


def worth(gift_card_id: int) -> tuple[int, int]:
    """Return a card's value by the journal, purchased and promotional; the stored one agrees."""
    card = GiftCard.objects.get(pk=gift_card_id)
    found = tuple(
        money.value_of(account=account, owner_ids=[gift_card_id])[gift_card_id]
        for account in ("gift_card_purchased", "gift_card_promo")
    )
    assert found == (card.balance_purchased, card.balance_promo)
    assert min(found) >= 0
    return found[0], found[1]


def assert_worth(gift_card_id: int, *, purchased: int = 0, promo: int = 0) -> None:
    """Check what a card is worth, in minor units."""
    assert worth(gift_card_id) == (purchased, promo)
