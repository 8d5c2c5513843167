"""
Public-schema tables: which operator enabled what, and the queues all operators share.

Queues carry a `schema_name`, are written in the transaction they tell of, and are polled once per
database instead of once per operator.
"""

from datetime import datetime

from django.db import models
from django.db.models import F, Q, UUIDField, Value
from django.db.models.functions import Coalesce, Now

from outfitter.db.queue import OPEN, QueuedWork


class UUIDv7(models.Func):
    """PostgreSQL 18's time-ordered uuid."""

    function = "uuidv7"
    template = "%(function)s()"
    output_field = UUIDField()


class TenantPlugin(models.Model):
    """A plugin that an operator has switched on, with its encrypted settings."""

    schema_name = models.CharField(max_length=63)
    slug = models.CharField(max_length=50)
    is_enabled = models.BooleanField(default=True)
    settings_encrypted = models.TextField(blank=True, default="")
    # The account at the partner and its tokens; apart from the settings, which forms replace whole.
    connection_encrypted = models.TextField(blank=True, default="", db_default="")
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["schema_name", "slug"], name="one_row_per_tenant_plugin")
        ]

    def __str__(self) -> str:
        return f"{self.schema_name}:{self.slug}"


class PluginRecord(models.Model):
    """What a plugin without tables of its own remembers of one thing at an operator."""

    schema_name = models.CharField(max_length=63)
    slug = models.CharField(max_length=50)
    key = models.CharField(max_length=120)
    value = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["schema_name", "slug", "key"], name="one_plugin_record")
        ]

    def __str__(self) -> str:
        return f"{self.schema_name} {self.slug} {self.key}"


class PartnerAccount(models.Model):
    """
    Whose an account at a partner is, such as a Stripe account below the platform's.

    Only the platform binds one: an operator that could name an account would see another one's
    money. An account that ended still leads to its operator, for what comes late.
    """

    slug = models.CharField(max_length=50)
    account = models.CharField(max_length=120)
    schema_name = models.CharField(max_length=63)
    # What the platform keeps of this operator's payments (millionths); null is what all pay.
    fee_ppm = models.PositiveIntegerField(null=True)
    bound_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    # What the partner last said the account may do, and when it did.
    state = models.JSONField(default=dict)
    state_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slug", "account"], name="one_owner_per_account"),
            models.UniqueConstraint(
                fields=["slug", "schema_name"],
                condition=Q(ended_at__isnull=True),
                name="one_account_per_operator",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug}:{self.account}"


class OutboxEvent(models.Model):
    """Something that was committed and has to reach its subscribers."""

    id = models.UUIDField(primary_key=True, db_default=UUIDv7(), editable=False)
    schema_name = models.CharField(max_length=63)
    name = models.CharField(max_length=60)
    payload = models.JSONField()
    occurred_at = models.DateTimeField()
    dispatched_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(F("occurred_at"), name="outbox_waiting", condition=Q(dispatched_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.name}"


class OutboxDelivery(QueuedWork):
    """One event for one subscriber: a job of its own that fails and is retried alone."""

    event = models.ForeignKey(OutboxEvent, on_delete=models.CASCADE, related_name="deliveries")
    subscriber = models.CharField(max_length=80)
    # The event's; here too, so that a plugin's queue at one operator is one range of an index.
    schema_name = models.CharField(max_length=63, default="", db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "subscriber"], name="one_delivery_each")]
        indexes = [
            models.Index(F("next_at"), name="delivery_waiting", condition=Q(status__in=OPEN)),
            models.Index(
                fields=["subscriber", "schema_name", "next_at", "id"],
                name="delivery_lane",
                condition=Q(status="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} for {self.subscriber}"


class PluginLane(models.Model):
    """
    The queue of one plugin at one operator: who is served when, and who is left alone.

    A lane is served by one worker at a time and the lanes in turn, so a long one delays no other.
    """

    slug = models.CharField(max_length=50)
    # "" for deliveries whose operator is not known yet.
    schema_name = models.CharField(max_length=63)
    served_at = models.DateTimeField()
    busy_until = models.DateTimeField(null=True)
    failed_cnt = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slug", "schema_name"], name="one_plugin_lane")]
        indexes = [
            models.Index(fields=["slug", "-served_at"], name="lane_served"),
            models.Index(fields=["slug"], name="lane_busy", condition=Q(busy_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.slug} at {self.schema_name or 'nobody'}"


class WebhookEvent(QueuedWork):
    """
    A partner's delivery as it came, once per event id and address.

    Operators may bring keys of one account: each hears of all its events at its own address.
    """

    provider = models.CharField(max_length=50)
    # The schema whose own address it came to; "" is the platform's.
    address = models.CharField(max_length=63, default="", blank=True)
    event_id = models.CharField(max_length=200)
    kind = models.CharField(max_length=120)
    schema_name = models.CharField(max_length=63, null=True)
    account = models.CharField(max_length=120, null=True)
    payload = models.JSONField()
    received_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "event_id", "address"], name="webhook_once")
        ]
        indexes = [
            models.Index(F("next_at"), name="webhook_running", condition=Q(status="running")),
            models.Index(
                F("account"),
                name="webhook_nobodys",
                condition=Q(schema_name__isnull=True, account__isnull=False),
            ),
            models.Index(
                F("provider"),
                Coalesce(F("schema_name"), Value("")),
                F("next_at"),
                F("id"),
                name="webhook_lane",
                condition=Q(status="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.event_id}"

    @property
    def born_at(self) -> datetime:
        """Return when the partner sent it."""
        return self.received_at


class DueJob(QueuedWork):
    """Work that becomes due at an instant (never a Celery ETA: those are redelivered)."""

    schema_name = models.CharField(max_length=63)
    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=120)
    payload = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["schema_name", "kind", "key"], name="one_due_job")]
        indexes = [models.Index(F("next_at"), name="due_waiting", condition=Q(status__in=OPEN))]

    def __str__(self) -> str:
        return f"{self.schema_name} {self.kind} {self.key}"


class IdempotencyKey(models.Model):
    """A POST that must not happen twice, and what it answered (24 hours, domain.md 0.2)."""

    schema_name = models.CharField(max_length=63)
    caller = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    response = models.TextField(blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["schema_name", "caller", "key"], name="one_idempotency_key")
        ]
        indexes = [models.Index(F("created_at"), name="idempotency_age")]

    def __str__(self) -> str:
        return f"{self.schema_name} {self.key}"
