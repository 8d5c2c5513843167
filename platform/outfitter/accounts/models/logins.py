"""People who sign in, and what they sign in with (domain.md 6.1)."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now

from outfitter.accounts.models.operator_accounts import Account
from outfitter.db.column_types import slug_choices, text_list


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
