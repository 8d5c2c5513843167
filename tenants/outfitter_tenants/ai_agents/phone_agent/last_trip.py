"""The trip of who calls: that there is one, and which, once they proved that it is theirs."""

import datetime as dt
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.api.rate_limits import limit
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter_tenants.ai_agents import agent_calls
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.queries import phone_trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

# Tries about one number in a day, however many calls an agent says there were.
_A_DAY: Final = 10


@dataclass(frozen=True, slots=True)
class Proof:
    """What a caller says to prove that a trip is theirs."""

    confirmation_code: str | None = None
    last_name: str | None = None
    date: dt.date | None = None

    @property
    def is_given(self) -> bool:
        """Return whether there is anything to compare."""
        return bool(self.confirmation_code) or bool(self.last_name and self.date)

    def fits(self, trip: "Trip", time_zone: str) -> bool:
        """Return whether it is this trip's."""
        if self.confirmation_code:
            return _letters(self.confirmation_code) == _letters(trip.confirmation_code)
        if not (self.last_name and self.date and trip.contact_last_name and trip.first_start_at):
            return False
        is_name = self.last_name.strip().casefold() == trip.contact_last_name.strip().casefold()
        return is_name and zones.local_day(trip.first_start_at, time_zone) == self.date


@dataclass(frozen=True, slots=True)
class LastTrip:
    """What was found: nothing, something, or (proved) which trip."""

    is_found: bool
    trip_id: int | None = None
    tries_left: int = agent_calls.MOST_TRIES
    is_wrong: bool = False


def find_last_trip(*, phone: str, call_id: str | None, proof: Proof, at: datetime) -> LastTrip:
    """
    Return the newest trip of a number; of those that fit the proof, where one is given.

    :raises TooManyTries: three tries of this call were wrong
    :raises RateLimited: ten of this number were, today
    """
    zone = people.get_properties().time_zone
    key = call_id or f"{agent_calls.hash_of(phone)}:{zones.local_day(at, zone)}"
    made = agent_calls.find_call(call_id=key, phone=phone)
    if made is not None and made.trip_id is not None and not proof.is_given:
        # Made in this very call: whoever speaks has just said all of it.
        return LastTrip(is_found=True, trip_id=made.trip_id)
    rows = phone_trips.find_all(phone=phone, customer_ids=customers.ids_with_phone(phone=phone), at=at)
    if not proof.is_given:
        return LastTrip(is_found=bool(rows))
    # Counted before it is looked at, and also where there is nothing: nobody learns which it was.
    limit(f"agent-proof:{current_schema()}:{phone}", _A_DAY, 24 * 3600)
    left = agent_calls.count_try(call_id=key, phone=phone, at=at)
    trip = next((row for row in rows if proof.fits(row, zone)), None)
    if trip is None:
        return LastTrip(is_found=bool(rows), tries_left=left, is_wrong=True)
    agent_calls.set_verified(call_id=key, trip_id=trip.pk)
    return LastTrip(is_found=True, trip_id=trip.pk, tries_left=left)


def _letters(code: str) -> str:
    """Return a code as it counts, however it was said and written down."""
    return "".join(one for one in code if one.isalnum()).upper()
