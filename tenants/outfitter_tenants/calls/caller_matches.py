"""Whose call it may be: customers who have the number, and their trips that are not over."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from outfitter.kit.clock import utc_now
from outfitter_tenants.calls.models import Call
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.trips.queries import phone_trips

if TYPE_CHECKING:
    from outfitter_tenants.customers.models import Customer

MOST_TRIPS: Final = 5


@dataclass(frozen=True, slots=True)
class Matches:
    """Who has a number, the newest first, and trips of theirs or of that number that may be meant."""

    customers: "list[Customer]" = field(default_factory=list)
    trips: list[phone_trips.OpenTrip] = field(default_factory=list)

    @property
    def only_customer_id(self) -> int | None:
        """Return whose number it is; None when it is nobody's, or several people's."""
        return self.customers[0].pk if len(self.customers) == 1 else None


def outside_number(row: Call) -> str:
    """Return the number of whoever is not the operator; empty when it was withheld."""
    return row.caller_number if row.direction == "inbound" else row.destination_number


def find(*, number: str, customer_id: int | None = None) -> Matches:
    """
    Return everybody a number (E.164) may be of, and their open trips, the next one first.

    `customer_id` is who is known to be meant: then it is their trips alone. Nothing is found of a
    caller who withheld their number.
    """
    ids = customers.ids_with_phone(phone=number) if number else []
    if customer_id is not None and (root := customers.root_of(customer_id=customer_id)) not in ids:
        ids = [root, *ids]
    rows = list(customers.living().filter(pk__in=ids).order_by("-pk"))
    meant = [row.pk for row in rows if row.pk == customer_id] or [row.pk for row in rows]
    trips = phone_trips.find_open(
        phone="" if customer_id is not None else number, customer_ids=meant, at=utc_now(), limit=MOST_TRIPS
    )
    return Matches(rows, trips)


def customer_out(row: "Customer") -> dict[str, Any]:
    """Return CallerOut."""
    return {
        "id": row.pk,
        "name": customers.name_of(row) or row.email or row.phone or "",
        "is_vip": row.is_vip,
        "locale": row.locale,
        "trip_cnt": row.trip_cnt,
    }


def trip_out(row: phone_trips.OpenTrip) -> dict[str, Any]:
    """Return CallerTripOut."""
    return {
        "id": row.id,
        "hash": row.hash,
        "confirmation_code": row.confirmation_code,
        "status": row.status,
        "experience": row.experience,
        "starts_at": row.starts_at,
        "customer_id": row.customer_id,
        "name": row.name,
    }
