"""Writes of gift cards."""

from outfitter_tenants.giftcards.operations.making import Recipient, make_card
from outfitter_tenants.giftcards.operations.value import (
    GiftCardInvalid,
    Value,
    give_grace,
    move,
    refusal,
    take,
)

__all__ = [
    "GiftCardInvalid",
    "Recipient",
    "Value",
    "give_grace",
    "make_card",
    "move",
    "refusal",
    "take",
]
