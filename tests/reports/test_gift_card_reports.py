"""Gift cards by the journal: what was sold and spent, and what was owed at the end of each month."""

from datetime import UTC, datetime

import pytest

from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.models import Entry
from outfitter_tenants.ledger.operations import PostingCause, PostingLine
from tests.giftcards import card_calls as cards
from tests.reports.test_any_report import ask
from tests.reports.test_money import clerk_with
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
YEAR = {"from": "2026-01-01", "to": "2026-05-31"}


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def post(key, kind, at, *lines, trip_id=None):
    cause = PostingCause(key, kind, trip_id=trip_id, gift_card_id=7, reason="By hand")
    moved = [PostingLine(account, amount, owner) for account, amount, owner in lines]
    assert ledger.post(cause=cause, lines=moved, currency="USD", by=None, at=at)


@pytest.fixture
def spring():
    """A card sold in January, spent over the end of February, given back in March, gone in May."""
    paid, given = "gift_card_purchased", "gift_card_promo"
    # The last half hour of January in New York is February in universal time.
    post(
        "a",
        "gift_card_activate",
        datetime(2026, 2, 1, 4, 30, tzinfo=UTC),
        (paid, 10_000, 7),
        ("gift_cards_sold", -10_000, None),
        (given, 2_000, 7),
        ("gift_cards_granted", -2_000, None),
        trip_id=1,
    )
    post(
        "b",
        "payment",
        datetime(2026, 2, 28, 12, tzinfo=UTC),
        (given, -2_000, 7),
        (paid, -1_500, 7),
        ("trip", 3_500, 2),
        trip_id=2,
    )
    post("c", "refund", datetime(2026, 3, 1, 12, tzinfo=UTC), (paid, 500, 7), ("trip", -500, 2), trip_id=2)
    post(
        "d",
        "gift_card_expire",
        datetime(2026, 5, 2, 12, tzinfo=UTC),
        (paid, -9_000, 7),
        ("expired", 9_000, None),
    )


def test_what_is_owed_at_the_end_of_each_month(staff, spring):
    found = ask(staff, "giftCardLiability", groupBy=["month"], **YEAR).json()
    shown = [
        (
            one["by"][0]["value"],
            one["sums"]["sold_amount"],
            one["sums"]["redeemed_amount"],
            one["sums"]["expired_amount"],
            one["sums"]["liability_amount"],
            one["sums"]["given_left_amount"],
        )
        for one in found["groups"]
    ]
    assert shown == [
        ("2026-01-01", 10_000, 0, 0, 10_000, 2_000),
        ("2026-02-01", 0, 3_500, 0, 8_500, 0),
        ("2026-03-01", 0, -500, 0, 9_000, 0),
        ("2026-05-01", 0, 0, 9_000, 0, 0),
    ]


def test_what_came_from_another_system_is_neither_sold_nor_given(staff, spring):
    at = datetime(2026, 4, 3, 12, tzinfo=UTC)
    post(
        "e", "gift_card_import", at, ("gift_card_purchased", 4_000, 7), ("gift_cards_imported", -4_000, None)
    )
    april = {"from": "2026-04-01", "to": "2026-04-30"}
    sums = ask(staff, "giftCardLiability", **april).json()["totals"]["USD"]
    assert (sums["sold_amount"], sums["given_amount"], sums["imported_amount"]) == (0, 0, 4_000)
    assert sums["liability_amount"] == 9_000 + 4_000


def test_a_span_begins_with_what_stood_before_it(staff, spring):
    march = {"from": "2026-03-01", "to": "2026-03-31"}
    found = ask(staff, "giftCardLiability", groupBy=["month"], **march).json()
    assert [one["sums"]["liability_amount"] for one in found["groups"]] == [9_000]
    assert found["totals"]["USD"]["liability_amount"] == 9_000
    # Nothing moved in April: what is owed is owed all the same.
    april = {"from": "2026-04-01", "to": "2026-04-30"}
    found = ask(staff, "giftCardLiability", **april).json()
    assert found["data"] == []
    assert (found["totals"]["USD"]["cnt"], found["totals"]["USD"]["liability_amount"]) == (0, 9_000)
    # Groups that are no times have no balance.
    found = ask(staff, "giftCardLiability", groupBy=["kind"], **YEAR).json()
    assert {one["sums"]["liability_amount"] for one in found["groups"]} == {None}


def test_sold_less_redeemed_is_what_is_left(staff):
    card = cards.make_card(5000, 1000)
    trip_id = fill_cart(make_offer(), adults=1, children=0)
    cards.reserve(trip_id)
    cards.apply(trip_id, card, 3000)
    found = ask(staff, "giftCardsSold").json()
    [row] = found["data"]
    cells = row["cells"]
    assert (cells["sold_amount"], cells["given_amount"], cells["redeemed_amount"]) == (5000, 1000, 3000)
    assert cells["liability_amount"] + cells["given_left_amount"] == 3000
    # Given value goes first.
    assert (cells["given_left_amount"], cells["liability_amount"]) == (0, 3000)
    assert row["trip"]["id"] == GiftCard.objects.get(pk=card).sold_trip_id
    standing = sum(Entry.objects.filter(account="gift_card_purchased").values_list("amount", flat=True))
    assert found["totals"]["USD"]["liability_amount"] == standing == 3000

    applied = ask(staff, "giftCardsApplied").json()
    assert applied["totals"]["USD"]["applied_amount"] == 3000
    assert {one["trip"]["id"] for one in applied["data"]} == {trip_id}
    assert sorted(one["cells"]["value"] for one in applied["data"]) == ["given", "paid"]
    cards.unapply(trip_id)
    assert ask(staff, "giftCardsApplied").json()["totals"]["USD"]["applied_amount"] == 0


def test_codes_are_not_told_and_recipients_only_to_some(staff, client_for):
    card = GiftCard.objects.get(pk=cards.make_card(5000))
    assert ask(staff, "giftCardsSold").json()["data"][0]["cells"]["recipient"] == "Sam"
    clerk = clerk_with(client_for, "report.finance")
    cells = ask(clerk, "giftCardsSold").json()["data"][0]["cells"]
    assert "recipient" not in cells
    assert cells["card"].endswith(card.last4)


def test_they_are_for_who_sees_finances(client_for):
    clerk = clerk_with(client_for, "report.view")
    for slug in ("giftCardsSold", "giftCardsApplied", "giftCardLiability"):
        assert_error(ask(clerk, slug), 403, "forbidden")
