"""Payments, refunds and authorisations (domain.md 3.5). Rows are appended, never rewritten away."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.fields import money, slug_choices
from outfitter_tenants.ledger.models.intents import Intent


class Payment(models.Model):
    """Money in, or back out. `amount` is positive; `kind` is the sign."""

    trip = models.ForeignKey("trips.Trip", on_delete=models.PROTECT, related_name="payments")
    kind = models.CharField(max_length=7, choices=slug_choices("payment", "refund"))
    parent_payment = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="refunds"
    )
    method = models.CharField(
        max_length=16,
        choices=slug_choices(
            "card", "card_present", "cash", "check", "wire", "gift_card", "voucher",
            "reseller_account", "ota_prepaid", "bank_transfer", "wallet", "credit", "external",
            "other",
        ),
    )  # fmt: skip
    amount = money()
    tip_amount = money(default=0)
    currency = models.CharField(max_length=3)
    status = models.CharField(
        max_length=9,
        choices=slug_choices("pending", "succeeded", "failed", "disputed", "reversed"),
    )
    intent = models.ForeignKey(Intent, null=True, on_delete=models.PROTECT, related_name="payments")
    gateway_charge_id = models.CharField(max_length=80, null=True)
    gateway_refund_id = models.CharField(max_length=80, null=True)
    card_brand = models.CharField(max_length=20, null=True)
    card_last4 = models.CharField(max_length=4, null=True)
    card_exp = models.CharField(max_length=7, null=True)
    card_wallet = models.CharField(max_length=20, null=True)
    saved_card_id = models.BigIntegerField(null=True)
    gift_card_id = models.BigIntegerField(null=True)
    fee = models.JSONField(default=dict)
    paid_by = models.JSONField(default=dict)
    covered_booking_ids = ArrayField(models.BigIntegerField(), default=list)
    collected_by = models.BigIntegerField(null=True)
    device_id = models.BigIntegerField(null=True)
    reason = models.TextField(null=True)
    note = models.TextField(default="", blank=True)
    # The number of the check or of the transfer, as whoever took the money noted it.
    reference = models.CharField(max_length=120, default="", blank=True)
    # Cash that was handed over; what is above `amount` went back as change.
    tendered_amount = money(null=True)
    received_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_positive"),
            models.UniqueConstraint(
                F("intent"),
                condition=Q(kind="payment", intent__isnull=False),
                name="one_payment_per_intent",
            ),
            models.CheckConstraint(
                condition=Q(kind="payment") | Q(parent_payment__isnull=False),
                name="refunds_have_a_payment",
            ),
        ]
        indexes = [models.Index(F("trip_id"), name="payment_by_trip")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.amount}"


class PaymentHold(models.Model):
    """An authorisation on a card (not an inventory hold: domain.md A-08)."""

    intent = models.OneToOneField(Intent, on_delete=models.PROTECT, related_name="payment_hold")
    trip = models.ForeignKey("trips.Trip", on_delete=models.PROTECT, related_name="payment_holds")
    amount = money()
    captured_amount = money(default=0)
    status = models.CharField(
        max_length=18,
        choices=slug_choices("authorized", "partially_captured", "captured", "released", "expired"),
    )
    authorized_at = models.DateTimeField()
    capture_before = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # Staff were told that it runs out soon.
    warned_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(captured_amount__lte=F("amount")), name="capture_within_hold"
            )
        ]
        indexes = [models.Index(F("trip_id"), name="payment_hold_by_trip")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.amount}"
