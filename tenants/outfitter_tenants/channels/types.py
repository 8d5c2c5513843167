"""The fixed values around channels."""

from typing import Final, Literal

MappingState = Literal["draft", "live", "paused", "refused"]
StoredState = Literal["on_hold", "confirmed", "cancelled", "expired", "rejected"]
CONNECTION_STATES: Final = ("draft", "testing", "live", "paused")
# Requests of connections in these states are answered.
OPEN_STATES: Final = ("testing", "live")
PRICE_MODES: Final = ("ours", "theirs")
MAPPING_STATES: Final = ("draft", "live", "paused", "refused")
BREAKER_STATES: Final = ("closed", "open", "half_open")
BOOKING_STATES: Final = ("on_hold", "confirmed", "cancelled", "expired", "rejected")
PUSH_STATES: Final = ("waiting", "sending", "sent", "failed", "refused")
# What a channel may subscribe to, and how what it is told of stands.
SUBSCRIPTION_TOPICS: Final = ("booking", "availability")
NOTICE_STATES: Final = ("waiting", "sending", "sent", "failed")
CALL_OUTCOMES: Final = ("ok", "refused", "failed")
# By which trip method, and on whose terms, channels sell.
METHOD: Final = "ota"
AUDIENCE: Final = "reseller"
# How far ahead a channel may ask at once, in days.
MOST_DAYS: Final = 550
KEEP_CALLS_DAYS: Final = 90
