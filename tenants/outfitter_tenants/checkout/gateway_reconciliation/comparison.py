"""Where the gateway's books and ours differ: repaired when it is certain, else told to staff."""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.gateway import invoice_port
from outfitter_tenants.checkout.gateway_reconciliation.payout_import import OVERLAP, BooksSource
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.refunds import gateway_refunds, refund_webhooks
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import BooksDifference

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PayoutTransaction

log = logging.getLogger(__name__)
AT_ONCE: Final = 50
# Whoever is younger is still being paid, and has its own reconciler.
SETTLING: Final = timedelta(minutes=15)
# How far back amounts are compared again; what differs is seen long before.
COMPARED: Final = timedelta(days=45)
# A charge is in the books within minutes; a day leaves room for slow ways of paying.
BOOKED_WITHIN: Final = timedelta(days=1)
COMPARED_KINDS: Final = ("unknown_payment", "unknown_refund", "amount_differs", "missing_at_gateway")


def end_intents(source: BooksSource, after: int) -> int | None:
    """Settle intents that ended without our knowing; returns where it stopped, None at the end."""
    until = source.at - SETTLING
    rows = money.open_intents(gateway=source.gateway, until=until, limit=AT_ONCE, after=after)
    for intent in rows:
        try:
            answer = source.provider.get_intent(source.ctx, gateway_id=str(intent.gateway_id))
        except PaymentFailed as problem:
            log.warning("intent %s cannot be read: %s", intent.pk, problem.code)
            continue
        settlement.settle(schema_name=source.ctx.schema, intent_id=intent.pk, answer=answer, at=source.at)
    return rows[-1].pk if len(rows) == AT_ONCE else None


def ask_again(source: BooksSource, after: int) -> int | None:
    """Have forgotten refunds asked for again; returns where it stopped, None at the end."""
    if after == 0:
        invoice_port.promise_again(at=source.at)
    return gateway_refunds.promise_again(at=source.at, limit=AT_ONCE, after=after)


def want_again(source: BooksSource, after: int) -> int | None:
    """Have forgotten wishes of held amounts carried out; returns where it stopped."""
    return captures.want_again(at=source.at, limit=AT_ONCE, after=after)


def end_refunds(source: BooksSource, after: int) -> int | None:
    """Close refunds that ended without our knowing; returns where it stopped, None at the end."""
    until = source.at - SETTLING
    rows = money.open_refunds(until=until, limit=AT_ONCE, after=after)
    for row in rows:
        try:
            answer = source.provider.get_refund(source.ctx, gateway_id=str(row.gateway_refund_id))
        except PaymentFailed as problem:
            log.warning("refund %s cannot be read: %s", row.pk, problem.code)
            continue
        if answer.status != "pending":
            refund_webhooks.settle_refund(gateway=source.gateway, gateway_refund=answer, at=source.at)
    return rows[-1].pk if len(rows) == AT_ONCE else None


def repair_lines(source: BooksSource, after: int) -> int | None:
    """Bring payments and refunds in that the gateway booked and we lack; returns where to go on."""
    rows = money.unmatched(gateway=source.gateway, limit=AT_ONCE, after=after)
    for line in rows:
        try:
            _repair(source, line)
        except PaymentFailed as problem:
            log.warning("line %s cannot be explained: %s", line.gateway_id, problem.code)
    with atomic():
        ledger.match_transactions()
        ledger.spread_costs(gateway=source.gateway, ids=[line.gateway_id for line in rows])
    return rows[-1].pk if len(rows) == AT_ONCE else None


def _repair(source: BooksSource, line: "PayoutTransaction") -> None:
    # Lines come in any order: what is given back may be here before what it is of.
    if line.intent_id:
        answer = source.provider.get_intent(source.ctx, gateway_id=line.intent_id)
        settlement.settle_by_gateway(
            schema_name=source.ctx.schema, gateway=source.gateway, answer=answer, at=source.at
        )
    if line.kind == "refund" and line.source_id:
        refund = source.provider.get_refund(source.ctx, gateway_id=line.source_id)
        refund_webhooks.settle_refund(gateway=source.gateway, gateway_refund=refund, at=source.at)


def find_differences(source: BooksSource) -> list[BooksDifference]:
    """Return what is left that nobody but a person can explain."""
    found = [_unknown(source, line) for line in money.unmatched(gateway=source.gateway, limit=1000)]
    since = source.at - COMPARED
    found += [
        BooksDifference(
            "amount_differs",
            row.gateway_id,
            row.currency,
            row.our_amount,
            row.their_amount,
            row.payment_id,
            row.trip_id,
            row.invoice_id,
        )
        for row in money.differing(gateway=source.gateway, since=since)
    ]
    read_to = money.read_to(gateway=source.gateway, name="transactions")
    if read_to is not None:
        until = read_to - OVERLAP - BOOKED_WITHIN
        missing = money.missing_at_gateway(gateway=source.gateway, since=since, until=until)
        found += [
            BooksDifference(
                "missing_at_gateway",
                str(row.intent and row.intent.gateway_id),
                row.currency,
                our_amount=row.amount,
                payment_id=row.pk,
                trip_id=row.trip_id,
            )
            for row in missing
        ]
        found += _missing_charges(source, since, until)
    return found


def _missing_charges(source: BooksSource, since: datetime, until: datetime) -> list[BooksDifference]:
    rows = money.charges_missing_at_gateway(gateway=source.gateway, since=since, until=until)
    return [
        BooksDifference(
            "missing_at_gateway",
            str(row.intent.gateway_id),
            row.currency,
            our_amount=row.amount,
            invoice_id=row.invoice_id,
        )
        for row in rows
    ]


def _unknown(source: BooksSource, line: "PayoutTransaction") -> BooksDifference:
    """Say what we have nothing for; of a refund beyond what was left, which trip it is of."""
    kind = "unknown_payment" if line.kind == "payment" else "unknown_refund"
    gateway, intent_id, charge_id = source.gateway, line.intent_id, line.charge_id
    paid = money.find_gateway_payment(gateway=gateway, intent_id=intent_id, charge_id=charge_id)
    charge = money.find_gateway_charge(gateway=gateway, intent_id=intent_id, charge_id=charge_id)
    return BooksDifference(
        kind,
        line.gateway_id,
        line.currency,
        their_amount=line.gross,
        payment_id=paid.pk if paid else None,
        trip_id=paid.trip_id if paid else None,
        invoice_id=charge.invoice_id if charge else None,
    )
