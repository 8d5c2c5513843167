"""Which partners were reminded of which invoices: each is told once before it is due, and once after."""

from collections.abc import Sequence
from datetime import datetime

from outfitter_tenants.audit.operations import record
from outfitter_tenants.invoices.models import Invoice, InvoiceReminder
from outfitter_tenants.invoices.types import ReminderKind


def note_reminder(*, invoice: Invoice, kind: ReminderKind, sent_to: Sequence[str], at: datetime) -> bool:
    """
    Note that the partner of a locked invoice is reminded now; False where they were before.

    In the transaction that writes the messages: whoever comes second waits, and finds the row.
    """
    due = invoice.due_date
    if due is None or InvoiceReminder.objects.filter(invoice=invoice, kind=kind, due_date=due).exists():
        return False
    InvoiceReminder.objects.create(
        invoice=invoice, kind=kind, due_date=due, sent_to=list(sent_to), created_at=at
    )
    record(
        entity_type="invoice",
        entity_id=invoice.pk,
        action="invoice.reminded",
        at=at,
        after={"to": list(sent_to), "due_date": due.isoformat()},
    )
    return True
