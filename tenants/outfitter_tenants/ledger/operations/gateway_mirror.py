"""
Copying a gateway's books: payouts, their transactions, transfers.

Every write is one statement and may be repeated, in any order: what was told later stays. Payments
learn from the copies what they cost and in which payout they went to the bank.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models.functions import Greatest

from outfitter.plugins.payments.balance_types import GatewayPayout, GatewayPayoutTransaction, GatewayTransfer
from outfitter_tenants.ledger.models import BooksCursor, Payout

_PAYOUT: Final = """
INSERT INTO ledger_payout (
  gateway, gateway_id, amount, currency, status, arrival_date, is_automatic, bank_name, bank_last4,
  failure_code, failure_message, created_at, told_at
) VALUES (
  %(gateway)s, %(gateway_id)s, %(amount)s, %(currency)s, %(status)s, %(arrival_date)s,
  %(is_automatic)s, %(bank_name)s, %(bank_last4)s, %(failure_code)s, %(failure_message)s,
  %(created_at)s, %(told_at)s
)
ON CONFLICT (gateway, gateway_id) DO UPDATE SET
  amount = EXCLUDED.amount, status = EXCLUDED.status, arrival_date = EXCLUDED.arrival_date,
  bank_name = COALESCE(EXCLUDED.bank_name, ledger_payout.bank_name),
  bank_last4 = COALESCE(EXCLUDED.bank_last4, ledger_payout.bank_last4),
  failure_code = EXCLUDED.failure_code, failure_message = EXCLUDED.failure_message,
  told_at = EXCLUDED.told_at
WHERE ledger_payout.told_at <= EXCLUDED.told_at
"""

_TRANSFER: Final = """
INSERT INTO ledger_transfer (
  gateway, gateway_id, amount, amount_reversed, currency, account_id, charge_id, payment_id,
  description, created_at, told_at
) VALUES (
  %(gateway)s, %(gateway_id)s, %(amount)s, %(amount_reversed)s, %(currency)s, %(account_id)s,
  %(charge_id)s,
  (SELECT min(id) FROM ledger_payment WHERE gateway_charge_id = %(charge_id)s AND kind = 'payment'),
  %(description)s, %(created_at)s, %(told_at)s
)
ON CONFLICT (gateway, gateway_id) DO UPDATE SET
  amount_reversed = EXCLUDED.amount_reversed, description = EXCLUDED.description,
  payment_id = COALESCE(ledger_transfer.payment_id, EXCLUDED.payment_id),
  told_at = EXCLUDED.told_at
WHERE ledger_transfer.told_at <= EXCLUDED.told_at
"""

# A line of the books never changes, but for the payout it ends up in.
_TRANSACTIONS: Final = """
INSERT INTO ledger_payouttransaction (
  gateway, gateway_id, payout_id, kind, gross, fee, platform_amount, net, currency, source_id,
  charge_id, intent_id, description, available_at, created_at
)
SELECT %(gateway)s, line.gateway_id, %(payout_id)s, line.kind, line.gross, line.fee,
  line.platform_amount, line.net, line.currency, line.source_id, line.charge_id, line.intent_id,
  line.description, line.available_at, line.created_at
FROM jsonb_to_recordset(%(lines)s::jsonb) AS line (
  gateway_id text, kind text, gross bigint, fee bigint, platform_amount bigint, net bigint,
  currency text, source_id text, charge_id text, intent_id text, description text,
  available_at timestamptz, created_at timestamptz
)
ON CONFLICT (gateway, gateway_id) DO UPDATE SET payout_id = EXCLUDED.payout_id
WHERE EXCLUDED.payout_id IS NOT NULL
  AND ledger_payouttransaction.payout_id IS DISTINCT FROM EXCLUDED.payout_id
"""

# A payment is known by its intent or its charge, a refund by its own id, a dispute by the payment
# it takes back.
_MATCH: Final = """
UPDATE ledger_payouttransaction AS line SET payment_id = found.payment_id
FROM (
  SELECT one.id, COALESCE(
    (SELECT min(p.id) FROM ledger_payment p
     WHERE one.kind = 'refund' AND p.kind = 'refund' AND p.gateway_refund_id = one.source_id),
    (SELECT min(p.id) FROM ledger_payment p
     WHERE one.kind <> 'refund' AND p.kind = 'payment' AND p.gateway_charge_id = one.charge_id),
    (SELECT min(p.id) FROM ledger_payment p JOIN ledger_intent i ON i.id = p.intent_id
     WHERE one.kind <> 'refund' AND p.kind = 'payment' AND i.gateway_id = one.intent_id)
  ) AS payment_id
  FROM ledger_payouttransaction one
  WHERE one.payment_id IS NULL AND one.invoice_charge_id IS NULL
    AND one.kind IN ('payment', 'refund', 'dispute')
) AS found
WHERE line.id = found.id AND found.payment_id IS NOT NULL
"""

# The same for the card that paid an invoice: what it brought, what went back, what its bank took.
_MATCH_CHARGES: Final = """
UPDATE ledger_payouttransaction AS line SET invoice_charge_id = found.charge_id
FROM (
  SELECT one.id, COALESCE(
    (SELECT min(r.charge_id) FROM ledger_invoicechargerefund r
     WHERE one.kind = 'refund' AND r.gateway_refund_id = one.source_id),
    (SELECT min(c.id) FROM ledger_invoicecharge c
     WHERE one.kind <> 'refund' AND c.gateway_charge_id = one.charge_id),
    (SELECT min(c.id) FROM ledger_invoicecharge c JOIN ledger_intent i ON i.id = c.intent_id
     WHERE one.kind <> 'refund' AND i.gateway_id = one.intent_id)
  ) AS charge_id
  FROM ledger_payouttransaction one
  WHERE one.payment_id IS NULL AND one.invoice_charge_id IS NULL
    AND one.kind IN ('payment', 'refund', 'dispute')
) AS found
WHERE line.id = found.id AND found.charge_id IS NOT NULL
"""

# What a payment cost is the sum of its own lines: a capture in parts has several.
_COSTS: Final = """
UPDATE ledger_payment AS paid SET
  payout_id = cost.payout_id,
  fee = CASE WHEN paid.kind = 'payment' THEN jsonb_build_object(
    'processing_amount', cost.fee - cost.platform_amount, 'platform_amount', cost.platform_amount,
    'currency', cost.currency, 'is_estimated', false
  ) ELSE paid.fee END
FROM (
  SELECT payment_id, max(payout_id) AS payout_id, max(currency) AS currency,
    sum(fee)::bigint AS fee,
    sum(platform_amount)::bigint AS platform_amount
  FROM ledger_payouttransaction
  WHERE kind IN ('payment', 'refund') AND payment_id = ANY(
    SELECT payment_id FROM ledger_payouttransaction
    WHERE gateway = %(gateway)s AND gateway_id = ANY(%(ids)s) AND payment_id IS NOT NULL
  )
  GROUP BY payment_id
) AS cost
WHERE paid.id = cost.payment_id AND (
  paid.payout_id IS DISTINCT FROM cost.payout_id
  OR (paid.kind = 'payment' AND paid.fee IS DISTINCT FROM jsonb_build_object(
    'processing_amount', cost.fee - cost.platform_amount, 'platform_amount', cost.platform_amount,
    'currency', cost.currency, 'is_estimated', false))
)
"""

_CHARGE_COSTS: Final = """
UPDATE ledger_invoicecharge AS paid SET
  payout_id = cost.payout_id,
  fee = jsonb_build_object(
    'processing_amount', cost.fee - cost.platform_amount, 'platform_amount', cost.platform_amount,
    'currency', cost.currency, 'is_estimated', false
  )
FROM (
  SELECT invoice_charge_id, max(payout_id) AS payout_id, max(currency) AS currency,
    sum(fee)::bigint AS fee, sum(platform_amount)::bigint AS platform_amount
  FROM ledger_payouttransaction
  WHERE kind = 'payment' AND invoice_charge_id = ANY(
    SELECT invoice_charge_id FROM ledger_payouttransaction
    WHERE gateway = %(gateway)s AND gateway_id = ANY(%(ids)s) AND invoice_charge_id IS NOT NULL
  )
  GROUP BY invoice_charge_id
) AS cost
WHERE paid.id = cost.invoice_charge_id
"""


def _run(statement: str, values: dict[str, Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def write_payout(*, gateway: str, payout: GatewayPayout, told_at: datetime) -> bool:
    """Copy a payout as it stood at `told_at`; False when something newer is known."""
    values = {
        "gateway": gateway,
        "told_at": told_at,
        **{
            name: getattr(payout, name)
            for name in (
                "gateway_id",
                "amount",
                "currency",
                "status",
                "arrival_date",
                "is_automatic",
                "bank_name",
                "bank_last4",
                "failure_code",
                "failure_message",
                "created_at",
            )
        },
    }
    return _run(_PAYOUT, values) > 0


def write_transfer(*, gateway: str, transfer: GatewayTransfer, told_at: datetime) -> bool:
    """Copy a transfer as it stood at `told_at`; False when something newer is known."""
    values = {
        "gateway": gateway,
        "told_at": told_at,
        "created_at": transfer.created_at or told_at,
        **{
            name: getattr(transfer, name)
            for name in (
                "gateway_id",
                "amount",
                "amount_reversed",
                "currency",
                "account_id",
                "charge_id",
                "description",
            )
        },
    }
    return _run(_TRANSFER, values) > 0


def write_transactions(
    *, gateway: str, lines: Iterable[GatewayPayoutTransaction], at: datetime, payout: Payout | None = None
) -> list[str]:
    """
    Copy lines of the gateway's books, of one payout or before they are in any; returns their ids.

    Lines find the payments and refunds they are of, which learn their fee and payout.
    """
    rows = [_row(line, at) for line in lines]
    ids = [row["gateway_id"] for row in rows]
    if rows:
        values = {"gateway": gateway, "payout_id": payout and payout.pk, "lines": json.dumps(rows)}
        _run(_TRANSACTIONS, values)
        match_transactions()
        spread_costs(gateway=gateway, ids=ids)
    return ids


def _row(line: GatewayPayoutTransaction, at: datetime) -> dict[str, Any]:
    platform = sum(part.amount for part in line.fee_lines if part.kind == "application_fee")
    names = (
        "gateway_id",
        "kind",
        "gross",
        "fee",
        "net",
        "currency",
        "source_id",
        "charge_id",
        "intent_id",
        "description",
    )
    return {
        **{name: getattr(line, name) for name in names},
        "platform_amount": platform,
        "available_at": line.available_at and line.available_at.isoformat(),
        "created_at": (line.created_at or at).isoformat(),
    }


def match_transactions() -> int:
    """Find the payments of lines that were copied before we knew these; returns how many."""
    return _run(_MATCH, {}) + _run(_MATCH_CHARGES, {})


def spread_costs(*, gateway: str, ids: list[str]) -> int:
    """Tell payments the fee and payout of these lines; returns how many did not know them."""
    values = {"gateway": gateway, "ids": ids}
    return _run(_COSTS, values) + _run(_CHARGE_COSTS, values)


def close_payout(*, payout: Payout, at: datetime) -> None:
    """Note that all transactions of a payout were copied."""
    Payout.objects.filter(pk=payout.pk, read_at__isnull=True).update(read_at=at)


def move_cursor(*, gateway: str, name: str, read_to: datetime) -> None:
    """Note how far one of a gateway's lists was read; it never goes back."""
    row, is_new = BooksCursor.objects.get_or_create(gateway=gateway, name=name, defaults={"read_to": read_to})
    if not is_new:
        mine = BooksCursor.objects.filter(pk=row.pk)
        mine.update(read_to=Greatest("read_to", read_to))
