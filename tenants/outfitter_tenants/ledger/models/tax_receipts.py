"""What of the taxes on a trip came in with its money: taxes by when they were paid (domain.md 4.7)."""

from django.db import models
from django.db.models import F

from outfitter.db.column_types import money
from outfitter_tenants.ledger.models.journal import Entry


class TaxReceipt(models.Model):
    """
    The share of one tax in one entry of a trip's account; negative where money went back.

    The database writes it with the entry (migration 0022): what of a tax has come in is then the part
    of it that has come in of the trip. Rows never change, so that a month that was filed stays as it was.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+", db_index=False)
    trip = models.ForeignKey("trips.Trip", on_delete=models.PROTECT, related_name="+", db_index=False)
    # Which tax: what its lines refer to.
    ref_id = models.BigIntegerField()
    label = models.CharField(max_length=160)
    is_inclusive = models.BooleanField()
    amount = money()
    base_amount = money()
    # What it would have been of where the trip is exempt.
    exempt_amount = money()
    currency = models.CharField(max_length=3)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(F("at"), F("id"), name="tax_receipt_by_day"),
            models.Index(F("trip_id"), F("ref_id"), name="tax_receipt_by_trip"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.label} {self.amount}"
