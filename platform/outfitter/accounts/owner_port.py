"""Who owns the operator whose schema this is; the app that keeps people names the function."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from outfitter.accounts.models import Account, Membership, User
from outfitter.db.tenant_schema import in_schema


class _Owners:
    find: ClassVar[Callable[[], Sequence[int]]]


def install(find: Callable[[], Sequence[int]]) -> None:
    """Name the function that returns the avatars of owners."""
    _Owners.find = staticmethod(find)


def owners() -> Sequence[int]:
    """Return the ids of the avatars that own the operator whose schema this is."""
    return _Owners.find()


def owners_of(account: Account) -> list[User]:
    """Return the people who own an operator and may sign in, the first one first."""
    with in_schema(account.schema_name):
        avatars = owners()
    members = Membership.objects.filter(account=account, is_active=True, user_avatar_id__in=avatars)
    return list(User.objects.filter(pk__in=members.values("user_id"), is_active=True).order_by("pk"))
