"""Moves that wait for money: asked for, made, withdrawn, failed (domain.md 4.12)."""

from datetime import datetime
from typing import Literal

from outfitter_tenants.trips.models import OrderMove

End = Literal["done", "withdrawn", "failed"]


def open_move(
    *,
    trip_order_id: int,
    timeslot_id: int,
    hold_id: int,
    difference: int,
    amount: int,
    expires_at: datetime,
    at: datetime,
) -> OrderMove:
    """Note that a move waits for `amount` to be paid; the caller has withdrawn any other of the order."""
    return OrderMove.objects.create(
        trip_order_id=trip_order_id,
        timeslot_id=timeslot_id,
        hold_id=hold_id,
        difference=difference,
        amount=amount,
        expires_at=expires_at,
        created_at=at,
    )


def set_link(*, move: OrderMove, payment_link_id: int) -> None:
    """Note where a move is paid."""
    move.payment_link_id = payment_link_id
    move.save(update_fields=["payment_link_id"])


def close_move(*, move: OrderMove, status: End, at: datetime, failure: str | None = None) -> None:
    """Note how a move ended; `failure` is the code of what stood in its way."""
    move.status, move.closed_at, move.failure = status, at, failure and failure[:40]
    move.save(update_fields=["status", "closed_at", "failure"])
