"""Terms that several experiences share: restrictions and seasons (domain.md 3.2)."""

from django.db import models
from django.db.models import Q

from outfitter.db.column_types import slug_choices

AUDIENCES = ("online", "direct", "reseller")


class Restriction(models.Model):
    """A named set of terms, one row an audience."""

    name = models.CharField(max_length=80)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class RestrictionRow(models.Model):
    """
    What one audience may book and when; null leaves it to the experience itself.

    Minutes count back from the start and may be negative. `days_before` and `cutoff_clock` are
    local (domain.md 4.2.6).
    """

    restriction = models.ForeignKey(Restriction, on_delete=models.CASCADE, related_name="rows")
    audience = models.CharField(max_length=8, choices=slug_choices(*AUDIENCES))
    min_pax = models.PositiveIntegerField(null=True)
    max_pax = models.PositiveIntegerField(null=True)
    cutoff_mode = models.CharField(
        max_length=17, choices=slug_choices("before_start", "clock_time_before"), default="before_start"
    )
    cutoff_minutes = models.IntegerField(null=True)
    cutoff_clock = models.TimeField(null=True)
    days_before = models.PositiveSmallIntegerField(null=True)
    # Sold no earlier than so many days before; null: as soon as it is made.
    presale_days = models.PositiveSmallIntegerField(null=True)
    # The departure runs anyway from so many guests on: then it is sold until so late.
    smart_min_booked_pax = models.PositiveIntegerField(null=True)
    smart_cutoff_minutes = models.IntegerField(null=True)
    # "Only n left" is told from this number of seats on.
    countdown_from = models.PositiveIntegerField(null=True)
    sold_out_display = models.CharField(
        max_length=12, choices=slug_choices("hide", "show", "call_to_book"), default="show"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["restriction", "audience"], name="one_row_an_audience"),
            models.CheckConstraint(
                condition=Q(min_pax__isnull=True)
                | Q(max_pax__isnull=True)
                | Q(max_pax__gte=models.F("min_pax")),
                name="restriction_party_size",
            ),
            models.CheckConstraint(
                condition=Q(cutoff_mode="before_start")
                | Q(cutoff_clock__isnull=False, days_before__isnull=False),
                name="restriction_clock_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(smart_min_booked_pax__isnull=True, smart_cutoff_minutes__isnull=True)
                | Q(smart_min_booked_pax__isnull=False, smart_cutoff_minutes__isnull=False),
                name="smart_cutoff_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.audience} of {self.restriction_id}"


class Season(models.Model):
    """
    Days of the year with a name, for schedules and for prices.

    `ranges` is a list of {"from", "to"} (local days, both included); weekday bit 0 is Sunday.
    """

    name = models.CharField(max_length=80)
    ranges = models.JSONField(default=list)
    weekdays = models.PositiveSmallIntegerField(default=127)
    time_from = models.TimeField(null=True)
    time_to = models.TimeField(null=True)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(weekdays__gte=1, weekdays__lte=127), name="season_weekdays")
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"
