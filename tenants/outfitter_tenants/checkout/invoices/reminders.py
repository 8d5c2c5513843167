"""Partners are reminded of what they owe: some days before an invoice is due, and some days after."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final, cast

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter_tenants.checkout.invoices import letters
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.types import UNPAID, ReminderKind
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice

BATCH: Final = 100
# A day on which nothing ran is made up for; what has been overdue for long is left to people.
MADE_UP_FOR: Final = timedelta(days=7)


def remind(state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Remind of the next invoices whose day has come; an operator's daily work.

    `state` says which reminder it is at, and after which invoice it goes on.
    """
    kind: ReminderKind = "after" if state.get("kind") == "after" else "before"
    found = _due(kind, at, after_id=cast("int", state.get("after", 0)))
    for invoice_id in found:
        _remind(invoice_id, kind, at)
    if len(found) == BATCH:
        return {"kind": kind, "after": found[-1]}
    return {"kind": "after"} if kind == "before" else None


def _due(kind: ReminderKind, at: datetime, *, after_id: int) -> list[int]:
    days = _window(kind, at)
    if days is None:
        return []
    zone = people.get_properties().time_zone
    # Who has got the invoice today need not be reminded of it.
    begin = zones.day_bounds(zones.local_day(at, zone), zone)[0]
    return invoices.unreminded(
        kind=kind, due_from=days[0], due_to=days[1], sent_before=begin, after_id=after_id, limit=BATCH
    )


def _window(kind: ReminderKind, at: datetime) -> tuple[date, date] | None:
    """Return the first and last due date of which partners are reminded today; None: of none."""
    settings = people.get_properties()
    before, after = settings.invoice_reminder_days_before, settings.invoice_reminder_days_after
    if not settings.is_invoice_reminders or not (before if kind == "before" else after):
        return None
    today = zones.local_day(at, settings.time_zone)
    if kind == "before":
        return today, today + timedelta(days=before)
    last = today - timedelta(days=after)
    return last - MADE_UP_FOR, last


def _remind(invoice_id: int, kind: ReminderKind, at: datetime) -> None:
    with atomic():
        # Whoever pays it, or makes it void, in this moment comes before or after this.
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        if invoice.status not in UNPAID or invoice.balance <= 0 or invoice.due_date is None:
            return
        to = _addresses(invoice)
        if not to or not books.note_reminder(invoice=invoice, kind=kind, sent_to=to, at=at):
            return
        today = zones.local_day(at, people.get_properties().time_zone)
        overdue = invoices.overdue_of(reseller_id=invoice.reseller_id, today=today, currency=invoice.currency)
        letters.post(
            invoice=invoice,
            data=letters.data_of(invoice, at, reminder=kind, overdue_amount=overdue),
            addresses=to,
            occasion=f"{invoice.pk}:{kind}:{invoice.due_date.isoformat()}",
            at=at,
        )


def _addresses(invoice: "Invoice") -> list[str]:
    """Return who got the invoice, and the partner's accounting; each once."""
    contacts = resellers.get_reseller(reseller_id=invoice.reseller_id).contacts
    accounting = [one.get("email") for one in contacts if one.get("is_accounting")]
    found = {address.lower(): address for address in [*invoice.sent_to, *accounting] if address}
    return list(found.values())
