"""The inbox: one row for everybody that staff write with."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


class Conversation(models.Model):
    """
    What staff and one customer wrote to each other, as the inbox lists it.

    Kept beside the messages by whoever writes one, in the same transaction. Who is no customer has
    an `address`: the number or mailbox they wrote from.
    """

    customer_id = models.BigIntegerField(null=True)
    address = models.TextField(default="", blank=True)
    # The newest trip it is about.
    trip_id = models.BigIntegerField(null=True)
    last_message_id = models.BigIntegerField(null=True)
    last_channel = models.CharField(max_length=10, default="email")
    last_direction = models.CharField(max_length=3, choices=slug_choices("out", "in"), default="in")
    snippet = models.CharField(max_length=160, default="", blank=True)
    unread_cnt = models.PositiveIntegerField(default=0)
    assigned_to = models.BigIntegerField(null=True)
    is_open = models.BooleanField(default=True)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["customer_id"],
                condition=Q(customer_id__isnull=False),
                name="one_conversation_for_each_customer",
            ),
            models.UniqueConstraint(
                fields=["address"],
                condition=Q(customer_id__isnull=True),
                name="one_conversation_for_each_stranger",
            ),
        ]
        indexes = [
            models.Index(F("is_open"), F("last_at").desc(), F("id").desc(), name="conversation_by_time"),
            models.Index(
                F("assigned_to"),
                F("last_at").desc(),
                F("id").desc(),
                name="conversation_by_person",
                condition=Q(assigned_to__isnull=False),
            ),
            models.Index(
                F("last_at").desc(), F("id").desc(), name="conversation_unread", condition=Q(unread_cnt__gt=0)
            ),
            models.Index(
                F("last_at").desc(),
                F("id").desc(),
                name="conversation_of_nobody",
                condition=Q(assigned_to__isnull=True, is_open=True),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.unread_cnt} unread"
