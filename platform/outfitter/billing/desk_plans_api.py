"""Plans, who sells and taxes, for whoever runs the platform; to everybody else nothing is there."""

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import platform_admin
from outfitter.api.schemas import ERRORS, Id
from outfitter.billing import requests, schemas
from outfitter.billing.operations import plan_catalog, seller_terms
from outfitter.billing.operations.plan_catalog import PlanTerms, PlanText
from outfitter.billing.operations.seller_terms import TaxRate
from outfitter.billing.queries import billed_accounts, overviews
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.operations import record

router = Router(tags=["platform"])


def _plans() -> dict[str, object]:
    return {"plans": overviews.desk_plans()}


@router.get(
    "/api/platform/billing/plans/get",
    auth=platform_admin,
    response={200: schemas.DeskPlansOut, **ERRORS},
    operation_id="desk_billing_plans_get",
)
def plans_get(request: HttpRequest) -> dict[str, object]:
    """Return every plan with how many operators are on it."""
    return _plans()


@router.post(
    "/api/platform/billing/plan/save",
    auth=platform_admin,
    response={200: schemas.DeskPlansOut, **ERRORS},
    operation_id="desk_billing_plan_save",
)
def plan_save(request: HttpRequest, body: requests.DeskPlanIn) -> dict[str, object]:
    """Make a plan or change it; whoever is on an old price keeps it."""
    text = PlanText(body.slug, body.name, body.description, body.position, body.is_hidden)
    terms = PlanTerms(
        kind=body.kind,
        price=body.price,
        currency=body.currency,
        interval=body.interval,
        trial_days=body.trial_days,
        fee_ppm=body.fee_ppm,
        fee_fixed=body.fee_fixed,
        fee_cap=body.fee_cap,
        fee_methods=tuple(body.fee_methods),
        fee_customer_pays=body.fee_customer_pays,
        limits={str(name): most for name, most in body.limits.items()},
    )
    with atomic():
        plan_catalog.save_plan(
            plan_id=body.plan_id, known_version=body.version, text=text, terms=terms, at=utc_now()
        )
        record(request, "billing_plan.saved", subject=body.name, detail={"price": body.price})
    return _plans()


@router.post(
    "/api/platform/billing/plan/{billingPlan}/archive",
    auth=platform_admin,
    response={200: schemas.DeskPlansOut, **ERRORS},
    operation_id="desk_billing_plan_archive",
)
def plan_archive(
    request: HttpRequest, billingPlan: Id, body: requests.DeskPlanArchiveIn
) -> dict[str, object]:
    """Offer a plan no longer, or again."""
    with atomic():
        plan = plan_catalog.archive_plan(
            plan_id=billingPlan, known_version=body.version, is_archived=body.is_archived, at=utc_now()
        )
        verb = "archived" if body.is_archived else "restored"
        record(request, f"billing_plan.{verb}", subject=plan.name)
    return _plans()


@router.post(
    "/api/platform/billing/plan/{billingPlan}/delete",
    auth=platform_admin,
    response={200: schemas.DeskPlansOut, **ERRORS},
    operation_id="desk_billing_plan_delete",
)
def plan_delete(request: HttpRequest, billingPlan: Id) -> dict[str, object]:
    """Delete a plan that no operator ever had."""
    with atomic():
        record(request, "billing_plan.deleted", subject=plan_catalog.delete_plan(plan_id=billingPlan))
    return _plans()


def _selling() -> dict[str, object]:
    return {"seller": billed_accounts.get_seller(), "taxes": seller_terms.list_taxes()}


@router.get(
    "/api/platform/billing/seller/get",
    auth=platform_admin,
    response={200: schemas.SellerAndTaxesOut, **ERRORS},
    operation_id="desk_billing_seller_get",
)
def seller_get(request: HttpRequest) -> dict[str, object]:
    """Return who sells and at which taxes."""
    return _selling()


@router.post(
    "/api/platform/billing/seller/save",
    auth=platform_admin,
    response={200: schemas.SellerAndTaxesOut, **ERRORS},
    operation_id="desk_billing_seller_save",
)
def seller_save(request: HttpRequest, body: requests.SellerIn) -> dict[str, object]:
    """Keep who sells, from the next statement on."""
    with atomic():
        seller_terms.save_seller(values=body.model_dump(exclude={"version"}), known_version=body.version)
        record(request, "billing.seller_changed", subject=body.name)
    return _selling()


@router.post(
    "/api/platform/billing/taxes/save",
    auth=platform_admin,
    response={200: schemas.SellerAndTaxesOut, **ERRORS},
    operation_id="desk_billing_taxes_save",
)
def taxes_save(request: HttpRequest, body: requests.CountryTaxesIn) -> dict[str, object]:
    """Keep the tax of every country."""
    rates = [TaxRate(one.country, one.name, one.rate_ppm) for one in body.taxes]
    with atomic():
        seller_terms.save_taxes(rates)
        told = {one.country: one.rate_ppm for one in rates}
        record(request, "billing.taxes_changed", detail={"rates": told})
    return _selling()
