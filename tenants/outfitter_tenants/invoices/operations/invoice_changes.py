"""What every change of an invoice has in common, and the changes that concern nothing else."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.invoices.rules import amounts


class NothingToInvoice(DomainError):
    """No trip of these partners can be billed for those dates (domain.md 4.19)."""

    code = "nothing_to_invoice"
    status = 422


class CreditsExceedInvoice(DomainError):
    """Credits are worth at least as much as what an invoice bills: they wait (domain.md 4.19)."""

    code = "credits_exceed_invoice"
    status = 409


class InvoiceState(DomainError):
    """The invoice is in a state in which this is no longer, or not yet, done."""

    code = "invoice_state"
    status = 409


_SAID: Final[Mapping[str, str]] = {
    "unsent": "This invoice has not been sent yet.",
    "sent": "This invoice was already sent. Void it instead.",
    "partially_paid": "This invoice is partly paid.",
    "paid": "This invoice is paid.",
    "void": "This invoice is void.",
}


def require_version(invoice: Invoice, version: int | None) -> None:
    """
    Refuse whoever saw an invoice as it no longer is; None is whoever did not look.

    :raises StaleVersion: somebody changed it since `version`
    """
    if version is not None and version != invoice.version:
        raise StaleVersion("Someone changed this invoice in the meantime.", version=invoice.version)


def require_state(invoice: Invoice, states: Collection[str]) -> None:
    """
    Refuse what the state of an invoice does not allow.

    :raises InvoiceState: it is none of `states`
    """
    if invoice.status not in states:
        raise InvoiceState(_SAID[invoice.status], status=invoice.status)


def save(
    *,
    invoice: Invoice,
    action: str,
    at: datetime,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str | None = None,
) -> None:
    """
    Add up a locked invoice anew, store it with the next version, and tell the log once.

    Its status follows from whether it was sent and what was paid (domain.md 7.3, 16).
    """
    lines = [
        amounts.Line(row.pk, row.net_amount, row.discount_amount, row.settled_amount)
        for row in queries.lines_of(invoice_id=invoice.pk)
    ]
    was = {"status": invoice.status, "total_amount": invoice.total_amount}
    invoice.total_amount = amounts.total_of(lines, invoice.discount_amount)
    invoice.status = amounts.status_of(
        is_sent=invoice.status != "unsent",
        is_void=invoice.voided_at is not None,
        total=invoice.total_amount,
        paid=invoice.paid_amount,
    )
    invoice.version += 1
    invoice.save()
    now = {"status": invoice.status, "total_amount": invoice.total_amount}
    changed = {name for name, value in was.items() if value != now[name]}
    record(
        entity_type="invoice",
        entity_id=invoice.pk,
        action=action,
        at=at,
        before=dict(before or {}) | {name: was[name] for name in changed},
        after=dict(after or {}) | {name: now[name] for name in changed},
        reason=reason,
    )


def edit_note(*, invoice_id: int, note: str, version: int | None, at: datetime) -> None:
    """
    Write what an invoice says below its lines.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: it is void
    """
    with atomic():
        invoice = queries.lock_invoice(invoice_id=invoice_id)
        require_version(invoice, version)
        require_state(invoice, {"unsent", "sent", "partially_paid", "paid"})
        if invoice.note == note:
            return
        before, invoice.note = invoice.note, note
        save(
            invoice=invoice,
            action="invoice.note_edited",
            at=at,
            before={"note": before},
            after={"note": note},
        )


def delete_invoice(*, invoice_id: int, version: int | None, at: datetime) -> None:
    """
    Delete an invoice that nobody has got; its trips can be billed again.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: it has a number: void it
    """
    with atomic():
        invoice = queries.lock_invoice(invoice_id=invoice_id)
        require_version(invoice, version)
        if invoice.number is not None:
            raise InvoiceState(_SAID["sent"], status=invoice.status)
        facts = {"reseller_id": invoice.reseller_id, "total_amount": invoice.total_amount}
        record(entity_type="invoice", entity_id=invoice.pk, action="invoice.deleted", at=at, before=facts)
        invoice.delete()
