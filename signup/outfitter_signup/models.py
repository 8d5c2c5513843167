"""Sign-ups on their way; a table of the public schema."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from outfitter.db.column_types import slug_choices


class Signup(models.Model):
    """One sign-up on its way (domain.md 6.1): started ... ready, consumed."""

    token_hash = models.CharField(max_length=64, unique=True)
    state = models.CharField(
        max_length=16,
        choices=slug_choices(
            "email_pending",
            "email_confirmed",
            "domain_ok",
            "provisioning",
            "ready",
            "consumed",
            "expired",
            "rejected",
            "failed",
        ),
        default="email_pending",
    )
    email = models.EmailField()
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80)
    phone = models.CharField(max_length=20, null=True)
    company_name = models.CharField(max_length=200)
    locale = models.CharField(max_length=12, default="en")
    is_known_email = models.BooleanField(default=False)
    code_hash = models.CharField(max_length=64, blank=True, default="")
    code_expires_at = models.DateTimeField(null=True)
    code_attempt_cnt = models.PositiveSmallIntegerField(default=0)
    code_sent_cnt = models.PositiveSmallIntegerField(default=0)
    slug = models.CharField(max_length=40, null=True)
    slug_reserved_until = models.DateTimeField(null=True)
    account = models.ForeignKey("accounts.Account", null=True, on_delete=models.SET_NULL, related_name="+")
    user = models.ForeignKey("accounts.User", null=True, on_delete=models.SET_NULL, related_name="+")
    steps_done = ArrayField(models.CharField(max_length=30), default=list)
    attempt_cnt = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True, default="")
    utm = models.JSONField(default=dict)
    ip = models.GenericIPAddressField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["slug"],
                condition=Q(state__in=["domain_ok", "provisioning"]),
                name="one_signup_per_slug",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.state}"
