"""
What a partner's system books: held, priced, sold, changed and given up like any other trip.

The same rows, seats, prices and log as a sale by hand; only that nobody of ours sits at it.
"""

from outfitter_tenants.checkout.channel_sales.amendments import AmendmentRequest, amend
from outfitter_tenants.checkout.channel_sales.operations import (
    CancellationAmounts,
    cancel,
    extend,
    hold,
    release,
    sell,
)
from outfitter_tenants.checkout.channel_sales.types import (
    AUDIENCE,
    METHOD,
    ChannelAddon,
    ChannelBookingDetails,
    ChannelGuest,
    ChannelHold,
    ChannelHoldRequest,
)

__all__ = [
    "AUDIENCE",
    "METHOD",
    "AmendmentRequest",
    "CancellationAmounts",
    "ChannelAddon",
    "ChannelBookingDetails",
    "ChannelGuest",
    "ChannelHold",
    "ChannelHoldRequest",
    "amend",
    "cancel",
    "extend",
    "hold",
    "release",
    "sell",
]
