"""What went back of a payment is counted by the database, and never exceeds it."""

import pytest
from django.db import IntegrityError, transaction

from outfitter.kit.clock import utc_now
from outfitter_tenants.ledger.models import Payment
from tests.support import sold_trips
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def paid():
    """A payment of a hundred, twenty of it a tip."""
    payment = sold_trips.pay(make_reserved(), 10000, method="cash")
    Payment.objects.filter(pk=payment.pk).update(tip_amount=2000)
    return Payment.objects.get(pk=payment.pk)


def refund(payment, amount, *, tip=0, status="pending"):
    at = utc_now()
    with transaction.atomic():
        return Payment.objects.create(
            trip_id=payment.trip_id,
            kind="refund",
            parent_payment=payment,
            method="cash",
            amount=amount,
            tip_amount=tip,
            currency="USD",
            status=status,
            route="manual",
            received_at=at,
            created_at=at,
        )


def counted(payment):
    row = Payment.objects.get(pk=payment.pk)
    return row.refunded_amount, row.refunded_tip_amount


def test_what_is_promised_counts_and_what_failed_does_not(paid):
    one, two = refund(paid, 3000), refund(paid, 1500, tip=500, status="pending_funds")
    assert counted(paid) == (4500, 500)

    Payment.objects.filter(pk=one.pk).update(status="failed")
    Payment.objects.filter(pk=two.pk).update(status="succeeded")

    assert counted(paid) == (1500, 500)


def test_more_than_was_paid_is_refused(paid):
    refund(paid, 8000, status="succeeded")
    refund(paid, 1999, tip=1999)

    with pytest.raises(IntegrityError):
        refund(paid, 2, tip=1)

    assert counted(paid) == (9999, 1999)


@pytest.mark.parametrize(("amount", "tip"), [(8001, 0), (2001, 2001), (9000, 999)])
def test_a_tip_is_given_back_as_a_tip(paid, amount, tip):
    with pytest.raises(IntegrityError):
        refund(paid, amount, tip=tip)


def test_a_refund_that_failed_cannot_come_back_when_the_money_is_gone(paid):
    failed = refund(paid, 5000, status="failed")
    refund(paid, 8000)

    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.filter(pk=failed.pk).update(status="succeeded")


def test_saving_a_row_that_was_read_earlier_leaves_the_count(paid):
    refund(paid, 3000)

    paid.note = "seen"
    paid.save()

    assert counted(paid) == (3000, 0)


def test_a_void_payment_is_void_as_a_whole(paid):
    Payment.objects.filter(pk=paid.pk).update(status="reversed")
    row = Payment.objects.get(pk=paid.pk)
    assert (row.reversed_amount, row.reversed_tip_amount) == (10000, 2000)

    with pytest.raises(IntegrityError):
        refund(paid, 1)


def test_what_was_given_back_in_part_cannot_become_void(paid):
    refund(paid, 1)

    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.filter(pk=paid.pk).update(status="reversed")
