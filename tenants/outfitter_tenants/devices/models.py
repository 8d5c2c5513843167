"""Terminals, tablets and printers that belong to the operator (domain.md 3.10)."""

from django.db import models

from outfitter.db.fields import slug_choices


class Device(models.Model):
    """One registered device. Its token is shown once; only a keyed hash of it is kept."""

    name = models.CharField(max_length=80)
    kind = models.CharField(
        max_length=13,
        choices=slug_choices("pos", "kiosk", "waiver_tablet", "card_reader", "printer", "tts"),
    )
    platform = models.CharField(max_length=40, default="", blank=True)
    push_token = models.TextField(null=True)
    token_hash = models.CharField(max_length=64, unique=True)
    location = models.ForeignKey(
        "catalog.Location", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    registered_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    current_waiver_booking_id = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"
