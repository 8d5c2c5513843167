"""Rows of exports and imports (domain.md 3.10: iej)."""

import uuid

from django.db import models
from django.db.models import F

from outfitter.db.column_types import slug_choices


class Transfer(models.Model):
    """One export or import: what was asked for, how far it is, and the file until it expires."""

    key = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=6, choices=slug_choices("import", "export"))
    # The name of the list whose rows go out, or of the importer they come in by (empty: not known yet).
    object = models.CharField(max_length=40, blank=True)
    format = models.CharField(max_length=4, choices=slug_choices("csv", "xlsx", "json", "zip", "pdf"))
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
    # What an import reads: how the file is to be understood, what fills which column, what its check found.
    source = models.JSONField(default=dict, db_default={})
    mapping = models.JSONField(default=dict, db_default={})
    report = models.JSONField(default=dict, db_default={})
    created_rows = models.PositiveIntegerField(default=0, db_default=0)
    updated_rows = models.PositiveIntegerField(default=0, db_default=0)
    skipped_rows = models.PositiveIntegerField(default=0, db_default=0)
    undo_status = models.CharField(
        max_length=16,
        choices=slug_choices("running", "done", "done_with_errors", "failed"),
        default="",
        db_default="",
        blank=True,
    )
    undone_rows = models.PositiveIntegerField(default=0, db_default=0)
    kept_rows = models.PositiveIntegerField(default=0, db_default=0)
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


class ImportRow(models.Model):
    """
    What became of one row of an imported file: written in the transaction that wrote it.

    `before` is what undoing a change needs, `error` what refused the row or kept it from being taken back:
    a list of {"column", "code", "message"}.
    """

    transfer = models.ForeignKey(Transfer, on_delete=models.CASCADE, related_name="import_rows")
    no = models.PositiveIntegerField()
    state = models.CharField(
        max_length=8, choices=slug_choices("created", "updated", "skipped", "refused", "undone", "kept")
    )
    object_id = models.BigIntegerField(null=True)
    before = models.JSONField(null=True)
    error = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["transfer", "no"], name="import_row_once")]

    def __str__(self) -> str:
        return f"#{self.no} {self.state}"


class ImportKey(models.Model):
    """What a row of a file is known by (a hash of its email), so that a later row finds its twin."""

    transfer = models.ForeignKey(Transfer, on_delete=models.CASCADE, db_index=False, related_name="+")
    key = models.BigIntegerField()
    no = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["transfer", "key"], name="import_key_once")]

    def __str__(self) -> str:
        return f"#{self.no} {self.key}"
