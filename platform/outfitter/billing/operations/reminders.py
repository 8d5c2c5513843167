"""What a day asks for while something is not paid (domain.md 6.6); rules in `rules.dunning_steps`."""

from datetime import date, datetime

from outfitter.accounts import state_changes
from outfitter.accounts.models import Account
from outfitter.billing import audit_port, kpi_facts, statement_mails
from outfitter.billing.models import BillingAccount
from outfitter.billing.operations import arrears, charges
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.dunning_steps import DunningDay, Overdue, due_on, stop_on
from outfitter.db.locks import atomic


def overdue_of(customer: BillingAccount) -> Overdue | None:
    """Return how far reminding is; None when everything is paid."""
    if customer.overdue_since is None:
        return None
    return Overdue(customer.overdue_since, customer.dunning_step, customer.notice_on)


def sale_stops_on(customer: BillingAccount) -> date | None:
    """Return on which day the public sale stops unless it is paid; None before that was announced."""
    overdue = overdue_of(customer)
    return stop_on(overdue) if overdue is not None else None


def remind(*, account_id: int, day: date, at: datetime) -> None:
    """Do what the day asks for; done twice it is done once."""
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account_id)
        if arrears.settle(customer=customer, at=at):
            return
        _begin_if_late(customer, day, at)
        overdue = overdue_of(customer)
        if overdue is None:
            return
        found = due_on(overdue, day)
        if found.reminder is not None:
            _remind(customer, found.reminder, at)
        if found.is_past_due:
            _fall_behind(customer.account, at)
        _warn_or_stop(customer, found, day, at)


def _begin_if_late(customer: BillingAccount, day: date, at: datetime) -> None:
    """Begin with day 0 where the last day of a transfer is over, and charge what was never charged."""
    last = billed_accounts.find_last_statement(account_id=customer.account_id)
    if customer.overdue_since is not None or last is None:
        return
    if customer.pays_by == "card":
        arrears.plan_charge(customer.account, at=at)
    elif last.due_on < day:
        charges.begin_overdue(customer, at)
        charges.remind_without_card(customer, 0, at)


def _remind(customer: BillingAccount, step: int, at: datetime) -> None:
    customer.dunning_step = step
    customer.save(update_fields=["dunning_step"])
    if customer.pays_by == "card" and customer.card_id:
        # The reminder goes out when the card is refused again.
        arrears.plan_charge(customer.account, at=at, step=step)
    else:
        charges.remind_without_card(customer, step, at)


def _fall_behind(account: Account, at: datetime) -> None:
    if not Account.objects.filter(pk=account.pk, status="live").exists():
        return
    state_changes.change_state(account_id=account.pk, change="fall_behind", actor=arrears.ACTOR, at=at)
    audit_port.note(account, "past_due", at=at)
    subscription = billed_accounts.find_subscription(account_id=account.pk)
    if subscription is not None:
        kpi_facts.tell_subscription(subscription, at=at, is_past_due=True)


def _warn_or_stop(customer: BillingAccount, found: DunningDay, day: date, at: datetime) -> None:
    account = customer.account
    if found.is_notice:
        customer.notice_on = day
        customer.save(update_fields=["notice_on"])
        stops = sale_stops_on(customer) or day
        key = f"notice-{customer.overdue_since}"
        statement_mails.plan(account, "notice", key=key, at=at, stops_on=stops.isoformat())
        audit_port.note(account, "stop_announced", at=at, after={"stops_on": stops.isoformat()})
    if found.is_stop and state_changes.stop_sales(account_id=account.pk, actor=arrears.ACTOR, at=at):
        key = f"stopped-{customer.overdue_since}"
        statement_mails.plan(account, "stopped", key=key, at=at)
        audit_port.note(account, "sales_stopped", at=at)
