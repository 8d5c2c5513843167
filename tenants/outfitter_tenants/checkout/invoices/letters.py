"""Bringing an invoice to its partner by mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.plugins import contexts
from outfitter_tenants.checkout.invoices.operations import issue
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import payment_links, printout
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.types import ReminderKind
from outfitter_tenants.messaging import attachments, subscribers, tasks
from outfitter_tenants.messaging import letters as messaging
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.invoice import InvoiceData
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.people import queries as people

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice


@dataclass(frozen=True, slots=True)
class Letter:
    """Who gets an invoice by mail, and what somebody writes to them beside it."""

    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    message: str = ""

    @property
    def addresses(self) -> list[str]:
        """Return everybody who gets one, each once."""
        return list(dict.fromkeys((*self.to, *self.cc)))


def send(*, invoice_id: int, letter: Letter, version: int | None, by: TripActor, at: datetime) -> None:
    """
    Send an invoice: the first time it gets its number and locks its trips, later it is sent again.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: it is void
    :raises NothingToInvoice: nothing is left that it could bill
    """
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        books.require_state(invoice, {"unsent", "sent", "partially_paid", "paid"})
        facts: dict[str, object] = {"to": letter.addresses}
        invoice.sent_to = sorted({*invoice.sent_to, *letter.addresses})
        if invoice.status == "unsent":
            issue(invoice=invoice, by=by, at=at, after=facts)
        else:
            books.save(invoice=invoice, action="invoice.mailed", at=at, after=facts)
        _queue(invoice, letter, at)


def _queue(invoice: "Invoice", letter: Letter, at: datetime) -> None:
    post(
        invoice=invoice,
        data=data_of(invoice, at, message=letter.message),
        addresses=letter.addresses,
        occasion=f"{invoice.pk}:{invoice.version}",
        at=at,
    )


def post(
    *, invoice: "Invoice", data: InvoiceData, addresses: Sequence[str], occasion: str, at: datetime
) -> None:
    """Write to these addresses about an invoice, which comes along; in the caller's transaction."""
    file = attachments.made_later(
        name=printout.file_name(invoice, "pdf"),
        content_type=printout.PDF,
        kind="invoice",
        thing_id=invoice.pk,
    )
    operator = _operator()
    for address in addresses:
        message_id = messaging.queue_invoice(
            data=data, operator=operator, to=address, file=file, occasion=occasion, at=at
        )
        tasks.send_message.after_commit(message_id=message_id)


def preview(*, invoice_id: int, message: str, at: datetime) -> RenderedMessage:
    """
    Return the mail that would go out with an invoice now.

    :raises InvoiceNotFound: there is none
    """
    invoice = invoices.get_invoice(invoice_id=invoice_id)
    return messaging.preview_invoice(data=data_of(invoice, at, message=message), operator=_operator())


def data_of(
    invoice: "Invoice",
    at: datetime,
    *,
    message: str = "",
    reminder: ReminderKind | None = None,
    overdue_amount: int = 0,
) -> InvoiceData:
    """Return an invoice as a mail tells of it, or reminds of it."""
    properties = people.get_properties()
    return InvoiceData(
        number=invoice.number or f"#{invoice.pk}",
        amount=invoice.balance,
        currency=invoice.currency,
        due_date=invoice.due_date or zones.local_day(at, properties.time_zone),
        locale=properties.locale,
        is_payable=invoice.direction == "payable",
        message=message,
        reminder=reminder,
        overdue_amount=overdue_amount,
        url=_url(invoice),
    )


def _url(invoice: "Invoice") -> str | None:
    """Return where an invoice is paid by card, also of one that is about to be sent."""
    if invoice.status == "unsent":
        return payment_links.urls_of([invoice]).get(invoice.pk)
    return payment_links.url_of(invoice)


def _operator() -> Operator:
    return subscribers.operator_of(contexts.context_for(schema_name=current_schema()))
