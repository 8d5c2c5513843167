"""
What an operator owes is charged to its card, or was paid another way (domain.md 6.6).

The charge is a row before the gateway is asked, and its id is the key of the call: a worker that
dies is followed by one that asks the same thing again and hears the same answer.
"""

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from outfitter.accounts.models import Account
from outfitter.billing import audit_port, kpi_facts, platform_gateway, statement_mails
from outfitter.billing.models import BillingAccount, BillingPayment, BillingStatement
from outfitter.billing.operations import arrears
from outfitter.billing.queries import billed_accounts
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter.kit.zones import local_day
from outfitter.plugins.payments.types import GatewayIntent, PaymentFailed

log = logging.getLogger(__name__)
KIND: Final = arrears.CHARGE
# How long a bank may think before we look again.
LATER: Final = timedelta(hours=1)


class NothingOwed(DomainError):
    """There is nothing to pay."""

    code = "nothing_owed"
    status = 409


class NoCard(DomainError):
    """There is no card to charge."""

    code = "no_card"
    status = 409


def run(payload: dict[str, Any], at: datetime) -> None:
    """Charge what is owed; the due job's handler, which may run twice."""
    collect(account_id=int(payload["account_id"]), step=int(payload.get("step", -1)), at=at)


def collect(*, account_id: int, at: datetime, step: int = -1) -> BillingPayment | None:
    """
    Charge what an operator owes to its card; None when nothing was charged.

    Without a card the operator is asked for one.

    :raises GatewayUnavailable: no answer; come again, the charge is the same one
    """
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account_id)
        payment = _begin(customer, at)
        if payment is None:
            _ask_for_card(customer, at)
            return None
    try:
        answer = _ask(customer, payment)
    except PaymentFailed as problem:
        _refused(account_id, payment, problem, step, at)
        return payment
    if answer.status == "succeeded":
        _paid(account_id, payment, answer.gateway_id, at)
    elif answer.status in {"requires_action", "requires_method", "canceled"}:
        _refused(account_id, payment, PaymentFailed("authentication_required", ""), step, at)
    else:
        BillingPayment.objects.filter(pk=payment.pk).update(gateway_id=answer.gateway_id)
        arrears.plan_charge(customer.account, at=at + LATER, step=step)
    return payment


def _begin(customer: BillingAccount, at: datetime) -> BillingPayment | None:
    """Return the charge to ask for: one that was begun before, or a new one of what is owed."""
    mine = BillingPayment.objects.filter(account_id=customer.account_id, status="pending", kind="card")
    begun = mine.first()
    if begun is not None:
        return begun
    owed = billed_accounts.balance(account_id=customer.account_id)
    last = billed_accounts.find_last_statement(account_id=customer.account_id)
    if owed <= 0 or last is None or customer.pays_by != "card" or not customer.card_id:
        return None
    return BillingPayment.objects.create(
        account_id=customer.account_id,
        kind="card",
        status="pending",
        amount=owed,
        currency=last.currency,
        reference=last.number,
        created_at=at,
    )


def _ask(customer: BillingAccount, payment: BillingPayment) -> GatewayIntent:
    if payment.gateway_id:
        return platform_gateway.read_charge(payment.gateway_id)
    return platform_gateway.charge(
        platform_gateway.Charge(
            amount=payment.amount,
            currency=payment.currency,
            customer_id=customer.gateway_customer,
            card_id=customer.card_id,
            name=f"{billed_accounts.get_seller().name} {payment.reference}".strip(),
            number=payment.reference,
            key=f"billing-{payment.pk}",
        )
    )


def _paid(account_id: int, payment: BillingPayment, gateway_id: str, at: datetime) -> None:
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account_id)
        mine = BillingPayment.objects.filter(pk=payment.pk, status="pending")
        if mine.update(status="succeeded", gateway_id=gateway_id, paid_at=at, error_code=""):
            _note(customer.account, "paid", payment, at)
            arrears.settle(customer=customer, at=at)
    payment.refresh_from_db()


def _refused(
    account_id: int, payment: BillingPayment, problem: PaymentFailed, step: int, at: datetime
) -> None:
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account_id)
        mine = BillingPayment.objects.filter(pk=payment.pk, status="pending")
        code = problem.decline_code or problem.code
        if mine.update(status="failed", error_code=code[:60]):
            log.info("billing charge %s was refused: %s", payment.pk, problem.code)
            if problem.code == "amount_too_small":
                # Cents that no card is charged wait for the next statement.
                return
            _note(customer.account, "payment_failed", payment, at, code=code)
            _tell_refusal(customer, payment.currency, at)
            begin_overdue(customer, at)
            _remind(customer, max(step, 0), at)
    payment.refresh_from_db()


def _tell_refusal(customer: BillingAccount, currency: str, at: datetime) -> None:
    """Note for the figures that the gateway refused what open statements ask for."""
    day = local_day(at, customer.account.time_zone)
    unpaid = BillingStatement.objects.filter(
        account_id=customer.account_id, settled_on__isnull=True, refused_on__isnull=True
    )
    if unpaid.update(refused_on=day):
        kpi_facts.tell_fees(customer.account, day, currency, at=at)


def _ask_for_card(customer: BillingAccount, at: datetime) -> None:
    owed = billed_accounts.balance(account_id=customer.account_id)
    if owed > 0 and customer.pays_by == "card" and customer.overdue_since is None:
        begin_overdue(customer, at)
        _remind(customer, 0, at)


def begin_overdue(customer: BillingAccount, at: datetime) -> None:
    """Make today the day 0 of what is not paid, unless one has begun."""
    if customer.overdue_since is None:
        customer.overdue_since = local_day(at, customer.account.time_zone)
        customer.dunning_step = 0
        customer.save(update_fields=["overdue_since", "dunning_step"])


def _remind(customer: BillingAccount, step: int, at: datetime) -> None:
    key = f"reminder-{customer.overdue_since}-{step}"
    statement_mails.plan(customer.account, "reminder", key=key, at=at, step=step)
    audit_port.note(customer.account, "reminded", at=at, after={"day": step})


def remind_without_card(customer: BillingAccount, step: int, at: datetime) -> None:
    """Remind whoever pays by transfer, or gave no card."""
    _remind(customer, step, at)


def pay_now(*, account: Account, at: datetime) -> BillingPayment:
    """
    Charge what is owed at once, as its owner asks.

    :raises NothingOwed: nothing is
    :raises NoCard: no card is kept
    :raises GatewayUnavailable: no answer; the due work asks again
    """
    customer = billed_accounts.find_customer(account_id=account.pk)
    if customer is None or billed_accounts.balance(account_id=account.pk) <= 0:
        raise NothingOwed("There is nothing to pay.")
    if not customer.card_id:
        raise NoCard("Please add a card first.")
    if customer.pays_by != "card":
        BillingAccount.objects.filter(pk=customer.pk).update(pays_by="card")
    payment = collect(account_id=account.pk, at=at)
    if payment is None:
        raise NothingOwed("There is nothing to pay.")
    return payment


def mark_paid(
    *, account: Account, amount: int, reference: str, received_at: datetime, at: datetime
) -> BillingPayment:
    """
    Note money that reached the host past the gateway; negative: a credit that was paid out.

    :raises Invalid: nothing, or more than the credit there is to pay out
    """
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account.pk)
        owed = billed_accounts.balance(account_id=account.pk)
        if amount == 0 or amount < min(owed, 0):
            raise Invalid({"amount": ["Enter what was paid, or at most the credit that was paid out."]})
        last = billed_accounts.find_last_statement(account_id=account.pk)
        payment = BillingPayment.objects.create(
            account=account,
            kind="transfer" if amount > 0 else "payout",
            status="succeeded",
            amount=amount,
            currency=last.currency if last else account.currency,
            reference=reference,
            created_at=at,
            paid_at=received_at,
        )
        _note(account, "payment_marked", payment, at)
        arrears.settle(customer=customer, at=at)
    return payment


def _note(account: Account, action: str, payment: BillingPayment, at: datetime, code: str = "") -> None:
    after: dict[str, object] = {"amount": payment.amount, "currency": payment.currency}
    if payment.reference:
        after["reference"] = payment.reference
    if code:
        after["error_code"] = code
    audit_port.note(account, action, at=at, after=after)
