"""Operators, their host names and login identities (domain.md 3.1, 6.1)."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now
from django_tenants.models import DomainMixin, TenantMixin

from outfitter.db.fields import slug_choices

STAGES = (
    "signed_up", "profile", "catalog", "schedule", "payments",
    "tested", "installed", "live", "activated",
)  # fmt: skip


class Account(TenantMixin):
    """One operator business: a tenant. Its rows live in the PostgreSQL schema `schema_name`."""

    # Schemas come from the warm pool (accounts.pool), never from saving a row.
    auto_create_schema = False

    slug = models.CharField(max_length=40, unique=True)
    # What the slug looks like to the eye (accounts.slugs.skeleton).
    slug_skeleton = models.CharField(max_length=40, default="")
    name = models.CharField(max_length=200)
    legal_name = models.CharField(max_length=200, null=True)
    status = models.CharField(
        max_length=12,
        choices=slug_choices("onboarding", "live", "past_due", "suspended", "closed"),
        default="onboarding",
    )
    onboarding_stage = models.CharField(
        max_length=12, choices=slug_choices(*STAGES), default="signed_up"
    )
    country = models.CharField(max_length=2)
    time_zone = models.CharField(max_length=64)
    currency = models.CharField(max_length=3, default="USD")
    locale = models.CharField(max_length=12, default="en-US")
    business = models.JSONField(default=dict)
    stripe_account_id = models.CharField(max_length=64, null=True)
    is_demo = models.BooleanField(default=False)
    is_ready = models.BooleanField(default=False)
    schema_version = models.CharField(max_length=64, default="")
    trial_ends_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    went_live_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_reason = models.TextField(null=True)

    class Meta:
        indexes = [models.Index(F("slug_skeleton"), name="account_by_skeleton")]
        constraints = [
            models.CheckConstraint(
                condition=Q(slug__regex=r"^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$"),
                name="account_slug_is_a_host_label",
            ),
            models.CheckConstraint(
                condition=Q(schema_name="public") | Q(schema_name__regex=r"^t_[a-z0-9]{1,61}$"),
                name="account_schema_name",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug} ({self.schema_name})"


class Domain(DomainMixin):
    """A host name that leads to an account."""

    verified_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.domain)


class ReleasedSlug(models.Model):
    """A subdomain that nobody may take again for twelve months."""

    slug = models.CharField(max_length=40, unique=True)
    released_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.slug


class SpareSchema(models.Model):
    """A migrated, empty schema that waits for the next operator (stack.md section 3)."""

    schema_name = models.CharField(max_length=63, unique=True)
    schema_version = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.schema_name


class SchemaSnapshot(models.Model):
    """The SQL that makes an operator's schema of one version; it names no schema itself."""

    schema_version = models.CharField(max_length=64, unique=True)
    body = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.schema_version


class UserManager(BaseUserManager["User"]):
    """Finds people by e-mail address, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser):
    """A login identity: one person, one password, for every operator they work with."""

    email = models.EmailField(unique=True)
    first_name = models.CharField(max_length=80, blank=True, default="")
    last_name = models.CharField(max_length=80, blank=True, default="")
    phone = models.CharField(max_length=20, null=True)
    locale = models.CharField(max_length=12, default="en")
    is_active = models.BooleanField(default=True)
    is_platform_admin = models.BooleanField(default=False)
    email_confirmed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(email=Lower("email")), name="user_email_is_lower")
        ]

    def __str__(self) -> str:
        return self.email


class Membership(models.Model):
    """That a user has an avatar at an account: the account chooser's map, kept by events."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="memberships")
    user_avatar_id = models.BigIntegerField()
    kind = models.CharField(max_length=8, choices=slug_choices("staff", "agent", "guide"))
    is_active = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "account"], name="one_membership_each")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.account_id}"


class OneTimeCode(models.Model):
    """A 60-second ticket from one host to another; only its keyed hash is stored."""

    code_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    schema_name = models.CharField(max_length=63)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} for {self.schema_name}"


class AccountStageEvent(models.Model):
    """When an account entered and left an onboarding stage (domain.md 6.4)."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="stage_events")
    stage = models.CharField(max_length=12, choices=slug_choices(*STAGES))
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("account"), F("entered_at"), name="stage_by_account")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.stage}"
