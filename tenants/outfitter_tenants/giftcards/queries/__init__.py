"""Reads of gift cards. `lock_*` functions live here and nowhere else."""

from outfitter_tenants.giftcards.queries.cards import (
    CardNotFound,
    find_by_code,
    get_card,
    hash_of_code,
    list_styles,
    lock_card,
    lock_cards,
    plain_code,
)
from outfitter_tenants.giftcards.queries.holds import (
    hold_of_payment,
    holds_of_trip,
    lapsed_trips,
)
from outfitter_tenants.giftcards.queries.sales import cards_of_trip, get_sale, sales_of_trip

__all__ = [
    "CardNotFound",
    "cards_of_trip",
    "find_by_code",
    "get_card",
    "get_sale",
    "hash_of_code",
    "hold_of_payment",
    "holds_of_trip",
    "lapsed_trips",
    "list_styles",
    "lock_card",
    "lock_cards",
    "plain_code",
    "sales_of_trip",
]
