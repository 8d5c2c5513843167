"""The calls around trips: carts, changes, arrivals."""

from ninja import Router

from outfitter_tenants.checkout.addons import api as addons
from outfitter_tenants.checkout.arrivals import api as arrivals
from outfitter_tenants.checkout.bookings import api as bookings
from outfitter_tenants.checkout.carts import api as carts
from outfitter_tenants.checkout.cash_drawers import api as cash_drawers
from outfitter_tenants.checkout.disputes import api as disputes
from outfitter_tenants.checkout.gift_cards import api as gift_cards
from outfitter_tenants.checkout.intents import api as intents
from outfitter_tenants.checkout.invoice_batches import api as invoice_batches
from outfitter_tenants.checkout.invoice_payments import api as invoice_payments
from outfitter_tenants.checkout.invoices import api as invoices
from outfitter_tenants.checkout.mass_cancellation import api as mass_cancellation
from outfitter_tenants.checkout.orders.api import orders, reschedule
from outfitter_tenants.checkout.payment_links import api as payment_links
from outfitter_tenants.checkout.payments.api import payments, tabs
from outfitter_tenants.checkout.printouts import api as printouts
from outfitter_tenants.checkout.products import api as products
from outfitter_tenants.checkout.refunds import api as refunds
from outfitter_tenants.checkout.saved_cards import api as saved_cards
from outfitter_tenants.checkout.trip_management.api import (
    file_answers,
    labels,
    lifecycle,
    messages,
    notes,
    reseller,
)
from outfitter_tenants.checkout.trip_prices.api import offer_codes, prices
from outfitter_tenants.checkout.waitlist import api as waitlist
from outfitter_tenants.checkout.waivers import api as waivers

router = Router()
# Arrivals come first: /api/trip/methods/get must not be read as a trip's hash.
for part in (
    arrivals,
    addons,
    saved_cards,
    cash_drawers,
    offer_codes,
    disputes,
    gift_cards,
    bookings,
    waivers,
    waitlist,
    intents,
    invoices,
    invoice_payments,
    invoice_batches,
    lifecycle,
    payment_links,
    mass_cancellation,
    messages,
    payments,
    reschedule,
    labels,
    orders,
    prices,
    printouts,
    products,
    refunds,
    reseller,
    tabs,
    notes,
    file_answers,
    carts,
):
    router.add_router("", part.router)
