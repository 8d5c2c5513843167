"""What we ask a gateway to collect (domain.md 3.5)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices

# What of a trip somebody asked to pay (domain.md 4.9).
AMOUNT_MODES = ("due", "deposit", "balance", "custom", "tab")


class Intent(models.Model):
    """Our record of a gateway's intent to collect money."""

    uuid = models.UUIDField(unique=True)
    gateway = models.CharField(max_length=20)
    gateway_id = models.CharField(max_length=80, null=True, unique=True)
    kind = models.CharField(max_length=7, choices=slug_choices("payment", "setup"), default="payment")
    trip = models.ForeignKey("trips.Trip", null=True, on_delete=models.PROTECT, related_name="intents")
    # What it pays instead of a trip; a card that is only kept pays neither.
    invoice_id = models.BigIntegerField(null=True)
    customer_id = models.BigIntegerField(null=True)
    reseller_id = models.BigIntegerField(null=True)
    # All that is collected; the tip is part of it.
    amount = money()
    tip_amount = money(default=0)
    # What of it the operator's plan leaves to the platform: asked for, then what was taken; null: no plan.
    platform_fee_amount = money(null=True)
    amount_mode = models.CharField(max_length=7, choices=slug_choices(*AMOUNT_MODES), default="balance")
    booking_ids = ArrayField(models.BigIntegerField(), default=list)
    currency = models.CharField(max_length=3)
    capture = models.CharField(max_length=9, choices=slug_choices("automatic", "manual"), default="automatic")
    channel = models.CharField(
        max_length=12, choices=slug_choices("web", "portal", "pos_terminal", "moto", "link"), default="web"
    )
    # Who of those on one channel pays: a browser, a member of staff, a link, a terminal.
    device = models.CharField(max_length=64, default="", blank=True)
    device_id = models.BigIntegerField(null=True)
    reader = models.CharField(max_length=80, null=True)
    # The saved card that is charged, and whether the card is to be kept for another time.
    card_owner = models.CharField(
        max_length=8, choices=slug_choices("customer", "reseller"), default="customer"
    )
    saved_card_id = models.BigIntegerField(null=True)
    is_save_card = models.BooleanField(default=False)
    is_off_session = models.BooleanField(default=False)
    # Whoever began it tells the payer themselves: no receipt, no confirmation, whoever settles it.
    is_quiet = models.BooleanField(default=False, db_default=False)
    purpose = models.CharField(
        max_length=12,
        choices=slug_choices("payment", "balance", "noshow_fee", "move", "tip"),
        default="payment",
    )
    by = models.BigIntegerField(null=True)
    status = models.CharField(
        max_length=16,
        choices=slug_choices(
            "new",
            "requires_method",
            "requires_action",
            "processing",
            "requires_capture",
            "succeeded",
            "canceled",
            "failed",
        ),
        default="new",
    )
    hold_ids = ArrayField(models.BigIntegerField(), default=list)
    # What its cart had to be paid then before it could be sold, and when it became another cart.
    due_amount = money(null=True)
    superseded_at = models.DateTimeField(null=True)
    error_code = models.CharField(max_length=60, null=True)
    decline_code = models.CharField(max_length=60, null=True)
    update_cnt = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("trip"),
                F("channel"),
                F("device"),
                condition=Q(
                    status__in=["new", "requires_method", "requires_action", "processing"],
                    kind="payment",
                    superseded_at__isnull=True,
                ),
                name="one_open_intent",
            ),
            # Whoever holds an invoice's link pays one amount at a time.
            models.UniqueConstraint(
                F("invoice_id"),
                condition=Q(
                    status__in=["new", "requires_method", "requires_action", "processing"],
                    kind="payment",
                    superseded_at__isnull=True,
                    invoice_id__isnull=False,
                ),
                name="one_open_intent_per_invoice",
            ),
            models.CheckConstraint(condition=Q(amount__gte=0), name="intent_not_negative"),
            models.CheckConstraint(
                condition=Q(kind="setup", invoice_id__isnull=True)
                | Q(kind="payment", trip__isnull=False, invoice_id__isnull=True)
                | Q(kind="payment", trip__isnull=True, invoice_id__isnull=False),
                name="intent_pays_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.gateway_id}"
