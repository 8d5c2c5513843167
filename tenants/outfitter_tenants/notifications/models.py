"""What staff were told (domain.md 3.9)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


class Notification(models.Model):
    """
    One thing one person was told.

    `kind` and `params` make its words in the reader's language; nothing is stored translated.
    """

    user_avatar = models.ForeignKey("people.UserAvatar", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    is_urgent = models.BooleanField(default=False)
    url = models.CharField(max_length=200, default="")
    trip_id = models.BigIntegerField(null=True)
    # One occasion tells a person once, however often its event is delivered.
    occasion = models.CharField(max_length=120)
    channels = ArrayField(models.CharField(max_length=8), default=list)
    email_status = models.CharField(
        max_length=10, choices=slug_choices("none", "queued", "sent", "suppressed", "failed"), default="none"
    )
    email_attempt_cnt = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user_avatar", "occasion"], name="one_notification_per_occasion")
        ]
        indexes = [
            models.Index(
                F("user_avatar_id"),
                F("id").desc(),
                name="notification_by_person",
                condition=Q(deleted_at__isnull=True),
            ),
            models.Index(
                F("user_avatar_id"),
                name="notification_unread",
                condition=Q(deleted_at__isnull=True, read_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind}"


class NewsRead(models.Model):
    """That a person has read one item of the product's news."""

    user_avatar = models.ForeignKey("people.UserAvatar", on_delete=models.CASCADE, related_name="+")
    news_id = models.CharField(max_length=40)
    read_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user_avatar", "news_id"], name="one_news_mark_each")]

    def __str__(self) -> str:
        return f"{self.news_id} by {self.user_avatar_id}"
