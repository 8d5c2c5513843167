"""What the calls around payments take (domain.md 5.16); amounts in minor units."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, Amount, Id, In, Line, Positive
from outfitter_tenants.checkout.trip_response.requests.lifecycle import Reason, VersionedIn

Manual = Literal["cash", "check", "wire", "bank_transfer", "voucher", "external", "other"]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Reference = Annotated[Line, StringConstraints(max_length=120)]
Remark = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PRINTABLE)]
Guests = Annotated[list[Id], Field(max_length=500)]
Mode = Literal["due", "deposit", "balance", "custom", "tab"]
Owner = Literal["customer", "reseller"]


class PaymentAddIn(VersionedIn):
    """
    Money towards a trip; the tip comes on top of `amount`.

    Taken by hand with a `method`, charged to a saved card (`saved_card_id`), or from a gift card
    (`gift_card_code`): then no method is named. `tendered` is cash that was handed over. With
    `allow_partner_paid` a customer's money is taken though they pay a partner (`payment.edit`).
    """

    method: Manual | None = None
    amount: Positive | None = None
    tip_amount: Amount = 0
    tendered: Amount | None = None
    currency: Currency | None = None
    note: Remark = ""
    reference: Reference = ""
    received_at: AwareDatetime | None = None
    booking_ids: Guests = []
    saved_card_id: Id | None = None
    card_owner: Owner = "customer"
    gift_card_code: Annotated[Line, StringConstraints(max_length=40)] | None = None
    device_id: Id | None = None
    allow_overpay: bool = False
    allow_partner_paid: bool = False
    notify: bool = True


class PaymentEditIn(VersionedIn):
    """Correct how, when and with which words a payment was taken; what is left out stays."""

    payment_id: Id
    method: Manual | None = None
    note: Remark | None = None
    reference: Reference | None = None
    received_at: AwareDatetime | None = None


class PaymentNoteIn(VersionedIn):
    """The note of a payment."""

    payment_id: Id
    note: Remark


class PaymentRemoveIn(VersionedIn):
    """Make a payment void that was never made."""

    payment_id: Id
    reason: Reason


class TipSplitIn(In):
    """So much of a tip is somebody's."""

    user_avatar_id: Id
    amount: Amount


class TipAssignIn(VersionedIn):
    """
    Who gets the tip of a payment; the parts sum to it.

    Without `splits` the tippable guides of the trip share it equally; none at all puts it back
    into the pool.
    """

    payment_id: Id
    splits: list[TipSplitIn] | None = Field(default=None, max_length=100)
