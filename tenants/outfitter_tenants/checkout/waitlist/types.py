"""What somebody asks of a waiting list."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.waitlist.rules.line_order import Flexibility


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """
    A party that wants to wait: experience customer type id -> how many, and how to reach them.

    `hidden_experience_ids` are not there for whoever asks.
    """

    timeslot_id: int
    quantities: Mapping[int, int]
    flexibility: Flexibility
    contact: Contact
    locale: str
    reseller_id: int | None = None
    created_by: int | None = None
    hidden_experience_ids: Collection[int] = ()
