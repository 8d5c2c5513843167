"""Cash drawers: every coin is in one shift, and the shift's sum is the ledger's account, to the cent."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.coins import coins_of
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.ledger.models import CashMovement, CashShift, Entry, Payment
from outfitter_tenants.ledger.operations import RefundAmount, cash_drawers, cash_movements, cash_shifts
from outfitter_tenants.ledger.operations import payments as paying
from outfitter_tenants.ledger.operations import refunds as giving
from outfitter_tenants.ledger.operations.cash_shifts import Counted
from outfitter_tenants.ledger.queries import cash_shifts as reading
from tests.support.trip_states import make_reserved

ANA, BEN = 11, 12


def at() -> Any:
    return utc_now()


def start(float_amount: int = 10_000, name: str = "Pier", by: int = ANA) -> int:
    drawer = cash_drawers.create(name=name, location_id=None, at=at())
    return cash_shifts.open_shift(drawer_id=drawer, float_amount=float_amount, currency="USD", by=by, at=at())


def pay(trip_id: int, amount: int, by: int | None = ANA, method: str = "cash") -> Payment:
    received = paying.Received(method, amount)
    return paying.append_received(trip_id=trip_id, currency="USD", received=received, by=by, at=at())


def give(payment: Payment, amount: int, by: int = ANA) -> Payment:
    back = RefundAmount(amount, "sick", by=by)
    return giving.give_by_hand(payment=payment, back=back, method="cash", at=at())


def version(shift_id: int) -> int:
    return CashShift.objects.get(pk=shift_id).version


def move(shift_id: int, kind: str, amount: int, **more: Any) -> None:
    values = {"version": version(shift_id), "currency": "USD", "reason": "Ice", "by": ANA, "at": at(), **more}
    cash_shifts.move_cash(shift_id=shift_id, kind=kind, amount=amount, **values)


def close(shift_id: int, amount: int, reason: str = "", **more: Any) -> None:
    counted = [Counted("USD", amount, {}, reason)]
    values = {"version": version(shift_id), "by": ANA, "at": at(), **more}
    cash_shifts.close(shift_id=shift_id, counted=counted, **values)


def in_ledger(shift_id: int) -> int:
    """Return what the ledger's account of a shift's drawer holds."""
    rows = Entry.objects.filter(account="cash_drawer", owner_id=shift_id)
    return rows.aggregate(n=Sum("amount"))["n"] or 0


def differences() -> int:
    return Entry.objects.filter(account="cash_difference").aggregate(n=Sum("amount"))["n"] or 0


@pytest.mark.usefixtures("reef")
class TestAShift:
    def test_to_the_cent(self) -> None:
        trip, shift = make_reserved(), start()
        cash_shifts.join(shift_id=shift, by=BEN, at=at())
        first = pay(trip, 4_999)
        pay(trip, 2_501, by=BEN)
        pay(trip, 9_999, method="check")
        pay(trip, 777, by=99)
        give(first, 1_250)
        move(shift, "paid_in", 5_000)
        move(shift, "paid_out", 799)
        move(shift, "drop", 12_000)
        [one] = reading.get_shift(shift_id=shift).sums
        assert one.by_kind == {
            "float": 10_000,
            "payment": 7_500,
            "refund": -1_250,
            "paid_in": 5_000,
            "paid_out": -799,
            "drop": -12_000,
        }
        assert one.expected == 8_451 == in_ledger(shift)
        with pytest.raises(Invalid, match="differs"):
            close(shift, 8_400)
        close(shift, 8_400, "A guest's coin was foreign")
        [one] = reading.get_shift(shift_id=shift).sums
        assert (one.expected, one.counted, one.difference) == (8_451, 8_400, -51)
        assert (in_ledger(shift), differences()) == (8_400, 51)
        assert reading.cash_without_drawer(since=at() - timedelta(1), until=at()) == {"USD": 777}

    def test_a_recount_takes_the_difference_back(self) -> None:
        shift = start()
        close(shift, 9_000, "Gone")
        cash_shifts.reopen(
            shift_id=shift, version=version(shift), reason="A roll was missed", by=BEN, at=at()
        )
        assert (in_ledger(shift), differences()) == (10_000, 0)
        with pytest.raises(cash_shifts.ShiftOpen):
            cash_shifts.reopen(shift_id=shift, version=version(shift), reason="x", by=BEN, at=at())
        close(shift, 10_000)
        assert (in_ledger(shift), differences()) == (10_000, 0)
        assert reading.get_shift(shift_id=shift).reopen_reason == "A roll was missed"

    def test_a_void_leaves_the_shift_that_had_it_while_it_is_open(self) -> None:
        trip, shift = make_reserved(), start(0)
        early, late = pay(trip, 1_000), pay(trip, 500)
        paying.void_payment(payment=early, reason="Twice", by=BEN, at=at())
        assert in_ledger(shift) == 500
        close(shift, 500)
        paying.void_payment(payment=late, reason="Twice", by=BEN, at=at())
        assert in_ledger(shift) == 500

    def test_what_turns_out_to_be_cash_or_none(self) -> None:
        trip, shift = make_reserved(), start(0)
        row = pay(trip, 1_000, method="check")
        for method, held in (("cash", 1_000), ("check", 0), ("cash", 1_000)):
            paying.change_payment(payment=row, values={"method": method}, by=ANA, at=at())
            assert in_ledger(shift) == held

    def test_one_drawer_one_shift_one_person(self) -> None:
        shift = start()
        drawer = CashShift.objects.get(pk=shift).drawer_id
        with pytest.raises(cash_shifts.DrawerInUse):
            cash_shifts.open_shift(drawer_id=drawer, float_amount=0, currency="USD", by=BEN, at=at())
        with pytest.raises(cash_shifts.DrawerInUse):
            cash_drawers.archive(drawer_id=drawer, version=1, at=at())
        with pytest.raises(cash_shifts.OnAnotherShift):
            start(name="Bag")
        cash_shifts.leave(shift_id=shift, by=ANA, at=at())
        assert reading.open_shift_of(avatar_id=ANA) is None
        other = start(name="Tin")
        assert reading.open_shift_of(avatar_id=ANA) == other
        with pytest.raises(cash_shifts.OnAnotherShift):
            cash_shifts.join(shift_id=shift, by=ANA, at=at())

    def test_what_is_stale_closed_or_too_much_is_refused(self) -> None:
        shift = start(100)
        with pytest.raises(Invalid, match="that much"):
            move(shift, "drop", 101)
        known = version(shift)
        move(shift, "drop", 50)
        with pytest.raises(StaleVersion):
            move(shift, "drop", 50, version=known)
        with pytest.raises(Invalid, match="USD"):
            cash_shifts.close(shift_id=shift, version=version(shift), counted=[], by=ANA, at=at())
        close(shift, 50)
        for late in (
            lambda: move(shift, "drop", 1),
            lambda: close(shift, 50),
            lambda: cash_shifts.join(shift_id=shift, by=BEN, at=at()),
        ):
            with pytest.raises(cash_shifts.ShiftClosed):
                late()
        with pytest.raises(cash_shifts.ShiftNotFound):
            cash_shifts.join(shift_id=999_999, by=BEN, at=at())

    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["pay", "other", "give", "void", "paid_in", "drop"]), st.integers(1, 900)
            ),
            max_size=12,
        ),
        st.integers(0, 3_000),
    )
    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_the_shift_is_the_ledgers_account(self, acts: list[tuple[str, int]], float_amount: int) -> None:
        with atomic():
            trip, shift = make_reserved(), start(float_amount)
            paid: list[Payment] = []
            for act, amount in acts:
                if act == "pay":
                    paid.append(pay(trip, amount))
                elif act == "other":
                    pay(trip, amount, by=BEN)
                elif act == "give" and paid and paid[0].amount > 1:
                    give(paid.pop(0), 1)
                elif act == "void" and paid:
                    paying.void_payment(payment=paid.pop(), reason="x", by=ANA, at=at())
                elif act == "paid_in" or (act == "drop" and in_ledger(shift) >= amount):
                    move(shift, act, amount)
            moved = CashMovement.objects.filter(shift=shift).aggregate(n=Sum("amount"))["n"] or 0
            assert moved == in_ledger(shift) == reading_sum(shift)
            close(shift, moved + 3, "x")
            assert (in_ledger(shift), differences()) == (moved + 3, -3)
            connection.set_rollback(True)


def reading_sum(shift_id: int) -> int:
    return sum(one.expected for one in reading.get_shift(shift_id=shift_id).sums)


@pytest.mark.parametrize("currency", ["USD", "EUR", "JPY", "THB", "SEK"])
def test_coins_go_down(currency: str) -> None:
    coins = coins_of(currency)
    assert list(coins) == sorted(set(coins), reverse=True)
    assert min(coins) > 0


@pytest.mark.django_db(transaction=True)
def test_a_payment_while_it_is_counted_lands_in_one_shift_or_none(reef: Any) -> None:
    trip, shift = make_reserved(), start(0)
    with in_schema(reef.schema_name):
        pay(trip, 100)
    is_counting, is_paid = threading.Event(), threading.Event()

    def take() -> None:
        try:
            is_counting.wait(10)
            with in_schema(reef.schema_name), atomic():
                pay(trip, 250)
        finally:
            is_paid.set()
            connection.close()

    taker = threading.Thread(target=take)
    taker.start()
    with atomic():
        close(shift, 100)
        is_counting.set()
        # The payment waits for the count: it can't be written while the shift is locked.
        assert not is_paid.wait(0.5)
    taker.join(10)
    assert is_paid.is_set()
    assert in_ledger(shift) == 100
    assert CashMovement.objects.filter(shift=shift, kind="payment").count() == 1
    assert reading.cash_without_drawer(since=at() - timedelta(1), until=at()) == {"USD": 250}
    assert not cash_movements.move(
        shift_id=shift, key="late", kind="drop", amount=-1, currency="USD", reason="x", by=ANA, at=at()
    )
