"""Payments that a customer's bank takes back (domain.md 4.9)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.ledger.models.payments import Payment

STATUSES = ("inquiry", "needs_response", "under_review", "won", "lost", "closed")


class Dispute(models.Model):
    """
    A customer's bank questions a payment, and keeps the money unless we answer well.

    An `inquiry` only asks; `closed` is one that came to nothing. `withdrawn_amount` is what is gone
    from the gateway's balance for now, `fee_amount` what the gateway charges for it, both in
    `settled_currency`; `taken_amount` is in the payment's.
    """

    gateway = models.CharField(max_length=20)
    gateway_id = models.CharField(max_length=80, unique=True)
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="disputes")
    trip_id = models.BigIntegerField()
    status = models.CharField(max_length=14, choices=slug_choices(*STATUSES))
    reason = models.CharField(max_length=60)
    network_reason = models.CharField(max_length=60, null=True)
    amount = money()
    currency = models.CharField(max_length=3)
    withdrawn_amount = money(default=0)
    fee_amount = money(default=0)
    settled_currency = models.CharField(max_length=3, null=True)
    # What of a lost payment is in our books by now: a refund on its way may stand before it.
    taken_amount = money(default=0)
    evidence_due_at = models.DateTimeField(null=True)
    has_evidence = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="dispute_is_positive"),
            models.CheckConstraint(
                condition=Q(taken_amount__gte=0, taken_amount__lte=F("amount")), name="dispute_takes_no_more"
            ),
        ]
        indexes = [
            models.Index(F("trip_id"), name="dispute_by_trip"),
            models.Index(F("opened_at").desc(), F("id"), name="dispute_by_opened"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.gateway_id} {self.status}"
