"""Addresses that channels register to be told at, and what they are told."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from outfitter.plugins.channels.booking_types import Booking

Topic = Literal["booking", "availability"]


@dataclass(frozen=True, slots=True)
class SubscriptionDraft:
    """
    What a channel registers. `headers` are sent with every call and are the channel's secret.

    With `is_retried` off, what fails once is not told again. `settings` are the plugin's own.
    """

    topic: Topic
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    is_retried: bool = True
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Subscription(SubscriptionDraft):
    """What a channel has registered, by our id for it."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """
    What a subscriber is to be told: a booking that has changed, or a local day of an option.

    `key` is the same when it is told again. Of a booking, `answered` is how it stood when it was
    confirmed, and `told` is what the plugin returned when it last told the subscriber of it.
    """

    key: str
    subscription: Subscription
    booking: Booking | None = None
    answered: Booking | None = None
    told: Mapping[str, object] | None = None
    product_id: str = ""
    option_id: str = ""
    date: dt.date | None = None
