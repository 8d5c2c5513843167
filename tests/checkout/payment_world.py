"""A few trips, a till, a bank with books of its own, and what must always hold between them."""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Sum

from outfitter.db import queue
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.models import DueJob, OutboxEvent, WebhookEvent
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout import gateway_reconciliation
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.refunds import refund_webhooks
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger.models import (
    Difference,
    Dispute,
    Entry,
    Intent,
    Payment,
    PaymentHold,
    Payout,
    PayoutTransaction,
)
from outfitter_tenants.ledger.queries import WAITING
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.queries import demanded
from tests.checkout.trip_world import check_money
from tests.support.faulty_gateway import FaultyGateway, Killed

# How often each kind of deed was done and refused, over all examples.
DEEDS: Counter[tuple[str, str]] = Counter()
_ON_CARDS = ("gift_card_purchased", "gift_card_promo")
_NO_STEP = ("SAVEPOINT", "RELEASE", "ROLLBACK")
# What a replayed event or request has to leave as it is.
_KEPT = (Payment, Intent, Dispute, PaymentHold, Trip, GiftCard, Difference, PayoutTransaction)
_COUNTED = (Entry, AuditLog, OutboxEvent, Message)


@contextmanager
def mortal(nth: int | None) -> Iterator[None]:
    """Let the process die before its nth statement to the database; None: it lives."""
    left = nth

    def step(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        if left is not None and not sql.startswith(_NO_STEP):
            left -= 1
            if left < 0:
                # And it stays dead: nothing that cleans up reaches the database either.
                raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(step):
        yield


def attempt(name: str, work: Any, *, nth: int | None = None) -> Any:
    """Do something as a process does that may be refused, or die: None then."""
    try:
        with mortal(nth):
            done = work()
    except (DomainError, GatewayUnavailable) as problem:
        DEEDS[name, getattr(problem, "code", "unavailable")] += 1
        return None
    except Killed:
        DEEDS[name, "killed"] += 1
        return None
    DEEDS[name, "done"] += 1
    return done


def everything() -> list[Any]:
    """Return all that money is kept in, to see whether anything has changed."""
    rows = [list(model.objects.order_by("pk").values()) for model in _KEPT]
    return [*rows, *(model.objects.count() for model in _COUNTED)]


def tell(bank: FaultyGateway, kind: str, what: str, at: datetime) -> None:
    """Deliver one piece of news as the plugin does: how the thing stands now, its payment first."""
    thing: Any = {"refund": bank.given, "dispute": bank.disputes}.get(kind, {}).get(what)
    settlement.settle_by_gateway(
        schema_name=current_schema(),
        gateway="stripe",
        answer=bank.intents[thing.intent_id if thing else what],
        at=at,
    )
    if kind == "refund":
        refund_webhooks.settle_refund(gateway="stripe", gateway_refund=thing, at=at)
    elif kind == "dispute":
        disputes.dispute_changed(gateway="stripe", dispute=thing, at=at)


def hear(bank: FaultyGateway, at: datetime) -> None:
    """Handle the events that were found in the gateway's list, the newest first."""
    for row in WebhookEvent.objects.filter(done_at=None).order_by("pk"):
        tell(bank, row.payload["kind"], row.payload["what"], at)
        WebhookEvent.objects.filter(pk=row.pk).update(status="done", done_at=at)


def work_off(bank: FaultyGateway, at: datetime, dies: Any = None) -> int:
    """Do what is due as the worker does, who may die of it; returns how much there was."""
    bank.ahead = at - utc_now()
    try:
        return _work_off(bank, at, dies)
    finally:
        bank.ahead, bank.dies = timedelta(0), None


def _work_off(bank: FaultyGateway, at: datetime, dies: Any) -> int:
    nth = dies if isinstance(dies, int) else None
    bank.dies = dies if nth is None else None
    rows = DueJob.objects.filter(
        schema_name=current_schema(), kind__startswith="payments.", done_at=None, next_at__lte=at
    ).order_by("next_at", "pk")
    found = list(rows)
    for row in found:
        still = DueJob.objects.filter(pk=row.pk, attempt_cnt=row.attempt_cnt + 1)
        DueJob.objects.filter(pk=row.pk).update(attempt_cnt=row.attempt_cnt + 1, next_at=at + queue.AT_BROKER)
        try:
            with mortal(nth):
                scheduled_jobs._handlers[row.kind](row.payload, at)
        except Killed:
            nth = None
            continue
        except (DomainError, GatewayUnavailable, PaymentFailed) as problem:
            logging.getLogger(__name__).info("%s waits: %r", row, problem)
        else:
            still.delete()
    return len(found)


def reconcile(bank: FaultyGateway, *, is_told: bool) -> None:
    """
    Nothing breaks any more: do all that is due and go through the books, until nothing is left.

    Without `is_told` none of the news that are still on their way ever arrive.
    """
    bank.recover()
    for refund_id in list(bank.given):
        if bank.given[refund_id].status == "pending":
            bank.end_refund(refund_id, "succeeded")
    at = utc_now()
    for day in range(12):
        at += timedelta(days=1)
        if day == 0 and is_told:
            _tell_all(bank, at)
        waited = work_off(bank, at)
        bank.ahead = at - utc_now()
        if day in {0, 2}:
            keep_books(bank, at)
        if not waited and day > 3:
            break
    keep_books(bank, at)
    bank.ahead = timedelta(0)
    if is_told:
        _tell_all(bank, at)


def keep_books(bank: FaultyGateway, at: datetime) -> None:
    """Go through the gateway's books, and do what was found there."""
    gateway_reconciliation.keep_books(at=at)
    hear(bank, at)
    gateway_reconciliation.keep_books(at=at)


def _tell_all(bank: FaultyGateway, at: datetime) -> None:
    for kind, what in dict.fromkeys(bank.news):
        tell(bank, kind, what, at)


def check_payment(row: Payment) -> None:
    """No payment gives back more than it was, nor more tip than was in it (invariant 6)."""
    back = Payment.objects.filter(parent_payment=row, status__in=(*WAITING, "succeeded"))
    sums = back.aggregate(a=Sum("amount"), t=Sum("tip_amount"))
    assert row.refunded_amount == (sums["a"] or 0) <= row.amount
    assert row.refunded_tip_amount == (sums["t"] or 0) <= row.tip_amount - row.reversed_tip_amount


def check_trip(trip_id: int) -> None:
    """The journal is what payments and refunds say, and so is the trip (invariants 3 and 6)."""
    check_money(trip_id)
    rows = list(Payment.objects.filter(trip_id=trip_id))
    came = [
        row for row in rows if row.kind == "payment" and row.status in {"succeeded", "disputed", "reversed"}
    ]
    went = [row for row in rows if row.kind == "refund" and row.status == "succeeded"]
    trip = Trip.objects.get(pk=trip_id)
    assert trip.paid_amount == sum(row.amount - row.reversed_amount for row in came)
    # A bank may take back what was handed back before; nobody gives back more than was paid.
    whole = sum(row.amount for row in came)
    assert trip.refunded_amount == sum(row.amount for row in went) <= whole
    tips = sum(row.tip_amount - row.reversed_tip_amount for row in came)
    assert trip.tip_amount == tips - sum(row.tip_amount for row in went) >= 0
    for row in came:
        check_payment(row)
    check_coins(rows)


def check_coins(rows: list[Payment]) -> None:
    """Tills hold whole coins, and what they have more or less stands in an account of its own."""
    step = people.get_cash_step(currency="USD")
    for row in rows:
        assert row.method == "cash" or not row.cash_rounding
        assert abs(row.cash_rounding) * 2 <= step
        assert row.method != "cash" or not step or row.handed_amount % step == 0
    kept = [row for row in rows if row.status != "reversed"]
    signed = [row.cash_rounding * (1 if row.kind == "payment" else -1) for row in kept]
    lines = Entry.objects.filter(trip_id__in={row.trip_id for row in rows}, account="cash_rounding")
    assert sum(lines.values_list("amount", flat=True)) == sum(signed)


def check_paid(carts: list[int]) -> None:
    """What visitors were booked for is paid as far as its terms demand; nothing of it goes back."""
    for trip in Trip.objects.filter(pk__in=carts).exclude(status="draft"):
        back = Payment.objects.filter(trip=trip, kind="refund").exclude(status="failed")
        # What somebody gives back on the gateway's own pages, they decide there.
        found = AuditLog.objects.filter(trip_id=trip.pk, action="payment.refund_found")
        back = back.exclude(pk__in=found.values_list("entity_id", flat=True))
        gone = back.aggregate(n=Sum("amount"))["n"] or 0
        taken = Dispute.objects.filter(payment__trip=trip).exists()
        assert taken or trip.paid_amount - gone >= demanded(trip), trip


def check_journal() -> None:
    """Nothing comes from nowhere; a card is worth its entries and never less than nothing (7)."""
    assert (Entry.objects.aggregate(n=Sum("amount"))["n"] or 0) == 0
    for card in GiftCard.objects.all():
        worth = {
            account: Entry.objects.filter(account=account, owner_id=card.pk).aggregate(n=Sum("amount"))["n"]
            or 0
            for account in _ON_CARDS
        }
        assert [worth[one] for one in _ON_CARDS] == [card.balance_purchased, card.balance_promo]
        assert min(worth.values()) >= 0
    for owner, amount in (
        Entry.objects.filter(account="tip").values_list("owner_id").annotate(n=Sum("amount"))
    ):
        assert amount >= 0, (owner, amount)


def check_books(bank: FaultyGateway) -> None:
    """What the gateway has booked is what we have, to the cent, payment by payment."""
    told = dict(Difference.objects.filter(settled_at=None).values_list("gateway_id", "kind"))
    for gateway_id, theirs in bank.intents.items():
        paid = Payment.objects.filter(kind="payment", intent__gateway_id=gateway_id)
        assert sum(one.amount for one in paid) == theirs.amount_received, gateway_id
        went = Payment.objects.filter(
            kind="refund", parent_payment__in=paid, route__in=["gateway", "terminal"]
        )
        booked = sum(one.amount for one in went if one.status == "succeeded")
        over = _told_of(bank, gateway_id, told)
        assert booked + over == bank.given_of(gateway_id, "succeeded"), gateway_id
        assert [one.status for one in went if one.status in WAITING] == []
    assert (
        not Payment.objects.filter(kind="payment", intent__isnull=False)
        .exclude(intent__gateway_id__in=bank.intents)
        .exists()
    )
    for dispute_id, dispute in bank.disputes.items():
        row = Dispute.objects.get(gateway_id=dispute_id)
        assert row.status == dispute.status
        assert row.taken_amount == (dispute.amount if dispute.status == "lost" else 0)


def _told_of(bank: FaultyGateway, gateway_id: str, told: dict[str, str]) -> int:
    """Return what went back at the gateway's pages beyond what was left: a person was told."""
    lines = {one.source_id: one for one in bank.lines if one.gateway_id in told}
    return sum(
        one.amount
        for one in bank.given.values()
        if one.intent_id == gateway_id and one.gateway_id in lines and one.status == "succeeded"
    )


def check_copy(bank: FaultyGateway) -> None:
    """Our copy of the books is whole, and every difference in it is explained."""
    told = dict(Difference.objects.filter(settled_at=None).values_list("gateway_id", "kind"))
    copied = PayoutTransaction.objects.values_list("gateway_id", "gross", "net")
    assert set(copied) == {(one.gateway_id, one.gross, one.net) for one in bank.lines}
    unmatched = PayoutTransaction.objects.filter(payment=None).exclude(kind="dispute")
    failed = [one.gateway_id for one in bank.given.values() if one.status == "failed"]
    unmatched = unmatched.exclude(source_id__in=failed)
    assert set(unmatched.values_list("gateway_id", flat=True)) == set(told)
    assert set(told.values()) <= {"unknown_refund"}
    paid_out = Payout.objects.values_list("gateway_id", "amount")
    assert dict(paid_out) == {key: one.amount for key, one in bank.payouts.items()}
