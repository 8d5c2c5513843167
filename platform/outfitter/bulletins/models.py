"""News of the platform for its operators; a table of the public schema."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices, text_list

SEVERITIES = ("info", "important", "urgent")


class Bulletin(models.Model):
    """
    One item of news, in the languages it was written in.

    Empty lists of stages, plans and countries mean all of them. It is shown from `starts_at` until
    `ends_at` once it is published; `version` guards against two people writing at once.
    """

    severity = models.CharField(max_length=10, choices=slug_choices(*SEVERITIES), default="info")
    # By language: {"title": "...", "body": "..."}; English is always there.
    texts = models.JSONField(default=dict)
    stages = text_list()
    plans = text_list()
    countries = ArrayField(models.CharField(max_length=2), default=list, blank=True)
    is_owners_only = models.BooleanField(default=False)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    # How many people have read it, at all operators; who did is known at each operator alone.
    read_cnt = models.PositiveIntegerField(default=0)
    author = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("starts_at"), F("id"), name="bulletin_by_start")]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")), name="bulletin_ends_after"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.severity}"
