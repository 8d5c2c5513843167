"""Plans as the host writes them: a changed price is a new version, a plan in use stays (domain.md 6.6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from outfitter.billing.models import BillingPlan, PlanVersion
from outfitter.billing.queries import billed_accounts
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion


class PlanNotFound(NotFound):
    """There is no such plan."""


class PlanInUse(DomainError):
    """Operators are on the plan, or were: their statements name it."""

    code = "plan_in_use"
    status = 409


@dataclass(frozen=True, slots=True)
class PlanTerms:
    """What a plan costs; amounts in minor units, shares in millionths."""

    kind: str
    price: int
    currency: str
    interval: str
    trial_days: int = 0
    fee_ppm: int = 0
    fee_fixed: int = 0
    fee_cap: int | None = None
    fee_methods: tuple[str, ...] = ()
    fee_customer_pays: bool = False
    limits: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanText:
    """What a plan is called and where it stands."""

    slug: str
    name: str
    description: str = ""
    position: int = 0
    is_hidden: bool = False


def save_plan(
    *, plan_id: int | None, known_version: int | None, text: PlanText, terms: PlanTerms, at: datetime
) -> BillingPlan:
    """
    Make a plan or change it; other terms become its next version, for whoever takes it from now on.

    :raises PlanNotFound: there is none
    :raises StaleVersion: somebody changed it meanwhile
    :raises Invalid: the slug is taken, or the terms do not fit the kind
    """
    _check(terms)
    with atomic():
        if BillingPlan.objects.filter(slug=text.slug).exclude(pk=plan_id or 0).exists():
            raise Invalid({"slug": ["Another plan has this short name."]})
        plan = BillingPlan() if plan_id is None else _locked(plan_id, known_version)
        plan.slug, plan.name, plan.description = text.slug, text.name, text.description
        plan.position, plan.is_hidden = text.position, text.is_hidden
        if plan_id is not None:
            plan.version += 1
        plan.save()
        billed_accounts.get_seller()
        _add_version(plan, terms, at)
        billed_accounts.forget_plans()
    return plan


def _check(terms: PlanTerms) -> None:
    has_fee = terms.fee_ppm > 0 or terms.fee_fixed > 0
    problems: dict[str, list[str]] = {}
    if terms.kind in {"free", "per_booking"} and terms.price != 0:
        problems["price"] = ["A plan of this kind has no price."]
    if terms.kind in {"flat", "hybrid"} and terms.price == 0:
        problems["price"] = ["Enter a price."]
    if terms.kind in {"free", "flat"} and has_fee:
        problems["fee_ppm"] = ["A plan of this kind takes no fee per booking."]
    if terms.kind in {"per_booking", "hybrid"} and not has_fee:
        problems["fee_ppm"] = ["Enter a share or a fixed amount."]
    if problems:
        raise Invalid(problems)


def _locked(plan_id: int, known_version: int | None) -> BillingPlan:
    plan = BillingPlan.objects.select_for_update().filter(pk=plan_id).first()
    if plan is None:
        raise PlanNotFound("There is no such plan.")
    if known_version is not None and plan.version != known_version:
        raise StaleVersion("The plan was changed meanwhile. Please reload the page.")
    return plan


def _add_version(plan: BillingPlan, terms: PlanTerms, at: datetime) -> None:
    last = plan.versions.order_by("-number").first()
    if last is not None and terms_of_version(last) == terms:
        return
    PlanVersion.objects.create(
        plan=plan,
        number=last.number + 1 if last else 1,
        created_at=at,
        kind=terms.kind,
        price=terms.price,
        currency=terms.currency,
        interval=terms.interval,
        trial_days=terms.trial_days,
        fee_ppm=terms.fee_ppm,
        fee_fixed=terms.fee_fixed,
        fee_cap=terms.fee_cap,
        fee_methods=list(terms.fee_methods),
        fee_customer_pays=terms.fee_customer_pays,
        limits=dict(terms.limits),
    )


def terms_of_version(row: PlanVersion) -> PlanTerms:
    """Return what a version costs."""
    return PlanTerms(
        kind=row.kind,
        price=row.price,
        currency=row.currency,
        interval=row.interval,
        trial_days=row.trial_days,
        fee_ppm=row.fee_ppm,
        fee_fixed=row.fee_fixed,
        fee_cap=row.fee_cap,
        fee_methods=tuple(row.fee_methods),
        fee_customer_pays=row.fee_customer_pays,
        limits=row.limits,
    )


def archive_plan(*, plan_id: int, known_version: int, is_archived: bool, at: datetime) -> BillingPlan:
    """
    Offer a plan no longer, or again; whoever is on it stays on it.

    :raises PlanNotFound: there is none
    :raises StaleVersion: somebody changed it meanwhile
    """
    with atomic():
        plan = _locked(plan_id, known_version)
        plan.archived_at = at if is_archived else None
        plan.version += 1
        plan.save(update_fields=["archived_at", "version"])
    return plan


def delete_plan(*, plan_id: int) -> str:
    """
    Delete a plan that nobody ever had; returns what it was called.

    :raises PlanNotFound: there is none
    :raises PlanInUse: operators are on it or were
    """
    with atomic():
        plan = _locked(plan_id, None)
        used = plan.versions.filter(subscriptions__isnull=False)
        waiting = plan.versions.filter(upcoming_subscriptions__isnull=False)
        if used.exists() or waiting.exists():
            raise PlanInUse(
                "Operators are on this plan or have been, so it can't be deleted. Archive it instead: "
                "it is no longer offered, and whoever is on it stays on it.",
                operators_cnt=used.values("subscriptions__account").distinct().count(),
            )
        plan.versions.all().delete()
        plan.delete()
        billed_accounts.forget_plans()
    return plan.name
