"""Telling a customer that orders of their trip were cancelled: read from the event, rendered."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator
from outfitter_tenants.messaging.mails.style import Style
from outfitter_tenants.messaging.mails.trip_fields import subject_variant, trip_fields
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.mjml.text_blocks import note_block, sentence_block
from outfitter_tenants.messaging.mjml.trip_blocks import trip_blocks
from outfitter_tenants.messaging.rendered_message import RenderedMessage

_REASONS: Final = {"weather": "cancelled_weather", "operator": "cancelled_operator"}


@dataclass(frozen=True, slots=True)
class CancellationData:
    """
    What was cancelled and what follows for the customer.

    `refund_amount` is what goes back by itself, `given_amount` what was handed back already, in
    minor units; `note` are the operator's own words.
    """

    trip: ConfirmationData
    order_ids: frozenset[int]
    reason: str
    note: str = ""
    refund_amount: int = 0
    given_amount: int = 0
    may_rebook: bool = False
    may_change_experience: bool = False

    @property
    def orders(self) -> tuple[ConfirmedOrder, ...]:
        """Return the orders that were cancelled."""
        return tuple(order for order in self.trip.orders if order.id in self.order_ids)

    def portal_url(self, operator: Operator) -> str:
        """Return where the customer finds the trip; where they may choose another time, at that choice."""
        address = self.trip.portal_url(operator)
        return f"{address}&move={min(self.order_ids)}" if self.may_rebook else address


def from_payload(payload: Mapping[str, Any]) -> CancellationData:
    """
    Return what the event `trip_order.cancelled` carries.

    :raises KeyError: the payload lacks a part
    """
    ids = payload.get("trip_order_ids") or [payload["trip_order_id"]]
    return CancellationData(
        trip=confirmation.from_payload(payload),
        order_ids=frozenset(ids),
        reason=payload["reason"],
        note=payload.get("note") or "",
        refund_amount=payload.get("refund_amount") or 0,
        given_amount=payload.get("given_amount") or 0,
        may_rebook=bool(payload.get("may_rebook")),
        may_change_experience=bool(payload.get("may_change_experience")),
    )


def values(data: CancellationData, operator: Operator) -> MergeValues:
    """Return what stands in the message."""
    variant = subject_variant(data.orders)
    return MergeValues(
        "cancelled",
        {**trip_fields(data.trip, operator, orders=data.orders), "trip.link": data.portal_url(operator)},
        {
            **trip_blocks(data.trip, orders=data.orders),
            "cancellationReason": sentence_block(_REASONS.get(data.reason, "cancelled_intro"), is_soft=True),
            "cancellationOutcome": partial(_outcome, data),
            "note": note_block(data.note),
        },
        variant="undated" if variant else "",
    )


def render(*, data: CancellationData, operator: Operator) -> RenderedMessage:
    """Return the message in the words that ship; what people typed is escaped in the HTML."""
    trip = data.trip
    return renderer.render_shipped(
        "cancellation", values(data, operator), locale=trip.locale, currency=trip.currency, operator=operator
    )


def _outcome(data: CancellationData, page: Page) -> Part | None:
    """Draw what was handed back, what is on its way and whether another time may be chosen."""
    said = []
    if refund := _refund(data, page.style):
        said.append(refund)
    if data.may_rebook:
        said.append(page.say("cancelled_rebook_any" if data.may_change_experience else "cancelled_rebook"))
    drawn = [parts.sentence(one, top=18 if place == 0 else 10) for place, one in enumerate(said)]
    return Part("".join(one.mjml for one in drawn), "\n".join(said)) if said else None


def _refund(data: CancellationData, style: Style) -> str | None:
    """Return what was handed back and what is on its way, None when nothing is."""
    sentences = (("cancelled_given", data.given_amount), ("cancelled_refund", data.refund_amount))
    told = [style.say(key, amount=style.money(amount)) for key, amount in sentences if amount > 0]
    return " ".join(told) or None
