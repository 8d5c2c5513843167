"""What gift cards gave and got, as the journal has it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Count, Q, Sum

from outfitter_tenants.ledger.models import Entry, Payment, Posting

_ON_CARDS: Final = ("gift_card_purchased", "gift_card_promo")


@dataclass(frozen=True, slots=True)
class CardMovement:
    """What one posting put on a card, or took off it, in minor units (domain's gift_card_txn)."""

    id: int
    kind: str
    at: datetime
    purchased: int
    promo: int
    trip_id: int | None
    payment_id: int | None
    by: int | None
    reason: str


def movements_of_card(*, gift_card_id: int) -> list[CardMovement]:
    """Return how a card's value moved, oldest first."""
    sums = {
        name: Sum("entries__amount", filter=Q(entries__account=account))
        for name, account in zip(("purchased", "promo"), _ON_CARDS, strict=True)
    }
    mine = Posting.objects.filter(gift_card_id=gift_card_id)
    rows: list[Any] = list(mine.annotate(**sums).order_by("id"))
    return [
        CardMovement(
            row.pk,
            row.kind,
            row.at,
            row.purchased or 0,
            row.promo or 0,
            row.trip_id,
            row.payment_id,
            row.by,
            row.reason,
        )
        for row in rows
    ]


def posting_counts(*, gift_card_ids: Collection[int]) -> dict[int, int]:
    """Return how often the value of each of these cards moved."""
    mine = Posting.objects.filter(gift_card_id__in=gift_card_ids)
    found = mine.values_list("gift_card_id").annotate(n=Count("id")).values_list("gift_card_id", "n")
    return {card_id: cnt for card_id, cnt in found if card_id is not None}


def find_payment(*, trip_id: int, payment_id: int) -> Payment | None:
    """Return a payment of a trip, None when it is of another or a refund."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="payment", pk=payment_id)
    return rows.first()


def paid_by_cards(*, trip_id: int) -> int:
    """Return what gift cards paid for a trip and did not get back, in minor units."""
    mine = Payment.objects.filter(trip_id=trip_id, status__in=["succeeded", "disputed"])
    found = mine.aggregate(
        paid=Sum("amount", filter=Q(kind="payment", method="gift_card")),
        back=Sum("amount", filter=Q(kind="refund", parent_payment__method="gift_card")),
    )
    return (found["paid"] or 0) - (found["back"] or 0)


def given_back(*, payment_id: int) -> int:
    """Return what of a payment was given back or promised, in minor units."""
    rows = Payment.objects.filter(kind="payment", pk=payment_id)
    return rows.values_list("refunded_amount", flat=True).first() or 0


def on_cards_by_payment(*, payment_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """
    Return what payments took from cards and did not give back: purchased, promotional.

    Refunds of a payment count with it, wherever they went.
    """
    rows = Payment.objects.filter(Q(pk__in=payment_ids) | Q(parent_payment_id__in=payment_ids))
    whose = {row.pk: row.parent_payment_id or row.pk for row in rows}
    sums = Entry.objects.filter(posting__payment_id__in=whose, account__in=_ON_CARDS)
    found = {payment_id: [0, 0] for payment_id in payment_ids}
    for payment_id, account, amount in sums.values_list("posting__payment_id", "account").annotate(
        n=Sum("amount")
    ):
        found[whose[payment_id]][_ON_CARDS.index(account)] -= amount
    return {payment_id: (one[0], one[1]) for payment_id, one in found.items()}


@dataclass(frozen=True, slots=True)
class CardMonth:
    """What happened to all cards in one month of a zone, in minor units, and what was left."""

    month: date
    sold: int = 0
    granted: int = 0
    applied: int = 0
    returned: int = 0
    expired: int = 0
    voided: int = 0
    outstanding_purchased: int = 0
    outstanding_promo: int = 0


_MONTHS: Final = """
WITH moved AS (
  SELECT date_trunc('month', at AT TIME ZONE %(zone)s)::date AS month, account, amount, kind
  FROM ledger_entry WHERE account IN ('gift_card_purchased', 'gift_card_promo')
), sums AS (
  SELECT month,
    coalesce(sum(amount) FILTER (WHERE kind IN ('gift_card_activate', 'gift_card_reload')
      AND account = 'gift_card_purchased'), 0) AS sold,
    coalesce(sum(amount) FILTER (WHERE kind IN ('gift_card_activate', 'gift_card_reload')
      AND account = 'gift_card_promo'), 0) AS granted,
    -coalesce(sum(amount) FILTER (WHERE kind IN ('payment', 'payment_reversal')), 0) AS applied,
    coalesce(sum(amount) FILTER (WHERE kind IN ('refund', 'refund_reversal')), 0) AS returned,
    -coalesce(sum(amount) FILTER (WHERE kind = 'gift_card_expire'), 0) AS expired,
    -coalesce(sum(amount) FILTER (WHERE kind = 'gift_card_void'), 0) AS voided,
    coalesce(sum(amount) FILTER (WHERE account = 'gift_card_purchased'), 0) AS purchased,
    coalesce(sum(amount) FILTER (WHERE account = 'gift_card_promo'), 0) AS promo
  FROM moved GROUP BY month
)
SELECT month, sold, granted, applied, returned, expired, voided,
  sum(purchased) OVER (ORDER BY month), sum(promo) OVER (ORDER BY month)
FROM sums ORDER BY month
"""


def card_months(*, zone: str) -> list[CardMonth]:
    """Return what happened to cards month by month in a time zone, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_MONTHS, {"zone": zone})
        return [CardMonth(row[0], *(int(part) for part in row[1:])) for row in cursor.fetchall()]
