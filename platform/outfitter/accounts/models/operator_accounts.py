"""Operators, their host names and their schemas (domain.md 3.1, 6.1)."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django_tenants.models import DomainMixin, TenantMixin

from outfitter.db.column_types import slug_choices

STAGES = (
    "signed_up",
    "profile",
    "catalog",
    "schedule",
    "payments",
    "tested",
    "installed",
    "live",
    "activated",
)


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
    onboarding_stage = models.CharField(max_length=12, choices=slug_choices(*STAGES), default="signed_up")
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
    # Since when visitors, partners and channels may not book because the platform was not paid;
    # staff go on working (domain.md 6.6).
    sales_stopped_at = models.DateTimeField(null=True)
    # Whether it has a plan or once had one: what its trips owe the platform is asked of no other.
    is_billed = models.BooleanField(default=False, db_default=False)

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


class DomainClaim(models.Model):
    """A domain that an operator wants to bring; it leads to them once `Domain` has a row of it."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="domain_claims")
    domain = models.CharField(max_length=253)
    # What a text record of the domain must say; it opens nothing by itself.
    token = models.CharField(max_length=43)
    created_at = models.DateTimeField()
    # Why the last look did not prove it ("" when it did), and where the domain pointed then.
    problem = models.CharField(
        max_length=12,
        choices=slug_choices("not_found", "wrong", "unavailable", "lost"),
        blank=True,
        default="",
    )
    found = models.CharField(max_length=253, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "domain"], name="one_claim_each")]

    def __str__(self) -> str:
        return f"{self.domain} for {self.account_id}"


class ReleasedSlug(models.Model):
    """A subdomain that nobody may take again for twelve months."""

    slug = models.CharField(max_length=40, unique=True)
    released_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.slug


class SpareSchema(models.Model):
    """A migrated, empty schema that waits for the next operator."""

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


class AccountStageEvent(models.Model):
    """When an account entered and left an onboarding stage, and who saw to it (domain.md 6.4)."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="stage_events")
    stage = models.CharField(max_length=12, choices=slug_choices(*STAGES))
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    # Who runs the platform and moved it; empty: it came by itself, from what is really there.
    actor = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        indexes = [models.Index(F("account"), F("entered_at"), name="stage_by_account")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.stage}"


class AccountStateEvent(models.Model):
    """That an account came into another state: who did it, when and why (domain.md 3.1)."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="state_events")
    change = models.CharField(max_length=12)
    before = models.CharField(max_length=12)
    after = models.CharField(max_length=12)
    at = models.DateTimeField()
    actor = models.CharField(max_length=200)
    reason = models.TextField(blank=True, default="")

    class Meta:
        indexes = [models.Index(F("account"), F("id"), name="state_by_account")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.change}"
