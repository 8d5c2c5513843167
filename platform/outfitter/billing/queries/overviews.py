"""What screens show of billing, put together for one operator."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count

from outfitter.accounts.models import Account
from outfitter.billing.models import (
    BillingAccount,
    BillingPlan,
    BillingStatement,
    PlanVersion,
    Subscription,
    TripFee,
)
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.dunning_steps import Overdue, stop_on
from outfitter.kit.errors import NotFound

PAGE = 24


def plan_facts(version: PlanVersion) -> dict[str, object]:
    """Return BillingPlanOut."""
    names = (
        "kind",
        "price",
        "currency",
        "interval",
        "trial_days",
        "fee_ppm",
        "fee_fixed",
        "fee_cap",
        "fee_methods",
        "fee_customer_pays",
        "limits",
    )
    plan = version.plan
    return {
        "id": plan.pk,
        "slug": plan.slug,
        "name": plan.name,
        "description": plan.description,
        **{name: getattr(version, name) for name in names},
    }


def desk_plans() -> list[dict[str, object]]:
    """Return every plan with how many operators are on it (DeskPlanOut)."""
    versions = {version.plan_id: version for version in billed_accounts.latest_versions()}
    running = Subscription.objects.filter(ended_on__isnull=True).order_by()
    counts = dict(running.values_list("plan_version__plan").annotate(Count("pk")))
    return [
        {
            **plan_facts(versions[plan.pk]),
            "number": versions[plan.pk].number,
            "position": plan.position,
            "is_hidden": plan.is_hidden,
            "is_archived": plan.archived_at is not None,
            "operators_cnt": counts.get(plan.pk, 0),
            "version": plan.version,
        }
        for plan in BillingPlan.objects.order_by("archived_at", "position", "pk")
    ]


def card_of(customer: BillingAccount) -> dict[str, str] | None:
    """Return BillingCardOut, None when there is none."""
    if not customer.card_id:
        return None
    return {"brand": customer.card_brand, "last4": customer.card_last4, "exp": customer.card_exp}


def stops_on(customer: BillingAccount) -> date | None:
    """Return on which day the public sale stops unless it is paid."""
    if customer.overdue_since is None:
        return None
    return stop_on(Overdue(customer.overdue_since, customer.dunning_step, customer.notice_on))


def page_of_statements(*, account_id: int, before: int | None) -> tuple[list[BillingStatement], int | None]:
    """Return statements, the newest first, and where the next page begins."""
    rows = BillingStatement.objects.filter(account_id=account_id).order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: PAGE + 1])
    return found[:PAGE], found[PAGE - 1].pk if len(found) > PAGE else None


def page_of_fees(*, account_id: int, before: int | None) -> dict[str, object]:
    """Return fees of trips, the latest first, and where the next page begins (TripFeesOut)."""
    rows = TripFee.objects.filter(account_id=account_id).select_related("plan_version").order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: PAGE + 1])
    return {
        "fees": [_fee(one) for one in found[:PAGE]],
        "next_before": found[PAGE - 1].pk if len(found) > PAGE else None,
    }


def _fee(fee: TripFee) -> dict[str, object]:
    return {
        "id": fee.pk,
        "confirmation_code": fee.confirmation_code,
        "reserved_at": fee.reserved_at,
        "currency": fee.plan_version.currency,
        "expected": fee.expected,
        "waived": fee.waived_by_staff + fee.waived_by_host,
        "exempt": fee.exempt,
        "collected_at_gateway": fee.collected_at_gateway,
    }


def get_statement(*, account_id: int, statement_id: int) -> BillingStatement:
    """
    Return one statement of an operator.

    :raises NotFound: there is none, or it is another operator's
    """
    rows = BillingStatement.objects.select_related("account")
    found = rows.filter(account_id=account_id, pk=statement_id).first()
    if found is None:
        raise NotFound("Statement not found.")
    return found


@dataclass(frozen=True, slots=True)
class CustomerRow:
    """An operator that is billed, the name of its plan (None: it has none), and what it owes."""

    customer: BillingAccount
    plan: str | None
    balance: int


def list_customers(*, is_overdue: bool, after: int) -> tuple[list[CustomerRow], int | None]:
    """Return operators that are billed, by id, and where the next page begins."""
    rows = BillingAccount.objects.select_related("account").filter(pk__gt=after).order_by("pk")
    if is_overdue:
        rows = rows.filter(overdue_since__isnull=False)
    found = list(rows[: PAGE + 1])
    shown = found[:PAGE]
    ids = [one.account_id for one in shown]
    running = Subscription.objects.filter(account_id__in=ids, ended_on__isnull=True)
    plans = dict(running.values_list("account_id", "plan_version__plan__name"))
    owed = billed_accounts.balances(account_ids=ids)
    return (
        [CustomerRow(one, plans.get(one.account_id), owed[one.account_id]) for one in shown],
        shown[-1].pk if len(found) > PAGE else None,
    )


def is_sale_stopped(account: Account) -> bool:
    """Return whether the public sale is stopped because something is unpaid."""
    stopped: datetime | None = account.sales_stopped_at
    return stopped is not None
