"""What a channel has booked, beside the trip that it is with us."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.channels.models.connections import ChannelConnection, ProductMapping
from outfitter_tenants.channels.types import BOOKING_STATES


class ExternalBooking(models.Model):
    """
    A booking of a channel: its names for it, and what was answered.

    `reference` makes requests repeatable; `late_reference` is one that came with the confirmation.
    `asked_hash` tells whether a repeated request is the same, `answers` are the booking as it was
    told then. `pax_cnt` and `timeslot_id` follow the trip. `units` are the tickets in the channel's
    order: {"uuid", "booking_id", "unit_ref", "reference", "group_size", "contact", "answers"}. Answers to the
    operator's questions are here as they were said, by question; what they mean is with the trip.
    """

    uuid = models.UUIDField(unique=True)
    connection = models.ForeignKey(ChannelConnection, on_delete=models.PROTECT, related_name="bookings")
    mapping = models.ForeignKey(ProductMapping, on_delete=models.PROTECT, related_name="+")
    reference = models.CharField(max_length=200)
    late_reference = models.CharField(max_length=200, null=True)
    channel_reference = models.CharField(max_length=200, null=True)
    group_ref = models.CharField(max_length=200, null=True)
    sold_by = models.CharField(max_length=200, null=True)
    confirmation_code = models.CharField(max_length=9)
    trip_id = models.BigIntegerField()
    trip_order_id = models.BigIntegerField()
    timeslot_id = models.BigIntegerField(null=True)
    date = models.DateField(null=True)
    pax_cnt = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=slug_choices(*BOOKING_STATES))
    is_test = models.BooleanField(default=False)
    expires_at = models.DateTimeField(null=True)
    currency = models.CharField(max_length=3)
    total_amount = money()
    # What the channel said it costs; net when `is_their_net`.
    their_amount = money(null=True)
    is_their_net = models.BooleanField(default=False)
    asked_hash = models.CharField(max_length=64)
    answers = models.JSONField(default=dict)
    units = models.JSONField(default=list)
    contact = models.JSONField(default=dict)
    notes = models.TextField(default="", blank=True)
    extra = models.JSONField(default=dict)
    question_answers = models.JSONField(default=dict, db_default={})
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.TextField(null=True)
    refund = models.CharField(max_length=7, null=True)
    refund_amount = money(null=True)
    confirmed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["connection", "reference"], name="one_booking_a_reference"),
            models.UniqueConstraint(
                fields=["connection", "late_reference"], name="one_booking_a_late_reference"
            ),
        ]
        indexes = [
            models.Index(F("trip_id"), name="external_by_trip"),
            models.Index(F("connection_id"), F("channel_reference"), name="external_by_name"),
            models.Index(F("confirmation_code"), name="external_by_code"),
            models.Index(
                F("connection_id"),
                F("group_ref"),
                name="external_by_group",
                condition=Q(group_ref__isnull=False),
            ),
            models.Index(F("created_at").desc(), F("id").desc(), name="external_by_age"),
            # What counts against an allotment.
            models.Index(
                F("timeslot_id"),
                F("connection_id"),
                name="external_seats",
                condition=Q(state__in=["on_hold", "confirmed"]),
            ),
            models.Index(F("expires_at"), name="external_holds", condition=Q(state="on_hold")),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.state}"
