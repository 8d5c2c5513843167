"""Numbers and addresses that turn out to be a customer's."""

from outfitter.db.locks import atomic
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging.conversations import rows

NAME = "crm.strangers"


def on_customer(ctx: TenantContext, event: Event) -> None:
    """Give a customer who booked, or came to have more addresses, what was written from these before."""
    customer_id = event.payload.get("customer_id")
    if customer_id is not None:
        link(customer_id=customer_id)


def link(*, customer_id: int) -> int:
    """Give a customer the conversations of their numbers and addresses; returns how many. Safe to repeat."""
    with atomic():
        root = rows.hold(customer_id)
        if root is None:
            return 0
        who = customers.get_exactly(customer_id=root)
        addresses = [who.phone, who.email, *who.more_phones, *who.more_emails]
        return rows.link(customer_id=root, addresses=[one for one in addresses if one])
