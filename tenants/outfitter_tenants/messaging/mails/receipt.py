"""A receipt: what a customer paid, or got back, on paper of the operator's."""

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final

from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.style import Style
from outfitter_tenants.messaging.mails.trip_fields import trip_fields
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.mjml.trip_blocks import trip_blocks
from outfitter_tenants.messaging.rendered_message import RenderedMessage

# What people call the ways of paying; what is missing here is "other".
PAYMENT_NAMES: Final = {
    "bank_transfer": "transfer",
    "card": "card",
    "card_present": "card",
    "cash": "cash",
    "check": "check",
    "credit": "gift_card",
    "gift_card": "gift_card",
    "voucher": "voucher",
    "wallet": "card",
    "wire": "transfer",
}


@dataclass(frozen=True, slots=True)
class ReceiptData:
    """
    One payment or refund of a trip; amounts in minor units, the tip is a part of `amount`.

    `handed_amount` is what changed hands where coins could not pay `amount` (cash is rounded).

    `card` names a card as its holder knows it, such as "Visa 4242"; `day` is the operator's.
    """

    trip: ConfirmationData
    payment_id: int
    amount: int
    tip_amount: int
    method: str
    day: date
    card: str | None = None
    is_refund: bool = False
    handed_amount: int | None = None


def slug_of(data: ReceiptData) -> str:
    """Return which system template tells of it."""
    return "refund" if data.is_refund else "receipt"


def values(data: ReceiptData, operator: Operator) -> MergeValues:
    """Return what stands in the message."""
    return MergeValues(
        slug_of(data),
        {
            **trip_fields(data.trip, operator),
            "payment.amount": data.amount,
            "payment.date": data.day,
            "payment.method": partial(_method, data),
        },
        {**trip_blocks(data.trip), "receiptDetails": partial(_details, data)},
    )


def render(*, data: ReceiptData, operator: Operator) -> RenderedMessage:
    """Return the message in the words that ship; what people typed is escaped in the HTML."""
    trip = data.trip
    return renderer.render_shipped(
        slug_of(data), values(data, operator), locale=trip.locale, currency=trip.currency, operator=operator
    )


def _details(data: ReceiptData, page: Page) -> Part | None:
    """Draw what part of it is a tip, and what was handed over where coins could not pay it exactly."""
    said = []
    if data.tip_amount and not data.is_refund:
        said.append(page.say("receipt_tip", amount=page.style.money(data.tip_amount)))
    if data.handed_amount is not None and data.handed_amount != data.amount:
        said.append(page.say("receipt_rounded", amount=page.style.money(data.handed_amount)))
    return parts.sentence(" ".join(said), is_soft=True) if said else None


def _method(data: ReceiptData, style: Style) -> str:
    return data.card or style.say(f"method_{PAYMENT_NAMES.get(data.method, 'other')}")
