"""Who gets no messages (domain.md 3.9)."""

from django.db import models
from django.db.models import Q

from outfitter.db.column_types import slug_choices


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
