"""Reads of operators as customers: plan, balance, address, tax."""

from collections.abc import Collection
from datetime import date
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet, Sum

from outfitter.accounts.models import Account
from outfitter.billing.models import (
    BillingAccount,
    BillingPayment,
    BillingPlan,
    BillingSeller,
    BillingStatement,
    CountryTax,
    PlanVersion,
    Subscription,
)
from outfitter.billing.rules.contract_fee import FeeTerms
from outfitter.billing.rules.tax_choice import Tax, choose
from outfitter.kit.errors import Invalid, NotFound

_PLANS: Final = "billing:plans"


def has_plans() -> bool:
    """
    Return whether the host sells plans at all; without any, the product is free and says nothing.

    Every first call of the office asks, so that it is remembered for ten seconds.
    """
    found: bool | None = cache.get(_PLANS)
    if found is None:
        found = BillingPlan.objects.exists()
        cache.set(_PLANS, found, 10)
    return found


def forget_plans() -> None:
    """Have it looked up anew: plans came or went."""
    transaction.on_commit(lambda: cache.delete(_PLANS))


def lock_customer(*, account_id: int) -> BillingAccount:
    """
    Return an operator as a customer, locked until the transaction ends; made when it is new.

    Whatever is billed to an operator takes this lock first.
    """
    BillingAccount.objects.bulk_create([BillingAccount(account_id=account_id)], ignore_conflicts=True)
    rows = BillingAccount.objects.select_for_update(of=("self",)).select_related("account")
    return rows.get(account_id=account_id)


def find_customer(*, account_id: int) -> BillingAccount | None:
    """Return an operator as a customer, None when nothing was ever billed to it."""
    return BillingAccount.objects.select_related("account").filter(account_id=account_id).first()


def find_subscription(*, account_id: int) -> Subscription | None:
    """Return the running subscription of an operator with its plan."""
    rows = Subscription.objects.filter(account_id=account_id, ended_on__isnull=True)
    return rows.select_related("plan_version__plan", "next_version__plan").first()


def plan_slug(account_id: int) -> str:
    """Return the short name of the plan an operator is on, empty when it is on none."""
    subscription = find_subscription(account_id=account_id)
    return "" if subscription is None else subscription.plan_version.plan.slug


def latest_version(plan: BillingPlan) -> PlanVersion:
    """Return what a plan costs whoever takes it now."""
    return plan.versions.select_related("plan").latest("number")


def latest_versions() -> "QuerySet[PlanVersion]":
    """Return what each plan costs whoever takes it now, each with its plan."""
    rows = PlanVersion.objects.select_related("plan")
    return rows.order_by("plan_id", "-number").distinct("plan_id")


def list_open_plans(*, currency: str) -> list[PlanVersion]:
    """Return the plans that an operator with this currency can take, in the host's order."""
    open_now = latest_versions().filter(plan__archived_at__isnull=True, plan__is_hidden=False)
    found = [version for version in open_now if version.currency == currency]
    return sorted(found, key=lambda version: (version.plan.position, version.plan_id))


def get_open_version(*, plan_id: int, currency: str) -> PlanVersion:
    """
    Return what a plan costs now that an operator asks for.

    :raises NotFound: no such plan, or it is not offered
    """
    for version in list_open_plans(currency=currency):
        if version.plan_id == plan_id:
            return version
    raise NotFound("This plan is no longer offered. Please reload the page.")


def get_version_for(*, plan_id: int, currency: str) -> PlanVersion:
    """
    Return what a plan costs now, offered or not, for an operator with this currency.

    :raises NotFound: there is no such plan
    :raises Invalid: its price is in another currency
    """
    plan = BillingPlan.objects.filter(pk=plan_id).first()
    if plan is None:
        raise NotFound("There is no such plan.")
    version = latest_version(plan)
    if version.currency != currency:
        raise Invalid({"plan_id": [f"This operator is billed in {currency}."]})
    return version


def terms_of(version: PlanVersion) -> FeeTerms:
    """Return what a version takes of trips."""
    return FeeTerms(
        ppm=version.fee_ppm,
        fixed=version.fee_fixed,
        cap=version.fee_cap,
        methods=tuple(version.fee_methods),
        is_paid_by_customer=version.fee_customer_pays,
    )


def find_last_statement(*, account_id: int) -> BillingStatement | None:
    """Return the newest statement of an operator."""
    return BillingStatement.objects.filter(account_id=account_id).order_by("-pk").first()


def balance(*, account_id: int) -> int:
    """Return what an operator owes now (minor units); negative is a credit."""
    return balances(account_ids=[account_id])[account_id]


def balances(*, account_ids: Collection[int]) -> dict[int, int]:
    """Return what each of these operators owes now (minor units); negative is a credit."""
    statements = BillingStatement.objects.filter(account_id__in=account_ids)
    last = statements.order_by("account_id", "-pk").distinct("account_id")
    closing = dict(last.values_list("account_id", "closing"))
    paid = BillingPayment.objects.filter(
        account_id__in=account_ids, status="succeeded", statement__isnull=True
    )
    received = dict(paid.order_by().values_list("account_id").annotate(Sum("amount")))
    return {one: closing.get(one, 0) - received.get(one, 0) for one in account_ids}


def get_seller() -> BillingSeller:
    """Return who sells; its row is made with the first plan."""
    seller, _ = BillingSeller.objects.get_or_create(pk=1)
    return seller


def country_of(customer: BillingAccount) -> str:
    """Return where a customer is taxed: the address on its bills, or where the business is."""
    return customer.country or customer.account.country


def tax_of(customer: BillingAccount) -> Tax:
    """Return the tax of a customer today."""
    rates = {row.country: Tax(row.rate_ppm, row.name) for row in CountryTax.objects.all()}
    return choose(
        seller=get_seller().country, country=country_of(customer), vat_id=customer.vat_id, rates=rates
    )


def discount_on(subscription: Subscription, day: date) -> int:
    """Return the recurring discount that counts on a day (millionths)."""
    until = subscription.discount_until
    return 0 if until is not None and day >= until else subscription.discount_ppm


def get_account(*, account_id: int) -> Account:
    """
    Return an operator for whoever runs the platform.

    :raises NotFound: there is none
    """
    found: Account | None = Account.objects.filter(pk=account_id).exclude(schema_name="public").first()
    if found is None:
        raise NotFound("There is no such operator.")
    return found
