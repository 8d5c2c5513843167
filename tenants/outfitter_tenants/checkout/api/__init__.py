"""The calls around trips: carts, changes, arrivals."""

from ninja import Router

from outfitter_tenants.checkout.api import (
    addons,
    arrivals,
    cards,
    carts,
    codes,
    disputes,
    gift_cards,
    guests,
    intents,
    life,
    links,
    mass_cancel,
    messages,
    money,
    moves,
    naming,
    orders,
    pricing,
    printing,
    products,
    refunds,
    reselling,
    tabs,
    words,
)

router = Router()
# Arrivals come first: /api/trip/methods/get must not be read as a trip's hash.
for part in (
    arrivals, addons, cards, codes, disputes, gift_cards, guests, intents, life, links,
    mass_cancel, messages, money, moves, naming, orders, pricing, printing, products, refunds,
    reselling, tabs, words, carts,
):  # fmt: skip
    router.add_router("", part.router)
