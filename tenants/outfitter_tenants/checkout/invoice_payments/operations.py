"""
A partner pays an invoice by card: record the intent, call the gateway, record what it said.

An invoice has one open payment, on however many phones its address is open.
"""

import hmac
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError
from outfitter.plugins.payments.gateway_capacity import require_place
from outfitter.plugins.payments.providers import payment_provider
from outfitter.plugins.payments.types import GatewayIntent, GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import NOT_CHARGED, GatewayError, refusal
from outfitter_tenants.checkout.gateway.intent_calls import Gateway
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.intents.operations import AmountChanged, NothingDue
from outfitter_tenants.checkout.intents.types import StartedIntent
from outfitter_tenants.checkout.invoices import outdated_intents
from outfitter_tenants.checkout.sale_terms.balance_due import require_chargeable
from outfitter_tenants.checkout.sales.reservation import Overpayment
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import payment_links
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice
    from outfitter_tenants.ledger.models import Intent


class InvoiceLinkClosed(DomainError):
    """The invoice is void, was taken back, or is not paid by card."""

    code = "link_void"
    status = 409


class InvoiceBeingPaid(DomainError):
    """A bank is taking money for this invoice in this moment."""

    code = "payment_in_progress"
    status = 409


@dataclass(frozen=True, slots=True)
class CardPayment:
    """What somebody wants to pay of an invoice, and the balance that its page showed; minor units."""

    amount: int
    shown_balance: int


def begin(*, secret: str, wish: CardPayment, at: datetime) -> StartedIntent:
    """
    Begin to pay an invoice, whole or in part, exactly as its page showed it.

    :raises InvoiceLinkNotFound: the address is none of ours, or was replaced
    :raises InvoiceLinkClosed: the invoice is void, taken back, or not paid by card
    :raises NothingDue: it is paid
    :raises AmountChanged: its balance is another by now
    :raises Overpayment: it is more than is still to be paid
    :raises Invalid: it is finer than what is charged of the currency
    :raises InvoiceBeingPaid: a bank is at it
    :raises NoPaymentProvider: the operator takes no cards
    :raises GatewayError: the gateway did not answer
    :raises GatewayBusy: too many wait for it already
    """
    require_place()
    gateway = Gateway(*payment_provider(schema_name=current_schema()))
    for _ in range(2):
        intent = _record(gateway, secret, wish, at)
        answer = _ask(gateway, intent, at)
        settlement.settle(schema_name=gateway.ctx.schema, intent_id=intent.pk, answer=answer, at=at)
        # Given up at the gateway meanwhile: another takes its place.
        if answer.status != "canceled":
            break
    client = gateway.provider.checkout_client(gateway.ctx)
    return StartedIntent(
        intent_id=intent.pk,
        answer=answer,
        amount=intent.amount,
        tip_amount=0,
        currency=intent.currency,
        publishable_key=client.publishable_key,
        script_url=client.script_url,
        gateway=gateway.provider.slug,
        gateway_account=client.account,
        hold_expires_at=None,
    )


def _record(gateway: Gateway, secret: str, wish: CardPayment, at: datetime) -> "Intent":
    with atomic():
        invoice = invoices.lock_invoice(invoice_id=payment_links.find(secret=secret).pk)
        _require_payable(invoice, secret, wish)
        found = money.find_open_invoice_intent(invoice_id=invoice.pk)
        if found is not None and found.status == "processing":
            raise InvoiceBeingPaid(
                "A payment for this invoice is still being processed. Please check back in a few minutes."
            )
        if found is not None:
            ledger.change_intent(intent=found, values={"amount": wish.amount})
            intent = found
        else:
            intent = ledger.open_intent(
                trip_id=None,
                invoice_id=invoice.pk,
                reseller_id=invoice.reseller_id,
                gateway=gateway.provider.slug,
                amount=wish.amount,
                amount_mode="custom",
                currency=invoice.currency,
                channel="link",
                device="invoice",
                at=at,
            )
        intents.schedule_reconcile(intent=intent, due_at=at + intents.RECONCILE_AFTER)
    return intent


def _require_payable(invoice: "Invoice", secret: str, wish: CardPayment) -> None:
    if not hmac.compare_digest(payment_links.secret_of(invoice), secret):
        raise payment_links.InvoiceLinkNotFound("Payment link not found.")
    state = payment_links.state_of(invoice)
    if state == "paid":
        raise NothingDue("This invoice is already paid.")
    if state == "void":
        raise InvoiceLinkClosed("This invoice is not open for payment. Please ask for a new one.")
    if invoice.currency != people.get_properties().currency:
        raise InvoiceLinkClosed("This invoice can't be paid by card. Please pay it another way.")
    if wish.shown_balance != invoice.balance:
        raise AmountChanged(
            "The balance of this invoice has changed.", balance=invoice.balance, shown=wish.shown_balance
        )
    if wish.amount > invoice.balance:
        raise Overpayment("This is more than the balance of the invoice.", balance=invoice.balance)
    require_chargeable(invoice.currency, amount=wish.amount)


def _ask(gateway: Gateway, intent: "Intent", at: datetime) -> GatewayIntent:
    try:
        return intent_calls.bring_up_to_date(gateway, intent)
    except GatewayUnavailable as problem:
        raise GatewayError(NOT_CHARGED) from problem
    except PaymentFailed as problem:
        _turned_down(intent, problem, at)
        raise refusal(problem) from problem


def _turned_down(intent: "Intent", problem: PaymentFailed, at: datetime) -> None:
    """Begin anew when this is tried again: what a gateway refused under a key, it repeats."""
    with atomic():
        invoices.lock_invoice(invoice_id=intent.invoice_id or 0)
        row = money.lock_intent(intent_id=intent.pk)
        if row.gateway_id is None and row.status == "new":
            ledger.fail_intent(intent=row, code=problem.code, decline_code=problem.decline_code, at=at)
        else:
            ledger.step_key(intent=row)


def confirm(*, invoice_id: int, intent_id: int, at: datetime) -> settlement.Outcome:
    """
    Read a payment of an invoice at its gateway and settle what it says.

    :raises IntentNotFound: it pays something else, or is none
    :raises GatewayError: the gateway did not answer; the webhook or the reconciler will settle it
    :raises GatewayRefused: the gateway does not show us this payment
    """
    intent = money.get_intent_by_id(intent_id=intent_id)
    if intent.invoice_id != invoice_id:
        raise money.IntentNotFound("Payment not found.")
    return intents.confirm_intent(intent=intent, at=at)


def replace_link(*, invoice_id: int, version: int | None, at: datetime) -> None:
    """
    Give an invoice another address: whoever has an old one cannot pay by it any more.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: nobody has got it, or nothing is to be paid
    """
    with atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        books.require_state(invoice, {"sent", "partially_paid"})
        invoice.link_version += 1
        outdated_intents.withdraw(invoice=invoice, at=at)
        books.save(invoice=invoice, action="invoice.link_replaced", at=at)
