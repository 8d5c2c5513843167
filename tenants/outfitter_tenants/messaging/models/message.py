"""Messages to customers and from them, and what became of each (domain.md 3.9)."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

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
    # What it was written from; a planned one has no words until it is sent.
    template_id = models.BigIntegerField(null=True)
    template_version = models.PositiveIntegerField(null=True)
    automation_id = models.BigIntegerField(null=True)
    # The job that sends it to many at once.
    job_id = models.BigIntegerField(null=True)
    in_reply_to_id = models.BigIntegerField(null=True)
    # Only while whoever it is with is no customer: theirs are found by `customer_id`.
    conversation_id = models.BigIntegerField(null=True)
    # Which member of staff wrote it.
    sent_by = models.BigIntegerField(null=True)
    # Why it goes, or why it does not: a word of messaging/rules/reasons.py.
    reason = models.CharField(max_length=40, default="", db_default="", blank=True)
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
    # What carried it ("smtp" or a plugin's slug), and its id there.
    provider = models.CharField(max_length=40, default="", db_default="", blank=True)
    provider_id = models.CharField(max_length=120, null=True)
    attempt_cnt = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(default="", blank=True)
    # When a worker began to send, and whether one that never came back was given a second try.
    claimed_at = models.DateTimeField(null=True)
    is_reclaimed = models.BooleanField(default=False)
    # In how many parts a text goes (outfitter.kit.sms_segments); a mail has none.
    segment_cnt = models.PositiveSmallIntegerField(default=0, db_default=0)
    # What stands for its merge fields, in their order: the variables of a text that WhatsApp approved.
    text_values = models.JSONField(default=list, blank=True, db_default=[])
    # Whether it may wake somebody, rather than be late; and from when on nobody needs it any more.
    is_urgent = models.BooleanField(default=False, db_default=False)
    useful_until = models.DateTimeField(null=True)
    # From when on it may be sent, where it waits for the morning.
    scheduled_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    # When staff had read what a guest wrote.
    read_at = models.DateTimeField(null=True)
    # By pictures that were loaded: programs load them too, so it is about right only.
    opened_cnt = models.PositiveIntegerField(default=0, db_default=0)
    clicked_cnt = models.PositiveIntegerField(default=0, db_default=0)
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
            # By which way somebody wrote last, and when.
            models.Index(
                F("from_address"),
                F("id").desc(),
                name="text_by_sender",
                condition=Q(direction="in", channel__in=["sms", "whatsapp"]),
            ),
            # So does news of a mail; our own mail server has none to tell.
            models.Index(
                F("provider_id"),
                name="mail_by_provider_id",
                condition=Q(channel="email", provider_id__isnull=False) & ~Q(provider__in=["", "smtp"]),
            ),
            # What is to go out, in order of time.
            models.Index(
                F("scheduled_at"), F("id"), name="message_by_due_time", condition=Q(status="scheduled")
            ),
            models.Index(
                F("automation_id"),
                F("id"),
                name="planned_by_automation",
                condition=Q(automation_id__isnull=False, status="scheduled"),
            ),
            # What went by itself, goes or was skipped, by day.
            models.Index(
                F("scheduled_at"), F("id"), name="planned_by_time", condition=Q(automation_id__isnull=False)
            ),
            # Who was reminded of a cart.
            models.Index(Upper("to"), name="reminded_of_cart", condition=Q(category="abandon")),
            models.Index(F("job_id"), F("id"), name="message_by_job", condition=Q(job_id__isnull=False)),
            models.Index(
                F("conversation_id"),
                F("id"),
                name="message_with_stranger",
                condition=Q(conversation_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.category} {self.status}"


class MessageLink(models.Model):
    """An address that a message holds: its reader is led there by `token`, and nowhere else."""

    message = models.ForeignKey(Message, models.CASCADE, related_name="links")
    token = models.CharField(max_length=24, unique=True)
    url = models.TextField()
    clicked_cnt = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "url"], name="one_link_for_each_address")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.token}"


class MessageEvent(models.Model):
    """One thing that became of a message after it was sent; `key` tells it from its own repetition."""

    message = models.ForeignKey(Message, models.CASCADE, related_name="events")
    kind = models.CharField(
        max_length=12,
        choices=slug_choices("delivered", "opened", "clicked", "bounced", "complained", "unsubscribed"),
    )
    key = models.CharField(max_length=120, null=True)
    # What the provider said of it, or where a link led.
    detail = models.TextField(default="", blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["message", "kind", "key"],
                condition=Q(key__isnull=False),
                name="one_event_for_each_key",
            )
        ]
        indexes = [models.Index(F("message"), F("at"), name="event_by_message")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind}"
