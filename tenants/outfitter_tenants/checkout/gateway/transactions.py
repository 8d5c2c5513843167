"""What the gateway has booked about one payment (domain.md 5.16, getTransaction)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outfitter.kit.errors import DomainError
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import GatewayError, refusal
from outfitter_tenants.ledger import queries as money

if TYPE_CHECKING:
    from outfitter.plugins.payments.balance_types import GatewayTransaction
    from outfitter_tenants.ledger.models import Payment


class NoTransaction(DomainError):
    """The payment did not pass the gateway."""

    code = "no_transaction"
    status = 409


@dataclass(frozen=True, slots=True)
class PaymentTransaction:
    """A payment with what the gateway says of it."""

    payment: "Payment"
    transaction: "GatewayTransaction"


def get_transaction(*, payment_id: int) -> PaymentTransaction:
    """
    Read a payment's charge at the gateway: fee, payout, risk.

    :raises PaymentNotFound: there is none
    :raises NoTransaction: it was taken by hand, or from a gift card
    :raises GatewayError: the gateway did not answer
    """
    payment = money.read_payment(payment_id=payment_id)
    if payment.gateway_charge_id is None or payment.intent is None:
        raise NoTransaction("This payment wasn't made through the payment service.")
    gateway = intent_calls.get_gateway()
    try:
        found = gateway.provider.get_transaction(gateway.ctx, charge_id=payment.gateway_charge_id)
    except GatewayUnavailable as problem:
        raise GatewayError("The payment service isn't responding. Please try again.") from problem
    except PaymentFailed as problem:
        raise refusal(problem) from problem
    return PaymentTransaction(payment, found)
