"""Boats, vans and people a departure needs."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.fields import slug_choices


class ResourceGroup(models.Model):
    """Resources that can stand in for one another."""

    name = models.CharField(max_length=80)
    kind = models.CharField(
        max_length=10,
        choices=slug_choices("vehicle", "vessel", "equipment", "room", "permit", "other"),
        default="other",
    )
    is_auto_assign = models.BooleanField(default=True)
    strategy = models.CharField(
        max_length=10,
        choices=slug_choices("best_fit", "fill_first", "balance", "priority"),
        default="best_fit",
    )

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class Resource(models.Model):
    """One thing with a number of seats or uses at once."""

    group = models.ForeignKey(ResourceGroup, on_delete=models.PROTECT, related_name="resources")
    name = models.CharField(max_length=80)
    code = models.CharField(max_length=20, null=True)
    capacity = models.PositiveIntegerField(default=1)
    priority = models.SmallIntegerField(default=0)
    status = models.CharField(
        max_length=11, choices=slug_choices("active", "maintenance", "retired"), default="active"
    )
    buffer_minutes = models.PositiveIntegerField(default=0)
    location = models.ForeignKey(
        "catalog.Location", null=True, on_delete=models.PROTECT, related_name="+"
    )
    attributes = models.JSONField(default=dict)
    ical_hash = models.CharField(max_length=24, unique=True)
    color = models.CharField(max_length=7, default="#64748b")

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class BookingResource(models.Model):
    """That a resource serves a departure, for one trip order or the whole of it."""

    timeslot = models.ForeignKey(
        "scheduling.Timeslot", on_delete=models.PROTECT, related_name="booking_resources"
    )
    trip_order_id = models.BigIntegerField(null=True)
    booking_id = models.BigIntegerField(null=True)
    resource = models.ForeignKey(Resource, on_delete=models.PROTECT, related_name="uses")
    start_at = models.DateTimeField()
    end_at = models.DateTimeField()
    units = models.PositiveIntegerField()
    is_locked = models.BooleanField(default=False)
    assigned_by = models.CharField(
        max_length=4, choices=slug_choices("auto", "user"), default="auto"
    )

    class Meta:
        indexes = [models.Index(F("resource_id"), F("start_at"), name="resource_in_time")]
        constraints = [
            models.CheckConstraint(condition=Q(end_at__gt=F("start_at")), name="use_ends_later")
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.resource_id}"


class Blackout(models.Model):
    """A span in which a resource, guide or experience takes nothing new."""

    resource = models.ForeignKey(
        Resource, null=True, on_delete=models.CASCADE, related_name="blackouts"
    )
    guide_avatar_id = models.BigIntegerField(null=True)
    experience = models.ForeignKey(
        "catalog.Experience", null=True, on_delete=models.CASCADE, related_name="+"
    )
    start_at = models.DateTimeField()
    end_at = models.DateTimeField()
    reason = models.TextField(default="", blank=True)
    created_by = models.BigIntegerField(null=True)
    series_id = models.UUIDField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(end_at__gt=F("start_at")), name="blackout_ends_later"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class TimeslotGuide(models.Model):
    """Who guides a departure."""

    timeslot = models.ForeignKey(
        "scheduling.Timeslot", on_delete=models.CASCADE, related_name="timeslot_guides"
    )
    user_avatar = models.ForeignKey("people.UserAvatar", on_delete=models.PROTECT, related_name="+")
    role = models.CharField(
        max_length=9,
        choices=slug_choices("lead", "assistant", "driver", "trainee"),
        default="lead",
    )
    status = models.CharField(
        max_length=9,
        choices=slug_choices("proposed", "assigned", "confirmed", "declined"),
        default="assigned",
    )
    is_conflict_accepted = models.BooleanField(default=False)
    pay = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["timeslot", "user_avatar"], name="one_guide_each")
        ]

    def __str__(self) -> str:
        return f"{self.user_avatar_id} on {self.timeslot_id}"
