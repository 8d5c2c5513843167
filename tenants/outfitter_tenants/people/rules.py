"""
Who may do what to whom: pure rules over codes (domain.md 3.1, 4.29).

Nobody hands out what they do not hold, nobody touches who holds more, nobody changes what they
may do themselves. Owners are changed by owners alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from outfitter.kit.errors import DomainError, Forbidden

OWNER: Final = "owner"
MANAGE: Final = "team.manage"
Scope = Literal["all", "assigned", "reseller"]
Kind = Literal["staff", "guide", "agent"]


class AboveYou(Forbidden):
    """The role holds permissions that the caller does not hold."""

    code = "above_you"


class OwnRole(Forbidden):
    """Nobody changes their own role, its permissions or their own status."""

    code = "own_role"


class LastOwner(DomainError):
    """The operator would be left without an active owner."""

    code = "last_owner"
    status = 409


@dataclass(frozen=True, slots=True)
class Power:
    """
    What a role gives: its codes, whose bookings it sees, and whether it is the owners'.

    `max_discount_ppm` is the most it takes off a trip by hand, in millionths; None is any amount.
    """

    permissions: frozenset[str]
    scope: str = "all"
    is_owner: bool = False
    max_discount_ppm: int | None = None


def covers(actor: Power, other: Power) -> bool:
    """Return whether the actor holds everything that the other role gives."""
    is_in_sight = actor.scope in ("all", other.scope)
    is_owned = actor.is_owner or not other.is_owner
    most = actor.max_discount_ppm
    is_within = most is None or (other.max_discount_ppm is not None and other.max_discount_ppm <= most)
    return is_owned and is_in_sight and is_within and other.permissions <= actor.permissions


def check_covers(actor: Power, other: Power) -> None:
    """
    Refuse a role that gives more than the actor has, to have or to hand out.

    :raises AboveYou: it does; `detail.missing` names the codes
    """
    if not covers(actor, other):
        missing = sorted(other.permissions - actor.permissions)
        raise AboveYou(
            "This role has more permissions than yours. Ask someone whose role includes them.",
            missing=missing,
        )


def check_may_manage(actor: Power) -> None:
    """
    Refuse who may not manage the team (any more).

    :raises Forbidden: the code is missing
    """
    if MANAGE not in actor.permissions:
        raise Forbidden("Your role does not allow this.", permission=MANAGE)


def kind_of(scope: str) -> Kind:
    """Return the kind of person a role makes: who sees a part only is a guide or an agent."""
    kinds: dict[str, Kind] = {"assigned": "guide", "reseller": "agent"}
    return kinds.get(scope, "staff")


def unknown_codes(codes: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the codes that mean nothing here."""
    return sorted(set(codes) - set(known))
