"""Reads of the account chooser: the operators of one person (domain.md 0.3)."""

from dataclasses import dataclass
from typing import Any, Final

from outfitter.accounts import hosts
from outfitter.accounts.models import Membership, User
from outfitter.db.statements import Param, Statement


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
    return [
        OperatorChoice(
            id=pk, slug=slug, name=name, schema_name=schema_name, url=hosts.tenant_url(slug), kind=kind
        )
        for pk, slug, name, schema_name, kind in _CHOICES.all(user_id=user_id)
    ]


_CHOICES: "Final[Statement[Any]]" = Statement(
    lambda: (
        Membership.objects.filter(user_id=Param("user_id"), is_active=True, account__is_ready=True)
        .order_by("account__name", "account_id")
        .values_list("account_id", "account__slug", "account__name", "account__schema_name", "kind")
    )
)


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
