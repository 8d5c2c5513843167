"""What calls around the waiting list accept."""

from typing import Annotated

from pydantic import Field, StringConstraints

from outfitter.api.principal import Principal
from outfitter.api.schemas import Id, In
from outfitter_tenants.checkout.trip_response.requests import ContactIn, QuantityIn
from outfitter_tenants.checkout.waitlist.types import JoinRequest
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.waitlist.rules.line_order import Flexibility

Sealed = Annotated[str, Field(max_length=80, description="what stands behind /waitlist/")]
Locale = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}$")]


class WaitlistJoinIn(In):
    """A party that wants to wait for a departure, for any on its day, or for any a few days around."""

    timeslot_id: Id
    quantities: Annotated[list[QuantityIn], Field(min_length=1, max_length=50)]
    flexibility: Flexibility = "departure"
    contact: ContactIn
    locale: Locale = "en"

    def asked(self, *, caller: Principal | None = None) -> JoinRequest:
        """Return what is asked for; which member of the team or whose agent asks is not in the body."""
        quantities: dict[int, int] = {}
        for one in self.quantities:
            kind = one.experience_customer_type_id
            quantities[kind] = quantities.get(kind, 0) + one.qty
        contact = self.contact
        return JoinRequest(
            self.timeslot_id,
            quantities,
            self.flexibility,
            Contact(contact.first_name, contact.last_name, contact.email, contact.phone, contact.country),
            self.locale,
            caller.reseller_id if caller else None,
            caller.avatar_id if caller else None,
            caller.hidden_experience_ids if caller else frozenset(),
        )


class WaitlistOrderIn(In):
    """The places in line for a departure, the next first."""

    entry_ids: Annotated[list[Id], Field(min_length=1, max_length=500)]


class WaitlistOfferIn(In):
    """Which departure to offer."""

    timeslot_id: Id


class WaitlistLeaveIn(In):
    """Nothing more: the address says whose place it is."""


class WaitlistRemoveIn(In):
    """Nothing more: the address says whose place it is."""


class WaitlistAcceptIn(In):
    """Nothing more: the address says whose offer it is."""
