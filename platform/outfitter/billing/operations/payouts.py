"""
A credit goes back to the card that paid (domain.md 6.6).

The payout is a row before the gateway is asked, and its id is the key of the call: whoever asks
again after a crash asks for the same one and hears the same answer.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Sum

from outfitter.accounts.models import Account
from outfitter.billing import audit_port, platform_gateway
from outfitter.billing.models import BillingAccount, BillingPayment
from outfitter.billing.operations import arrears
from outfitter.billing.queries import billed_accounts
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.errors import DomainError
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.types import GatewayRefund, PaymentFailed

KIND: Final = "billing.payout"
# How long a bank may think, or a worker be gone, before we look again.
LATER: Final = timedelta(hours=1)


class NoCredit(DomainError):
    """The operator has no credit."""

    code = "no_credit"
    status = 409


class NoCardPayment(DomainError):
    """No payment by card is left that money could go back to."""

    code = "no_card_payment"
    status = 409


class PayoutRefused(DomainError):
    """The gateway does not give it back."""

    code = "payout_refused"
    status = 409


def run(payload: Mapping[str, int], at: datetime) -> None:
    """Go on with a payout that has no answer yet; the due job's handler, which may run twice."""
    payout = BillingPayment.objects.filter(pk=payload["payment_id"], status="pending").first()
    if payout is not None:
        _carry_out(payout, at)


def pay_back(*, account: Account, at: datetime, note: Callable[[int], None] | None = None) -> BillingPayment:
    """
    Give a credit back to the card that paid last, as much as that payment has left; returns the payout.

    `note` is told how much (minor units), in the transaction that begins it.
    More than one payment had is left as a credit: asked again, it goes back to the one before.

    :raises NoCredit: nothing is owed to the operator
    :raises NoCardPayment: nothing was paid by card, or all of it went back
    :raises PayoutRefused: the gateway refuses; the credit stays
    :raises GatewayUnavailable: no answer; the due work asks again
    """
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        payout = _begin(customer, at)
        _look_again(account, payout, at)
        if note is not None:
            note(-payout.amount)
    return _carry_out(payout, at)


def _begin(customer: BillingAccount, at: datetime) -> BillingPayment:
    mine = BillingPayment.objects.filter(account_id=customer.account_id)
    begun = mine.filter(status="pending", kind="payout").first()
    if begun is not None:
        return begun
    credit = -billed_accounts.balance(account_id=customer.account_id)
    if credit <= 0:
        raise NoCredit("This operator has no credit.")
    for paid in mine.filter(kind="card", status="succeeded").order_by("-pk"):
        back = paid.payouts.exclude(status="failed").aggregate(found=Sum("amount", default=0))["found"]
        left = min(credit, paid.amount + back)
        if left > 0:
            return BillingPayment.objects.create(
                account_id=customer.account_id,
                kind="payout",
                status="pending",
                amount=-left,
                currency=paid.currency,
                reference=paid.reference,
                refunded=paid,
                created_at=at,
            )
    raise NoCardPayment("There is no card payment it could go back to. Pay it out another way and note that.")


def _look_again(account: Account, payout: BillingPayment, at: datetime) -> None:
    with in_schema(account.schema_name):
        scheduled_jobs.schedule(
            KIND, key=f"payout-{payout.pk}", due_at=at + LATER, payload={"payment_id": payout.pk}
        )


def _carry_out(payout: BillingPayment, at: datetime) -> BillingPayment:
    try:
        answer = _ask(payout)
    except PaymentFailed as problem:
        _ended(payout, "failed", "", problem.code, at)
        raise PayoutRefused("The payment service doesn't give it back.", reason=problem.code) from problem
    if answer.status == "pending":
        BillingPayment.objects.filter(pk=payout.pk).update(gateway_id=answer.gateway_id)
        _look_again(payout.account, payout, at)
    else:
        _ended(payout, answer.status, answer.gateway_id, answer.failure_reason or "", at)
    payout.refresh_from_db()
    return payout


def _ask(payout: BillingPayment) -> GatewayRefund:
    if payout.gateway_id:
        return platform_gateway.read_refund(payout.gateway_id)
    paid = payout.refunded
    return platform_gateway.refund(
        gateway_id=paid.gateway_id if paid else "",
        amount=-payout.amount,
        currency=payout.currency,
        key=f"billing-payout-{payout.pk}",
    )


def _ended(payout: BillingPayment, status: str, gateway_id: str, code: str, at: datetime) -> None:
    with atomic():
        customer = billed_accounts.lock_customer(account_id=payout.account_id)
        mine = BillingPayment.objects.filter(pk=payout.pk, status="pending")
        paid_at = at if status == "succeeded" else None
        if not mine.update(status=status, gateway_id=gateway_id, paid_at=paid_at, error_code=code[:60]):
            return
        after: dict[str, object] = {"amount": -payout.amount, "currency": payout.currency}
        action = "paid_back" if status == "succeeded" else "payout_failed"
        audit_port.note(customer.account, action, at=at, after=after | ({"error_code": code} if code else {}))
        arrears.settle(customer=customer, at=at)
