"""Writes of gift cards."""

from outfitter_tenants.giftcards.operations.balance import (
    GiftCardInvalid,
    Value,
    extend_validity,
    move,
    refusal,
    suspend,
    take,
)
from outfitter_tenants.giftcards.operations.creation import Recipient, address, make_card, typed, write_code
from outfitter_tenants.giftcards.operations.sales import (
    add_sale,
    change_sale,
    clear_void,
    post_sale,
    sell_waiting,
    value_of,
    void_rest,
    void_sale,
    wait_again,
)

__all__ = [
    "GiftCardInvalid",
    "Recipient",
    "Value",
    "add_sale",
    "address",
    "change_sale",
    "clear_void",
    "extend_validity",
    "make_card",
    "move",
    "post_sale",
    "refusal",
    "sell_waiting",
    "suspend",
    "take",
    "typed",
    "value_of",
    "void_rest",
    "void_sale",
    "wait_again",
    "write_code",
]
