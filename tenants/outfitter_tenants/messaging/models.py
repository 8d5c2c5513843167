"""Messages to customers (domain.md 3.9)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


class Message(models.Model):
    """One message on its way to one person."""

    hash = models.CharField(max_length=24, unique=True)
    direction = models.CharField(max_length=3, choices=slug_choices("out", "in"), default="out")
    channel = models.CharField(
        max_length=10,
        choices=slug_choices("email", "sms", "whatsapp", "push", "voice_note", "portal"),
        default="email",
    )
    category = models.CharField(max_length=20)
    # Sending the same thing about the same object twice is refused by this key.
    dedupe_key = models.CharField(max_length=120, null=True)
    customer_id = models.BigIntegerField(null=True)
    trip_id = models.BigIntegerField(null=True)
    trip_order_id = models.BigIntegerField(null=True)
    payment_id = models.BigIntegerField(null=True)
    timeslot_id = models.BigIntegerField(null=True)
    status = models.CharField(
        max_length=10,
        choices=slug_choices(
            "queued",
            "scheduled",
            "sending",
            "sent",
            "delivered",
            "opened",
            "clicked",
            "replied",
            "bounced",
            "complained",
            "failed",
            "cancelled",
            "suppressed",
        ),
        default="queued",
    )
    to = models.TextField()
    from_address = models.TextField(default="")
    reply_to = models.TextField(default="")
    locale = models.CharField(max_length=12, default="en")
    subject = models.TextField(default="")
    body_text = models.TextField(default="")
    body_html = models.TextField(default="")
    # What a person wrote by hand of it: the answer to a question, without the letter around it.
    written_text = models.TextField(default="", blank=True, db_default="")
    attachments = models.JSONField(default=list)
    provider_id = models.CharField(max_length=120, null=True)
    attempt_cnt = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(default="", blank=True)
    # When a worker began to send, and whether one that never came back was given a second try.
    claimed_at = models.DateTimeField(null=True)
    is_reclaimed = models.BooleanField(default=False)
    # In how many parts a text goes (outfitter.kit.sms_segments); a mail has none.
    segment_cnt = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Whether it may wake somebody, rather than be late; and from when on nobody needs it any more.
    is_urgent = models.BooleanField(default=False, db_default=False)
    useful_until = models.DateTimeField(null=True)
    # From when on it may be sent, where it waits for the morning.
    scheduled_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["dedupe_key"], condition=Q(dedupe_key__isnull=False), name="one_message_per_occasion"
            )
        ]
        indexes = [
            models.Index(F("trip_id"), F("id"), name="message_by_trip"),
            models.Index(F("customer_id"), F("id"), name="message_by_customer"),
            # News of a text names it by its provider's id.
            models.Index(
                F("provider_id"),
                name="text_by_provider_id",
                condition=Q(channel__in=["sms", "whatsapp"], provider_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.category} {self.status}"


class Suppression(models.Model):
    """
    That an address or a number gets no messages of a channel: its owner said so, or nothing arrives.

    `scope` is `marketing` where only news are unwanted. Lifted ones stay, as evidence.
    """

    # An e-mail address in lower case, or a number in E.164.
    address = models.TextField()
    channel = models.CharField(max_length=10, choices=slug_choices("email", "sms", "whatsapp"))
    scope = models.CharField(max_length=9, choices=slug_choices("marketing", "all"), default="all")
    # Who said it: "reply" for its owner, else the plugin whose provider did.
    source = models.CharField(max_length=40)
    at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["address", "channel", "scope"],
                condition=Q(lifted_at__isnull=True),
                name="suppressed_once_each",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.channel} {self.scope}"


class Review(models.Model):
    """What a guest says afterwards (domain.md 3.9)."""

    trip_id = models.BigIntegerField(null=True)
    customer_id = models.BigIntegerField(null=True)
    experience_id = models.BigIntegerField(null=True)
    rating = models.PositiveSmallIntegerField()
    nps = models.PositiveSmallIntegerField(null=True)
    text = models.TextField(default="", blank=True)
    source = models.CharField(
        max_length=12, choices=slug_choices("internal", "google", "tripadvisor"), default="internal"
    )
    sentiment = models.CharField(max_length=8, choices=slug_choices("positive", "neutral", "negative"))
    # Whether whoever wrote it agrees that others read it; the operator decides about publishing.
    may_publish = models.BooleanField(default=False, db_default=False)
    is_published = models.BooleanField(default=False)
    replied_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(rating__gte=1, rating__lte=5), name="rating_is_one_to_five"),
            models.UniqueConstraint(
                fields=["trip_id"],
                condition=Q(trip_id__isnull=False, source="internal"),
                name="one_review_of_a_trip",
            ),
        ]
        indexes = [models.Index(F("created_at").desc(), name="review_by_time")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.rating}/5"
