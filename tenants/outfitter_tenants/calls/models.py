"""Phone calls and the numbers they come in on (domain.md 3.9)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


class Call(models.Model):
    """
    One conversation by phone, however many notices its provider sends of it.

    Upserted by `(provider, provider_call_id)`; the legs of a transferred call are one row.
    """

    hash = models.CharField(max_length=24, unique=True)
    # A plugin's slug, or who wrote the call down: "manual" for staff, "ai" for a voice agent.
    provider = models.CharField(max_length=40)
    # Its id there. For a manual call it is the client's own key, so that a second tap adds nothing.
    provider_call_id = models.CharField(max_length=120)
    direction = models.CharField(max_length=8, choices=slug_choices("inbound", "outbound"), default="inbound")
    # E.164; empty when the caller withheld it.
    caller_number = models.CharField(max_length=20, default="", blank=True)
    caller_name = models.TextField(default="", blank=True)
    destination_number = models.CharField(max_length=20, default="", blank=True)
    customer_id = models.BigIntegerField(null=True)
    trip_id = models.BigIntegerField(null=True)
    # Staff who took it.
    agent_avatar_id = models.BigIntegerField(null=True)
    status = models.CharField(
        max_length=9,
        choices=slug_choices("ringing", "answered", "missed", "voicemail", "completed", "failed"),
        default="ringing",
    )
    started_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    duration_s = models.PositiveIntegerField(default=0)
    # At the provider; staff hear it through us alone, and only until the retention setting ends it.
    recording_url = models.TextField(default="", blank=True)
    transcript = models.TextField(default="", blank=True)
    summary = models.TextField(default="", blank=True)
    sentiment = models.CharField(
        max_length=8, choices=slug_choices("positive", "neutral", "negative"), null=True
    )
    outcome = models.CharField(
        max_length=7, choices=slug_choices("booked", "quoted", "support", "spam", "none"), null=True
    )
    # The campaign or listing that made the phone ring, in the provider's words.
    source_tag = models.CharField(max_length=120, default="", blank=True)
    tags = models.JSONField(default=list)
    # The provider's own tags as last told: what changed there changes here, what staff did stays.
    provider_tags = models.JSONField(default=list)
    # The same conversation as another provider told of it first: a number that tracks campaigns
    # passes calls on to a telephone system. Lists show that one; this is a part of it.
    part_of_id = models.BigIntegerField(null=True)
    note = models.TextField(default="", blank=True)
    # Whether somebody owes the caller a call: a missed one is "wanted" until it is "done".
    callback = models.CharField(max_length=6, choices=slug_choices("none", "wanted", "done"), default="none")
    callback_by = models.BigIntegerField(null=True)
    callback_at = models.DateTimeField(null=True)
    # What notices said that the columns above follow from (rules/call_state.py), and what of it was
    # told to the product already.
    told = models.JSONField(default=dict)
    # The provider's clock at its newest notice.
    notice_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "provider_call_id"], name="one_row_for_each_call"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")), name="call_ends_later"
            ),
        ]
        indexes = [
            # Lists are sorted by these, either way.
            models.Index(F("started_at"), F("id"), name="call_by_time"),
            models.Index(F("duration_s"), F("id"), name="call_by_length"),
            # Missed ones, and those that ring now: few among many.
            models.Index(
                F("status"),
                F("started_at"),
                F("id"),
                name="call_by_status",
                condition=Q(part_of_id__isnull=True),
            ),
            models.Index(fields=["caller_number"], name="call_by_caller"),
            models.Index(fields=["destination_number"], name="call_by_destination"),
            models.Index(
                fields=["customer_id"], name="call_by_customer", condition=Q(customer_id__isnull=False)
            ),
            models.Index(fields=["trip_id"], name="call_by_trip", condition=Q(trip_id__isnull=False)),
            models.Index(F("started_at"), F("id"), name="call_to_return", condition=Q(callback="wanted")),
            models.Index(fields=["part_of_id"], name="call_parts", condition=Q(part_of_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.status}"


class CallNumber(models.Model):
    """A number people ring, or ring from, with the name staff know it by."""

    number = models.CharField(max_length=20, unique=True)
    label = models.CharField(max_length=80, default="", blank=True)
    # What a sale after a call to this number counts as: a source of sale, if the operator says so.
    trip_source_id = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} {self.label}"


class CallSettings(models.Model):
    """How an operator keeps calls; one row."""

    # Days after which recordings and transcripts go; null keeps them.
    recording_days = models.PositiveSmallIntegerField(null=True, default=90)
    # Said to whoever is recorded; empty where nothing is recorded.
    recording_notice = models.TextField(default="", blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_row_of_call_settings")]

    def __str__(self) -> str:
        return f"{self.recording_days} days"
