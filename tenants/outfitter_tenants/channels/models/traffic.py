"""What goes back and forth: calls, pushes, comparisons."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices
from outfitter_tenants.channels.models.connections import ChannelConnection, ProductMapping
from outfitter_tenants.channels.types import CALL_OUTCOMES, PUSH_STATES


class ChannelCall(models.Model):
    """One call in either direction; texts are cut and without secrets. Kept 90 days."""

    connection = models.ForeignKey(
        ChannelConnection, null=True, on_delete=models.SET_NULL, related_name="calls"
    )
    channel = models.CharField(max_length=40)
    direction = models.CharField(max_length=3, choices=slug_choices("in", "out"))
    operation = models.CharField(max_length=60)
    method = models.CharField(max_length=7)
    path = models.CharField(max_length=500)
    status = models.PositiveSmallIntegerField(null=True)
    outcome = models.CharField(max_length=7, choices=slug_choices(*CALL_OUTCOMES))
    code = models.CharField(max_length=60, default="", blank=True)
    milliseconds = models.PositiveIntegerField()
    references = ArrayField(models.CharField(max_length=200), default=list)
    asked = models.TextField(default="", blank=True)
    answered = models.TextField(default="", blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(F("at").desc(), F("id").desc(), name="call_by_age"),
            models.Index(F("connection_id"), F("at").desc(), name="call_by_connection"),
            models.Index(
                F("connection_id"), F("at").desc(), name="call_that_failed", condition=~Q(outcome="ok")
            ),
            GinIndex(fields=["references"], name="call_by_reference"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.operation}"


class AvailabilityPush(models.Model):
    """
    A day of a mapped product that the channel has to be told of, once however often it changed.

    `change_cnt` goes up with every change, so that what changes while it is sent is sent again.
    """

    connection = models.ForeignKey(ChannelConnection, on_delete=models.CASCADE, related_name="pushes")
    mapping = models.ForeignKey(ProductMapping, on_delete=models.CASCADE, related_name="+")
    date = models.DateField()
    causes = ArrayField(models.CharField(max_length=12), default=list)
    state = models.CharField(max_length=7, choices=slug_choices(*PUSH_STATES), default="waiting")
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    change_cnt = models.PositiveIntegerField(default=1)
    error = models.TextField(default="", blank=True)
    changed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["mapping", "date"], name="one_push_a_day")]
        indexes = [
            models.Index(F("connection_id"), F("due_at"), name="push_waiting", condition=Q(state="waiting"))
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.date}"


class Reconciliation(models.Model):
    """
    A comparison of the channel's bookings with ours; each difference says what is on which side.

    `differences`: [{"kind", "reference", "trip_id", "ours", "theirs"}].
    """

    connection = models.ForeignKey(
        ChannelConnection, on_delete=models.CASCADE, related_name="reconciliations"
    )
    source = models.CharField(max_length=7, choices=slug_choices("channel", "file"))
    since = models.DateField()
    until = models.DateField()
    compared_cnt = models.PositiveIntegerField()
    differences = models.JSONField(default=list)
    made_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("connection_id"), F("created_at").desc(), name="reconciled_by_age")]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.connection_id}"
