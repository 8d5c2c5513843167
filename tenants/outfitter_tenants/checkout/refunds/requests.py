"""What the calls that give money back take (domain.md 4.11, 5.16)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from outfitter.api.schemas import Amount, Id, In, Positive
from outfitter_tenants.checkout.orders.requests import NoteText, Reason
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn

Token = Annotated[str, StringConstraints(max_length=4000)]
# How money goes back: the way it came, as store credit, or handed back in another way.
Way = Literal["source", "gift_card", "cash", "check", "wire", "bank_transfer", "other"]


class RefundScopeIn(In):
    """
    What is meant: orders or guests that go, an amount (minor units), or what is overpaid.

    Nothing named: all orders.
    """

    order_ids: list[Id] | None = Field(default=None, min_length=1, max_length=50)
    booking_ids: list[Id] | None = Field(default=None, min_length=1, max_length=500)
    amount: Positive | None = None
    is_overpaid: bool = False


class RefundAmountIn(In):
    """Ask what may be given back."""

    trip_id: Id
    scope: RefundScopeIn = Field(default_factory=RefundScopeIn)
    reason: Reason
    mode: Literal["none", "policy", "full"] = "policy"
    as_: Literal["source", "gift_card"] = Field(default="source", alias="as")


class RefundPartIn(In):
    """So much of a payment (none: all that is left), `tip_amount` of it tip (none: tips last)."""

    payment_id: Id
    amount: Positive | None = None
    tip_amount: Amount | None = None
    as_: Way | None = Field(default=None, alias="as")


class CardRefundIn(VersionedIn):
    """Give a card payment back, or a part of it, to the card."""

    payment_id: Id
    amount: Positive | None = None
    tip_amount: Amount | None = None
    reason: Reason
    note: NoteText = ""
    preview_token: Token | None = None


class TerminalRefundIn(CardRefundIn):
    """Give a payment back at a reader, with the card there."""

    reader_id: Annotated[str, StringConstraints(min_length=1, max_length=80)]


class GiveBackIn(VersionedIn):
    """
    Give money back: of one payment, of several (`plan`), what a preview showed, or a refund again.

    `as` is how; parts may say it for themselves.
    """

    trip_id: Id | None = None
    payment_id: Id | None = None
    amount: Positive | None = None
    tip_amount: Amount | None = None
    plan: list[RefundPartIn] | None = Field(default=None, min_length=1, max_length=50)
    refund_id: Id | None = None
    as_: Way = Field(default="source", alias="as")
    reason: Reason
    note: NoteText = ""
    preview_token: Token | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "GiveBackIn":
        named = [self.payment_id, self.plan, self.refund_id]
        if sum(one is not None for one in named) > 1:
            raise ValueError("send payment_id, plan or refund_id: one of them")
        if self.payment_id is None and (self.amount is not None or self.tip_amount is not None):
            raise ValueError("amount and tip_amount go with payment_id")
        is_named = any(one is not None for one in named)
        if not is_named and (self.preview_token is None or self.trip_id is None):
            raise ValueError("send payment_id, plan, refund_id or a preview of a trip")
        return self
