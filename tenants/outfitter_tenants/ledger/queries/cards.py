"""What gift cards gave and got, as the journal has it."""

from collections.abc import Collection

from django.db.models import Q, Sum

from outfitter_tenants.ledger.models import Entry, Payment

_ON_CARDS = ("gift_card_purchased", "gift_card_promo")


def find_payment(*, trip_id: int, payment_id: int) -> Payment | None:
    """Return a payment of a trip, None when it is of another or a refund."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="payment", pk=payment_id)
    return rows.first()


def given_back(*, payment_id: int) -> int:
    """Return what of a payment was given back or promised, in minor units."""
    rows = Payment.objects.filter(kind="refund", parent_payment_id=payment_id)
    return rows.exclude(status="failed").aggregate(n=Sum("amount"))["n"] or 0


def on_cards_by_payment(*, payment_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """
    Return what payments took from cards and did not give back: purchased, promotional.

    Refunds of a payment count with it, wherever they went.
    """
    rows = Payment.objects.filter(Q(pk__in=payment_ids) | Q(parent_payment_id__in=payment_ids))
    whose = {row.pk: row.parent_payment_id or row.pk for row in rows}
    sums = Entry.objects.filter(posting__payment_id__in=whose, account__in=_ON_CARDS)
    found = {payment_id: [0, 0] for payment_id in payment_ids}
    for payment_id, account, amount in sums.values_list("posting__payment_id", "account").annotate(
        n=Sum("amount")
    ):
        found[whose[payment_id]][_ON_CARDS.index(account)] -= amount
    return {payment_id: (one[0], one[1]) for payment_id, one in found.items()}
