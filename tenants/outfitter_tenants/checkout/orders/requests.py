"""What the calls around one order of a trip take (domain.md 5.16, 5.25)."""

from datetime import date
from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints, model_validator

from outfitter.api.schemas import Id, In, Line, Name
from outfitter_tenants.checkout.trip_response.requests import Phone, QuantityIn
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn

NoteText = Annotated[str, StringConstraints(max_length=4000)]
Reason = Literal["customer", "weather", "operator", "duplicate", "noshow", "channel", "other"]


class NewGuestIn(In):
    """Who travels on a new ticket; without a customer type on any of them."""

    experience_customer_type_id: Id | None = None
    first_name: Name = ""
    last_name: Name = ""
    email: EmailStr | None = None
    phone: Phone | None = None
    birth_date: date | None = None


class BookingAddIn(VersionedIn):
    """More guests for an order."""

    quantities: list[QuantityIn] = Field(min_length=1, max_length=30)
    guests: list[NewGuestIn] = Field(default_factory=list, max_length=500)
    # Staff with timeslot.overbook ask to sell beyond the seats.
    overbook: bool = False


class TypeChangeIn(In):
    """This guest is to be of that customer type."""

    booking_id: Id
    to: Id


class ChangeTypesIn(VersionedIn):
    """Guests by name, or the party as it is to be."""

    changes: list[TypeChangeIn] | None = Field(default=None, min_length=1, max_length=500)
    quantities: list[QuantityIn] | None = Field(default=None, min_length=1, max_length=30)
    overbook: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> "ChangeTypesIn":
        if (self.changes is None) == (self.quantities is None):
            raise ValueError("send either changes or quantities")
        return self


class OrderNoteIn(VersionedIn):
    """The note of an order; empty takes it away."""

    note: NoteText


class OrderRemoveIn(VersionedIn):
    """Take an order out of a cart."""


class UnscheduleIn(VersionedIn):
    """Take an order off its departure."""

    reason: Line | None = None
    notify: bool = False


class TypeMappingIn(In):
    """Guests with tickets of `from_id` get tickets of `to_id` of the other experience."""

    from_id: Id
    to_id: Id


class RebookIn(VersionedIn):
    """
    Move an order to the departure in the address.

    `force` lets staff sell beyond the seats (timeslot.overbook) and take off add-ons that the
    other experience does not have. With `dry_run` nothing stays.
    """

    price_mode: Literal["keep", "reprice", "reprice_if_higher"] = "keep"
    type_mapping: list[TypeMappingIn] = Field(default_factory=list, max_length=60)
    notify: bool = False
    force: bool = False
    dry_run: bool = False


class RefundIn(In):
    """
    What is to happen with the money; the token is that of the preview somebody saw.

    Without a mode it is what the operator set for the reason. Store credit instead of money: `as`.
    `by_hand` says of cash and whatever else did not come through the gateway whether it is handed
    back now, and recorded so, or later: then the trip says that it has to be.
    """

    mode: Literal["none", "policy", "full"] | None = None
    as_: Literal["source", "gift_card"] = Field(default="source", alias="as")
    by_hand: Literal["now", "later"] = "now"
    preview_token: Annotated[str, StringConstraints(max_length=2000)] | None = None


class CancelIn(VersionedIn):
    """Cancel an order; with `dry_run` only say what that comes to."""

    reason: Reason
    notify: bool = False
    refund: RefundIn = Field(default_factory=RefundIn)
    template_id: Id | None = None
    note: NoteText = ""
    dry_run: bool = False


class UncancelIn(VersionedIn):
    """Make a cancelled order active; `unscheduled` leaves it without a departure."""

    unscheduled: bool = False
    overbook: bool = False


class SplitIn(VersionedIn):
    """Guests who go on as an order of their own, in the same trip or in a new one."""

    booking_ids: list[Id] = Field(min_length=1, max_length=500)
    to: Literal["order", "trip"] = "order"


class ResourceForIn(In):
    """A resource for all of an order, or for some of its guests."""

    resource_id: Id
    booking_ids: list[Id] | None = Field(default=None, min_length=1, max_length=500)
    usage_id: Id | None = None
    lock: bool = True
    force: bool = False


class AssignResourcesIn(VersionedIn):
    """`auto` gives an order what its party needs anew; `manual` does as it is told."""

    mode: Literal["auto", "manual"]
    assignments: list[ResourceForIn] = Field(default_factory=list, max_length=50)

    @model_validator(mode="after")
    def _told(self) -> "AssignResourcesIn":
        if (self.mode == "manual") != bool(self.assignments):
            raise ValueError("manual needs assignments, auto takes none")
        return self
