"""Numbers, addresses and places in line that turn out to be a customer's."""

from outfitter.db.locks import atomic
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import waitlist_letters
from outfitter_tenants.messaging.conversations import rows
from outfitter_tenants.waitlist import privacy as waitlist

NAME = "crm.strangers"


def on_customer(ctx: TenantContext, event: Event) -> None:
    """Give a customer who booked, or came to have more addresses, what was written from these before."""
    customer_id = event.payload.get("customer_id")
    if customer_id is not None:
        link(customer_id=customer_id)


def link(*, customer_id: int) -> int:
    """
    Give a customer the conversations of their numbers and addresses; returns how many. Safe to repeat.

    What they were told while they waited for seats becomes theirs as well.
    """
    with atomic():
        root = rows.hold(customer_id)
        if root is None:
            return 0
        who = customers.get_exactly(customer_id=root)
        addresses = [who.phone, who.email, *who.more_phones, *who.more_emails]
        emails = [one for one in (who.email, *who.more_emails) if one]
        for entry in waitlist.entries_of(emails=emails) if emails else ():
            waitlist_letters.give_to(customer_id=root, entry_id=entry.pk, trip_id=entry.trip_id)
        return rows.link(customer_id=root, addresses=[one for one in addresses if one])
