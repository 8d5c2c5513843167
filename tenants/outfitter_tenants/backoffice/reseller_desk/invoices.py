"""A partner's own invoices and account, as its agents read them (domain.md 4.19)."""

from datetime import date, datetime
from typing import cast

from outfitter_tenants.backoffice.reseller_desk.sellers import Seller
from outfitter_tenants.checkout.invoices import statement
from outfitter_tenants.invoices import payment_links, printout
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.types import SENT


def list_invoices(*, seller: Seller, at: datetime) -> list[dict[str, object]]:
    """Return what a partner was sent, the newest first; what isn't sent yet is the operator's own."""
    rows = statement.invoices_of(reseller_id=seller.partner.id, at=at)
    unpaid = invoices.unpaid_invoices(reseller_id=seller.partner.id)
    urls = payment_links.urls_of(unpaid) if unpaid else {}
    return [{**row, "payment_url": urls.get(cast("int", row["id"]))} for row in rows if row["status"] in SENT]


def account_of(
    *, seller: Seller, date_from: date | None, date_to: date | None, at: datetime
) -> dict[str, object]:
    """
    Return a partner's account over some of the operator's days, the last ninety when not given.

    :raises Invalid: the days end before they begin
    """
    return statement.account_of(reseller_id=seller.partner.id, date_from=date_from, date_to=date_to, at=at)


def print_invoice(*, seller: Seller, invoice_id: int) -> tuple[str, bytes]:
    """
    Return the name and the PDF of an invoice that a partner was sent.

    :raises InvoiceNotFound: it is another partner's, isn't sent, or isn't there
    """
    row = invoices.get_invoice(invoice_id=invoice_id)
    if row.reseller_id != seller.partner.id or row.status not in SENT:
        raise invoices.InvoiceNotFound("Invoice not found.")
    return printout.file_name(row, "pdf"), printout.print_invoice(invoice_id=row.pk)
