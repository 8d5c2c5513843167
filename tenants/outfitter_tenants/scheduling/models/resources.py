"""Boats, vans and people a departure needs."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices, text_list


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
    # A licence or the law sets its number: nobody may go beyond it (domain.md 4.2.7).
    is_legal_limit = models.BooleanField(default=False)

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
    location = models.ForeignKey("catalog.Location", null=True, on_delete=models.PROTECT, related_name="+")
    attributes = models.JSONField(default=dict)
    ical_hash = models.CharField(max_length=24, unique=True)
    color = models.CharField(max_length=7, default="#64748b")
    # What it costs to have it out: reports take it off what departures earn. Null: nothing.
    cost_per_departure = money(null=True)
    cost_per_hour = money(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(Q(cost_per_departure__isnull=True) | Q(cost_per_departure__gte=0))
                & (Q(cost_per_hour__isnull=True) | Q(cost_per_hour__gte=0)),
                name="resource_costs_not_negative",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class ResourceUsage(models.Model):
    """
    What a booking of an experience needs of a resource group (domain.md 3.3).

    For one customer type, one add-on, or (both null) every customer type. `duration_minutes` and
    `offset_minutes` count from the timeslot's start; the duration may outlast it.
    """

    experience = models.ForeignKey(
        "catalog.Experience", on_delete=models.CASCADE, related_name="resource_usages"
    )
    experience_customer_type = models.ForeignKey(
        "catalog.ExperienceCustomerType", null=True, on_delete=models.CASCADE, related_name="+"
    )
    addon = models.ForeignKey(
        "catalog.ExperienceAddon", null=True, on_delete=models.CASCADE, related_name="+"
    )
    resource_group = models.ForeignKey(ResourceGroup, on_delete=models.PROTECT, related_name="usages")
    units_per_booking = models.PositiveSmallIntegerField(default=1)
    duration_mode = models.CharField(
        max_length=8, choices=slug_choices("timeslot", "minutes"), default="timeslot"
    )
    duration_minutes = models.PositiveIntegerField(null=True)
    offset_minutes = models.IntegerField(default=0)
    sharing_scope = models.CharField(
        max_length=10,
        choices=slug_choices("any", "experience", "timeslot", "trip_order", "exclusive"),
        default="timeslot",
    )
    is_required = models.BooleanField(default=True)
    position = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(F("experience_id"), name="usage_by_experience")]
        constraints = [
            models.CheckConstraint(
                condition=Q(duration_mode="timeslot") | Q(duration_minutes__gt=0), name="usage_has_duration"
            ),
            models.CheckConstraint(
                condition=Q(experience_customer_type__isnull=True) | Q(addon__isnull=True),
                name="usage_of_a_type_or_an_addon",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.experience_id}"


class BookingResource(models.Model):
    """
    That a resource serves a departure from one instant to another (domain.md 3.3).

    For one booking, a trip order, the whole timeslot (all null), or a hold: a row with a hold
    counts while that hold is active and unexpired, and becomes the order's when it converts.
    `start_at` and `end_at` are without buffers. `sharing_scope` is the usage's when it was made.
    """

    timeslot = models.ForeignKey(
        "scheduling.Timeslot", on_delete=models.PROTECT, related_name="booking_resources"
    )
    trip_order_id = models.BigIntegerField(null=True)
    booking_id = models.BigIntegerField(null=True)
    hold = models.ForeignKey(
        "scheduling.Hold", null=True, on_delete=models.CASCADE, related_name="booking_resources"
    )
    resource = models.ForeignKey(Resource, on_delete=models.PROTECT, related_name="uses")
    resource_usage = models.ForeignKey(
        ResourceUsage, null=True, on_delete=models.SET_NULL, related_name="uses"
    )
    sharing_scope = models.CharField(
        max_length=10,
        choices=slug_choices("any", "experience", "timeslot", "trip_order", "exclusive"),
        default="any",
    )
    start_at = models.DateTimeField()
    end_at = models.DateTimeField()
    units = models.PositiveIntegerField()
    is_locked = models.BooleanField(default=False)
    assigned_by = models.CharField(max_length=4, choices=slug_choices("auto", "user"), default="auto")
    # Somebody put it over a blackout, knowing it.
    is_conflict_accepted = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(F("resource_id"), F("start_at"), name="resource_in_time"),
            models.Index(F("timeslot_id"), name="use_by_timeslot"),
            models.Index(F("trip_order_id"), name="use_by_order", condition=Q(trip_order_id__isnull=False)),
            models.Index(F("hold_id"), name="use_by_hold", condition=Q(hold_id__isnull=False)),
        ]
        constraints = [models.CheckConstraint(condition=Q(end_at__gt=F("start_at")), name="use_ends_later")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.resource_id}"


class Blackout(models.Model):
    """A span in which a resource, guide or experience takes nothing new."""

    resource = models.ForeignKey(Resource, null=True, on_delete=models.CASCADE, related_name="blackouts")
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
        indexes = [models.Index(F("start_at"), F("end_at"), name="blackout_in_time")]
        constraints = [
            models.CheckConstraint(condition=Q(end_at__gt=F("start_at")), name="blackout_ends_later")
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
        max_length=9, choices=slug_choices("lead", "assistant", "driver", "trainee"), default="lead"
    )
    status = models.CharField(
        max_length=9,
        choices=slug_choices("proposed", "assigned", "confirmed", "declined"),
        default="assigned",
    )
    is_conflict_accepted = models.BooleanField(default=False)
    pay = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["timeslot", "user_avatar"], name="one_guide_each")]

    def __str__(self) -> str:
        return f"{self.user_avatar_id} on {self.timeslot_id}"


class GuideProfile(models.Model):
    """
    What a person who guides can do, and how much of it in a day (domain.md 4.21).

    The languages they speak and their colour are the person's.
    """

    user_avatar = models.OneToOneField("people.UserAvatar", on_delete=models.CASCADE, related_name="+")
    skills = text_list()
    # Null: no limit.
    max_minutes_per_day = models.PositiveIntegerField(null=True)
    # What a departure is paid with, for going at all and for every hour of it. Null: nothing.
    pay_per_departure = money(null=True)
    pay_per_hour = money(null=True)
    ical_hash = models.CharField(max_length=24, null=True, unique=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(Q(pay_per_departure__isnull=True) | Q(pay_per_departure__gte=0))
                & (Q(pay_per_hour__isnull=True) | Q(pay_per_hour__gte=0)),
                name="guide_pay_not_negative",
            )
        ]

    def __str__(self) -> str:
        return f"guide {self.user_avatar_id}"


class BookingGuide(models.Model):
    """That a guide takes one booking or one trip order of a departure, not all of it."""

    timeslot = models.ForeignKey(
        "scheduling.Timeslot", on_delete=models.CASCADE, related_name="booking_guides"
    )
    trip_order_id = models.BigIntegerField()
    # Null: the whole order.
    booking_id = models.BigIntegerField(null=True)
    user_avatar = models.ForeignKey("people.UserAvatar", on_delete=models.PROTECT, related_name="+")
    is_conflict_accepted = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(F("timeslot_id"), name="booking_guide_by_timeslot")]
        constraints = [
            models.UniqueConstraint(
                fields=["trip_order_id", "booking_id", "user_avatar"],
                nulls_distinct=False,
                name="one_booking_guide_each",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_avatar_id} for {self.trip_order_id}"
