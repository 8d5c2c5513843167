"""Rows of exports and imports (domain.md 3.10: iej)."""

import uuid

from django.db import models
from django.db.models import F

from outfitter.db.column_types import slug_choices


class Transfer(models.Model):
    """One export: what was asked for, how far it is, and the file until it expires."""

    key = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=6, choices=slug_choices("import", "export"))
    # The name of the list whose rows go in or out.
    object = models.CharField(max_length=40)
    format = models.CharField(max_length=4, choices=slug_choices("csv", "xlsx", "json", "zip"))
    status = models.CharField(
        max_length=16,
        choices=slug_choices(
            "uploaded",
            "detecting",
            "mapping",
            "validating",
            "ready",
            "running",
            "done",
            "done_with_errors",
            "failed",
            "cancelled",
            "expired",
        ),
        default="running",
    )
    options = models.JSONField(default=dict)
    job_id = models.BigIntegerField(null=True)
    total_rows = models.PositiveIntegerField(null=True)
    ok_rows = models.PositiveIntegerField(default=0)
    error_rows = models.PositiveIntegerField(default=0)
    file_name = models.CharField(max_length=120, default="", blank=True)
    byte_cnt = models.BigIntegerField(default=0)
    requested_by = models.BigIntegerField(null=True)
    requested_by_name = models.CharField(max_length=160, default="")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("created_at"), F("id"), name="transfer_by_creation")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} of {self.object}"
