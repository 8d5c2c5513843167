"""What the calls around add-ons and products take (domain.md 5.5, 5.24, 5.25)."""

from typing import Annotated

from pydantic import Field

from outfitter.api.schemas import PRINTABLE, Amount, Id, In
from outfitter_tenants.checkout.addons.rules import AddonChoice
from outfitter_tenants.checkout.trip_response.requests import Hash
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn

Words = Annotated[str, Field(max_length=400, pattern=PRINTABLE)]
# How many of an add-on or a product one line may say.
MOST = 9999


class AddonChoiceIn(In):
    """So many of an add-on, of a value where it has choices, with words where it asks for them."""

    addon_id: Id
    value_id: Id | None = None
    qty: int = Field(default=1, ge=1, le=MOST)
    text_value: Words = ""

    def choice(self) -> AddonChoice:
        """Return the same as the use case takes it."""
        return AddonChoice(self.addon_id, self.value_id, self.qty, self.text_value)


class AddonAddIn(VersionedIn, AddonChoiceIn):
    """Choose an add-on."""


class AddonChangeIn(VersionedIn, AddonChoiceIn):
    """Choose otherwise; `line_id` says which of several lines is meant."""

    line_id: Id | None = None


class AddonRemoveIn(VersionedIn):
    """Take an add-on off, or one value of it."""

    addon_id: Id
    value_id: Id | None = None


class AddonSetIn(VersionedIn):
    """Have exactly so many; 0 takes it off."""

    value_id: Id | None = None
    qty: int = Field(default=1, ge=0, le=MOST)
    text_value: Words = ""


class OwnTripQuery(In):
    """The public names its trip by hash."""

    trip: Hash | None = None


class GuestAddonsIn(In):
    """The add-ons of one guest: exactly these."""

    booking_id: Id
    addons: list[AddonChoiceIn] = Field(max_length=100)


class OrderAddonsIn(VersionedIn):
    """The add-ons of an order as such: exactly these. Guests that are not named keep theirs."""

    addons: list[AddonChoiceIn] = Field(max_length=100)
    guests: list[GuestAddonsIn] = Field(default=[], max_length=500)

    def of_guests(self) -> dict[int, list[AddonChoice]]:
        """Return what each named guest is to have."""
        return {one.booking_id: [row.choice() for row in one.addons] for one in self.guests}


class EnabledAddonsIn(VersionedIn):
    """Which optional add-ons a guest is offered; none: all that fit the ticket."""

    addon_ids: list[Id] = Field(max_length=200)


class ProductAddIn(VersionedIn):
    """Sell something from the shelf; another price than the list's needs a permission."""

    product_id: Id
    qty: int = Field(default=1, ge=1, le=MOST)
    unit_amount: Amount | None = None


class ProductRemoveIn(VersionedIn):
    """Take so many of a product off a guest; all when no number is named."""

    product_id: Id
    qty: int | None = Field(default=None, ge=1, le=MOST)


class BookingProductIn(VersionedIn):
    """What is left out stays as it is; `booking_id` null: for the trip as such."""

    qty: int | None = Field(default=None, ge=1, le=MOST)
    unit_amount: Amount | None = None
    booking_id: Id | None = None
