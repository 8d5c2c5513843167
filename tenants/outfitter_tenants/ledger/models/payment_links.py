"""Addresses that ask somebody to pay (domain.md 4.9)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.ledger.models.intents import AMOUNT_MODES


class PaymentLink(models.Model):
    """
    One request for money that was handed out as a signed address.

    The address carries this row's id; how much is asked for is worked out when it is opened.
    """

    trip = models.ForeignKey("trips.Trip", on_delete=models.PROTECT, related_name="payment_links")
    purpose = models.CharField(
        max_length=12,
        choices=slug_choices("request", "balance", "authenticate", "move", "tip"),
        default="request",
    )
    amount_mode = models.CharField(max_length=7, choices=slug_choices(*AMOUNT_MODES))
    amount = money(null=True)
    booking_ids = ArrayField(models.BigIntegerField(), default=list)
    # What it came to when it was handed out.
    sent_amount = money(default=0)
    note = models.TextField(default="", blank=True)
    is_tip_asked = models.BooleanField(default=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(amount_mode="custom") | Q(amount__gt=0), name="links_ask_for_something"
            )
        ]
        indexes = [models.Index(F("trip_id"), name="payment_link_by_trip")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.amount_mode}"
