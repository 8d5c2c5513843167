"""The audit log: append-only, a trigger refuses changes (domain.md 3.1)."""

from django.db import models
from django.db.models import F, Func, TextField

from outfitter.db.fields import slug_choices

# An address as people write it, without the length of its prefix.
HOST = Func(F("ip"), function="HOST", output_field=TextField())


class AuditLog(models.Model):
    """One change of state by one actor."""

    at = models.DateTimeField()
    actor_type = models.CharField(
        max_length=8,
        choices=slug_choices("staff", "agent", "guide", "customer", "system", "channel", "ai"),
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
