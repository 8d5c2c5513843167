"""
The one way money is written into the journal: whole postings, each once.

A posting is one statement. Its key says what caused it, so that the second writer finds it done.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Q, Sum

from outfitter.kit.money import allocate
from outfitter_tenants.ledger.models import Entry, Payment, Posting

# Rows that are all there or not at all; nothing when the key is known.
_POST: Final = """
WITH posted AS (
  INSERT INTO ledger_posting (key, kind, trip_id, payment_id, gift_card_id, reason, by, at)
  VALUES (%(key)s, %(kind)s, %(trip_id)s, %(payment_id)s, %(gift_card_id)s, %(reason)s, %(by)s, %(at)s)
  ON CONFLICT (key) DO NOTHING RETURNING id
)
INSERT INTO ledger_entry (posting_id, kind, trip_id, account, owner_id, amount, currency, at)
SELECT posted.id, %(kind)s, %(trip_id)s, line.account, line.owner_id, line.amount, %(currency)s, %(at)s
FROM posted, unnest(%(accounts)s::text[], %(owners)s::bigint[], %(amounts)s::bigint[])
  AS line (account, owner_id, amount)
"""


@dataclass(frozen=True, slots=True)
class PostingLine:
    """So much (minor units) comes to an account, or leaves it when negative."""

    account: str
    amount: int
    owner_id: int | None = None


@dataclass(frozen=True, slots=True)
class PostingCause:
    """
    What made money move.

    `key` is unique for all time, such as `payment:12`; one of the ids names what it belongs to.
    """

    key: str
    kind: str
    trip_id: int | None = None
    payment_id: int | None = None
    gift_card_id: int | None = None
    reason: str = ""


def post(
    *, cause: PostingCause, lines: Sequence[PostingLine], currency: str, by: int | None, at: datetime
) -> bool:
    """
    Write one movement of money; False when this cause was posted before.

    Lines of nothing are left out. Those that remain have to sum to zero.

    :raises ValueError: they do not
    """
    moving = [line for line in lines if line.amount]
    if sum(line.amount for line in moving):
        raise ValueError(f"{cause.key} does not balance")
    if not moving:
        return False
    values = {
        "key": cause.key,
        "kind": cause.kind,
        "trip_id": cause.trip_id,
        "payment_id": cause.payment_id,
        "gift_card_id": cause.gift_card_id,
        "reason": cause.reason,
        "by": by,
        "at": at,
        "currency": currency,
        "accounts": [line.account for line in moving],
        "owners": [line.owner_id for line in moving],
        "amounts": [line.amount for line in moving],
    }
    with connection.cursor() as cursor:
        cursor.execute(_POST, values)
        return int(cursor.rowcount) > 0


@dataclass(frozen=True, slots=True)
class Movement:
    """One whole posting that is still to be written: why, and what moves."""

    cause: PostingCause
    lines: Sequence[PostingLine]


# The same for many causes at once: those whose key is known are left out, each with its lines.
_POST_ALL: Final = """
WITH posted AS (
  INSERT INTO ledger_posting (key, kind, trip_id, payment_id, gift_card_id, reason, by, at)
  SELECT cause.key, cause.kind, cause.trip_id, cause.payment_id, cause.gift_card_id, cause.reason,
    %(by)s, %(at)s
  FROM unnest(%(keys)s::text[], %(kinds)s::text[], %(trips)s::bigint[], %(payments)s::bigint[],
    %(cards)s::bigint[], %(reasons)s::text[])
    AS cause (key, kind, trip_id, payment_id, gift_card_id, reason)
  ON CONFLICT (key) DO NOTHING RETURNING id, key, kind, trip_id
)
INSERT INTO ledger_entry (posting_id, kind, trip_id, account, owner_id, amount, currency, at)
SELECT posted.id, posted.kind, posted.trip_id, line.account, line.owner_id, line.amount,
  %(currency)s, %(at)s
FROM posted
JOIN unnest(%(line_keys)s::text[], %(accounts)s::text[], %(owners)s::bigint[], %(amounts)s::bigint[])
  AS line (key, account, owner_id, amount) USING (key)
"""


def post_all(*, movements: Sequence[Movement], currency: str, by: int | None, at: datetime) -> None:
    """
    Write many movements of money in one statement, each whole and once as `post` does.

    :raises ValueError: one does not balance
    """
    whole: list[tuple[PostingCause, list[PostingLine]]] = []
    for movement in movements:
        moving = [line for line in movement.lines if line.amount]
        if sum(line.amount for line in moving):
            raise ValueError(f"{movement.cause.key} does not balance")
        if moving:
            whole.append((movement.cause, moving))
    if not whole:
        return
    causes, lines = [cause for cause, _ in whole], [(c.key, line) for c, rows in whole for line in rows]
    values = {
        "by": by,
        "at": at,
        "currency": currency,
        "keys": [cause.key for cause in causes],
        "kinds": [cause.kind for cause in causes],
        "trips": [cause.trip_id for cause in causes],
        "payments": [cause.payment_id for cause in causes],
        "cards": [cause.gift_card_id for cause in causes],
        "reasons": [cause.reason for cause in causes],
        "line_keys": [key for key, _ in lines],
        "accounts": [line.account for _, line in lines],
        "owners": [line.owner_id for _, line in lines],
        "amounts": [line.amount for _, line in lines],
    }
    with connection.cursor() as cursor:
        cursor.execute(_POST_ALL, values)


def tips_of(*, payment_id: int) -> dict[int | None, int]:
    """
    Return who has what of a payment's tip, in minor units; None is nobody yet.

    What was given back of it is taken off already.
    """
    mine = Q(posting__payment_id=payment_id)
    back = Payment.objects.filter(parent_payment_id=payment_id).values("pk")
    rows = Entry.objects.filter(mine | Q(posting__payment_id__in=back), account="tip")
    sums = rows.values_list("owner_id").annotate(n=Sum("amount")).order_by("owner_id")
    return {owner: amount for owner, amount in sums if amount}


def tip_back(payment_id: int, amount: int) -> list[PostingLine]:
    """Return the lines that take so much of a tip from those who have it, in proportion."""
    held = {owner: has for owner, has in tips_of(payment_id=payment_id).items() if has > 0} if amount else {}
    if not held:
        return [PostingLine("tip", -amount)]
    parts = allocate(amount, list(held.values()))
    return [PostingLine("tip", -part, owner) for owner, part in zip(held, parts, strict=True)]


def _taken(row: Payment, payment_id: int) -> list[PostingLine]:
    """Return what leaves a trip when a payment, or a part of it, goes back."""
    return [
        PostingLine("outside", row.handed_amount),
        PostingLine("cash_rounding", -row.cash_rounding),
        PostingLine("trip", row.tip_amount - row.amount, row.trip_id),
        *tip_back(payment_id, row.tip_amount),
    ]


def _given(payment: Payment) -> list[PostingLine]:
    """Return what a payment moves when money comes in by it, tip apart."""
    return [
        PostingLine("outside", -payment.handed_amount),
        PostingLine("cash_rounding", payment.cash_rounding),
        PostingLine("trip", payment.amount - payment.tip_amount, payment.trip_id),
        PostingLine("tip", payment.tip_amount),
    ]


def _back(lines: Sequence[PostingLine]) -> list[PostingLine]:
    return [PostingLine(line.account, -line.amount, line.owner_id) for line in lines]


def post_payment(*, payment: Payment, by: int | None, at: datetime) -> bool:
    """Post a payment that succeeded; its tip has no owner yet."""
    return _post_row(payment, "payment", _given(payment), by, at)


def post_payment_reversal(*, payment: Payment, reason: str, by: int | None, at: datetime) -> bool:
    """Post that a payment is void: removed, bounced or lost to its card's issuer."""
    lines = _taken(payment, payment.pk)
    return _post_row(payment, "payment_reversal", lines, by, at, reason)


def post_refund(*, refund: Payment, by: int | None, at: datetime) -> bool:
    """Post a refund that succeeded; its own `tip_amount` leaves those who have the tip."""
    return _post_row(refund, "refund", _taken(refund, refund.parent_payment_id or 0), by, at)


def post_refund_reversal(*, refund: Payment, reason: str, by: int | None, at: datetime) -> bool:
    """Post that a refund came back: the bank did not take it."""
    posted = Entry.objects.filter(posting__key=f"refund:{refund.pk}")
    lines = _back([PostingLine(row.account, row.amount, row.owner_id) for row in posted])
    return _post_row(refund, "refund_reversal", lines or _given(refund), by, at, reason)


def post_rounding(*, payment: Payment, difference: int, by: int | None, at: datetime) -> bool:
    """
    Post that a till got so much more, or (negative) less, for a payment than was said before.

    `difference` in minor units; the caller holds the trip's lock.
    """
    before = Posting.objects.filter(payment_id=payment.pk, kind="cash_rounding").count()
    cause = PostingCause(
        f"cash_rounding:{payment.pk}:{before + 1}", "cash_rounding", payment.trip_id, payment.pk
    )
    lines = [PostingLine("outside", -difference), PostingLine("cash_rounding", difference)]
    return post(cause=cause, lines=lines, currency=payment.currency, by=by, at=at)


def payment_movement(payment: Payment) -> Movement:
    """Return what a payment that succeeded moves, to be written with others."""
    cause = PostingCause(f"payment:{payment.pk}", "payment", payment.trip_id, payment.pk)
    return Movement(cause, _given(payment))


def reversal_movement(payment: Payment, *, reason: str) -> Movement:
    """Return what a payment without a tip that is void moves, to be written with others."""
    cause = PostingCause(
        f"payment_reversal:{payment.pk}",
        "payment_reversal",
        payment.trip_id,
        payment.pk,
        payment.gift_card_id,
        reason,
    )
    return Movement(cause, _taken(payment, payment.pk))


def _post_row(
    row: Payment, kind: str, lines: Sequence[PostingLine], by: int | None, at: datetime, reason: str = ""
) -> bool:
    cause = PostingCause(f"{kind}:{row.pk}", kind, row.trip_id, row.pk, row.gift_card_id, reason)
    return post(cause=cause, lines=lines, currency=row.currency, by=by, at=at)


def post_payments(*, payments: Sequence[Payment]) -> None:
    """Post rows as they were written elsewhere, each at the time it was received."""
    for row in payments:
        if row.status in {"succeeded", "disputed"}:
            post_row = _given(row) if row.kind == "payment" else _back(_given(row))
            _post_row(row, row.kind, post_row, row.collected_by, row.received_at)
