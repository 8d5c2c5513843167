"""Reads of the account chooser: the operators of one person (domain.md 0.3)."""

from dataclasses import dataclass

from outfitter.accounts import hosts
from outfitter.accounts.models import Membership, User


@dataclass(frozen=True, slots=True)
class OperatorChoice:
    """An operator where a person is active, and as what."""

    id: int
    slug: str
    name: str
    schema_name: str
    url: str
    kind: str


def list_choices(*, user_id: int) -> list[OperatorChoice]:
    """Return the ready operators where a user has an active avatar, by name."""
    rows = Membership.objects.filter(user_id=user_id, is_active=True, account__is_ready=True)
    found = rows.select_related("account").order_by("account__name", "account_id")
    return [
        OperatorChoice(
            id=row.account.pk,
            slug=row.account.slug,
            name=row.account.name,
            schema_name=row.account.schema_name,
            url=hosts.tenant_url(row.account.slug),
            kind=row.kind,
        )
        for row in found
    ]


def has_choice(*, user_id: int) -> bool:
    """Return whether a reseller's agent works with several operators and has to pick one."""
    choices = list_choices(user_id=user_id)
    return len(choices) > 1 and any(choice.kind == "agent" for choice in choices)


def get_user(*, user_id: int) -> User:
    """
    Return a login.

    :raises User.DoesNotExist: there is none
    """
    return User.objects.get(pk=user_id)
