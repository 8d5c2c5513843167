"""Who sells, and what of ours is what of theirs."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices
from outfitter_tenants.channels.types import BREAKER_STATES, CONNECTION_STATES, MAPPING_STATES, PRICE_MODES


class ChannelConnection(models.Model):
    """
    One agreement with a channel. The channel is a partner: `reseller_id` says on which terms.

    The key that comes with requests is kept as a digest, what the channel gave us encrypted.
    `breaker_*` is about pushes: open, nothing is sent until `breaker_until`.
    """

    uuid = models.UUIDField(unique=True)
    channel = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    state = models.CharField(max_length=8, choices=slug_choices(*CONNECTION_STATES), default="draft")
    key_digest = models.CharField(max_length=64, null=True)
    key_hint = models.CharField(max_length=8, default="", blank=True)
    credentials_encrypted = models.TextField(default="", blank=True)
    settings = models.JSONField(default=dict)
    reseller_id = models.BigIntegerField()
    price_mode = models.CharField(max_length=6, choices=slug_choices(*PRICE_MODES), default="ours")
    hold_minutes = models.PositiveIntegerField(default=30)
    most_hold_minutes = models.PositiveIntegerField(default=120)
    calls_per_minute = models.PositiveIntegerField(default=600)
    # Every live experience is sold without mapping it by hand.
    is_open_to_all = models.BooleanField(default=False)
    # Whether guests get our messages too: most channels write to them themselves.
    is_guest_told = models.BooleanField(default=False)
    breaker_state = models.CharField(max_length=9, choices=slug_choices(*BREAKER_STATES), default="closed")
    breaker_failures = models.PositiveIntegerField(default=0)
    breaker_until = models.DateTimeField(null=True)
    breaker_error = models.TextField(default="", blank=True)
    last_call_at = models.DateTimeField(null=True)
    last_push_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["channel", "key_digest"],
                condition=Q(archived_at__isnull=True),
                name="one_connection_a_key",
            ),
            models.CheckConstraint(
                condition=Q(most_hold_minutes__gte=F("hold_minutes")), name="hold_minutes_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.channel}"


class ProductMapping(models.Model):
    """
    An experience as a connection sells it: what the channel calls the product and the option.

    `start_times` narrow it to departures at those local times. "refused": the channel took it off
    sale or knows no such product; `why` has its words.
    """

    connection = models.ForeignKey(ChannelConnection, on_delete=models.PROTECT, related_name="mappings")
    experience = models.ForeignKey("catalog.Experience", on_delete=models.PROTECT, related_name="+")
    product_ref = models.CharField(max_length=200)
    option_ref = models.CharField(max_length=200, default="DEFAULT")
    title = models.CharField(max_length=160, default="", blank=True)
    start_times = ArrayField(models.TimeField(), default=list)
    state = models.CharField(max_length=7, choices=slug_choices(*MAPPING_STATES), default="draft")
    why = models.TextField(default="", blank=True)
    # What the channel calls our option; the plugin's own facts beside it.
    settings = models.JSONField(default=dict)
    # Pushes of it stop until the channel asks for it again.
    is_push_refused = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["connection", "product_ref", "option_ref"], name="one_mapping_a_name"
            )
        ]
        indexes = [models.Index(F("experience_id"), name="mapping_by_experience")]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.connection_id}"


class UnitMapping(models.Model):
    """A customer type of an experience as the channel calls it; others are not sold there."""

    mapping = models.ForeignKey(ProductMapping, on_delete=models.CASCADE, related_name="units")
    experience_customer_type = models.ForeignKey(
        "catalog.ExperienceCustomerType", on_delete=models.PROTECT, related_name="+"
    )
    unit_ref = models.CharField(max_length=120)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["mapping", "unit_ref"], name="one_unit_a_name"),
            models.UniqueConstraint(fields=["mapping", "experience_customer_type"], name="one_unit_a_type"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.unit_ref}"
