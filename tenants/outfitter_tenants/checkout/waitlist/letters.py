"""
What a party on the waiting list is told: that it is on it, that seats are held, that they are not.

By mail always, and by text as well where the party left a number and the operator sends texts.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.checkout.waitlist import links
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import subscribers, tasks
from outfitter_tenants.messaging.conversations import rows as conversations
from outfitter_tenants.messaging.mails.waitlist_letter import LetterKind, WaitlistData
from outfitter_tenants.messaging.text_messages import can_text
from outfitter_tenants.messaging.waitlist_letters import queue_waitlist_letter, queue_waitlist_text
from outfitter_tenants.scheduling.queries import TimeslotRow

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry


def send(*, row: "WaitlistEntry", kind: LetterKind, slot: TimeslotRow, at: datetime) -> None:
    """Tell a party what became of its place, in every way there is; in the caller's transaction."""
    data = data_of(row=row, kind=kind, slot=slot)
    operator = subscribers.operator_of(contexts.context_for(schema_name=current_schema()))
    customer_id = conversations.hold(_customer_of(row))
    message_id = queue_waitlist_letter(data=data, operator=operator, customer_id=customer_id, at=at)
    tasks.send_message.after_commit(message_id=message_id)
    if not can_text():
        return
    text_id = queue_waitlist_text(data=data, operator=operator, customer_id=customer_id, at=at)
    if text_id is not None:
        tasks.send_message.after_commit(message_id=text_id)


def _customer_of(row: "WaitlistEntry") -> int | None:
    """Return the customer who waits, by address, else by number; None while they are nobody's."""
    found = customers.ids_with_email(email=row.email.lower())
    if not found and row.phone:
        found = customers.ids_with_phone(phone=row.phone)
    return next(iter(found), None)


def data_of(
    *, row: "WaitlistEntry", kind: LetterKind, slot: TimeslotRow, locale: str | None = None
) -> WaitlistData:
    """Return a place in line as a letter, or its page, tells of it; in its language or another."""
    locale = locale or row.locale
    ctx = contexts.context_for(schema_name=current_schema())
    names = catalog.guest_type_names(languages=(normal(locale),))
    kinds = {
        str(one.id): names.of(one.name)
        for one in catalog.experience_customer_types(experience_id=row.experience_id)
    }
    return WaitlistData(
        entry_id=row.pk,
        kind=kind,
        name=row.first_name,
        email=row.email,
        phone=row.phone,
        locale=locale,
        experience_name=slot.experience_name,
        local_start=datetime.combine(slot.date, slot.start_time),
        is_flex=slot.is_flex,
        guests=tuple((kinds.get(key, ""), int(qty)) for key, qty in row.qty_by_type.items()),
        offer_ends_at=row.offer_expires_at,
        url=f"{ctx.base_url}{links.path_of(row.pk)}",
    )
