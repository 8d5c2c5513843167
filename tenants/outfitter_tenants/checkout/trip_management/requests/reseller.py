"""What the calls around a trip's partner take (domain.md 5.24)."""

from typing import Literal

from pydantic import model_validator

from outfitter.api.schemas import Amount, Id
from outfitter_tenants.checkout.trip_response.requests.lifecycle import Reason, VersionedIn
from outfitter_tenants.resellers.schemas import Share


class TripResellerIn(VersionedIn):
    """Which partner sells the trip, and whether at the partner's prices."""

    reseller_id: Id
    reprice: Literal["keep", "reprice"] = "keep"


class TripResellerRemoveIn(VersionedIn):
    """No partner sells the trip, and whether at our own prices of now."""

    reprice: Literal["keep", "reprice"] = "keep"


class TripAgentIn(VersionedIn):
    """Who of the partner sold it."""

    agent_id: Id


class TripAgentRemoveIn(VersionedIn):
    """Nobody in particular sold it."""


class CommissionIn(VersionedIn):
    """What the partner earns: `amount` in minor units, or `ppm` of the base."""

    amount: Amount | None = None
    ppm: Share | None = None
    agent_amount: Amount | None = None
    reason: Reason

    @model_validator(mode="after")
    def _one_of_both(self) -> "CommissionIn":
        if (self.amount is None) == (self.ppm is None):
            raise ValueError("Give an amount or a share.")
        return self
