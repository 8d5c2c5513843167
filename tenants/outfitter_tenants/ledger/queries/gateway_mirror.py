"""Reads of a gateway's books as we copied them, and of where they differ from ours."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Q, Sum

from outfitter_tenants.ledger.models import (
    BooksCursor,
    Difference,
    Intent,
    Payment,
    Payout,
    PayoutTransaction,
)

# What each side says of one payment or refund, where both know it in the same currency.
_DIFFERING: Final = """
SELECT line.gateway_id, paid.id, paid.trip_id, NULL::bigint, paid.currency,
  {ours}, line.gross
FROM (
  SELECT payment_id, min(gateway_id) AS gateway_id, sum(gross)::bigint AS gross,
    max(currency) AS currency
  FROM ledger_payouttransaction
  WHERE gateway = %(gateway)s AND kind IN ('payment', 'refund') AND payment_id IS NOT NULL
    AND created_at >= %(since)s
  GROUP BY payment_id
) AS line JOIN ledger_payment paid ON paid.id = line.payment_id
WHERE line.currency = paid.currency
  AND line.gross <> {ours}
ORDER BY 2
""".format(  # noqa: S608 - of the constant below alone
    ours="""CASE WHEN paid.kind = 'payment' THEN paid.amount
  WHEN paid.status IN ('failed', 'reversed') THEN 0 ELSE -paid.amount END"""
)

# The same of cards that paid invoices: what each brought, and each of its refunds.
_CHARGES_DIFFERING: Final = """
SELECT line.gateway_id, NULL::bigint, NULL::bigint, paid.invoice_id, paid.currency, paid.amount, line.gross
FROM (
  SELECT invoice_charge_id, min(gateway_id) AS gateway_id, sum(gross)::bigint AS gross,
    max(currency) AS currency
  FROM ledger_payouttransaction
  WHERE gateway = %(gateway)s AND kind = 'payment' AND invoice_charge_id IS NOT NULL
    AND created_at >= %(since)s
  GROUP BY invoice_charge_id
) AS line JOIN ledger_invoicecharge paid ON paid.id = line.invoice_charge_id
WHERE line.currency = paid.currency AND line.gross <> paid.amount
UNION ALL
SELECT line.gateway_id, NULL, NULL, paid.invoice_id, paid.currency,
  CASE WHEN back.status = 'failed' THEN 0 ELSE -back.amount END, line.gross
FROM (
  SELECT source_id, min(gateway_id) AS gateway_id, sum(gross)::bigint AS gross, max(currency) AS currency
  FROM ledger_payouttransaction
  WHERE gateway = %(gateway)s AND kind = 'refund' AND invoice_charge_id IS NOT NULL
    AND created_at >= %(since)s
  GROUP BY source_id
) AS line
JOIN ledger_invoicechargerefund back ON back.gateway_refund_id = line.source_id
JOIN ledger_invoicecharge paid ON paid.id = back.charge_id
WHERE line.currency = paid.currency
  AND line.gross <> CASE WHEN back.status = 'failed' THEN 0 ELSE -back.amount END
ORDER BY 4
"""


@dataclass(frozen=True, slots=True)
class Differing:
    """A row that both books have with different amounts, signed, in minor units."""

    gateway_id: str
    payment_id: int | None
    trip_id: int | None
    invoice_id: int | None
    currency: str
    our_amount: int
    their_amount: int


def find_payout(*, gateway: str, gateway_id: str) -> Payout | None:
    """Return our copy of a payout."""
    return Payout.objects.filter(gateway=gateway, gateway_id=gateway_id).first()


def payout_numbers(*, ids: Collection[int]) -> dict[int, str]:
    """Return the gateway's numbers of payouts, by id."""
    return dict(Payout.objects.filter(pk__in=ids).values_list("id", "gateway_id"))


def unread_payouts(*, gateway: str, limit: int) -> list[Payout]:
    """Return payouts whose transactions we did not copy whole, the oldest first."""
    rows = Payout.objects.filter(gateway=gateway, read_at__isnull=True, is_automatic=True)
    return list(rows.exclude(status__in=["failed", "canceled"]).order_by("id")[:limit])


def oldest_open_payout(*, gateway: str) -> datetime | None:
    """Return when the oldest payout was made that has not ended, None when all have."""
    rows = Payout.objects.filter(gateway=gateway, status__in=["pending", "in_transit"])
    return rows.order_by("created_at").values_list("created_at", flat=True).first()


def sum_of_payout(*, payout_id: int) -> int:
    """Return what the lines of a payout come to, in minor units."""
    rows = PayoutTransaction.objects.filter(payout_id=payout_id).exclude(kind="payout")
    return rows.aggregate(n=Sum("net"))["n"] or 0


def read_to(*, gateway: str, name: str) -> datetime | None:
    """Return how far one of a gateway's lists was read."""
    rows = BooksCursor.objects.filter(gateway=gateway, name=name)
    return rows.values_list("read_to", flat=True).first()


def unmatched(*, gateway: str, limit: int, after: int = 0) -> list[PayoutTransaction]:
    """
    Return lines that should be of a payment or refund of ours, and are of none.

    A refund that failed before we heard of it went and came back: there is nothing to know of it.
    """
    lone = PayoutTransaction.objects.filter(
        gateway=gateway, payment__isnull=True, invoice_charge__isnull=True
    )
    undone = lone.filter(kind="refund").values("source_id").annotate(n=Sum("gross")).filter(n=0)
    rows = lone.filter(pk__gt=after, kind__in=["payment", "refund"]).exclude(
        kind="refund", source_id__in=undone.values("source_id")
    )
    return list(rows.order_by("pk")[:limit])


def differing(*, gateway: str, since: datetime) -> list[Differing]:
    """Return where both books know of the same money, but not the same amount."""
    with connection.cursor() as cursor:
        values: dict[str, str | datetime] = {"gateway": gateway, "since": since}
        cursor.execute(_DIFFERING, values)
        found = [Differing(*row) for row in cursor.fetchall()]
        cursor.execute(_CHARGES_DIFFERING, values)
        return found + [Differing(*row) for row in cursor.fetchall()]


def missing_at_gateway(*, gateway: str, since: datetime, until: datetime) -> list[Payment]:
    """Return succeeded payments through a gateway that its books do not show."""
    rows = Payment.objects.filter(
        Q(intent__gateway=gateway, intent__gateway_id__isnull=False),
        kind="payment",
        status__in=["succeeded", "disputed"],
        received_at__gte=since,
        received_at__lt=until,
        transactions__isnull=True,
    )
    return list(rows.select_related("intent").order_by("pk"))


def open_intents(*, gateway: str, until: datetime, limit: int, after: int = 0) -> list[Intent]:
    """Return intents of before `until` whose end we do not know, that the gateway knows."""
    rows = Intent.objects.filter(
        gateway=gateway,
        gateway_id__isnull=False,
        pk__gt=after,
        created_at__lt=until,
        kind="payment",
        status__in=["new", "requires_method", "requires_action", "processing", "requires_capture"],
    )
    return list(rows.order_by("pk")[:limit])


def open_refunds(*, until: datetime, limit: int, after: int = 0) -> list[Payment]:
    """Return refunds of before `until` that the gateway took on and whose end we do not know."""
    rows = Payment.objects.filter(
        kind="refund", status="pending", gateway_refund_id__isnull=False, pk__gt=after, created_at__lt=until
    )
    return list(rows.order_by("pk")[:limit])


def open_differences(*, gateway: str | None = None) -> list[Difference]:
    """Return what the gateway's books and ours still differ in, the oldest first."""
    rows = Difference.objects.filter(settled_at__isnull=True)
    if gateway is not None:
        rows = rows.filter(gateway=gateway)
    return list(rows.order_by("pk"))


def first_intent_at(*, gateway: str) -> datetime | None:
    """Return when a gateway was first asked for money, None when it never was."""
    rows = Intent.objects.filter(gateway=gateway).order_by("created_at")
    return rows.values_list("created_at", flat=True).first()


def has_gateway_activity(*, gateway: str, since: datetime) -> bool:
    """Return whether a gateway was asked for money lately."""
    return Intent.objects.filter(gateway=gateway, created_at__gte=since).exists()


def find_gateway_payment(*, gateway: str, intent_id: str | None, charge_id: str | None) -> Payment | None:
    """Return the payment that a gateway's intent or charge stands for."""
    mine = Q(pk__isnull=True)
    if intent_id:
        mine |= Q(intent__gateway_id=intent_id)
    if charge_id:
        mine |= Q(gateway_charge_id=charge_id)
    rows = Payment.objects.filter(mine, kind="payment", intent__gateway=gateway)
    return rows.select_related("intent").order_by("pk").first()
