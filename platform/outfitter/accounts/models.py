"""Operators, their host names and login identities (domain.md 3.1, 6.1)."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now
from django_tenants.models import DomainMixin, TenantMixin

from outfitter.db.column_types import slug_choices, text_list

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
    # Kept by whoever adds or removes a factor: every request asks it.
    has_second_factor = models.BooleanField(default=False)
    # What passkeys know the person by; says nothing about them.
    passkey_handle = models.CharField(max_length=86, null=True, unique=True)
    email_confirmed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(email=Lower("email")), name="user_email_is_lower")]

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
        constraints = [models.UniqueConstraint(fields=["user", "account"], name="one_membership_each")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.account_id}"


class OneTimeCode(models.Model):
    """A 60-second ticket from one host to another; only its keyed hash is stored."""

    code_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    schema_name = models.CharField(max_length=63)
    # What was proved on the host that issued it, and for how long the person asked to stay.
    is_second_factor = models.BooleanField(default=False)
    is_remembered = models.BooleanField(default=False)
    # When the person last proved who they are there, and when that session ends for good.
    confirmed_at = models.DateTimeField(null=True)
    session_until = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} for {self.schema_name}"


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


class UserSession(models.Model):
    """One browser that is signed in at one operator; the cookie's hash is the key."""

    key_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sessions")
    schema_name = models.CharField(max_length=63)
    method = models.CharField(
        max_length=8,
        choices=slug_choices("password", "totp", "recovery", "passkey", "code", "support", "pin"),
    )
    # The operator's device on which somebody signed in by PIN; the session ends with it.
    device_id = models.BigIntegerField(null=True)
    is_second_factor = models.BooleanField(default=False)
    is_remembered = models.BooleanField(default=False)
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.TextField(blank=True, default="")
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    # When the person last proved who they are: changing secrets asks for it anew.
    confirmed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=20, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(F("user"), name="live_sessions", condition=Q(ended_at__isnull=True)),
            models.Index(F("expires_at"), name="session_by_expiry"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.user_id} at {self.schema_name}"


class KnownDevice(models.Model):
    """A browser in which a person signed in before: strangers cannot lock it out."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    device_hash = models.CharField(max_length=64)
    last_used_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "device_hash"], name="one_row_per_device")]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.user_id}"


class SigninTry(models.Model):
    """How often something failed to sign in; `key` is a keyed hash of an address or account."""

    key = models.CharField(max_length=64, primary_key=True)
    failed_cnt = models.PositiveIntegerField()
    last_try_at = models.DateTimeField()
    blocked_until = models.DateTimeField(null=True)
    told_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("last_try_at"), name="signin_try_by_time")]

    def __str__(self) -> str:
        return f"{self.failed_cnt} tries"


class TotpSecret(models.Model):
    """An authenticator app's secret; it counts once a code of it was typed back."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    secret_encrypted = models.TextField()
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    # The newest time step whose code was accepted: neither it nor an older one is taken again.
    last_step = models.BigIntegerField(default=0)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(F("user"), name="one_totp_each", condition=Q(confirmed_at__isnull=False)),
            models.UniqueConstraint(
                F("user"), name="one_totp_pending_each", condition=Q(confirmed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.user_id}"


class RecoveryCode(models.Model):
    """One of ten codes for who lost the other factor; only its keyed hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    code_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "code_hash"], name="one_row_per_recovery_code")
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.user_id}"


class Passkey(models.Model):
    """A WebAuthn credential; it works on the hosts of its relying party `rp_id`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    rp_id = models.CharField(max_length=255)
    credential_id = models.TextField(unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField(default=0)
    name = models.CharField(max_length=60)
    transports = text_list()
    aaguid = models.CharField(max_length=36, blank=True, default="")
    is_synced = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} of {self.user_id}"


class SpentToken(models.Model):
    """A signed token that was used: it is not taken a second time while it would still be valid."""

    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("expires_at"), name="spent_token_by_expiry")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class MailToken(models.Model):
    """A link that was mailed: to a new password, or proving a new address. Stored hashed."""

    kind = models.CharField(max_length=8, choices=slug_choices("password", "email"))
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    email = models.EmailField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("expires_at"), name="mail_token_by_expiry")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} of {self.user_id}"
