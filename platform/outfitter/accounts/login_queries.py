"""Reads of how people sign in."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from outfitter.accounts.models import Account, Passkey, RecoveryCode, TotpSecret, User


@dataclass(frozen=True, slots=True)
class Factors:
    """The second factors of one person."""

    totp_since: datetime | None
    recovery_codes_left: int
    passkeys: list[Passkey]


def factors_of(*, user: User) -> Factors:
    """Return the second factors of a person, passkeys by age."""
    app = TotpSecret.objects.filter(user=user, confirmed_at__isnull=False).first()
    return Factors(
        totp_since=app.confirmed_at if app else None,
        recovery_codes_left=RecoveryCode.objects.filter(user=user, used_at__isnull=True).count(),
        passkeys=list(Passkey.objects.filter(user=user).order_by("created_at", "id")),
    )


def users_with_second_factor(*, user_ids: Collection[int]) -> set[int]:
    """Return which of these people have a second factor."""
    found = User.objects.filter(pk__in=user_ids, has_second_factor=True)
    return set(found.values_list("pk", flat=True))


def names_of_schemas(*, schema_names: Collection[str]) -> dict[str, str]:
    """Return the operators' names by schema."""
    rows = Account.objects.filter(schema_name__in=schema_names)
    return dict(rows.values_list("schema_name", "name"))


def set_locale(*, user_id: int, locale: str) -> None:
    """Store the language a person reads."""
    User.objects.filter(pk=user_id).update(locale=locale)
