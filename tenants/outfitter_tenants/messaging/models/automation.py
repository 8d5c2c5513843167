"""Which messages go by themselves, and when (domain.md 3.9, 4.22)."""

from datetime import time

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices
from outfitter_tenants.messaging.models.template import Template

TRIGGERS = (
    "draft_idle",
    "reserved",
    "rebooked",
    "order_cancelled",
    "before_start",
    "after_end",
    "gift_card_activated",
    "balance_due",
)
STOPS = ("reserved", "reviewed", "unsubscribed", "cancelled", "paid")


class Automation(models.Model):
    """
    A template that goes by itself: so many minutes before or after what triggers it.

    `slug` names the ones that every operator starts with.
    """

    slug = models.CharField(max_length=40, null=True)
    template = models.ForeignKey(Template, models.PROTECT, related_name="automations")
    trigger = models.CharField(max_length=20, choices=slug_choices(*TRIGGERS))
    # Minutes between the trigger and the message: before it for `before_start` and `balance_due`.
    offset_minutes = models.PositiveIntegerField(default=0)
    position = models.PositiveSmallIntegerField(default=0)
    is_on = models.BooleanField(default=True)
    stop_if = ArrayField(
        models.CharField(max_length=16, choices=slug_choices(*STOPS)), default=list, blank=True
    )
    # Null: for every experience.
    experience_id = models.BigIntegerField(null=True)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["slug"], condition=Q(slug__isnull=False), name="one_automation_for_each_slug"
            )
        ]
        indexes = [models.Index(F("trigger"), F("position"), F("id"), name="automation_by_trigger")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.trigger} {self.offset_minutes}"


class MessagingSettings(models.Model):
    """How an operator writes: one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    # Nothing goes by itself meanwhile; what people send goes on.
    is_paused = models.BooleanField(default=False)
    paused_at = models.DateTimeField(null=True)
    quiet_from = models.TimeField(default=time(21))
    quiet_until = models.TimeField(default=time(8))
    google_review_url = models.TextField(default="", blank=True)
    tripadvisor_review_url = models.TextField(default="", blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_row_of_messaging_settings")]

    def __str__(self) -> str:
        return "messaging settings"
