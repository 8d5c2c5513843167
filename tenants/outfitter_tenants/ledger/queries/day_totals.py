"""
What the journal says of a span of time: by way of paying, by owner of a tip, by gift card account.

A movement counts when it was written, so that a day that is over never changes.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Count, F, Q, Sum

from outfitter_tenants.ledger.models import Dispute, Entry, Payment, PaymentHold, Payout, PayoutTransaction

_MOVED: Final = """
SELECT paid.method, paid.collected_by, paid.intent_id IS NOT NULL, line.kind, line.currency,
  count(DISTINCT line.posting_id),
  COALESCE(sum(line.amount) FILTER (WHERE line.account <> 'cash_rounding'), 0)::bigint,
  COALESCE(sum(line.amount) FILTER (WHERE line.account = 'tip'), 0)::bigint,
  COALESCE(sum(line.amount) FILTER (WHERE line.account = 'cash_rounding'), 0)::bigint
FROM ledger_entry line
JOIN ledger_posting cause ON cause.id = line.posting_id
JOIN ledger_payment paid ON paid.id = cause.payment_id
WHERE line.at >= %(since)s AND line.at < %(until)s
  AND line.account IN ('trip', 'tip', 'cash_rounding')
  AND line.kind IN ('payment', 'payment_reversal', 'refund', 'refund_reversal', 'cash_rounding')
GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
"""


@dataclass(frozen=True, slots=True)
class MethodTotal:
    """
    What came in or went out one way: signed minor units, tips included.

    `kind` is payment, payment_reversal, refund or refund_reversal; `collected_by` is who took or
    gave it, `is_at_gateway` whether a gateway moved it. `rounding_amount` is what the till has more
    than `amount`, coins being coarser; alone, as `cash_rounding`, where a payment was corrected.
    """

    method: str
    collected_by: int | None
    is_at_gateway: bool
    kind: str
    currency: str
    cnt: int
    amount: int
    tip_amount: int
    rounding_amount: int = 0

    @property
    def handed_amount(self) -> int:
        """Return what really changed hands, signed minor units."""
        return self.amount + self.rounding_amount


@dataclass(frozen=True, slots=True)
class BookSum:
    """What one kind of lines of a gateway's books comes to, in minor units."""

    kind: str
    currency: str
    cnt: int
    gross: int
    fee: int
    platform_amount: int
    net: int


def moved(*, since: datetime, until: datetime) -> list[MethodTotal]:
    """Return what was paid and given back between two instants."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, {"since": since, "until": until})
        return [MethodTotal(*row) for row in cursor.fetchall()]


def tips_by_owner(*, since: datetime, until: datetime) -> dict[tuple[int | None, str], int]:
    """Return what came to whom as tips, by team member and currency; None is nobody yet."""
    rows = Entry.objects.filter(account="tip", at__gte=since, at__lt=until)
    sums = rows.values_list("owner_id", "currency").annotate(n=Sum("amount"))
    return {(owner, currency): n for owner, currency, n in sums.order_by("owner_id") if n}


def commission_paid(*, since: datetime, until: datetime) -> dict[str, tuple[int, int]]:
    """Return what was paid to partners as commission and what of it came back, by currency."""
    rows = Entry.objects.filter(account="commission", at__gte=since, at__lt=until)
    sums = rows.values_list("currency").annotate(
        paid=Sum("amount", filter=Q(amount__lt=0), default=0),
        back=Sum("amount", filter=Q(amount__gt=0), default=0),
    )
    return {currency: (-paid, back) for currency, paid, back in sums.order_by("currency")}


def value_moved(*, since: datetime, until: datetime) -> dict[tuple[str, str], int]:
    """Return how the value of gift cards changed, by account and kind of movement."""
    rows = Entry.objects.filter(
        account__in=["gift_card_purchased", "gift_card_promo"], at__gte=since, at__lt=until
    )
    sums = rows.values_list("account", "kind").annotate(n=Sum("amount")).order_by("account")
    return {(account, kind): n for account, kind, n in sums}


def value_outstanding(*, until: datetime) -> dict[str, int]:
    """Return what gift cards are worth at an instant, by account: what is owed for them."""
    rows = Entry.objects.filter(account__in=["gift_card_purchased", "gift_card_promo"], at__lt=until)
    sums = dict(rows.values_list("account").annotate(n=Sum("amount")))
    return {name: sums.get(name, 0) for name in ("gift_card_purchased", "gift_card_promo")}


def book_sums(*, since: datetime, until: datetime) -> list[BookSum]:
    """Return what the gateway's books say of a span of time, payouts left out."""
    rows = PayoutTransaction.objects.filter(created_at__gte=since, created_at__lt=until)
    sums = (
        rows.exclude(kind="payout")
        .values_list("kind", "currency")
        .annotate(n=Count("pk"), g=Sum("gross"), f=Sum("fee"), p=Sum("platform_amount"), t=Sum("net"))
    )
    return [BookSum(*row) for row in sums.order_by("kind", "currency")]


def waiting_refunds() -> tuple[int, int]:
    """Return how many refunds are promised and not yet given, and how much that is."""
    rows = Payment.objects.filter(kind="refund", status__in=["pending", "pending_funds"])
    found = rows.aggregate(n=Count("pk"), amount=Sum("amount"))
    return found["n"], found["amount"] or 0


def disputes_of(*, since: datetime, until: datetime) -> list[Dispute]:
    """Return the disputes that were opened or closed between two instants."""
    rows = Dispute.objects.filter(
        Q(opened_at__gte=since, opened_at__lt=until) | Q(closed_at__gte=since, closed_at__lt=until)
    )
    return list(rows.order_by("opened_at", "pk"))


def payouts_of(*, since: datetime, until: datetime) -> list[Payout]:
    """Return the payouts that were made between two instants."""
    rows = Payout.objects.filter(created_at__gte=since, created_at__lt=until)
    return list(rows.order_by("created_at", "pk"))


def held(*, until: datetime) -> tuple[int, int]:
    """Return how many authorisations stand, and how much they could still take."""
    rows = PaymentHold.objects.filter(
        status__in=["authorized", "partially_captured"], authorized_at__lt=until, ended_at__isnull=True
    )
    found = rows.aggregate(n=Count("pk"), amount=Sum(F("amount") - F("captured_amount")))
    return found["n"], found["amount"] or 0
