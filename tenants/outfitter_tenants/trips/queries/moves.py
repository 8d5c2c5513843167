"""Reads of moves that wait for money."""

from outfitter_tenants.trips.models import OrderMove


def find_waiting_move(*, trip_order_id: int) -> OrderMove | None:
    """Return the move of an order that waits for money, None when there is none."""
    rows = OrderMove.objects.select_related("trip_order")
    return rows.filter(trip_order_id=trip_order_id, status="waiting").first()


def waiting_moves(*, trip_id: int) -> list[OrderMove]:
    """Return the moves of a trip's orders that wait for money."""
    return list(OrderMove.objects.filter(trip_order__trip_id=trip_id, status="waiting").order_by("id"))


def find_move_by_link(*, payment_link_id: int) -> OrderMove | None:
    """Return the move that is paid by a link."""
    rows = OrderMove.objects.select_related("trip_order")
    return rows.filter(payment_link_id=payment_link_id).first()
