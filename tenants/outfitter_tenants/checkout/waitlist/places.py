"""One place in line: what it is about, what it is worth, and what is said about it."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid
from outfitter.plugins import contexts
from outfitter_tenants.checkout.sale_terms.order_terms import tickets_on
from outfitter_tenants.checkout.waitlist import letters
from outfitter_tenants.checkout.waitlist.entries import BUYER
from outfitter_tenants.messaging import subscribers
from outfitter_tenants.messaging.mails.waitlist_letter import LetterKind, WaitlistText, text_of
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import TimeslotRow

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry

# What a place in line is about, by its state: the sentences of letters serve its page as well.
_SAID: Final[dict[str, LetterKind]] = {
    "waiting": "joined",
    "offered": "offer",
    "accepted": "taken",
    "expired": "expired",
    "left": "left",
    "removed": "left",
    "closed": "closed",
}


def worth_of(row: "WaitlistEntry", slot: TimeslotRow, *, at: datetime) -> int:
    """
    Return what a party would pay for its tickets at today's prices, in minor units.

    Before taxes and fees; zero where one of its tickets is no longer sold.
    """
    quantities = {int(kind): int(qty) for kind, qty in row.qty_by_type.items()}
    try:
        tickets = tickets_on(
            slot=slot,
            quantities=quantities,
            method=BUYER.method or "",
            reseller_id=None,
            audience=BUYER.audience,
            at=at,
        )
    except Invalid:
        return 0
    return sum(one.unit_amount for one in tickets)


def text(row: "WaitlistEntry", *, at: datetime, locale: str | None = None) -> WaitlistText:
    """Return what is said about a place in line, in its party's language or another."""
    kind = _SAID[row.status]
    if row.status == "offered" and row.offer_expires_at is not None and row.offer_expires_at <= at:
        kind = "expired"
    data = letters.data_of(row=row, kind=kind, slot=departure_of(row, at=at), locale=locale)
    operator = subscribers.operator_of(contexts.context_for(schema_name=current_schema()))
    return text_of(data=data, operator=operator)


def departure_of(row: "WaitlistEntry", *, at: datetime) -> TimeslotRow:
    """Return the departure that a place in line is about now: the offered one, else the wanted one."""
    return scheduling.get_timeslot(timeslot_id=row.offer_timeslot_id or row.timeslot_id, at=at)
