"""The audit log: append-only, a trigger refuses changes (domain.md 3.1)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, TextField

from outfitter.db.column_types import slug_choices

# An address as people write it, without the length of its prefix.
HOST = Func(F("ip"), function="HOST", output_field=TextField())


class AuditLog(models.Model):
    """One change of state by one actor."""

    at = models.DateTimeField()
    actor_type = models.CharField(
        max_length=8,
        choices=slug_choices(
            "staff", "agent", "guide", "customer", "system", "channel", "ai", "api_key", "support"
        ),
    )
    user_avatar_id = models.BigIntegerField(null=True)
    actor_name = models.CharField(max_length=160, default="")
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.TextField(default="", blank=True)
    entity_type = models.CharField(max_length=40)
    entity_id = models.BigIntegerField()
    trip_id = models.BigIntegerField(null=True)
    action = models.CharField(max_length=60)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.TextField(null=True)

    class Meta:
        indexes = [
            models.Index(F("entity_type"), F("entity_id"), F("id").desc(), name="audit_by_entity"),
            models.Index(F("trip_id"), F("id").desc(), name="audit_by_trip"),
            models.Index(F("at").desc(), name="audit_by_time"),
            models.Index(F("at"), F("id"), name="audit_in_order"),
            models.Index(F("user_avatar_id"), F("at"), F("id"), name="audit_by_person"),
            models.Index(HOST, F("at"), F("id"), name="audit_by_address"),
            models.Index(F("action"), F("at"), F("id"), name="audit_by_action"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.action}"


class AuditRedaction(models.Model):
    """
    That personal values left a row of the log: their digest before, and of what stands there now.

    Written by a trigger. The first one of a row is what its seal goes by.
    """

    log_id = models.BigIntegerField()
    was = models.BinaryField()
    is_now = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_redaction"
        indexes = [models.Index(fields=["log_id", "id"], name="audit_redaction_by_row")]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.log_id}"


class AuditSeal(models.Model):
    """
    A stretch of the log as it was sealed, over the seal before it (ADR 55).

    It covers the rows whose numbers are above `log_after` and up to `log_upto`, and likewise the
    marks of redactions. `digests` are those of the rows `ids`, 32 bytes each.
    """

    log_after = models.BigIntegerField(unique=True)
    log_upto = models.BigIntegerField()
    redaction_after = models.BigIntegerField()
    redaction_upto = models.BigIntegerField()
    ids = ArrayField(models.BigIntegerField())
    digests = models.BinaryField()
    redactions = models.BinaryField()
    previous = models.BinaryField()
    hash = models.BinaryField()
    sealed_at = models.DateTimeField()

    class Meta:
        db_table = "audit_seal"

    def __str__(self) -> str:
        return f"#{self.pk} {self.log_after}-{self.log_upto}"


class AuditHorizon(models.Model):
    """
    Numbers up to which the log is final once every transaction before `xid` is over. One row.

    Numbers are drawn after a transaction has its own, so that none below can appear later.
    """

    id = models.SmallIntegerField(primary_key=True)
    log_id = models.BigIntegerField(default=0)
    redaction_id = models.BigIntegerField(default=0)
    xid = models.BigIntegerField(default=0)

    class Meta:
        db_table = "audit_horizon"

    def __str__(self) -> str:
        return f"{self.log_id} after {self.xid}"
