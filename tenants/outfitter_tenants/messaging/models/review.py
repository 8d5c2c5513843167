"""What guests say afterwards (domain.md 3.9)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


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
    # What the operator says to it, in public where the review is.
    reply_text = models.TextField(default="", blank=True, db_default="")
    replied_by = models.BigIntegerField(null=True)
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
