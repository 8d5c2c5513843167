"""Availability rules, what they make, and seats set aside."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from outfitter.db.column_types import slug_choices


class ExperienceTimeslot(models.Model):
    """An availability rule: local weekdays and times that make timeslots."""

    experience = models.ForeignKey(
        "catalog.Experience", on_delete=models.PROTECT, related_name="availability_rules"
    )
    status = models.CharField(max_length=5, choices=slug_choices("draft", "live", "ended"), default="live")
    date_from = models.DateField()
    date_to = models.DateField(null=True)
    # Bit n is weekday n, Sunday is 0 (domain.md 3.2).
    weekdays = models.PositiveSmallIntegerField(default=127)
    exclude_dates = ArrayField(models.DateField(), default=list)
    include_dates = ArrayField(models.DateField(), default=list)
    times = ArrayField(models.TimeField(), default=list)
    time_from = models.TimeField(null=True)
    time_to = models.TimeField(null=True)
    interval_minutes = models.PositiveSmallIntegerField(null=True)
    # Only days of these seasons; empty: every day (catalog.Season).
    season_ids = ArrayField(models.BigIntegerField(), default=list)
    duration_minutes = models.PositiveIntegerField(null=True)
    is_flex = models.BooleanField(default=False)
    capacity = models.PositiveIntegerField(null=True)
    capacity_by_type = models.JSONField(default=dict)
    online_allotment = models.PositiveIntegerField(null=True)
    channel_allotments = models.JSONField(default=dict)
    guide_ids = ArrayField(models.BigIntegerField(), default=list)
    note = models.TextField(default="", blank=True)
    price_override = models.JSONField(null=True)
    priority = models.SmallIntegerField(default=0)
    generated_until = models.DateField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(date_to__isnull=True) | Q(date_to__gte=F("date_from")), name="rule_dates_in_order"
            ),
            models.CheckConstraint(condition=Q(weekdays__gte=0, weekdays__lte=127), name="rule_weekdays"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.experience_id}"


class ExperienceDate(models.Model):
    """One experience on one local date: the container of its timeslots."""

    experience = models.ForeignKey(
        "catalog.Experience", on_delete=models.PROTECT, related_name="experience_dates"
    )
    date = models.DateField()
    status = models.CharField(
        max_length=9, choices=slug_choices("open", "closed", "cancelled"), default="open"
    )
    # A cap for the whole day. The two counters are kept only while it is set.
    capacity = models.PositiveIntegerField(null=True)
    booked_pax_cnt = models.IntegerField(default=0)
    held_pax_cnt = models.IntegerField(default=0)
    # What staff allowed beyond the cap, audited.
    overbook_cnt = models.PositiveIntegerField(db_default=0)
    note = models.TextField(default="", blank=True)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_reason = models.TextField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["experience", "date"], name="one_experience_date"),
            models.CheckConstraint(
                condition=Q(booked_pax_cnt__gte=0, held_pax_cnt__gte=0), name="date_seats_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True)
                | Q(capacity__gte=F("booked_pax_cnt") + F("held_pax_cnt") - F("overbook_cnt")),
                name="date_seats_not_oversold",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.date}"


class Timeslot(models.Model):
    """
    One departure. Its two counters are the seats: taken by a conditional UPDATE, explained by rows.

    `overbook_cnt` is what staff allowed beyond the capacity, audited (domain.md 4.2.7).
    """

    experience_date = models.ForeignKey(ExperienceDate, on_delete=models.PROTECT, related_name="timeslots")
    experience = models.ForeignKey("catalog.Experience", on_delete=models.PROTECT, related_name="timeslots")
    experience_timeslot = models.ForeignKey(
        ExperienceTimeslot, null=True, on_delete=models.SET_NULL, related_name="timeslots"
    )
    date = models.DateField()
    start_time = models.TimeField()
    start_at = models.DateTimeField()
    end_at = models.DateTimeField()
    is_flex = models.BooleanField(default=False)
    status = models.CharField(
        max_length=13, choices=slug_choices("open", "closed_online", "closed", "cancelled"), default="open"
    )
    # Null means that nothing limits the seats.
    capacity = models.PositiveIntegerField(null=True)
    # What its pools were made from: {experience customer type id: pax}, {trip method: pax}.
    capacity_by_type = models.JSONField(default=dict)
    channel_allotments = models.JSONField(default=dict)
    # Set while it has rows in TimeslotPool: then those have a say as well.
    is_pooled = models.BooleanField(default=False)
    online_allotment = models.PositiveIntegerField(null=True)
    booked_pax_cnt = models.IntegerField(default=0)
    held_pax_cnt = models.IntegerField(default=0)
    online_booked_pax_cnt = models.IntegerField(default=0)
    online_held_pax_cnt = models.IntegerField(default=0)
    overbook_cnt = models.PositiveIntegerField(default=0)
    # Set while the experience date has a cap or is not open: then its row has a say as well.
    is_day_limited = models.BooleanField(default=False)
    # Set while a blackout of the experience touches it: on the row, so that a seat is sold and a
    # blackout saved one after the other, and calendars need not look for blackouts.
    is_blacked_out = models.BooleanField(default=False, db_default=False)
    price_override = models.JSONField(null=True)
    min_price = models.BigIntegerField(null=True)
    note = models.TextField(default="", blank=True)
    cutoff_at_online = models.DateTimeField()
    cutoff_at_direct = models.DateTimeField()
    cutoff_at_reseller = models.DateTimeField()
    # Null: on sale as soon as it is made.
    presale_at_online = models.DateTimeField(null=True)
    presale_at_direct = models.DateTimeField(null=True)
    presale_at_reseller = models.DateTimeField(null=True)
    # From so many booked pax on the later cut-off holds (domain.md 4.2.6).
    smart_min_pax_online = models.PositiveIntegerField(null=True)
    smart_cutoff_at_online = models.DateTimeField(null=True)
    smart_min_pax_direct = models.PositiveIntegerField(null=True)
    smart_cutoff_at_direct = models.DateTimeField(null=True)
    smart_min_pax_reseller = models.PositiveIntegerField(null=True)
    smart_cutoff_at_reseller = models.DateTimeField(null=True)
    is_edited = models.BooleanField(default=False)
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.TextField(null=True)
    manifest_locked_at = models.DateTimeField(null=True)
    # Seats of the smallest party that waits for it; null: nobody does. From so many free seats on the
    # waiting list comes first, unless it was tried with as many and nobody could have them (ADR 88).
    waiting_pax_min = models.PositiveIntegerField(null=True)
    waiting_tried_cnt = models.PositiveIntegerField(default=0, db_default=0)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["experience", "date", "start_time", "experience_timeslot"],
                nulls_distinct=False,
                name="one_timeslot_per_start",
            ),
            models.CheckConstraint(
                condition=Q(
                    booked_pax_cnt__gte=0,
                    held_pax_cnt__gte=0,
                    online_booked_pax_cnt__gte=0,
                    online_held_pax_cnt__gte=0,
                ),
                name="seats_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True)
                | Q(capacity__gte=F("booked_pax_cnt") + F("held_pax_cnt") - F("overbook_cnt")),
                name="seats_not_oversold",
            ),
            models.CheckConstraint(condition=Q(end_at__gt=F("start_at")), name="slot_ends_later"),
        ]
        # No counter is in an index, not even INCLUDEd: so a hold is a heap-only update, a third
        # faster on a busy departure. A month reads hardly slower for it (infra/bench).
        indexes = [models.Index(F("date"), F("experience_id"), name="timeslot_by_date")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.date} {self.start_time}"


class TimeslotPool(models.Model):
    """
    Seats of a timeslot for one customer type or one trip method, beside the timeslot's own count.

    Taken by the same kind of conditional UPDATE, always in the order of their ids. Exactly one of
    `experience_customer_type` and `method` is set (domain.md 4.2.2).
    """

    timeslot = models.ForeignKey(Timeslot, on_delete=models.CASCADE, related_name="pools")
    experience_customer_type = models.ForeignKey(
        "catalog.ExperienceCustomerType", null=True, on_delete=models.PROTECT, related_name="+"
    )
    method = models.CharField(max_length=40, null=True)
    capacity = models.PositiveIntegerField()
    booked_pax_cnt = models.IntegerField(default=0)
    held_pax_cnt = models.IntegerField(default=0)
    overbook_cnt = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["timeslot", "experience_customer_type", "method"],
                nulls_distinct=False,
                name="one_pool_each",
            ),
            models.CheckConstraint(
                condition=Q(experience_customer_type__isnull=True, method__isnull=False)
                | Q(experience_customer_type__isnull=False, method__isnull=True),
                name="pool_of_a_type_or_a_method",
            ),
            models.CheckConstraint(
                condition=Q(booked_pax_cnt__gte=0, held_pax_cnt__gte=0), name="pool_seats_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(capacity__gte=F("booked_pax_cnt") + F("held_pax_cnt") - F("overbook_cnt")),
                name="pool_not_oversold",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.timeslot_id}"


class Hold(models.Model):
    """Seats set aside for a checkout; live while active and unexpired (domain.md 3.3)."""

    uuid = models.UUIDField(unique=True)
    trip_id = models.BigIntegerField(null=True)
    trip_order_id = models.BigIntegerField(null=True)
    timeslot = models.ForeignKey(Timeslot, on_delete=models.PROTECT, related_name="holds")
    qty_by_type = models.JSONField(default=dict)
    pax_cnt = models.PositiveIntegerField()
    # Whose terms it was sold under, and by which trip method when that is known.
    audience = models.CharField(
        max_length=8, choices=slug_choices("online", "direct", "reseller"), db_default="online"
    )
    method = models.CharField(max_length=40, null=True)
    # Whether it counts against the online allotment.
    is_online = models.BooleanField(default=True)
    # What it has in TimeslotPool: {pool id: pax}. Its resources are rows of BookingResource.
    pool_claims = models.JSONField(default=dict)
    kind = models.CharField(
        max_length=8,
        choices=slug_choices("checkout", "staff", "channel", "rebook", "waitlist"),
        default="checkout",
    )
    status = models.CharField(
        max_length=9, choices=slug_choices("active", "converted", "released", "expired"), default="active"
    )
    expires_at = models.DateTimeField()
    # A sliding hold never outlives this (domain.md 4.3).
    hard_expires_at = models.DateTimeField()
    extended_cnt = models.PositiveSmallIntegerField(default=0)
    visitor = models.CharField(max_length=64, null=True)
    ip = models.GenericIPAddressField(null=True)
    channel = models.CharField(max_length=40, null=True)
    external_ref = models.CharField(max_length=120, null=True)
    price_snapshot = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(F("timeslot_id"), F("expires_at"), name="live_holds", condition=Q(status="active")),
            models.Index(F("trip_order_id"), name="hold_by_order"),
            models.Index(F("trip_id"), name="hold_by_trip"),
            models.Index(F("visitor"), name="live_by_visitor", condition=Q(status="active")),
            models.Index(F("ip"), name="live_by_ip", condition=Q(status="active")),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.pax_cnt} on {self.timeslot_id}"
