"""What the calls around prices answer beside the trip (domain.md 5.16, 5.25)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, Amount, Id, In, Line, Out, SignedAmount, Visible
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn
from outfitter_tenants.checkout.trip_response.schemas import TripAnswer


class RepricedLineOut(Out):
    """One guest's ticket before and after, in minor units."""

    booking_id: int
    label: str
    old: int
    new: int
    price_source: str
    rate_sheet_id: int | None


class RepriceAnswer(TripAnswer):
    """What a trip costs before and after pricing an order anew, in minor units."""

    old: int
    new: int
    delta: int
    lines: list[RepricedLineOut]


class AvailableOfferOut(Out):
    """A code that would do something for a trip, and what it would save, in minor units."""

    id: int
    code: str
    description: str
    saving_amount: int
    is_applied: bool


Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=PRINTABLE)
]
Maybe = Annotated[str, StringConstraints(strip_whitespace=True, max_length=400, pattern=PRINTABLE)]
Share = Annotated[int, Field(ge=0, le=1_000_000, description="millionths")]
# Ten times what something costs is a slip, not a surcharge.
Change = Annotated[int, Field(ge=-1_000_000, le=10_000_000, description="millionths")]


class GuestPriceIn(VersionedIn):
    """What one guest is asked for, in minor units; null gives back what rates and lists say."""

    amount: Amount | None
    reason: Reason


class CompIn(VersionedIn):
    """Whether it is given away; then the reason has to be said."""

    is_comped: bool
    reason: Maybe = ""


class NamedPriceIn(In):
    """The price of one experience customer type, or of one guest, in minor units."""

    id: Id
    amount: Amount


class PricingOverrideIn(VersionedIn):
    """
    What an order costs: `amount` with `total`, `values` with `per_type` and `per_booking`.

    `values` name experience customer types with `per_type`, guests with `per_booking`.
    """

    kind: Literal["total", "per_type", "per_booking", "clear"]
    amount: Amount | None = None
    values: list[NamedPriceIn] = Field(default=[], max_length=500)
    reason: Reason


class RepriceIn(VersionedIn):
    """With `dry_run` nothing changes and the answer says what would."""

    dry_run: bool = True


class TaxToggleIn(VersionedIn):
    """Whether the trip is exempt; `certificate` null leaves the number that is there."""

    is_tax_exempt: bool
    certificate: Annotated[Line, StringConstraints(max_length=120)] | None = None
    reason: Reason


class DepositOverrideIn(VersionedIn):
    """Exactly one: `amount` in minor units, `ppm` of the total, or `none`: the rules count."""

    amount: Amount | None = None
    ppm: Share | None = None
    none: bool = False
    reason: Reason

    @model_validator(mode="after")
    def _one_of_them(self) -> "DepositOverrideIn":
        if [self.amount is not None, self.ppm is not None, self.none].count(True) != 1:
            raise ValueError("Enter an amount, a percentage, or none.")
        return self


class AdjustmentIn(VersionedIn):
    """
    A discount (negative) or a surcharge: `amount` in minor units, or `ppm` of the lines.

    It is about one guest, one order, or the whole trip.
    """

    amount: SignedAmount | None = None
    ppm: Change | None = None
    trip_order_id: Id | None = None
    booking_id: Id | None = None
    label: Line = ""
    reason: Reason

    @model_validator(mode="after")
    def _one_of_them(self) -> "AdjustmentIn":
        if (self.amount is None) == (self.ppm is None) or not (self.amount or self.ppm):
            raise ValueError("Enter an amount or a percentage other than zero.")
        return self


class AdjustmentRemoveIn(VersionedIn):
    """Which adjustment comes off."""

    adjustment_id: Id
    reason: Maybe = ""


class OfferCodeAddIn(VersionedIn):
    """A code as it was typed; `replace` takes those off that do not combine with it."""

    code: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=SINGLE_LINE),
        Visible,
    ]
    replace: bool = False


class OfferCodeRemoveIn(VersionedIn):
    """Which code comes off."""

    offer_code_id: Id
