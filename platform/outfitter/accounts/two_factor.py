"""Second factors: authenticator apps and recovery codes (RFC 6238, RFC 4226)."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import pyotp
import segno
from django.conf import settings
from django.db import transaction

from outfitter.accounts.models import Passkey, RecoveryCode, TotpSecret, User
from outfitter.kit import crypto
from outfitter.kit.errors import DomainError, Invalid
from outfitter.kit.ids import CODE_ALPHABET

ISSUER: Final = "Outfitter"
STEP_SECONDS: Final = 30
DRIFT: Final = 1
RECOVERY_CODES: Final = 10
RECOVERY_LENGTH: Final = 10


class NotStarted(DomainError):
    """Nobody began to set up an authenticator app here."""

    code = "not_started"
    status = 409


class LastFactor(DomainError):
    """This factor is demanded here and no other is left."""

    code = "last_factor"
    status = 409


@dataclass(frozen=True, slots=True)
class NewTotp:
    """A secret to be put into an app: as text, as address, and as rows of a QR code."""

    secret: str
    uri: str
    qr: list[str]


def start_totp(*, user: User, at: datetime) -> NewTotp:
    """Return a new secret; it counts from `confirm_totp` on, an older one works until then."""
    secret = pyotp.random_base32()
    TotpSecret.objects.update_or_create(
        user=user,
        confirmed_at=None,
        defaults={
            "secret_encrypted": crypto.encrypt_json(settings.FIELD_KEYS, {"secret": secret}),
            "created_at": at,
        },
    )
    uri = pyotp.TOTP(secret).provisioning_uri(name=user.email, issuer_name=ISSUER)
    rows = ["".join("1" if dark else "0" for dark in row) for row in segno.make(uri).matrix]
    return NewTotp(secret, uri, rows)


def confirm_totp(*, user: User, code: str, at: datetime) -> list[str] | None:
    """
    Switch the app on that `start_totp` began; returns recovery codes when there were none.

    :raises NotStarted: nothing was begun
    :raises Invalid: the code is not the app's
    """
    with transaction.atomic():
        pending = _lock(user, is_confirmed=False)
        if pending is None:
            raise NotStarted("Please start again.")
        step = _matching_step(pending, code, at)
        if step is None:
            raise Invalid({"code": ["That code is wrong. Check that your phone's clock is correct."]})
        TotpSecret.objects.filter(user=user, confirmed_at__isnull=False).delete()
        pending.confirmed_at, pending.last_step, pending.last_used_at = at, step, at
        pending.save(update_fields=["confirmed_at", "last_step", "last_used_at"])
        return after_adding(user=user, at=at)


def verify_totp(*, user: User, code: str, at: datetime) -> bool:
    """Return whether a code is the app's, and use it up: the same code is never taken twice."""
    with transaction.atomic():
        secret = _lock(user, is_confirmed=True)
        step = _matching_step(secret, code, at) if secret else None
        if secret is None or step is None:
            return False
        secret.last_step, secret.last_used_at = step, at
        secret.save(update_fields=["last_step", "last_used_at"])
        return True


def remove_totp(*, user: User) -> bool:
    """Forget the app; returns whether there was one."""
    with transaction.atomic():
        gone = TotpSecret.objects.filter(user=user, confirmed_at__isnull=False).delete()[0]
        after_removing(user=user)
    return bool(gone)


def renew_recovery_codes(*, user: User, at: datetime) -> list[str]:
    """Return ten new codes; the old ones open nothing any more."""
    codes = [
        "".join(secrets.choice(CODE_ALPHABET) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)
    ]
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create(
            [
                RecoveryCode(user=user, code_hash=_recovery_hash(user.pk, code), created_at=at)
                for code in codes
            ]
        )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def use_recovery_code(*, user: User, code: str, at: datetime) -> bool:
    """Return whether a recovery code is right, and use it up; of two at once one wins."""
    mine = RecoveryCode.objects.filter(
        user=user, code_hash=_recovery_hash(user.pk, code), used_at__isnull=True
    )
    return mine.update(used_at=at) == 1


def after_adding(*, user: User, at: datetime) -> list[str] | None:
    """Note that a factor was added; the first one brings recovery codes, shown once."""
    User.objects.filter(pk=user.pk).update(has_second_factor=True)
    user.has_second_factor = True
    if RecoveryCode.objects.filter(user=user, used_at__isnull=True).exists():
        return None
    return renew_recovery_codes(user=user, at=at)


def after_removing(*, user: User) -> None:
    """Note which factors are left; without any the recovery codes go too."""
    has_totp = TotpSecret.objects.filter(user=user, confirmed_at__isnull=False).exists()
    is_left = has_totp or Passkey.objects.filter(user=user).exists()
    User.objects.filter(pk=user.pk).update(has_second_factor=is_left)
    user.has_second_factor = is_left
    if not is_left:
        RecoveryCode.objects.filter(user=user).delete()


def reset(*, user: User) -> None:
    """Remove every factor of a person who lost them all."""
    with transaction.atomic():
        TotpSecret.objects.filter(user=user).delete()
        Passkey.objects.filter(user=user).delete()
        after_removing(user=user)


def _lock(user: User, *, is_confirmed: bool) -> TotpSecret | None:
    rows = TotpSecret.objects.select_for_update(of=("self",))
    return rows.filter(user=user, confirmed_at__isnull=not is_confirmed).first()


def _matching_step(secret: TotpSecret, code: str, at: datetime) -> int | None:
    found = crypto.decrypt_json(settings.FIELD_KEYS, secret.secret_encrypted)
    app = pyotp.TOTP(found["secret"], interval=STEP_SECONDS)
    now = int(at.timestamp()) // STEP_SECONDS
    matching = [
        step
        for step in range(now - DRIFT, now + DRIFT + 1)
        if hmac.compare_digest(app.generate_otp(step).encode(), code.encode()) and step > secret.last_step
    ]
    return matching[0] if matching else None


def _recovery_hash(user_id: int, code: str) -> str:
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return crypto.keyed_hash(settings.SECRET_KEY, "recovery-code", str(user_id), plain)
