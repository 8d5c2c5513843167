"""Commission that was paid to partners: it leaves us, and no trip has less for it (domain.md 4.17)."""

from datetime import datetime

from outfitter_tenants.ledger.operations.journal import Movement, PostingCause, PostingLine, post


def post_commission(
    *, key: str, trip_id: int, amount: int, currency: str, reason: str, by: int | None, at: datetime
) -> bool:
    """
    Post that so much (minor units) was paid to a partner for a trip; negative: came back.

    :param key: what it was paid for, unique for all time
    """
    moved = commission_movement(key=key, trip_id=trip_id, amount=amount, reason=reason)
    return post(cause=moved.cause, lines=moved.lines, currency=currency, by=by, at=at)


def commission_movement(*, key: str, trip_id: int, amount: int, reason: str) -> Movement:
    """Return the same, to be written with others (`ledger.operations.post_all`)."""
    cause = PostingCause(key, "commission", trip_id, reason=reason)
    return Movement(cause, [PostingLine("outside", amount), PostingLine("commission", -amount, trip_id)])
