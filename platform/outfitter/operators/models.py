"""What the platform's desk knows of operators without asking their schemas (domain.md 6.4, 6.5)."""

from django.db import models
from django.db.models import F, Q

from outfitter.accounts.models import Account, User
from outfitter.db.column_types import slug_choices


class OperatorHealth(models.Model):
    """How an operator was when its own daily work looked last; one row for each."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="health")
    last_sale_at = models.DateTimeField(null=True)
    # What failed for good within the day before: jobs, deliveries, webhook events.
    error_cnt = models.PositiveIntegerField(default=0)
    failing_plugin_cnt = models.PositiveIntegerField(default=0)
    # Work that has been due for more than an hour.
    stuck_job_cnt = models.PositiveIntegerField(default=0)
    schema_bytes = models.BigIntegerField(default=0)
    # Counters of seats that differed from their rows when they were last counted anew.
    repaired_counter_cnt = models.PositiveIntegerField(default=0, db_default=0)
    # Names and roles of who works there: {"name", "role"}; no addresses.
    people = models.JSONField(default=list)
    measured_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(F("last_sale_at"), F("id"), name="health_by_last_sale"),
            models.Index(F("error_cnt"), F("id"), name="health_by_errors"),
            models.Index(F("schema_bytes"), F("id"), name="health_by_size"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} at {self.measured_at}"


class SupportAccess(models.Model):
    """
    An operator's consent to support, from the question to its end.

    `user` is who asked; null where an owner grants it without having been asked: then whoever
    runs the platform may use it. It counts while it is granted and `ends_at` has not come.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="support_accesses")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    state = models.CharField(
        max_length=9, choices=slug_choices("asked", "granted", "refused", "withdrawn", "ended")
    )
    reason = models.TextField(blank=True, default="")
    may_change = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    granted_at = models.DateTimeField(null=True)
    granted_by = models.CharField(max_length=160, blank=True, default="")
    ends_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=160, blank=True, default="")

    class Meta:
        indexes = [models.Index(F("account"), F("id"), name="support_by_account")]
        constraints = [
            # One question or consent at a time: nobody has to guess which one counts.
            models.UniqueConstraint(
                F("account"), name="one_support_access", condition=Q(state__in=["asked", "granted"])
            ),
            models.CheckConstraint(
                condition=Q(state="granted", ends_at__isnull=False) | ~Q(state="granted"),
                name="support_is_for_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.state}"
