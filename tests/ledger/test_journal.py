"""The journal: whole postings, each once, never changed."""

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.models import Entry, Posting
from outfitter_tenants.ledger.operations import PostingCause, PostingLine, RefundAmount, journal
from tests.support import sold_trips
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")


def post(key, *lines, kind="gift_card_activate"):
    cause = PostingCause(key, kind, gift_card_id=7, reason="A prize")
    return ledger.post(cause=cause, lines=lines, currency="USD", by=None, at=utc_now())


def sums(trip_id):
    found = money.sums_of_trip(trip_id=trip_id)
    return found.paid, found.refunded, found.tip


def test_a_posting_happens_once():
    lines = (PostingLine("gift_cards_granted", -500), PostingLine("gift_card_promo", 500, 7))

    assert post("activate:7", *lines)
    assert not post("activate:7", *lines)
    assert money.value_of(account="gift_card_promo", owner_ids=[7, 8]) == {7: 500, 8: 0}


def test_a_posting_balances():
    with pytest.raises(ValueError, match="does not balance"):
        post("activate:7", PostingLine("gift_cards_granted", -500), PostingLine("gift_card_promo", 499, 7))
    assert not Posting.objects.exists()


def test_the_database_refuses_what_does_not_balance():
    post("activate:7", PostingLine("gift_cards_granted", -500), PostingLine("gift_card_promo", 500, 7))
    known = Posting.objects.get()

    with pytest.raises(DatabaseError, match="does not balance"), transaction.atomic():
        Entry.objects.create(
            posting=known, kind=known.kind, account="outside", amount=1, currency="USD", at=known.at
        )


@pytest.mark.parametrize("table", ["ledger_posting", "ledger_entry"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET at = now()", "DELETE FROM {}"])
def test_nothing_is_rewritten(table, statement):
    post("activate:7", PostingLine("gift_cards_granted", -500), PostingLine("gift_card_promo", 500, 7))

    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.format(table))


def test_a_payment_its_refund_and_both_reversals_cancel_out():
    trip_id = make_reserved()
    paid = sold_trips.pay(trip_id, 5000)
    assert sums(trip_id) == (5000, 0, 0)

    refund = ledger.open_refund(payment=paid, back=RefundAmount(2000, ""), at=utc_now())
    assert sums(trip_id) == (5000, 0, 0)
    journal.post_refund(refund=refund, by=None, at=utc_now())
    assert sums(trip_id) == (5000, 2000, 0)

    journal.post_refund_reversal(refund=refund, reason="bounced", by=None, at=utc_now())
    assert sums(trip_id) == (5000, 0, 0)
    journal.post_payment_reversal(payment=paid, reason="removed", by=None, at=utc_now())
    assert sums(trip_id) == (0, 0, 0)


@given(st.lists(st.integers(-9_999, 9_999), min_size=1, max_size=8))
def test_whatever_is_posted_sums_to_zero(amounts):
    with transaction.atomic():
        key = f"adjust:{amounts}"
        done = post(
            key,
            *[PostingLine("gift_card_promo", n, 7) for n in amounts],
            PostingLine("outside", -sum(amounts)),
        )
        assert done == any(amounts)
        assert sum(Entry.objects.values_list("amount", flat=True)) == 0
        transaction.set_rollback(True)
