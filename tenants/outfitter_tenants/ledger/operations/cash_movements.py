"""
Cash that comes into a drawer or leaves it: its row and its posting in one statement (ADR 138).

A payment belongs to the shift its taker works on in the instant it is written: the statement locks
the shift in share mode, and closing waits for it, so that nothing lands in two shifts or in one
that was counted already. Who works on none has no drawer, and nothing is written.
"""

from datetime import datetime
from typing import Final

from django.db import connection

from outfitter_tenants.ledger.models import CashMovement, Payment

# Which open shift it is: whose the person is, or the one that has the payment already.
_OF_PERSON: Final = (
    "SELECT member.shift_id FROM ledger_cashshiftmember member"
    " WHERE member.avatar_id = %(by)s AND member.left_at IS NULL"
)
_OF_PAYMENT: Final = (
    "SELECT moved.shift_id FROM ledger_cashmovement moved"
    " WHERE moved.payment_id = %(payment_id)s ORDER BY moved.id DESC LIMIT 1"
)
_OF_ITSELF: Final = "%(shift_id)s"
_MOVE: Final = """
WITH open_shift AS MATERIALIZED (
  SELECT id FROM ledger_cashshift WHERE closed_at IS NULL AND id = ({which}) FOR SHARE
), moved AS (
  INSERT INTO ledger_cashmovement (shift_id, key, kind, amount, currency, payment_id, reason, by, at)
  SELECT id, %(key)s, %(kind)s, %(amount)s, %(currency)s, %(payment_id)s, %(reason)s, %(by)s, %(at)s
  FROM open_shift
  ON CONFLICT (key) DO NOTHING RETURNING id, shift_id
), posted AS (
  INSERT INTO ledger_posting (key, kind, trip_id, payment_id, gift_card_id, reason, by, at)
  SELECT 'cash_drawer:' || id, 'cash_drawer', NULL, NULL, NULL, %(reason)s, %(by)s, %(at)s FROM moved
  RETURNING id
)
INSERT INTO ledger_entry (posting_id, kind, trip_id, account, owner_id, amount, currency, at)
SELECT posted.id, 'cash_drawer', NULL, line.account, line.owner_id, line.amount, %(currency)s, %(at)s
FROM posted, moved, LATERAL (VALUES
  ('cash_drawer', moved.shift_id, %(amount)s::bigint),
  (%(against)s, NULL, -%(amount)s::bigint)
) AS line (account, owner_id, amount)
"""


def move(
    *,
    shift_id: int,
    key: str,
    kind: str,
    amount: int,
    currency: str,
    reason: str,
    by: int | None,
    at: datetime,
) -> bool:
    """Note cash (minor units, negative leaves) of an open shift; False: it is closed, or was noted before."""
    if not amount:
        return False
    values: dict[str, str | int] = {"key": key, "kind": kind, "amount": amount}
    values |= {"currency": currency, "reason": reason}
    return _write(_OF_ITSELF, None, **values, by=by, at=at, shift_id=shift_id)


def note_payment(*, payment: Payment, by: int | None, at: datetime) -> bool:
    """Note a payment or refund in cash in the drawer of whoever took or gave it; False: they have none."""
    if payment.method != "cash" or by is None:
        return False
    amount = -payment.handed_amount if payment.kind == "refund" else payment.handed_amount
    return _note(_OF_PERSON, payment, f"payment:{payment.pk}", payment.kind, amount, "", by, at)


def note_void(*, payment: Payment, reason: str, by: int | None, at: datetime) -> bool:
    """
    Take a payment that was never made out of the drawer that has it, while its shift is open.

    A shift that was counted keeps its figures: what was missing then is its difference.
    """
    if payment.method != "cash":
        return False
    return _note(_OF_PAYMENT, payment, f"void:{payment.pk}", "void", -payment.handed_amount, reason, by, at)


def note_correction(*, payment: Payment, before: int, by: int | None, at: datetime) -> None:
    """
    Note that a payment turned out to be cash, or to be none.

    `before` is what it had put into a drawer so far, in minor units. The caller holds the trip's lock.
    """
    turn = CashMovement.objects.filter(payment_id=payment.pk).count()
    key, after = f"correction:{payment.pk}:{turn}", payment.handed_amount if payment.method == "cash" else 0
    if before and not after:
        _note(_OF_PAYMENT, payment, key, "correction", -before, "", by, at)
    elif after and not before:
        _note(_OF_PERSON, payment, key, "correction", after, "", by, at)


def _note(
    which: str, payment: Payment, key: str, kind: str, amount: int, reason: str, by: int | None, at: datetime
) -> bool:
    if not amount:
        return False
    values: dict[str, str | int] = {"key": key, "kind": kind, "amount": amount}
    values |= {"currency": payment.currency, "reason": reason}
    return _write(which, payment.pk, **values, by=by, at=at, shift_id=None)


def _write(which: str, payment_id: int | None, **values: str | int | datetime | None) -> bool:
    against = "cash_difference" if values["kind"] == "difference" else "cash_elsewhere"
    with connection.cursor() as cursor:
        cursor.execute(_MOVE.format(which=which), {**values, "payment_id": payment_id, "against": against})
        return int(cursor.rowcount) > 0
