"""Changing and canceling by the operator's policy: shown first, done once the guest agrees."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import Id, In, Out
from outfitter_tenants.ai_agents.agent_tools.sale_tools import BookingKey
from outfitter_tenants.ai_agents.agent_tools.tool import Tool, ToolCaller
from outfitter_tenants.checkout.self_service import policy_cancellation, rebook
from outfitter_tenants.checkout.self_service.policy_cancellation import CancelScope
from outfitter_tenants.portal import offer_view
from outfitter_tenants.trips import queries as trips

ConfirmToken = Annotated[
    str,
    StringConstraints(min_length=1, max_length=4000),
    Field(
        description="confirm_token of the preview the guest agreed to; left out: a preview, nothing is done"
    ),
]


class ChangeIn(In):
    """An order of a booking, and the departure it moves to; `settle` is how a lower price comes back."""

    booking_key: BookingKey
    order_id: Id
    timeslot_id: Id
    confirm_token: ConfirmToken | None = None
    settle: Literal["pay", "refund", "credit"] = "refund"


class ChangeOut(Out):
    """
    A preview (`is_done` false, with a token for a quarter of an hour), or what was done.

    Amounts in minor units. Where `pay_url` is given, the change waits until the guest has paid there.
    """

    is_done: bool
    confirm_token: str | None
    start_at: datetime | None
    currency: str
    difference: int
    due_now: int
    refund: int
    pay_url: str | None
    held_until: datetime | None


def change_booking(asked: ChangeIn, caller: ToolCaller) -> dict[str, Any]:
    """Say what a move comes to or, with its token, make it."""
    trip_id = trips.find_trip_id(key=asked.booking_key, by_id=False)
    caller.trip_id = trip_id
    currency = trips.get_trip(trip_id=trip_id).currency
    where = {"trip_id": trip_id, "trip_order_id": asked.order_id, "timeslot_id": asked.timeslot_id}
    if asked.confirm_token is None:
        quote, token = rebook.preview(**where, at=caller.at)
        return {
            **_nothing(currency),
            "confirm_token": token,
            "start_at": quote.start_at,
            "difference": quote.difference,
            "due_now": quote.due_now,
            "refund": quote.refund.of(),
        }
    done = rebook.move(**where, token=asked.confirm_token, settle=asked.settle, at=caller.at)
    told = offer_view.move_result(done)
    return {
        **_nothing(currency),
        "is_done": done.is_moved,
        "start_at": done.quote.start_at,
        "difference": done.quote.difference,
        "due_now": told["amount"],
        "refund": done.refund_amount + done.credit_amount,
        "pay_url": told["pay_url"],
        "held_until": told["held_until"],
    }


def _nothing(currency: str) -> dict[str, Any]:
    return {
        "is_done": False,
        "confirm_token": None,
        "start_at": None,
        "currency": currency,
        "difference": 0,
        "due_now": 0,
        "refund": 0,
        "pay_url": None,
        "held_until": None,
    }


class CancelIn(In):
    """A booking, or some of its orders, and how what comes back is given."""

    booking_key: BookingKey
    order_ids: Annotated[list[Id], Field(min_length=1, max_length=50)] | None = None
    confirm_token: ConfirmToken | None = None
    outcome: Literal["refund", "credit"] = "refund"


class CancelOut(Out):
    """A preview (`is_done` false, with a token), or what was done; minor units."""

    is_done: bool
    confirm_token: str | None
    currency: str
    kept: int
    refund: int
    credit: int


def cancel_booking(asked: CancelIn, caller: ToolCaller) -> dict[str, Any]:
    """Say what a cancellation comes to or, with its token, do it."""
    trip_id = trips.find_trip_id(key=asked.booking_key, by_id=False)
    caller.trip_id = trip_id
    scope = CancelScope(tuple(asked.order_ids) if asked.order_ids is not None else None, None)
    told: dict[str, Any] = {
        "is_done": False,
        "confirm_token": None,
        "currency": trips.get_trip(trip_id=trip_id).currency,
    }
    if asked.confirm_token is None:
        offer = policy_cancellation.preview(trip_id=trip_id, scope=scope, at=caller.at)
        return {
            **told,
            "confirm_token": offer.token,
            "kept": sum(one.fee.total for one in offer.lines),
            "refund": offer.refund.plan.of(),
            "credit": offer.credit.plan.of(),
        }
    found = policy_cancellation.cancel(
        trip_id=trip_id, scope=scope, token=asked.confirm_token, outcome=asked.outcome, at=caller.at
    )
    given = offer_view.cancel_result(found, asked.outcome)
    return {
        **told,
        "is_done": True,
        "kept": sum(fee.total for _, fee in found.orders),
        "refund": given["refund_amount"],
        "credit": given["credit_amount"],
    }


TOOLS: Final = (
    Tool(
        "change_booking",
        "Change a booking",
        "Move an order to another departure by the operator's policy. First shows what it comes to; "
        "with confirm_token it is done.",
        "visitor",
        ChangeIn,
        ChangeOut,
        change_booking,
        is_read_only=False,
        is_destructive=True,
        is_idempotent=False,
    ),
    Tool(
        "cancel_booking",
        "Cancel a booking",
        "Cancel a booking by the operator's policy. First shows what is kept and what comes back; "
        "with confirm_token it is done.",
        "visitor",
        CancelIn,
        CancelOut,
        cancel_booking,
        is_read_only=False,
        is_destructive=True,
        is_idempotent=False,
    ),
)
