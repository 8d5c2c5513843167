"""What the calls around payment links take; amounts in minor units."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import Amount, Id, In, Line, Positive
from outfitter_tenants.checkout.payments.requests import Guests, Mode, Remark

Sealed = Annotated[str, Field(max_length=80, description="what stands behind /pay/")]


class PaymentLinkIn(In):
    """
    Make an address that asks for a part of a trip.

    It is good for so many `days`; left out, for seven or until the trip begins. `send_by` sends it
    to the trip's contact.
    """

    amount_mode: Mode = "balance"
    amount: Positive | None = None
    booking_ids: Guests = []
    note: Remark = ""
    ask_tip: bool = True
    days: Annotated[int, Field(ge=1, le=90)] | None = None
    send_by: Literal["email", "sms"] | None = None


class PaymentLinkRevokeIn(In):
    """Take a payment link back."""


class PaymentLinkSendIn(In):
    """Send a payment link again."""


class PayIn(In):
    """Begin to pay by a link: `amount` is what the page showed, tip and all."""

    amount: Amount
    tip_amount: Amount = 0
    booking_ids: Guests = []


class PayConfirmIn(In):
    """Ask what became of a payment that was begun by a link."""

    intent_id: Id


class PayCodeIn(In):
    """The code of a gift card."""

    code: Annotated[Line, StringConstraints(min_length=1, max_length=40)]


class PayCodeRemoveIn(In):
    """Take the gift card off again."""
