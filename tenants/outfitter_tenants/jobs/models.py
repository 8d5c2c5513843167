"""Rows of jobs."""

import uuid

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import slug_choices


class Job(models.Model):
    """One piece of long work, with its progress. Rows are changed by the work itself only."""

    key = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=60)
    # What people read of it beside its kind: {"name": "Trips"}.
    title = models.JSONField(default=dict)
    params = models.JSONField(default=dict)
    status = models.CharField(
        max_length=16,
        choices=slug_choices("queued", "running", "done", "done_with_errors", "failed", "cancelled"),
        default="queued",
    )
    total_cnt = models.PositiveIntegerField(null=True)
    done_cnt = models.PositiveIntegerField(default=0)
    failed_cnt = models.PositiveIntegerField(default=0)
    # The first fifty things that went wrong: {"ref", "message"}.
    errors = models.JSONField(default=list)
    # Where the next chunk begins; the handler's own words.
    state = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    requested_by = models.BigIntegerField(null=True)
    requested_by_name = models.CharField(max_length=160, default="")
    is_cancel_asked = models.BooleanField(default=False)
    # Whoever works on it holds it until then; a worker that died lets it go by itself.
    leased_until = models.DateTimeField(null=True)
    lease = models.UUIDField(null=True)
    failure_cnt = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [
            models.Index(F("created_at"), F("id"), name="job_by_creation"),
            models.Index(F("requested_by"), F("created_at"), F("id"), name="job_by_person"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["queued", "running"], finished_at__isnull=True)
                | Q(
                    status__in=["done", "done_with_errors", "failed", "cancelled"], finished_at__isnull=False
                ),
                name="ended_jobs_have_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.status}"
