"""What a channel's sale is made of."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter_tenants.checkout.trip_changes.totals import PricedTrip
from outfitter_tenants.scheduling.queries import TimeslotForSale
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.trips.operations.orders import GuestName

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

METHOD: Final = "ota"
AUDIENCE: Final[Audience] = "reseller"


@dataclass(frozen=True, slots=True)
class ChannelGuest:
    """
    One ticket to be: its experience customer type, who travels, where that was said.

    `amount` in minor units is what the channel charges for it, None: our price. `booking_id` is
    the guest it is by now, on a change.
    """

    kind: int
    name: GuestName | None = None
    amount: int | None = None
    booking_id: int | None = None


@dataclass(frozen=True, slots=True)
class ChannelAddon:
    """So many of an add-on, or of one choice of it, for the whole booking."""

    addon_id: int
    value_id: int | None
    quantity: int


@dataclass(frozen=True, slots=True)
class ChannelBookingDetails:
    """
    What is written on the trip beside its seats; None stays as it is.

    `total` in minor units is what the whole is to cost, `net` what of it is ours. `offer_code` is a
    code that takes something off; an empty one takes the former away. `addons` are all it has.
    """

    contact: Contact | None = None
    voucher: str | None = None
    note: str | None = None
    locale: str | None = None
    total: int | None = None
    net: int | None = None
    offer_code: str | None = None
    addons: tuple[ChannelAddon, ...] | None = None


@dataclass(frozen=True, slots=True)
class ChannelHoldRequest:
    """Seats that a channel wants set aside until an instant, on whose terms."""

    reseller_id: int
    offered: TimeslotForSale
    guests: Sequence[ChannelGuest]
    until: datetime
    details: ChannelBookingDetails
    external: Mapping[str, Any] = field(default_factory=dict)

    @property
    def quantities(self) -> dict[int, int]:
        """Return the party: experience customer type -> how many."""
        return quantities_of(self.guests)


@dataclass(frozen=True, slots=True)
class ChannelHold:
    """
    The trip that a sale has become; `booking_ids` in the order of its guests.

    `priced` is what a new cart was priced from, where that is how its rows are going to stand.
    """

    trip: "Trip"
    trip_order_id: int
    booking_ids: tuple[int, ...]
    pax_cnt: int
    priced: PricedTrip | None = None

    @property
    def net_amount(self) -> int:
        """Return what of the price is the operator's, in minor units."""
        return max(0, self.trip.total_amount - self.trip.commission_amount)


def quantities_of(guests: Sequence[ChannelGuest]) -> dict[int, int]:
    """Return how many tickets of each kind there are."""
    return dict(Counter(guest.kind for guest in guests))
