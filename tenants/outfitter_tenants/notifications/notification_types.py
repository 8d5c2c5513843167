"""What people can be told about, and how unless they choose otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Channel = Literal["in_app", "email"]
CHANNELS: Final[tuple[Channel, ...]] = ("in_app", "email")


@dataclass(frozen=True, slots=True)
class NotificationType:
    """
    One kind of news for staff.

    `permission` says who may know; None leaves it to whoever raises it to name the people.
    """

    slug: str
    permission: str | None
    is_urgent: bool
    default: frozenset[Channel]


_QUIET: Final[frozenset[Channel]] = frozenset({"in_app"})
_ASKED_FOR: Final[frozenset[Channel]] = frozenset()
_LOUD: Final[frozenset[Channel]] = frozenset({"in_app", "email"})

KINDS: Final[Mapping[str, NotificationType]] = {
    kind.slug: kind
    for kind in (
        NotificationType("trip_booked", "trip.edit", False, _QUIET),
        NotificationType("trip_attention", "payment.refund", True, _LOUD),
        NotificationType("trip_flagged", None, False, _QUIET),
        NotificationType("guide_duty", None, False, _LOUD),
        NotificationType("timeslot_overbooked", "timeslot.edit", True, _QUIET),
        NotificationType("timeslot_too_few", "timeslot.cancel", True, _LOUD),
        NotificationType("order_overdue", "order.rebook", False, _LOUD),
        NotificationType("guest_question", "trip.edit", False, _LOUD),
        NotificationType("call_missed", "call.view", True, _QUIET),
        NotificationType("conversation_assigned", None, False, _LOUD),
        NotificationType("guest_change", "trip.edit", False, _QUIET),
        # A booking that is paid at once is told as a booking: this one is for who wants both.
        NotificationType("payment_received", "payment.take", False, _ASKED_FOR),
        NotificationType("hold_expiring", "payment.hold", True, _LOUD),
        NotificationType("books_differ", "report.finance", True, _LOUD),
        NotificationType("cash_left_open", None, False, _LOUD),
        NotificationType("gift_card_codes_guessed", "giftcard.manage", True, _LOUD),
        NotificationType("plugin_failing", "setup.plugins", True, _LOUD),
        NotificationType("device_copied", "setup.general", True, _LOUD),
        NotificationType("new_signin", None, True, _LOUD),
        NotificationType("job_finished", None, False, _QUIET),
        NotificationType("job_failed", None, True, _LOUD),
        NotificationType("test", None, False, _LOUD),
    )
}
# What people choose channels for, in the order of the page.
CHOOSABLE: Final = tuple(slug for slug in KINDS if slug != "test")


def channels_of(kind: NotificationType, preferences: Mapping[str, object]) -> list[Channel]:
    """Return how a person with these preferences is told of a kind."""
    chosen = preferences.get(kind.slug)
    if not isinstance(chosen, Mapping):
        return [channel for channel in CHANNELS if channel in kind.default]
    return [channel for channel in CHANNELS if chosen.get(channel, channel in kind.default) is True]
