"""Rows of the journal that lists above this app are made of."""

from typing import Final

from django.db.models import QuerySet

from outfitter_tenants.ledger.models import Entry

VALUE: Final = ("gift_card_purchased", "gift_card_promo")


def value_entries() -> "QuerySet[Entry]":
    """Return what came onto gift cards and left them; an entry's owner is the card."""
    return Entry.objects.filter(account__in=VALUE)


def tip_entries() -> "QuerySet[Entry]":
    """Return what came as tips and went back; an entry's owner is the team member, null nobody yet."""
    return Entry.objects.filter(account="tip")
