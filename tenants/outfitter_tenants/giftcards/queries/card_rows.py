"""Rows that lists above this app are made of, and what cards are called there."""

from collections.abc import Iterable

from django.db.models import QuerySet

from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.rules import code_format


def all_cards() -> "QuerySet[GiftCard]":
    """Return all cards, with the trip each was sold with."""
    return GiftCard.objects.select_related("sold_trip")


def masked_codes(*, ids: Iterable[int]) -> dict[int, str]:
    """Return cards by id as they may be shown: with the end of their code."""
    rows = GiftCard.objects.filter(pk__in=set(ids)).values_list("pk", "last4")
    return {pk: code_format.masked(last4) for pk, last4 in rows}
