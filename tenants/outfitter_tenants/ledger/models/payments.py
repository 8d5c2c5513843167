"""Payments, refunds and authorisations (domain.md 3.5). Rows are appended, never rewritten away."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.ledger.models.intents import Intent


class Payment(models.Model):
    """Money in, or back out. `amount` is positive; `kind` is the sign."""

    trip = models.ForeignKey("trips.Trip", on_delete=models.PROTECT, related_name="payments")
    kind = models.CharField(max_length=7, choices=slug_choices("payment", "refund"))
    parent_payment = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="refunds")
    method = models.CharField(
        max_length=16,
        choices=slug_choices(
            "card",
            "card_present",
            "cash",
            "check",
            "wire",
            "gift_card",
            "voucher",
            "reseller_account",
            "ota_prepaid",
            "bank_transfer",
            "wallet",
            "credit",
            "external",
            "other",
        ),
    )
    amount = money()
    tip_amount = money(default=0)
    currency = models.CharField(max_length=3)
    # A refund waits as `pending_funds` while the gateway's balance is too small for it. `reversed`
    # is a payment that is void or lost to its card's issuer, or a refund that came back.
    status = models.CharField(
        max_length=13,
        choices=slug_choices("pending", "pending_funds", "succeeded", "failed", "disputed", "reversed"),
    )
    # What of a payment went back or is promised back. The database counts it as refunds come and go
    # (migration 0007), so that nobody can give back more than there is; never written by hand.
    refunded_amount = money(default=0)
    refunded_tip_amount = money(default=0)
    # What of a payment is void (by default all of it), or was lost to its card's issuer.
    reversed_amount = money(default=0)
    reversed_tip_amount = money(default=0)
    # How a refund goes: at the gateway, at a reader, by hand or onto a gift card.
    route = models.CharField(
        max_length=9, null=True, choices=slug_choices("gateway", "terminal", "manual", "gift_card")
    )
    # Given back at a reader only, with the card there (Interac).
    is_terminal_only = models.BooleanField(default=False)
    # Why a gateway refused: one of its failure codes.
    error_code = models.CharField(max_length=60, null=True)
    # How often the gateway was asked for a refund and said no for now: part of its next key.
    ask_cnt = models.PositiveSmallIntegerField(default=0)
    # The reader that was asked for the card.
    reader = models.CharField(max_length=80, null=True)
    # Which request made this row: sent again after a crash it finds what it did.
    request_key = models.CharField(max_length=400, null=True, unique=True)
    # The refund that took the place of this one, which had failed.
    replaced_by = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="replaced")
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
    # What brought this money to the operator's bank, or took it from there.
    payout = models.ForeignKey(
        "ledger.Payout", null=True, on_delete=models.PROTECT, related_name="payments", db_index=False
    )
    # Cash that was handed over; what is above the till's part went back as change.
    tendered_amount = money(null=True)
    # What coins cannot pay: so much more, or (negative) less, than `amount` went into the till, or
    # out of it for a refund. The trip counts `amount`.
    cash_rounding = money(default=0)
    received_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_positive"),
            models.UniqueConstraint(
                F("intent"), condition=Q(kind="payment", intent__isnull=False), name="one_payment_per_intent"
            ),
            models.CheckConstraint(
                condition=Q(tip_amount__gte=0, tip_amount__lte=F("amount")), name="tip_within_payment"
            ),
            models.CheckConstraint(
                condition=Q(
                    refunded_amount__gte=0,
                    refunded_tip_amount__gte=0,
                    reversed_amount__gte=0,
                    reversed_tip_amount__gte=0,
                    amount__gte=F("refunded_amount"),
                    tip_amount__gte=F("refunded_tip_amount") + F("reversed_tip_amount"),
                ),
                name="refunds_within_payment",
            ),
            # A bank may take back what was handed back in cash before: both went.
            models.CheckConstraint(
                condition=Q(amount__gte=F("reversed_amount")), name="reversed_within_payment"
            ),
            models.CheckConstraint(
                condition=Q(amount__gte=F("tip_amount") + F("refunded_amount") - F("refunded_tip_amount")),
                name="refunds_leave_the_tip",
            ),
            models.CheckConstraint(
                condition=~Q(kind="payment", status="reversed")
                | Q(amount__lte=F("refunded_amount") + F("reversed_amount")),
                name="reversed_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(kind="payment") | Q(parent_payment__isnull=False), name="refunds_have_a_payment"
            ),
            models.CheckConstraint(
                condition=Q(cash_rounding=0) | Q(method="cash"), name="only_cash_is_rounded"
            ),
            # A till neither pays for a payment nor is paid for a refund.
            models.CheckConstraint(
                condition=Q(amount__gte=-F("cash_rounding")), name="till_amount_not_negative"
            ),
        ]
        indexes = [
            models.Index(F("trip_id"), name="payment_by_trip"),
            models.Index(F("received_at"), F("id"), name="payment_by_received"),
            models.Index(F("gateway_charge_id"), name="payment_by_charge"),
            models.Index(F("gateway_refund_id"), name="payment_by_refund"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.amount}"

    @property
    def handed_amount(self) -> int:
        """Return what really changed hands, in minor units: coins pay no finer."""
        return self.amount + self.cash_rounding


class PaymentHold(models.Model):
    """An authorisation on a card (not an inventory hold: domain.md 3.5)."""

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
    # What staff want of it, before the gateway has done it: so much taken, or nothing (released).
    wanted_amount = money(null=True)
    wanted_by = models.BigIntegerField(null=True)
    wanted_reason = models.TextField(default="", blank=True)
    ended_at = models.DateTimeField(null=True)
    # Staff were told that it runs out soon.
    warned_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(captured_amount__lte=F("amount")), name="capture_within_hold")
        ]
        indexes = [models.Index(F("trip_id"), name="payment_hold_by_trip")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.amount}"
