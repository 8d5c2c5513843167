"""
Addresses under which a partner pays an invoice by card.

An address carries the invoice's id and a seal that only this operator can set. Nothing of it is
stored: with another `link_version` the seal is another, and every older address opens nothing.
"""

import hmac
import re
from collections.abc import Sequence
from typing import Final, Literal

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.currencies import chargeable_unit
from outfitter.kit.errors import NotFound
from outfitter.plugins import contexts
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.invoices.types import UNPAID
from outfitter_tenants.people import queries as people

_SEALED: Final = re.compile(r"i([1-9][0-9]{0,17})-([0-9a-f]{32})")

# open: it can be paid; paid: nothing is left; void: it is void, taken back, or not to be paid by card.
LinkState = Literal["open", "paid", "void"]


class InvoiceLinkNotFound(NotFound):
    """No invoice is paid at this address."""


def secret_of(invoice: Invoice) -> str:
    """Return what of an invoice's address is secret: the same until the address is replaced."""
    parts = (current_schema(), "invoice-link", str(invoice.pk), str(invoice.link_version))
    return f"i{invoice.pk}-{keyed_hash(settings.SECRET_KEY, *parts)[:32]}"


def find(*, secret: str) -> Invoice:
    """
    Return the invoice that is paid at an address.

    :raises InvoiceLinkNotFound: it is none of ours, or was replaced
    """
    found = _SEALED.fullmatch(secret)
    row = queries.find_invoice_head(invoice_id=int(found[1])) if found else None
    if row is None or row.direction != "receivable" or not hmac.compare_digest(secret_of(row), secret):
        raise InvoiceLinkNotFound("Payment link not found.")
    return row


def state_of(invoice: Invoice) -> LinkState:
    """Return whether anything is to be paid at an invoice's address now."""
    if invoice.status == "paid":
        return "paid"
    return "open" if invoice.status in UNPAID and payable_amount(invoice) > 0 else "void"


def payable_amount(invoice: Invoice) -> int:
    """
    Return what a card can pay of an invoice, in minor units.

    What is finer than the smallest amount charged of a currency is left to be paid another way.
    """
    return invoice.balance - invoice.balance % chargeable_unit(invoice.currency)


def url_of(invoice: Invoice) -> str | None:
    """Return the address of an invoice that can be paid by card now; None for any other."""
    return urls_of([invoice]).get(invoice.pk) if state_of(invoice) == "open" else None


def urls_of(rows: Sequence[Invoice]) -> dict[int, str]:
    """
    Return where these invoices are paid by card as long as they are open, by id.

    None for what we owe, in a currency that is not the operator's, or without a gateway.
    """
    currency = people.get_properties().currency
    ours = [row for row in rows if row.direction == "receivable" and row.currency == currency]
    if not ours or not is_gateway_connected():
        return {}
    base = contexts.context_for(schema_name=current_schema()).base_url
    return {row.pk: f"{base}/pay/{secret_of(row)}" for row in ours}


def is_gateway_connected() -> bool:
    """Return whether the operator takes cards at all."""
    try:
        payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return False
    return True
