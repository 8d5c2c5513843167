"""
Cards that paid invoices: one charge for many trips, so it is no payment of any of them.

What of it counts is divided among the invoice's trips (`invoices`). Here is what the gateway has: the
charge, what went back of it, and what the cardholder's bank questions.
"""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.ledger.models.disputes import STATUSES
from outfitter_tenants.ledger.models.intents import Intent


class InvoiceCharge(models.Model):
    """
    Money that a gateway took for an invoice, in minor units; `fee` as on a payment.

    `invoice_id` is the intent's own, and the number never changes: reads need one table.
    """

    intent = models.OneToOneField(Intent, on_delete=models.PROTECT, related_name="invoice_charge")
    invoice_id = models.BigIntegerField()
    invoice_number = models.CharField(max_length=24)
    amount = money()
    currency = models.CharField(max_length=3)
    gateway_charge_id = models.CharField(max_length=80, null=True)
    card_brand = models.CharField(max_length=20, null=True)
    card_last4 = models.CharField(max_length=4, null=True)
    fee = models.JSONField(default=dict)
    payout = models.ForeignKey(
        "ledger.Payout", null=True, on_delete=models.PROTECT, related_name="invoice_charges", db_index=False
    )
    received_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="invoice_charge_is_positive")]
        indexes = [
            models.Index(F("invoice_id"), F("id"), name="invoice_charge_by_invoice"),
            models.Index(F("gateway_charge_id"), name="invoice_charge_by_charge"),
            models.Index(F("received_at"), name="invoice_charge_by_received"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.amount}"


class InvoiceChargeRefund(models.Model):
    """
    So much of a charge goes back to its card. What is promised counts as gone until the gateway refuses.

    Written under the invoice's lock, before the gateway is asked; one made at the gateway's own
    pages is written when we hear of it.
    """

    charge = models.ForeignKey(InvoiceCharge, on_delete=models.PROTECT, related_name="refunds")
    amount = money()
    status = models.CharField(max_length=9, choices=slug_choices("pending", "succeeded", "failed"))
    reason = models.TextField(default="", blank=True)
    gateway_refund_id = models.CharField(max_length=80, null=True, unique=True)
    error_code = models.CharField(max_length=60, null=True)
    # How often the gateway said no for now: part of its next key.
    ask_cnt = models.PositiveSmallIntegerField(default=0)
    by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="invoice_charge_refund_is_positive")
        ]
        indexes = [
            models.Index(F("charge"), F("id"), name="invoice_charge_refund_by"),
            models.Index(F("id"), name="invoice_charge_refund_open", condition=Q(status="pending")),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.status} {self.amount}"


class InvoiceChargeDispute(models.Model):
    """A cardholder's bank questions a charge; lost, so much of it is gone."""

    charge = models.ForeignKey(InvoiceCharge, on_delete=models.PROTECT, related_name="disputes")
    gateway_id = models.CharField(max_length=80, unique=True)
    status = models.CharField(max_length=14, choices=slug_choices(*STATUSES))
    reason = models.CharField(max_length=60)
    amount = money()
    evidence_due_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="invoice_charge_dispute_positive")
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.gateway_id} {self.status}"
