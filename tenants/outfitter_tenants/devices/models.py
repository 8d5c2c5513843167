"""Terminals, tablets and printers that belong to the operator (domain.md 3.10)."""

from django.db import models

from outfitter.db.column_types import slug_choices


class Device(models.Model):
    """One registered device. Its token is shown once; only a keyed hash of it is kept."""

    name = models.CharField(max_length=80)
    kind = models.CharField(
        max_length=13, choices=slug_choices("pos", "kiosk", "waiver_tablet", "card_reader", "printer", "tts")
    )
    platform = models.CharField(max_length=40, default="", blank=True)
    push_token = models.TextField(null=True)
    token_hash = models.CharField(max_length=64, unique=True)
    location = models.ForeignKey("catalog.Location", null=True, on_delete=models.SET_NULL, related_name="+")
    registered_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    # What a tablet shows to be signed: {booking_ids, template_ids, at}; null: whatever comes.
    shown_waiver = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class PrintKey(models.Model):
    """
    The key with which print jobs are signed, and the certificate print bridges know it by.

    One per operator, made at first use; the private half is encrypted.
    """

    certificate = models.TextField()
    key_encrypted = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_print_key")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class SpeechAccount(models.Model):
    """A voice that reads announcements out; what it signs in with is encrypted."""

    provider = models.CharField(
        max_length=12, choices=slug_choices("browser", "polly", "elevenlabs", "google", "azure")
    )
    region = models.CharField(max_length=40, default="", blank=True)
    voice = models.CharField(max_length=80)
    language = models.CharField(max_length=12)
    credentials_encrypted = models.TextField(default="", blank=True)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"], condition=models.Q(is_default=True), name="one_default_voice"
            ),
            models.UniqueConstraint(fields=["provider", "voice", "language"], name="one_account_a_voice"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.provider} {self.voice}"
