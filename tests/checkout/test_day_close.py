"""
A full day of one operator, closed to the cent.

Sixty payments of every kind, nine refunds of every kind, two disputes, a lost webhook, a set of
events that comes twice and out of order, a worker killed in the middle of recording a payment.
`-s` prints the closing.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F, Sum

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.zones import local_day
from outfitter.plugins import fair_queue
from outfitter_stripe import client
from outfitter_tenants.checkout import gateway_reconciliation
from outfitter_tenants.ledger.models import Difference, Dispute, Entry, Payment, Payout, PayoutTransaction
from outfitter_tenants.people.models import Properties
from outfitter_tenants.reports import day_close
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.checkout.payments.payment_facts import make_guide
from tests.stripe_double.local_double import SECRET, running
from tests.support.closing_sheet import sheet
from tests.support.counter_day import CounterDay
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, make_offer

# Wherever it is about noon now: no deed of this day falls into the next.
ZONE = f"Etc/GMT{utc_now().hour - 12:+d}"


@pytest.fixture
def day(
    reef: Any, settings: Any, client_for: Any, apex_client: Any, monkeypatch: Any
) -> Iterator[CounterDay]:
    """An operator in Canada with an account of its own, on a busy morning."""
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)
    with running() as double:
        settings.STRIPE = {
            "secret_key": "sk_test_platform",
            "publishable_key": "pk_test_platform",
            "webhook_secret": SECRET,
            "api_base": double.base,
            "script_url": f"{double.base}/stripe.js",
            "is_test": True,
            "connect_model": "direct",
            "fee_ppm": 10_000,
        }
        Properties.objects.update_or_create(pk=1, defaults={"currency": "CAD", "tip_mode": "individual"})
        offer = make_offer(capacity=500)
        yield CounterDay(reef, double, Desk(owner_of(client_for)), apex_client, offer)
        client._client.cache_clear()


def pay_by_card(day: CounterDay) -> dict[str, Any]:
    """Twenty-five payments through the gateway."""
    found: dict[str, Any] = {"web": [day.pay_online() for _ in range(9)]}
    found["told"] = [day.pay_online(is_told=True) for _ in range(3)]
    found["3ds"] = [day.pay_online(card="pm_card_authenticationRequired") for _ in range(3)]
    day.pay_online(tip_amount=700)
    day.pay_online(amount_mode="custom", amount=1000)
    found["reader"] = [day.pay_at_reader() for _ in range(3)]
    day.pay_at_reader(tip_amount=500)
    found["interac"] = [day.pay_at_reader("interac_present") for _ in range(2)]
    saved = day.pay_online(amount_mode="custom", amount=2000, save_card=True)
    rows = day.desk.client.get(f"/api/trip/{saved}/availableCards/get").json()
    day.add(saved, amount=ADULT - 2000, saved_card_id=rows[0]["id"])
    return found


def pay_by_hand(day: CounterDay) -> dict[str, Any]:
    """Thirty payments past the gateway."""
    found: dict[str, Any] = {"cash": [day.add(method="cash", tendered=10_000) for _ in range(10)]}
    day.add(method="cash", tip=300)
    found["check"] = [day.add(method="check", reference=f"no. {n}") for n in range(4)]
    for method in (
        "wire",
        "wire",
        "voucher",
        "voucher",
        "voucher",
        "external",
        "external",
        "bank_transfer",
        "other",
    ):
        day.add(method=method)
    # Canada has no pennies: 15.02 goes into the till as 15.00, and 15.04 as 15.05.
    for part in (1502, 1504):
        parts = day.add(method="cash", amount=part)
        day.add(parts, method="check", amount=ADULT - part)
    tab = day.trip(adults=2)
    first, second = day.guests(tab)
    day.add(tab, method="cash", booking_ids=[first])
    day.add(tab, method="external", booking_ids=[second])
    return found


def pay_by_gift_card(day: CounterDay) -> int:
    """Sell a card for money and pay two trips from it: three payments."""
    sold = day.desk.done("/api/giftCard/save", trip=day.trip(), purchased_amount=15_000, recipient_name="Sam")
    day.add(sold["trip"]["id"], method="cash", amount=ADULT + 15_000)
    trips = [day.trip() for _ in range(2)]
    for trip_id in trips:
        day.desk.done(f"/api/trip/{trip_id}/giftCard/apply", code=sold["code"])
        day.tape.came("gift_card", ADULT)
    return trips[0]


def break_things(day: CounterDay) -> list[int]:
    """Two pay online: no news of the one arrive, and the worker dies of those of the other."""
    trips = [day.pay_online(is_told=True) for _ in range(2)]
    lost, deadly = map(day.name_of, trips)
    day.lost.add(lost)
    day.deadly.add(deadly)
    day.deliver(is_shuffled=True, times=2)
    assert day.dead_cnt > 0
    assert not Payment.objects.filter(trip_id__in=trips).exists()
    assert {Trip.objects.get(pk=one).status for one in trips} == {"draft"}
    return trips


def give_back(day: CounterDay, cards: dict[str, Any], hands: dict[str, Any], gifted: int) -> None:
    """Nine refunds: whole, in parts, found, at the reader, by hand, onto cards."""
    web = cards["web"]
    day.refund(web[0], ADULT)
    day.refund(web[1], 1000)
    day.refund(web[1], 500)
    day.refund_elsewhere(web[2], 1200)
    day.refund(cards["reader"][0], ADULT)
    day.refund_at_reader(cards["interac"][0], ADULT)
    day.refund(hands["cash"][0], ADULT)
    day.refund(gifted, ADULT)
    day.refund(hands["check"][0], ADULT, **{"as": "gift_card"})


def close(day: CounterDay) -> dict[str, Any]:
    """Return the closing, after looking that it is what the tape says."""
    at, tape = utc_now(), day.tape
    closed = day_close.close_day(day=local_day(at, ZONE), zone=ZONE, currency="CAD", at=at)
    assert closed["methods"] == tape.methods("CAD")
    assert closed["totals"] == {"CAD": tape.totals()}
    assert closed["gateway"] == [tape.gateway("CAD")]
    taken, given = tape.drawer()
    [drawer] = closed["drawers"]
    assert (drawer["taken_amount"], drawer["given_amount"]) == (taken, given)
    assert drawer["expected_amount"] == taken - given
    [tip] = closed["tips"]
    assert (tip["owner"]["name"], tip["amount"]) == ("Gil", 300 + 500 + 700)
    sold, used, back = 15_000, 2 * ADULT, 2 * ADULT
    assert closed["gift_cards"] == {
        "sold_amount": sold,
        "granted_amount": 0,
        "used_amount": used,
        "returned_amount": back,
        "other_amount": 0,
        "liability_amount": sold - used + back,
        "promo_outstanding_amount": 0,
    }
    assert closed["refunds_waiting"] == closed["holds"] == {"cnt": 0, "amount": 0}
    told = [(row["status"], row["amount"], row["fee_amount"]) for row in closed["disputes"]]
    assert sorted(told) == [("lost", ADULT, 1500), ("won", ADULT, 1500)]
    assert closed["differences"] == []
    return closed


def check_gateway(day: CounterDay) -> None:
    """The stand-in's own balance, line by line, is what our copy and the payouts come to."""
    lines = list(day.v1.balance_transactions.list({"limit": 100}).auto_paging_iter())
    ours = PayoutTransaction.objects.values_list("gateway_id", "gross", "net", "fee")
    assert {(one.id, one.amount, one.net, one.fee) for one in lines} == set(ours)
    stripe = day.v1.balance.retrieve()
    left = sum(part.amount for part in [*stripe.available, *stripe.pending])
    [payout] = Payout.objects.all()
    assert payout.amount + left == day.tape.gateway("CAD")["their_net_amount"]
    platform = day.double.library().v1.balance.retrieve()
    earned = sum(part.amount for part in [*platform.available, *platform.pending] if part.currency == "cad")
    assert earned == day.tape.gateway("CAD")["platform_amount"]


def check_payments(day: CounterDay) -> None:
    """The payments that staff see are those of the tape, one by one."""
    rows = Payment.objects.filter(kind="payment").values_list("method", "amount", "tip_amount")
    notes = [one for one in day.tape.notes if one.kind == "payment"]
    assert sorted(rows) == sorted((one.method, one.amount, one.tip) for one in notes)
    back = Payment.objects.filter(kind="refund", status="succeeded").values_list("amount")
    assert sorted(n for (n,) in back) == sorted(one.amount for one in day.tape.notes if one.kind == "refund")


def check_journal() -> None:
    """The journal and what every trip shows agree."""
    assert Entry.objects.aggregate(n=Sum("amount"))["n"] == 0
    for trip in Trip.objects.exclude(status="draft"):
        mine = Entry.objects.filter(trip_id=trip.pk)
        came = -(mine.filter(account="outside").aggregate(n=Sum("amount"))["n"] or 0)
        on_cards = mine.filter(account__startswith="gift_card").aggregate(n=Sum("amount"))["n"] or 0
        coins = mine.filter(account="cash_rounding").aggregate(n=Sum("amount"))["n"] or 0
        inside = mine.filter(account__in=["trip", "tip"]).aggregate(n=Sum("amount"))["n"] or 0
        assert inside == trip.paid_amount - trip.refunded_amount
        assert inside + on_cards + coins == came, trip.pk


def check(day: CounterDay) -> dict[str, Any]:
    """Everything agrees with everything: the tape, the closing, the gateway, the journal."""
    closed = close(day)
    check_gateway(day)
    check_payments(day)
    check_journal()
    assert not PayoutTransaction.objects.filter(
        kind__in=["payment", "refund", "dispute"], payment__isnull=True
    ).exists()
    return closed


def pay_a_cent_more() -> None:
    """Spoil what staff see of a payment."""
    row = Payment.objects.filter(kind="payment", method="cash").latest("pk")
    Payment.objects.filter(pk=row.pk).update(amount=F("amount") + 1)


def enter_a_cent_more() -> None:
    """Spoil the journal, which the database does not allow by itself."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
    row = Entry.objects.filter(account="trip").latest("pk")
    Entry.objects.filter(pk=row.pk).update(amount=F("amount") + 1)


def copy_a_cent_more() -> None:
    """Spoil our copy of the gateway's books."""
    row = PayoutTransaction.objects.filter(kind="payment").latest("pk")
    PayoutTransaction.objects.filter(pk=row.pk).update(gross=F("gross") + 1, net=F("net") + 1)


def show_a_cent_more() -> None:
    """Spoil what a trip shows."""
    row = Trip.objects.filter(paid_amount__gt=0).latest("pk")
    Trip.objects.filter(pk=row.pk).update(paid_amount=F("paid_amount") + 1)


SPOILERS = (pay_a_cent_more, enter_a_cent_more, copy_a_cent_more, show_a_cent_more)


def check_that_a_cent_is_seen(day: CounterDay) -> None:
    """What a day proves is worth what it would notice."""
    for spoil in SPOILERS:
        with transaction.atomic():
            spoil()
            with pytest.raises(AssertionError, match="assert"):
                check(day)
            transaction.set_rollback(True)


def test_a_day_of_sixty_payments_closes_to_the_cent(day: CounterDay) -> None:
    with in_schema(day.tenant.schema_name):
        make_guide(day.offer)
        cards, hands = pay_by_card(day), pay_by_hand(day)
        gifted = pay_by_gift_card(day)
        broken = break_things(day)
        give_back(day, cards, hands, gifted)
        day.dispute(cards["3ds"][0], "won")
        day.dispute(cards["3ds"][1], "lost")
        day.deliver(is_shuffled=True)
        day.double.control("payouts", account=day.account, currency="cad", with_pending=True)
        day.deliver(times=2)

        for _ in range(2):
            gateway_reconciliation.keep_books(at=utc_now() + timedelta(minutes=16))

        assert {Trip.objects.get(pk=one).status for one in broken} == {"reserved"}
        # Another worker takes up what the dead one left, and what is heard of late.
        day.deadly.clear()
        day.handle()
        gateway_reconciliation.keep_books(at=utc_now() + timedelta(hours=1))
        assert (day.tape.cnt("payment"), day.tape.cnt("refund")) == (60, 9)
        assert Payment.objects.filter(kind="payment").count() == 60
        assert Payment.objects.filter(kind="refund", status="succeeded").count() == 9
        assert sorted(Dispute.objects.values_list("status", flat=True)) == ["lost", "won"]
        assert not Difference.objects.filter(settled_at__isnull=True).exists()
        closed = check(day)
        check_that_a_cent_is_seen(day)
    print(sheet(closed))
