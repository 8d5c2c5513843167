"""Links by which people without a login read a report (domain.md 5.19)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


class ReportLink(models.Model):
    """
    An address at which anyone reads the figures of one report, for a while.

    What it opens is signed into the address; the row is what the office sees of it and takes back.
    """

    report = models.CharField(max_length=12, choices=slug_choices("reviews"))
    # How many days back the figures go, counted from the day they are read; null: all there is.
    days = models.PositiveSmallIntegerField(null=True)
    # Null: every experience.
    experience_id = models.BigIntegerField(null=True)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="report_link_ends_after_its_beginning"
            )
        ]
        indexes = [models.Index(F("report"), F("id").desc(), name="report_link_by_report")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.report}"
