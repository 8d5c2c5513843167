"""Customers who lost their link: a code by e-mail, and what they booked (domain.md 5.8)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.customers.operations import access_codes
from outfitter_tenants.messaging import access_letters, subscribers, tasks
from outfitter_tenants.trips import customer_history

# So many trips are found at the most, the latest first.
MOST_TRIPS: Final = 20


@dataclass(frozen=True, slots=True)
class FoundTrip:
    """A trip of whoever proved that an address is theirs."""

    hash: str
    confirmation_code: str
    title: str
    start_at: datetime | None
    status: str


def send_code(*, email: str, locale: str, at: datetime) -> None:
    """
    Mail a code to an address by which somebody booked; whoever asks learns nothing from it.

    The code is made whether or not anybody has the address, so that both take as long.
    """
    address = email.strip().lower()
    with atomic():
        code = access_codes.make_code(email=address, at=at)
        owners = customers.ids_with_email(email=address)
        if not owners or not customer_history.linked_trips(customer_ids=owners, limit=1):
            return
        message_id = access_letters.queue_access_code(
            email=address,
            code=code,
            locale=locale,
            operator=subscribers.operator_of(contexts.context_for(schema_name=current_schema())),
            at=at,
        )
        tasks.send_message.after_commit(message_id=message_id)


def find_trips(*, email: str, code: str, at: datetime) -> list[FoundTrip]:
    """
    Use a code up and return the trips of the address, the latest first.

    :raises CodeWrong: it is not the code, was used, is too old, or was tried too often
    """
    address = email.strip().lower()
    access_codes.use_code(email=address, code=code, at=at)
    owners = customers.ids_with_email(email=address)
    return [
        FoundTrip(row.hash, row.confirmation_code, ", ".join(row.names), row.start_at, row.status)
        for row in customer_history.linked_trips(customer_ids=owners, limit=MOST_TRIPS)
    ]
