"""Reads of taxes by when they were paid."""

from django.db.models import QuerySet

from outfitter_tenants.ledger.models import TaxReceipt
from outfitter_tenants.ledger.models.journal import KINDS

__all__ = ["KINDS", "tax_receipts"]


def tax_receipts() -> "QuerySet[TaxReceipt]":
    """Return every share of a tax in money that came or went back, with its trip and its entry."""
    return TaxReceipt.objects.select_related("trip", "entry")
