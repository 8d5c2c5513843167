"""A few trips, a till, a bank with books of its own, and what must always hold between them."""

import logging
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Sum

from outfitter.db.current import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins import due
from outfitter.plugins.gateway import GatewayUnavailable, PaymentFailed
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.operations.payment import settle
from outfitter_tenants.checkout.operations.refund import disputes, refund_news
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger.models import Dispute, Entry, Intent, Payment
from outfitter_tenants.ledger.queries import WAITING
from outfitter_tenants.trips.models import Trip
from tests.checkout.trip_world import check_money
from tests.support.bank import Bank, Killed

# How often each kind of deed was done and refused, over all examples.
DEEDS: Counter[tuple[str, str]] = Counter()
_ON_CARDS = ("gift_card_purchased", "gift_card_promo")


def attempt(name: str, work: Any) -> Any:
    """Do something as a process does that may be refused, or die: None then."""
    try:
        done = work()
    except (DomainError, GatewayUnavailable) as problem:
        DEEDS[name, getattr(problem, "code", "unavailable")] += 1
        return None
    except Killed:
        DEEDS[name, "killed"] += 1
        return None
    DEEDS[name, "done"] += 1
    return done


def tell(bank: Bank, kind: str, what: str, at: datetime) -> None:
    """Deliver one piece of news as the plugin does: how the thing stands now."""
    if kind == "intent":
        settle.settle_by_gateway(
            schema_name=current_schema(), gateway="stripe", answer=bank.intents[what], at=at
        )
    elif kind == "refund":
        refund_news.settle_refund(gateway="stripe", gateway_refund=bank.given[what], at=at)
    else:
        disputes.dispute_changed(gateway="stripe", dispute=bank.disputes[what], at=at)


def work_off(at: datetime) -> int:
    """Do what is due as the worker does; returns how much there was."""
    rows = DueJob.objects.filter(
        schema_name=current_schema(), kind__startswith="payments.", done_at=None, due_at__lte=at
    ).order_by("due_at", "pk")
    found = list(rows)
    for row in found:
        still = DueJob.objects.filter(pk=row.pk, attempt_cnt=row.attempt_cnt + 1)
        DueJob.objects.filter(pk=row.pk).update(
            attempt_cnt=row.attempt_cnt + 1, due_at=at + due.LEASE
        )
        try:
            due._handlers[row.kind](row.payload, at)
        except Killed:
            continue
        except (DomainError, GatewayUnavailable, PaymentFailed) as problem:
            logging.getLogger(__name__).info("%s waits: %r", row, problem)
        else:
            still.delete()
    return len(found)


def reconcile(bank: Bank) -> None:
    """Nothing breaks any more: tell all news, do all that is due, until nothing is left."""
    bank.recover()
    for refund_id in list(bank.given):
        if bank.given[refund_id].status == "pending":
            bank.end_refund(refund_id, "succeeded")
    at = utc_now()
    for day in range(12):
        at += timedelta(days=1)
        if day == 0:
            _tell_all(bank, at)
        if not work_off(at) and day > 3:
            break
    _tell_all(bank, at)


def _tell_all(bank: Bank, at: datetime) -> None:
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
        row for row in rows
        if row.kind == "payment" and row.status in {"succeeded", "disputed", "reversed"}
    ]  # fmt: skip
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


def check_journal() -> None:
    """Nothing comes from nowhere; a card is worth its entries and never less than nothing (7)."""
    assert (Entry.objects.aggregate(n=Sum("amount"))["n"] or 0) == 0
    for card in GiftCard.objects.all():
        worth = {
            account: Entry.objects.filter(account=account, owner_id=card.pk).aggregate(
                n=Sum("amount")
            )["n"]
            or 0
            for account in _ON_CARDS
        }
        assert [worth[one] for one in _ON_CARDS] == [card.balance_purchased, card.balance_promo]
        assert min(worth.values()) >= 0
    for owner, amount in (
        Entry.objects.filter(account="tip").values_list("owner_id").annotate(n=Sum("amount"))
    ):
        assert amount >= 0, (owner, amount)


def check_books(bank: Bank) -> None:
    """What the gateway has booked is what we have, to the cent, payment by payment."""
    ours = {row.gateway_id: row for row in Intent.objects.exclude(gateway_id=None)}
    for gateway_id, theirs in bank.intents.items():
        row = ours.get(gateway_id)
        paid = Payment.objects.filter(kind="payment", intent=row) if row else []
        assert sum(one.amount for one in paid) == theirs.amount_received, gateway_id
        went = Payment.objects.filter(
            kind="refund", parent_payment__in=paid, route__in=["gateway", "terminal"]
        )
        booked = sum(one.amount for one in went if one.status == "succeeded")
        assert booked == bank.given_of(gateway_id, "succeeded"), gateway_id
        assert [one.status for one in went if one.status in WAITING] == []
    for dispute_id, told in bank.disputes.items():
        dispute = Dispute.objects.get(gateway_id=dispute_id)
        assert dispute.status == told.status
        assert dispute.taken_amount == (told.amount if told.status == "lost" else 0)
