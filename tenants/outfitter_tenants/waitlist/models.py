"""Parties that wait for seats (docs/adr/0088)."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from outfitter.db.column_types import slug_choices


class WaitlistEntry(models.Model):
    """
    One party on the waiting list of an experience, for a departure or for some days.

    `position` orders the whole list of an experience; the smallest is next.
    """

    experience_id = models.BigIntegerField()
    # The departure they asked for, even if others would do as well.
    timeslot = models.ForeignKey("scheduling.Timeslot", on_delete=models.PROTECT, related_name="+")
    flexibility = models.CharField(
        max_length=9, choices=slug_choices("departure", "day", "days"), default="departure"
    )
    # Local days on which a departure would do; both are the departure's own where no other does.
    date_from = models.DateField()
    date_to = models.DateField()
    # Experience customer type id (a JSON key) -> how many.
    qty_by_type = models.JSONField(default=dict)
    pax_cnt = models.PositiveIntegerField()
    first_name = models.TextField(default="")
    last_name = models.TextField(default="")
    email = models.TextField()
    phone = models.CharField(max_length=20, null=True)
    locale = models.CharField(max_length=12, default="en")
    # The partner whose agent put them on the list, and who of the team did.
    reseller_id = models.BigIntegerField(null=True)
    created_by = models.BigIntegerField(null=True)
    position = models.BigIntegerField()
    status = models.CharField(
        max_length=8,
        choices=slug_choices("waiting", "offered", "accepted", "expired", "left", "removed", "closed"),
        default="waiting",
    )
    # The departure that is or was offered, the hold behind the offer, and until when it stands.
    offer_timeslot = models.ForeignKey(
        "scheduling.Timeslot", null=True, on_delete=models.PROTECT, related_name="+"
    )
    offer_hold_id = models.BigIntegerField(null=True)
    offer_expires_at = models.DateTimeField(null=True)
    # The cart that an accepted offer became.
    trip_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                F("timeslot"),
                condition=Q(status__in=["waiting", "offered"]),
                name="one_place_in_line_each",
            ),
            models.CheckConstraint(condition=Q(pax_cnt__gte=1), name="somebody_waits"),
            models.CheckConstraint(condition=Q(date_to__gte=F("date_from")), name="waits_for_days_in_order"),
            models.CheckConstraint(
                condition=~Q(status="offered")
                | Q(
                    offer_timeslot__isnull=False, offer_hold_id__isnull=False, offer_expires_at__isnull=False
                ),
                name="offer_has_seats",
            ),
        ]
        indexes = [
            models.Index(
                F("experience_id"),
                F("position"),
                name="who_waits",
                condition=Q(status__in=["waiting", "offered"]),
            ),
            models.Index(F("timeslot_id"), F("status"), name="waitlist_by_timeslot"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.pax_cnt} for {self.timeslot_id}"
