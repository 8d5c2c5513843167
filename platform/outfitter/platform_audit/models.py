"""The platform's log: append-only, a trigger refuses changes (as the operators' own, domain.md 3.1)."""

from django.db import models
from django.db.models import F


class PlatformAct(models.Model):
    """One act of somebody who runs the platform, or of an operator towards it."""

    at = models.DateTimeField()
    # Null for the command line and for jobs.
    actor_user_id = models.BigIntegerField(null=True)
    actor_name = models.CharField(max_length=200)
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.TextField(blank=True, default="")
    action = models.CharField(max_length=60)
    # Which operator it is about; no relation, so that the log outlives everything.
    account_id = models.BigIntegerField(null=True)
    subject = models.CharField(max_length=200, blank=True, default="")
    detail = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(F("at"), F("id"), name="platform_act_by_time"),
            models.Index(F("account_id"), F("id"), name="platform_act_by_account"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.action}"
