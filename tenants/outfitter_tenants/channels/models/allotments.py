"""Seats of departures that are for a channel, or that it may have at most."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter_tenants.channels.models.connections import ChannelConnection


class ChannelAllotment(models.Model):
    """
    What a connection may have of departures of an experience (or of all).

    `guaranteed` seats are kept for it and go back on sale `release_minutes` before the start;
    beyond `most` it gets none. Of several that fit, the greatest guarantee and the least bound
    count. `weekdays` as in availability rules: bit n is weekday n, Sunday is 0.
    """

    connection = models.ForeignKey(ChannelConnection, on_delete=models.CASCADE, related_name="allotments")
    experience = models.ForeignKey(
        "catalog.Experience", null=True, on_delete=models.PROTECT, related_name="+"
    )
    date_from = models.DateField(null=True)
    date_to = models.DateField(null=True)
    weekdays = models.PositiveSmallIntegerField(default=127)
    start_times = ArrayField(models.TimeField(), default=list)
    guaranteed = models.PositiveIntegerField(default=0)
    most = models.PositiveIntegerField(null=True)
    release_minutes = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(most__isnull=True) | Q(most__gte=F("guaranteed")), name="allotment_in_order"
            ),
            models.CheckConstraint(
                condition=Q(weekdays__gte=1, weekdays__lte=127), name="allotment_weekdays"
            ),
            models.CheckConstraint(
                condition=Q(guaranteed__gt=0) | Q(most__isnull=False), name="allotment_says_one"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.connection_id}"


class GuaranteedSeats(models.Model):
    """The hold that keeps a connection's guaranteed seats of one departure."""

    connection = models.ForeignKey(ChannelConnection, on_delete=models.CASCADE, related_name="+")
    timeslot = models.ForeignKey("scheduling.Timeslot", on_delete=models.CASCADE, related_name="+")
    hold_id = models.BigIntegerField()
    pax_cnt = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["connection", "timeslot"], name="one_guarantee_each")]
        indexes = [models.Index(F("timeslot_id"), name="guarantee_by_timeslot")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.pax_cnt} on {self.timeslot_id}"
