"""What a call to join the list asks for, and for whom."""

from outfitter.api.principal import Principal
from outfitter_tenants.checkout.waitlist.entries import JoinRequest
from outfitter_tenants.checkout.waitlist.requests import WaitlistJoinIn
from outfitter_tenants.trips.operations.drafts import Contact


def join_request(body: WaitlistJoinIn, *, caller: Principal | None = None) -> JoinRequest:
    """Return what a call asks for; which member of the team or whose agent asks is not in its body."""
    quantities: dict[int, int] = {}
    for one in body.quantities:
        kind = one.experience_customer_type_id
        quantities[kind] = quantities.get(kind, 0) + one.qty
    contact = body.contact
    return JoinRequest(
        body.timeslot_id,
        quantities,
        body.flexibility,
        Contact(contact.first_name, contact.last_name, contact.email, contact.phone, contact.country),
        body.locale,
        caller.reseller_id if caller else None,
        caller.avatar_id if caller else None,
        caller.hidden_experience_ids if caller else frozenset(),
    )
