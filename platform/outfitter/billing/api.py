"""An operator's own billing, for its owners (domain.md 6.6). Without plans of the host nothing is there."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from pydantic import Field

from outfitter.accounts.models import Account
from outfitter.api.principal import SignedIn, allow
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.billing import card_form, overview, requests, schemas, statement_paper
from outfitter.billing.models import BillingStatement
from outfitter.billing.operations import charges, customer_details, operator_plans, plan_choice
from outfitter.billing.operations.customer_details import Details
from outfitter.billing.operations.operator_plans import ChangePreview
from outfitter.billing.queries import billed_accounts, overviews
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound

router = Router(tags=["billing"])
PERMISSION = "setup.billing"
OWNS: SignedIn = allow(PERMISSION)
REFUSED = {409: ErrorOut, 502: ErrorOut, **ERRORS}


def _account(request: HttpRequest) -> Account:
    """
    Return whose billing is asked for.

    :raises NotFound: the host sells no plans, and this operator never had one
    """
    account: Account = Account.objects.get(pk=request.tenant.pk)  # type: ignore[attr-defined]  # TenantMiddleware
    if not (account.is_billed or billed_accounts.has_plans()):
        raise NotFound("There is nothing here.")
    return account


@router.get(
    "/api/billing/get", auth=OWNS, response={200: schemas.BillingOut, **ERRORS}, operation_id="billing_get"
)
def billing_get(request: HttpRequest) -> dict[str, object]:
    """Return the plan, what it costs next, the card and what is owed."""
    return overview.billing_of(_account(request), at=utc_now())


@router.post(
    "/api/billing/plan/preview",
    auth=OWNS,
    response={200: schemas.PlanChangePreviewOut, **REFUSED},
    operation_id="billing_plan_preview",
)
def plan_preview(request: HttpRequest, body: requests.PlanPreviewIn) -> ChangePreview:
    """Return what taking a plan, or changing to it, charges now; nothing is written."""
    account = _account(request)
    version = billed_accounts.get_open_version(plan_id=body.plan_id, currency=account.currency)
    return plan_choice.preview(account=account, version=version, at=utc_now())


@router.post(
    "/api/billing/plan/take",
    auth=OWNS,
    response={200: schemas.BillingOut, **REFUSED},
    operation_id="billing_plan_take",
)
def plan_take(request: HttpRequest, body: requests.PlanTakeIn) -> dict[str, object]:
    """Take a first plan, or change to another one: a dearer one now, a cheaper one next period."""
    account, at = _account(request), utc_now()
    version = billed_accounts.get_open_version(plan_id=body.plan_id, currency=account.currency)
    plan_choice.take(
        account=account,
        version=version,
        expected_total=body.expected_charge,
        known_version=body.version,
        at=at,
    )
    return overview.billing_of(_account(request), at=at)


@router.post(
    "/api/billing/plan/cancel",
    auth=OWNS,
    response={200: schemas.BillingOut, **REFUSED},
    operation_id="billing_plan_cancel",
)
def plan_cancel(request: HttpRequest, body: requests.PlanCancelIn) -> dict[str, object]:
    """Have the plan end with the period that is paid for, or go on after all."""
    account, at = _account(request), utc_now()
    operator_plans.cancel(account=account, known_version=body.version, is_canceled=body.is_canceled, at=at)
    return overview.billing_of(account, at=at)


@router.post(
    "/api/billing/details/save",
    auth=OWNS,
    response={200: schemas.BillingOut, **REFUSED},
    operation_id="billing_details_save",
)
def details_save(request: HttpRequest, body: requests.BillingDetailsIn) -> dict[str, object]:
    """Keep who is billed, the VAT id and where statements go."""
    account, at = _account(request), utc_now()
    details = Details(body.legal_name, body.address, body.country, body.vat_id, body.email)
    customer_details.save_details(account=account, details=details, known_version=body.version, at=at)
    return overview.billing_of(account, at=at)


@router.post(
    "/api/billing/card/begin",
    auth=OWNS,
    response={200: schemas.BillingCardFormOut, **REFUSED},
    operation_id="billing_card_begin",
)
def card_begin(request: HttpRequest) -> dict[str, str | None]:
    """Begin to keep a card; its number goes from the browser to the gateway alone."""
    return card_form.begin(account=_account(request), at=utc_now())


@router.post(
    "/api/billing/card/save",
    auth=OWNS,
    response={200: schemas.BillingOut, **REFUSED},
    operation_id="billing_card_save",
)
def card_save(request: HttpRequest, body: requests.BillingCardIn) -> dict[str, object]:
    """Keep the card that the gateway has by now; what is owed is charged at once."""
    account, at = _account(request), utc_now()
    card_form.save(account=account, setup_id=body.setup_id, at=at)
    return overview.billing_of(account, at=at)


@router.post(
    "/api/billing/pay",
    auth=OWNS,
    response={200: schemas.BillingPaymentOut, **REFUSED},
    operation_id="billing_pay",
)
def pay(request: HttpRequest) -> object:
    """Charge what is owed to the card now."""
    account = _account(request)
    return card_form.asking(lambda: charges.pay_now(account=account, at=utc_now()))


@router.get(
    "/api/billing/statements/get",
    auth=OWNS,
    response={200: schemas.BillingStatementsOut, **ERRORS},
    operation_id="billing_statements_get",
)
def statements_get(
    request: HttpRequest, before: Annotated[int | None, Query(), Field(ge=1, le=2**63 - 1)] = None
) -> dict[str, object]:
    """Return statements, the newest first."""
    found, next_before = overviews.page_of_statements(account_id=_account(request).pk, before=before)
    return {"statements": found, "next_before": next_before}


@router.get(
    "/api/billing/fees/get",
    auth=OWNS,
    response={200: schemas.TripFeesOut, **ERRORS},
    operation_id="billing_fees_get",
)
def fees_get(
    request: HttpRequest, before: Annotated[int | None, Query(), Field(ge=1, le=2**63 - 1)] = None
) -> dict[str, object]:
    """Return what trips owe the platform, the latest first."""
    return overviews.page_of_fees(account_id=_account(request).pk, before=before)


@router.get(
    "/api/billing/statement/{billingStatement}/pdf",
    auth=OWNS,
    response=ERRORS,
    operation_id="billing_statement_pdf",
)
def statement_pdf(request: HttpRequest, billingStatement: Id) -> HttpResponse:
    """Return a statement as PDF."""
    statement = overviews.get_statement(account_id=_account(request).pk, statement_id=billingStatement)
    return statement_file(statement)


def statement_file(statement: BillingStatement) -> HttpResponse:
    """Return a statement's paper as an answer."""
    answer = HttpResponse(statement_paper.print_statement(statement), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{statement.number}.pdf"'
    answer["Cache-Control"] = "private, no-store"
    return answer
