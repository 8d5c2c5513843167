"""Archives that owners asked for, until their files expire."""

import uuid

from django.db import models

from outfitter.db.column_types import slug_choices


class AccountArchive(models.Model):
    """One archive of the whole operator: how far it is, and its file until that expires."""

    key = models.UUIDField(default=uuid.uuid4, unique=True)
    status = models.CharField(
        max_length=7, choices=slug_choices("running", "done", "failed", "expired"), default="running"
    )
    rows_cnt = models.BigIntegerField(default=0)
    files_cnt = models.BigIntegerField(default=0)
    byte_cnt = models.BigIntegerField(default=0)
    file_name = models.CharField(max_length=120, default="", blank=True)
    requested_by = models.BigIntegerField(null=True)
    requested_by_name = models.CharField(max_length=160, default="")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["status"], condition=models.Q(status="running"), name="one_archive_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.status}"
