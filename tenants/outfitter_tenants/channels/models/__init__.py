"""The tables of channels."""

from outfitter_tenants.channels.models.allotments import ChannelAllotment, GuaranteedSeats
from outfitter_tenants.channels.models.bookings import ExternalBooking
from outfitter_tenants.channels.models.connections import ChannelConnection, ProductMapping, UnitMapping
from outfitter_tenants.channels.models.subscriptions import ChannelSubscription, SubscriptionNotice
from outfitter_tenants.channels.models.traffic import AvailabilityPush, ChannelCall, Reconciliation

__all__ = [
    "AvailabilityPush",
    "ChannelAllotment",
    "ChannelCall",
    "ChannelConnection",
    "ChannelSubscription",
    "ExternalBooking",
    "GuaranteedSeats",
    "ProductMapping",
    "Reconciliation",
    "SubscriptionNotice",
    "UnitMapping",
]
