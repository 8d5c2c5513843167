"""Who gets the confirmation of a trip: its customer, and whom its partner named (domain.md 3.6)."""

import hashlib
from dataclasses import dataclass

from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers


@dataclass(frozen=True, slots=True)
class Readers:
    """Whether the customer gets the confirmation, and which other addresses get a copy."""

    is_customer_told: bool
    copies: tuple[str, ...] = ()


def readers_of(*, customer: str, reseller_id: int | None, agent_id: int | None) -> Readers:
    """
    Return who gets the confirmation of a trip whose customer has this address; "" is none.

    Nobody gets it twice, and who has no address is left out.
    """
    if reseller_id is None:
        return Readers(bool(customer))
    told, own = resellers.confirmations_of(reseller_id=reseller_id)
    is_customer_told = bool(customer) and "customer" in told.recipients
    wanted = list(told.emails)
    if "reseller" in told.recipients:
        wanted += own
    if "agent" in told.recipients and agent_id is not None:
        agent = people.get_avatar(avatar_id=agent_id)
        wanted += [agent.email] if agent is not None and agent.status != "disabled" else []
    known = {customer.casefold()} if is_customer_told else set()
    copies = {one.casefold(): one for one in wanted if one and one.casefold() not in known}
    return Readers(is_customer_told, tuple(copies.values()))


def occasion_of(address: str) -> str:
    """Return what tells the copy for an address from every other message of the trip."""
    return f"copy:{hashlib.sha256(address.casefold().encode()).hexdigest()[:16]}"
