"""What the calls that sell, end and bring back a trip take (domain.md 5.24)."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from outfitter.api.schemas import PRINTABLE, Amount, Id, In, Line, Total, Version

Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000, pattern=PRINTABLE)
]
PlainText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PRINTABLE)]


class VersionedIn(In):
    """A change of a trip as somebody saw it; without `version` the last one wins."""

    version: Version | None = None


class ReserveIn(VersionedIn):
    """Book a cart that is paid later."""

    notify: bool = True


class DirectPayIn(VersionedIn):
    """
    Book a cart that was paid past our gateway; amounts in minor units.

    `amount` goes towards the trip (left out: all that is owed), the tip comes on top. `tendered`
    is the cash that was handed over: what is above both is change.
    """

    method: Literal["cash", "check", "wire", "bank_transfer", "voucher", "external", "other"]
    amount: Amount | None = None
    tip_amount: Amount = 0
    tendered: Amount | None = None
    reference: Annotated[Line, StringConstraints(max_length=120)] = ""
    expected_total: Total
    notify: bool = True


class TripDeleteIn(VersionedIn):
    """Delete a trip; `force` though its money is still here."""

    reason: Reason
    notify: bool = False
    force: bool = False


class TripRestoreIn(VersionedIn):
    """Bring a deleted trip back."""

    reason: PlainText = ""


class ReviewIn(VersionedIn):
    """Confirm a trip that waits for it, or decline it; declining takes a note."""

    approve: bool = True
    note: PlainText = ""
    notify: bool = True


class UnlockIn(VersionedIn):
    """Take the lock off a trip."""

    reason: Reason


class MethodIn(VersionedIn):
    """How the trip is sold from now on, and whether at the prices of that way."""

    trip_method_id: Id
    reprice: Literal["keep", "reprice"] = "keep"


class OrdersRemoveIn(VersionedIn):
    """Empty a cart."""
