"""Keys with which programs read, addresses that are told of events, and what was sent to them."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices, text_list


class ApiKey(models.Model):
    """
    What a program of the operator reads with. It is shown once; only a keyed hash of it is kept.

    After it was renewed the one before is good as well, until `previous_until`.
    """

    name = models.CharField(max_length=80)
    key_hash = models.CharField(max_length=64, unique=True)
    # What people know it by: its last four characters.
    last4 = models.CharField(max_length=4)
    previous_hash = models.CharField(max_length=64, null=True, unique=True)
    previous_until = models.DateTimeField(null=True)
    # Permission codes; all of them let look, none lets change.
    scopes = text_list()
    per_minute = models.PositiveSmallIntegerField(default=120)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    rotated_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(previous_hash__isnull=True, previous_until__isnull=True)
                | Q(previous_hash__isnull=False, previous_until__isnull=False),
                name="former_key_has_an_end",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class WebhookEndpoint(models.Model):
    """
    An address of the operator's own that is told of events, and how that goes.

    Signed with a secret that is shown once; after it was renewed, with both until `previous_until`.
    """

    name = models.CharField(max_length=80)
    url = models.CharField(max_length=2000)
    events = text_list()
    is_active = models.BooleanField(default=True)
    # Why it is off: "" while it is on, or when staff switched it off.
    off_reason = models.CharField(
        max_length=8, choices=slug_choices("failing", "gone"), default="", blank=True
    )
    secret_encrypted = models.TextField()
    previous_encrypted = models.TextField(default="", blank=True)
    previous_until = models.DateTimeField(null=True)
    # Since when nothing has arrived, and how often in a row.
    failing_since = models.DateTimeField(null=True)
    failed_cnt = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class WebhookDelivery(models.Model):
    """One event for one endpoint: what is sent, whether it arrived, when it is tried again."""

    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries")
    # The event's own id, ordered in time; of whatever is sent again, the same.
    event_id = models.UUIDField()
    event = models.CharField(max_length=60)
    occurred_at = models.DateTimeField()
    data = models.JSONField(default=dict)
    status = models.CharField(
        max_length=9, choices=slug_choices("waiting", "delivered", "failed"), default="waiting"
    )
    attempt_cnt = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    # A worker that is at it; one that died lets go by itself.
    leased_until = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    # The latest attempts: {"at", "status", "error", "milliseconds"}.
    attempts = models.JSONField(default=list)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint", "event_id"], name="one_delivery_to_each_endpoint")
        ]
        indexes = [
            models.Index(
                F("endpoint"),
                F("next_at"),
                F("id"),
                name="webhook_delivery_due",
                condition=Q(status="waiting"),
            ),
            models.Index(F("endpoint"), F("id").desc(), name="webhook_delivery_newest"),
            models.Index(F("created_at"), name="webhook_delivery_by_age"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.event}"
