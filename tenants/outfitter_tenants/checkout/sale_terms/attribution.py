"""
Whose sale a cart is (domain.md 4.17), in this order: what staff choose, the agent who is signed in,
the link or promo code a visitor came with, an address that is a partner's own. The first that is
found stays; from the sale on staff alone change it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from outfitter.kit.errors import Forbidden
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.queries import ExperienceNotFound
from outfitter_tenants.resellers import queries as resellers

if TYPE_CHECKING:
    from collections.abc import Collection

    from outfitter_tenants.trips.models import Trip

Source = Literal["agent", "link", "promo_code", "email"]


class AgentWithoutReseller(Forbidden):
    """The caller sells for a partner by their role, and belongs to none."""

    code = "agent_without_reseller"


@dataclass(frozen=True, slots=True)
class SaleClues:
    """
    What tells whose sale a cart is.

    `agent_id` is an agent who is signed in, of `agent_reseller_id`; the rest is a visitor's.
    """

    agent_id: int | None = None
    agent_reseller_id: int | None = None
    link_reseller_id: int | None = None
    promo_code: str | None = None
    email: str | None = None


@dataclass(frozen=True, slots=True)
class SaleSource:
    """The partner whose sale it is, by what, and through which agent."""

    reseller_id: int
    source: Source
    agent_id: int | None = None


def find_source(clues: SaleClues) -> SaleSource | None:
    """
    Return whose sale a cart is; None: nobody's but the operator's.

    A visitor's partner who is unknown or does not sell now is ignored: the visitor books all the
    same.

    :raises ResellerInactive: the agent's partner does not sell now
    """
    if clues.agent_reseller_id is not None:
        resellers.require_active(reseller_id=clues.agent_reseller_id)
        return SaleSource(clues.agent_reseller_id, "agent", clues.agent_id)
    if clues.link_reseller_id is not None and resellers.find_active(reseller_id=clues.link_reseller_id):
        return SaleSource(clues.link_reseller_id, "link")
    if clues.promo_code and (found := resellers.find_by_code(code=clues.promo_code)) is not None:
        return SaleSource(found, "promo_code")
    if clues.email and (found := resellers.find_by_accounting_email(email=clues.email)) is not None:
        return SaleSource(found, "email")
    return None


def attribute(*, trip: "Trip", to: SaleSource, at: datetime) -> None:
    """
    Have a cart be a partner's sale, unless it is somebody's already.

    The caller works out what the partner earns, and saves.
    """
    if trip.reseller_id is not None:
        return
    trip.reseller_id, trip.reseller_agent_id = to.reseller_id, to.agent_id
    trip.commission = {"source": to.source}
    record(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action="trip.reseller_set",
        at=at,
        before={"reseller_id": None},
        after={"reseller_id": to.reseller_id, "source": to.source},
    )


def require_sellable(*, reseller_id: int | None, experience_ids: "Collection[int]") -> None:
    """
    Refuse a cart to an agent whose partner does not sell now, or not these experiences.

    :raises AgentWithoutReseller: they belong to no partner
    :raises ResellerInactive: the partner is paused or archived
    :raises ExperienceNotFound: the partner does not see one of them
    """
    if reseller_id is None:
        raise AgentWithoutReseller(
            "Your login isn't linked to a reseller. Ask the operator to add you as an agent."
        )
    partner = resellers.require_active(reseller_id=reseller_id)
    if partner.hidden_experience_ids & frozenset(experience_ids):
        raise ExperienceNotFound("Experience not found.")
