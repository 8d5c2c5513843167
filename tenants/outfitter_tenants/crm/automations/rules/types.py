"""What the rules of automations know of a trip and of what is to be written about it. Pure."""

from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Final, Literal

Channel = Literal["email", "sms"]
CHANNELS: Final[dict[str, tuple[Channel, ...]]] = {
    "email": ("email",),
    "sms": ("sms",),
    "both": ("email", "sms"),
}
# What is planned from how a trip stands; the others from what happened once.
STANDING: Final = frozenset({"reserved", "before_start", "after_end", "balance_due"})


@dataclass(frozen=True, slots=True)
class Step:
    """One automation with what its template says of itself. Offsets are minutes."""

    id: int
    slug: str | None
    trigger: str
    offset_minutes: int
    position: int
    is_on: bool
    stop_if: frozenset[str]
    experience_id: int | None
    template_id: int
    category: str
    channel: str
    is_template_on: bool
    template_version: int = 0
    template_slug: str | None = None
    # Empty: for everything.
    experience_ids: frozenset[int] = frozenset()
    trip_methods: frozenset[str] = frozenset()

    @property
    def channels(self) -> tuple[Channel, ...]:
        """Return by which ways it goes."""
        return CHANNELS[self.channel]

    @property
    def is_usable(self) -> bool:
        """Return whether it sends anything at all."""
        return self.is_on and self.is_template_on

    def fits(self, *, experience_id: int | None, method: str) -> bool:
        """Return whether its template is for an experience sold this way."""
        if self.trip_methods and method not in self.trip_methods:
            return False
        return not self.experience_ids or experience_id in self.experience_ids


@dataclass(frozen=True, slots=True)
class OrderFacts:
    """One experience of a trip; the instants are UTC, None while it has no departure."""

    id: int
    experience_id: int
    is_active: bool
    is_no_show: bool
    start_at: datetime | None
    end_at: datetime | None
    timeslot_id: int | None


@dataclass(frozen=True, slots=True)
class TripFacts:
    """A trip as far as messages depend on it; amounts in minor units."""

    id: int
    status: str
    method: str
    locale: str
    customer_id: int | None
    email: str
    name: str
    phone: str
    reserved_at: datetime | None
    balance_amount: int
    balance_due_at: datetime | None
    # Whether its customer hears from us, or from the partner that sold it.
    is_customer_told: bool = True
    is_news_wanted: bool = False
    is_texting_wanted: bool = False
    is_opted_out: bool = False
    is_reviewed: bool = False
    orders: tuple[OrderFacts, ...] = ()


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What holds for all messages of an operator: their zone, their nights, who carries texts."""

    time_zone: str
    quiet_from: time
    quiet_until: time
    can_text: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    A message as it should be planned: when, or why not.

    `status` is that of the row: scheduled, cancelled or suppressed. `scheduled_at` is when it goes
    or would have gone.
    """

    key: str
    channel: Channel
    step: Step
    trip: TripFacts
    order_id: int | None
    timeslot_id: int | None
    scheduled_at: datetime
    useful_until: datetime | None
    status: str
    reason: str
    to: str = field(default="")
