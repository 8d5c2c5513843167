"""Flags: that a trip needs somebody's eye, and why (domain.md 3.4)."""

from django.db import models
from django.db.models import F, Q


class FlagReason(models.Model):
    """Why trips get flagged here; the operator's own words and colours."""

    name = models.CharField(max_length=60)
    color = models.CharField(max_length=7)
    position = models.PositiveIntegerField(default=0)
    # No longer offered; flags that have it keep it.
    archived_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class Flag(models.Model):
    """One flag on one trip, from setting to clearing."""

    trip = models.ForeignKey("trips.Trip", on_delete=models.CASCADE, related_name="flags")
    reason = models.ForeignKey(FlagReason, null=True, on_delete=models.PROTECT, related_name="+")
    assignee_avatar_id = models.BigIntegerField(null=True)
    comment = models.TextField(default="", blank=True)
    flagged_by = models.BigIntegerField(null=True)
    flagged_at = models.DateTimeField()
    cleared_by = models.BigIntegerField(null=True)
    cleared_at = models.DateTimeField(null=True)
    clear_note = models.TextField(default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("trip"), name="one_open_flag_each", condition=Q(cleared_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} on {self.trip_id}"
