"""Signing in, up to the point where a person is known; sessions begin at the edge."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, TextField

from outfitter.accounts import address_throttle, login_throttle, signed_tokens, two_factor
from outfitter.accounts.models import KnownDevice, Passkey, TotpSecret, User
from outfitter.accounts.operations import InvalidCredentials, check_password, normalize_email
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.accounts.sessions import Proof
from outfitter.api.rate_limits import RateLimited
from outfitter.db.batch_delete import delete_in_batches
from outfitter.db.statements import Param, Statement
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import DomainError

# Between the password and the code; the person may have to look for the phone.
STEP_LIFE: Final = timedelta(minutes=10)
DEVICE_KEPT: Final = timedelta(days=400)
TOTP_LENGTH: Final = 6


class CodeWrong(DomainError):
    """The second factor's code is not right."""

    code = "code_wrong"
    status = 401


class StepExpired(DomainError):
    """The first step was too long ago; it begins again."""

    code = "step_expired"
    status = 401


class Locked(Exception):
    """Too many failures for one account just now; `user` is who has to be told."""

    def __init__(self, refusal: DomainError, user: User, failed_cnt: int) -> None:
        super().__init__(str(refusal))
        self.refusal, self.user, self.failed_cnt = refusal, user, failed_cnt


@dataclass(frozen=True, slots=True)
class PasswordProof:
    """Who gave the right password, and how often it was tried wrongly before."""

    user: User
    failed_before: int = 0


def verify_password(*, email: str, password: str, caller: RequestOrigin, at: datetime) -> PasswordProof:
    """
    Return whose password this is; counted by account, device and address.

    :raises InvalidCredentials: nobody's
    :raises RateLimited: too many failures; unknown addresses answer the same
    :raises Locked: this failure used up the tries of an account that exists
    """
    address = normalize_email(email)
    # One statement, whether or not there is such a user, so that both cost the same.
    user = _WHO.first(email=address, device_hash=_device(caller.device or ""))
    is_known = user is not None and user.is_known_here
    by_account = _counter("password", address, caller, is_known=is_known)
    # A browser the person signed in with before answers for itself alone: whoever else is behind
    # its address, at a hotel say, cannot shut it out.
    by_place = [] if is_known else address_throttle.place_limits(caller=caller, at=at)
    address_throttle.take_tries(by_place, at=at)
    failed = _take(by_account, by_place, at)
    try:
        found = check_password(user=user, password=password)
    except InvalidCredentials as refusal:
        if (
            failed >= login_throttle.FREE
            and user is not None
            and login_throttle.should_tell(key=by_account, at=at)
        ):
            raise Locked(refusal, user, failed) from refusal
        raise
    address_throttle.take_back(by_place)
    return PasswordProof(found, login_throttle.clear_tries(key=by_account))


_WHO: "Final[Statement[Any]]" = Statement(
    lambda: User.objects.filter(email=Param("email", TextField())).annotate(
        is_known_here=Exists(
            KnownDevice.objects.filter(user=OuterRef("pk"), device_hash=Param("device_hash", TextField()))
        )
    )
)


def verify_code(*, user: User, code: str, caller: RequestOrigin, at: datetime) -> Proof:
    """
    Return the proof of a second factor: an app's six digits, or a recovery code.

    :raises CodeWrong: neither, or used before
    :raises RateLimited: too many failures
    :raises Locked: this failure used up the tries
    """
    key = _counter("code", user.email, caller, is_known=is_known_device(user=user, caller=caller))
    failed = login_throttle.count_try(key=key, at=at)
    plain = "".join(code.split()).replace("-", "")
    is_totp = plain.isdigit() and len(plain) == TOTP_LENGTH
    if is_totp and two_factor.verify_totp(user=user, code=plain, at=at):
        login_throttle.clear_tries(key=key)
        return Proof("totp", is_second_factor=True)
    if not is_totp and two_factor.use_recovery_code(user=user, code=plain, at=at):
        login_throttle.clear_tries(key=key)
        return Proof("recovery", is_second_factor=True)
    refusal = CodeWrong("That code is wrong or was already used.")
    if failed >= login_throttle.FREE and login_throttle.should_tell(key=key, at=at):
        raise Locked(refusal, user, failed)
    raise refusal


def methods(*, user: User, party: str) -> list[str]:
    """Return the second factors a person has on hosts of a relying party."""
    found = []
    if TotpSecret.objects.filter(user=user, confirmed_at__isnull=False).exists():
        found.append("totp")
    if Passkey.objects.filter(user=user, rp_id=party).exists():
        found.append("passkey")
    if user.has_second_factor:
        found.append("recovery")
    return found


def step_token(
    *, user: User, caller: RequestOrigin, at: datetime, is_remembered: bool, is_second_factor: bool = False
) -> str:
    """Return what stands for the steps done so far, at this host, for ten minutes."""
    value = {
        "user": user.pk,
        "password": _fingerprint(user),
        "schema": caller.schema_name,
        "remember": is_remembered,
        "factor": is_second_factor,
    }
    return signed_tokens.sign("sign-in-step", value, at=at, life=STEP_LIFE)


@dataclass(frozen=True, slots=True)
class LoginStep:
    """What was proved before: the password, perhaps the second factor too."""

    user: User
    is_remembered: bool
    is_second_factor: bool


def read_step(*, token: str, caller: RequestOrigin, at: datetime) -> LoginStep:
    """
    Return the steps a token stands for.

    :raises StepExpired: too old, of another host, or the password was changed meanwhile
    """
    value = signed_tokens.read("sign-in-step", token, at=at) or {}
    user = User.objects.filter(pk=int(value.get("user") or 0), is_active=True).first()
    is_right = user is not None and value.get("schema") == caller.schema_name
    if user is None or not is_right or value.get("password") != _fingerprint(user):
        raise StepExpired("Please sign in again from the start.")
    return LoginStep(user, bool(value.get("remember")), bool(value.get("factor")))


def is_known_device(*, user: User, caller: RequestOrigin) -> bool:
    """Return whether the person signed in with this browser before."""
    if caller.device is None:
        return False
    return KnownDevice.objects.filter(user=user, device_hash=_device(caller.device)).exists()


def is_strange_device(*, user: User, caller: RequestOrigin) -> bool:
    """Return whether the person signed in before, and never with this browser."""
    known = set(KnownDevice.objects.filter(user=user).values_list("device_hash", flat=True))
    return bool(known) and (caller.device is None or _device(caller.device) not in known)


def remember_device(*, user: User, device: str, at: datetime) -> None:
    """Note that a person signed in with a browser."""
    with connection.cursor() as cursor:
        cursor.execute(_REMEMBER, [user.pk, _device(device), at])


_REMEMBER: Final = """
INSERT INTO accounts_knowndevice (user_id, device_hash, last_used_at) VALUES (%s, %s, %s)
ON CONFLICT (user_id, device_hash) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
"""


def forget_devices(*, user: User) -> None:
    """Treat every browser as a stranger's again."""
    KnownDevice.objects.filter(user=user).delete()


def clear_tries(*, user: User, caller: RequestOrigin) -> None:
    """
    Let a person who proved to own the mailbox try passwords at once.

    Not codes: a mailbox must not buy more guesses of the second factor.
    """
    login_throttle.clear_tries(key=login_throttle.key_of("password", user.email))
    if is_known_device(user=user, caller=caller):
        login_throttle.clear_tries(key=_counter("password", user.email, caller, is_known=True))


def forget_old(*, at: datetime) -> None:
    """Delete devices that were not used for more than a year."""
    delete_in_batches(KnownDevice.objects.filter(last_used_at__lt=at - DEVICE_KEPT))


def _take(by_account: str, by_place: list[address_throttle.TryLimit], at: datetime) -> int:
    try:
        return login_throttle.count_try(key=by_account, at=at)
    except RateLimited:
        # Nothing was tried: an office is not blocked because one account is.
        address_throttle.take_back(by_place)
        raise


def _counter(kind: str, address: str, caller: RequestOrigin, *, is_known: bool) -> str:
    """Return the key of an account's tries: a browser the person signed in with counts by itself."""
    values = [address, _device(caller.device or "")] if is_known else [address]
    return login_throttle.key_of(kind, *values)


def _device(device: str) -> str:
    return keyed_hash(settings.SECRET_KEY, "device", device)


def _fingerprint(user: User) -> str:
    return keyed_hash(settings.SECRET_KEY, "password", user.password)
