"""Who stands at a desk: an agent, and the partner they sell for."""

from dataclasses import dataclass

from django.http import HttpRequest

from outfitter.api.principal import caller_of
from outfitter.kit.errors import Forbidden
from outfitter_tenants.checkout.sale_terms.attribution import AgentWithoutReseller
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.queries import Partner
from outfitter_tenants.resellers.rules.allowances import require_allowance


class AgentsOnly(Forbidden):
    """The desk is for who sells for a partner; staff have the office."""

    code = "agents_only"


@dataclass(frozen=True, slots=True)
class Seller:
    """An agent who is signed in, with their partner as the agreement has them now."""

    agent_id: int
    partner: Partner
    sees_prices: bool


def seller_of(request: HttpRequest) -> Seller:
    """
    Return the agent who asks.

    :raises AgentsOnly: they are staff, or a guide
    :raises AgentWithoutReseller: they belong to no partner
    """
    caller = caller_of(request)
    if caller.scope != "reseller" or caller.avatar_id is None:
        raise AgentsOnly("This is for resellers' agents. You sell in the office.")
    if caller.reseller_id is None:
        raise AgentWithoutReseller(
            "Your login isn't linked to a reseller. Ask the operator to add you as an agent."
        )
    partner = resellers.get_partner(reseller_id=caller.reseller_id)
    return Seller(caller.avatar_id, partner, caller.sees_prices)


def price_reader_of(request: HttpRequest) -> Seller:
    """
    Return the agent who asks for money.

    :raises NotAllowed: their partner keeps prices from them
    """
    seller = seller_of(request)
    if not seller.sees_prices:
        require_allowance(frozenset(), "see_price")
    return seller
