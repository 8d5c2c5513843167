"""What follows when everything is paid: nobody is reminded, and what was stopped goes on at once."""

from datetime import datetime

from outfitter.accounts import state_changes
from outfitter.accounts.models import Account
from outfitter.billing import audit_port, kpi_facts, statement_mails
from outfitter.billing.models import BillingAccount, BillingStatement
from outfitter.billing.queries import billed_accounts
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.zones import local_day
from outfitter.plugins import scheduled_jobs

CHARGE = "billing.charge"
ACTOR = "billing"


def plan_charge(account: Account, *, at: datetime, step: int = -1) -> None:
    """Have what an operator owes charged to its card, once; `step` is the reminder it belongs to."""
    with in_schema(account.schema_name):
        scheduled_jobs.schedule(
            CHARGE, key="charge", due_at=at, payload={"account_id": account.pk, "step": step}
        )


def settle(*, customer: BillingAccount, at: datetime) -> bool:
    """
    Note that nothing is owed any more, if so; the caller holds the customer's lock.

    Reminding ends, an account that was past due is live again, and its public sale goes on.
    """
    account = customer.account
    if billed_accounts.balance(account_id=account.pk) > 0:
        return False
    day = local_day(at, account.time_zone)
    unpaid = BillingStatement.objects.filter(account=account, settled_on__isnull=True)
    currency = unpaid.values_list("currency", flat=True).first()
    if unpaid.update(settled_on=day) and currency is not None:
        kpi_facts.tell_fees(account, day, currency, at=at)
    if customer.overdue_since is None:
        return True
    was_stopped = state_changes.resume_sales(account_id=account.pk, actor=ACTOR, at=at)
    customer.overdue_since = customer.notice_on = None
    customer.dunning_step = -1
    customer.save(update_fields=["overdue_since", "notice_on", "dunning_step"])
    if Account.objects.filter(pk=account.pk, status="past_due").exists():
        state_changes.change_state(account_id=account.pk, change="catch_up", actor=ACTOR, at=at)
    subscription = billed_accounts.find_subscription(account_id=account.pk)
    if subscription is not None:
        kpi_facts.tell_subscription(subscription, at=at)
    audit_port.note(account, "settled", at=at, after={"sales_resumed": was_stopped})
    statement_mails.plan(account, "settled", key=f"settled-{day.isoformat()}", at=at)
    return True
