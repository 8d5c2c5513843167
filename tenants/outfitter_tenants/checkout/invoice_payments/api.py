"""Calls around paying an invoice by card: whoever holds its address pays, staff replace the address."""

from typing import TYPE_CHECKING

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow_unscoped, anonymous, anonymous_sale
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.intents.serializers import intent_out
from outfitter_tenants.checkout.invoice_payments import operations
from outfitter_tenants.checkout.invoice_payments import requests as r
from outfitter_tenants.checkout.invoice_payments import schemas as s
from outfitter_tenants.checkout.invoice_payments import serializers as view
from outfitter_tenants.checkout.invoice_payments.operations import CardPayment
from outfitter_tenants.checkout.invoices import serializers as invoice_view
from outfitter_tenants.checkout.invoices.schemas import InvoiceFull
from outfitter_tenants.checkout.trip_response.schemas import payments as paid
from outfitter_tenants.invoices import payment_links

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice

router = Router(tags=["invoices"])
_PAY = {200: paid.IntentOut, 402: ErrorOut, 502: ErrorOut, **ERRORS}


def _find(request: HttpRequest, secret: str) -> "Invoice":
    limit(f"pay-invoice:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    return payment_links.find(secret=secret)


@router.get(
    "/api/invoiceLink/{secret}/get",
    auth=anonymous,
    response={200: s.InvoiceLinkOut, **ERRORS},
    operation_id="invoice_link_get",
)
def get(request: HttpRequest, secret: r.Sealed) -> dict[str, object]:
    """Return what is to be paid of an invoice now."""
    return view.invoice_link(_find(request, secret), at=utc_now())


@router.post(
    "/api/invoiceLink/{secret}/createIntent",
    auth=anonymous_sale,
    response=_PAY,
    operation_id="invoice_link_create_intent",
)
def create_intent(request: HttpRequest, secret: r.Sealed, body: r.InvoicePayIn) -> dict[str, object]:
    """Begin to pay an invoice, or a part of it, as its page showed it."""
    _find(request, secret)
    wish = CardPayment(body.amount, body.balance)
    return intent_out(operations.begin(secret=secret, wish=wish, at=utc_now()))


@router.post(
    "/api/invoiceLink/{secret}/confirm",
    auth=anonymous,
    response={200: s.InvoicePayConfirmOut, 402: ErrorOut, 502: ErrorOut, **ERRORS},
    operation_id="invoice_link_confirm",
)
def confirm(request: HttpRequest, secret: r.Sealed, body: r.InvoicePayConfirmIn) -> dict[str, object]:
    """Look at the gateway how a payment of an invoice stands."""
    invoice = _find(request, secret)
    outcome = operations.confirm(invoice_id=invoice.pk, intent_id=body.intent_id, at=utc_now())
    return {
        "status": outcome.status,
        "next_action": outcome.next_action,
        "message": outcome.message,
        "link": view.invoice_link(_find(request, secret), at=utc_now()),
    }


@router.post(
    "/api/invoice/{invoice}/paymentLink/replace",
    auth=allow_unscoped("invoice.manage"),
    response={200: InvoiceFull, **ERRORS},
    operation_id="invoice_payment_link_replace",
)
def replace(request: HttpRequest, invoice: Id, body: r.InvoiceLinkReplaceIn) -> dict[str, object]:
    """Give an invoice another address to be paid at; whoever has the old one cannot pay by it."""
    at = utc_now()
    operations.replace_link(invoice_id=invoice, version=body.version, at=at)
    return invoice_view.invoice_full(invoice, at=at)
