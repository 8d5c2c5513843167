"""Who at a channel wants to be told of what, and what they still have to be told."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices
from outfitter_tenants.channels.models.bookings import ExternalBooking
from outfitter_tenants.channels.models.connections import ChannelConnection, ProductMapping
from outfitter_tenants.channels.types import NOTICE_STATES, SUBSCRIPTION_TOPICS


class ChannelSubscription(models.Model):
    """
    An address that a channel has registered to be told of its bookings, or of seats.

    Headers are the channel's secrets and lie encrypted. `settings` are for its plugin. With
    `is_retried` off, what fails once is not told again. While it is paused, what changes waits.
    """

    uuid = models.UUIDField(unique=True)
    connection = models.ForeignKey(ChannelConnection, on_delete=models.CASCADE, related_name="subscriptions")
    topic = models.CharField(max_length=12, choices=slug_choices(*SUBSCRIPTION_TOPICS))
    url = models.CharField(max_length=1000)
    headers_encrypted = models.TextField(default="", blank=True)
    is_retried = models.BooleanField(default=True)
    settings = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("connection_id"), F("topic"), name="subscription_by_topic")]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.connection_id}"


class SubscriptionNotice(models.Model):
    """
    A booking, or a day of a product, that a subscriber has to be told of, once however often it changed.

    `change_cnt` goes up with every change, so that what changes while it is told is told again.
    `told` is what the subscriber was told last, as the plugin wrote it.
    """

    subscription = models.ForeignKey(ChannelSubscription, on_delete=models.CASCADE, related_name="notices")
    booking = models.ForeignKey(ExternalBooking, null=True, on_delete=models.CASCADE, related_name="+")
    mapping = models.ForeignKey(ProductMapping, null=True, on_delete=models.CASCADE, related_name="+")
    date = models.DateField(null=True)
    state = models.CharField(max_length=7, choices=slug_choices(*NOTICE_STATES), default="waiting")
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    change_cnt = models.PositiveIntegerField(default=1)
    told = models.JSONField(null=True)
    error = models.TextField(default="", blank=True)
    changed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subscription", "booking"], name="one_notice_a_booking"),
            models.UniqueConstraint(fields=["subscription", "mapping", "date"], name="one_notice_a_day"),
            models.CheckConstraint(
                condition=Q(booking__isnull=False, mapping__isnull=True, date__isnull=True)
                | Q(booking__isnull=True, mapping__isnull=False, date__isnull=False),
                name="notice_of_one_thing",
            ),
        ]
        indexes = [
            models.Index(F("due_at"), name="notice_waiting", condition=~Q(state__in=["sent", "failed"]))
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.state}"
