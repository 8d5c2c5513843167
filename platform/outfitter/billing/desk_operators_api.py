"""One operator's billing for whoever runs the platform; to everybody else nothing is there."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from pydantic import Field

from outfitter.accounts.models import Account
from outfitter.api.principal import platform_admin
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.billing import card_form, desk_overview, requests, schemas
from outfitter.billing.api import statement_file
from outfitter.billing.operations import charges, customer_details, operator_plans, payouts, trip_fees
from outfitter.billing.queries import billed_accounts, overviews
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.operations import record

router = Router(tags=["platform"])
ADDRESS = "/api/platform/billing/operator/{operatorAccount}"
ANSWERS = {200: schemas.DeskOperatorOut, **ERRORS}
PAID = {409: ErrorOut, 502: ErrorOut, **ANSWERS}


def _note(request: HttpRequest, account: Account, verb: str, **detail: object) -> None:
    """Write what was done to an operator's billing into the platform's own log, too."""
    record(request, f"billing.{verb}", subject=account.name, account_id=account.pk, detail=detail)


def _told(account: Account) -> dict[str, object]:
    return desk_overview.operator(Account.objects.get(pk=account.pk), at=utc_now())


@router.get(
    "/api/platform/billing/operators/get",
    auth=platform_admin,
    response={200: schemas.DeskOperatorsOut, **ERRORS},
    operation_id="desk_billing_operators_get",
)
def operators_get(
    request: HttpRequest,
    is_overdue: bool = False,
    after: Annotated[int, Query(), Field(ge=0, le=2**63 - 1)] = 0,
) -> dict[str, object]:
    """Return operators that are billed, or only those that are late."""
    return desk_overview.operators(is_overdue=is_overdue, after=after)


@router.get(f"{ADDRESS}/get", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_operator_get")
def operator_get(request: HttpRequest, operatorAccount: Id) -> dict[str, object]:
    """Return one operator's billing."""
    return _told(billed_accounts.get_account(account_id=operatorAccount))


@router.post(
    f"{ADDRESS}/subscribe", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_subscribe"
)
def subscribe(request: HttpRequest, operatorAccount: Id, body: requests.DeskSubscribeIn) -> dict[str, object]:
    """Put an operator on its first plan, also on one that is not offered."""
    account = billed_accounts.get_account(account_id=operatorAccount)
    version = billed_accounts.get_version_for(plan_id=body.plan_id, currency=account.currency)
    with atomic():
        operator_plans.start(account=account, version=version, at=utc_now(), trial_days=body.trial_days)
        _note(request, account, "subscribed", plan=version.plan.slug)
    return _told(account)


@router.post(f"{ADDRESS}/pause", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_pause")
def pause(request: HttpRequest, operatorAccount: Id, body: requests.DeskPauseIn) -> dict[str, object]:
    """Have time cost nothing for now, or again."""
    account = billed_accounts.get_account(account_id=operatorAccount)
    with atomic():
        operator_plans.pause(account=account, is_paused=body.is_paused, at=utc_now())
        _note(request, account, "paused" if body.is_paused else "resumed")
    return _told(account)


@router.post(f"{ADDRESS}/credit", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_credit")
def credit(request: HttpRequest, operatorAccount: Id, body: requests.DeskCreditIn) -> dict[str, object]:
    """Take something off with a credit note."""
    account = billed_accounts.get_account(account_id=operatorAccount)
    with atomic():
        customer_details.give_credit(account=account, amount=body.amount, reason=body.reason, at=utc_now())
        _note(request, account, "credited", amount=body.amount, reason=body.reason)
    return _told(account)


@router.post(
    f"{ADDRESS}/discount", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_discount"
)
def discount(request: HttpRequest, operatorAccount: Id, body: requests.DeskDiscountIn) -> dict[str, object]:
    """Take a share off every coming price."""
    account = billed_accounts.get_account(account_id=operatorAccount)
    with atomic():
        operator_plans.set_discount(
            account=account,
            discount_ppm=body.discount_ppm,
            until=body.until,
            reason=body.reason,
            at=utc_now(),
        )
        _note(request, account, "discounted", discount_ppm=body.discount_ppm, reason=body.reason)
    return _told(account)


@router.post(f"{ADDRESS}/paid", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_paid")
def paid(request: HttpRequest, operatorAccount: Id, body: requests.DeskPaidIn) -> dict[str, object]:
    """Note money that came by transfer, or a credit that was paid out."""
    account, at = billed_accounts.get_account(account_id=operatorAccount), utc_now()
    with atomic():
        charges.mark_paid(
            account=account,
            amount=body.amount,
            reference=body.reference,
            received_at=body.received_at or at,
            at=at,
        )
        _note(request, account, "paid", amount=body.amount, reference=body.reference)
    return _told(account)


@router.post(f"{ADDRESS}/payBack", auth=platform_admin, response=PAID, operation_id="desk_billing_pay_back")
def pay_back(request: HttpRequest, operatorAccount: Id) -> dict[str, object]:
    """Give a credit back to the card that paid, as much as that payment has left."""
    account, at = billed_accounts.get_account(account_id=operatorAccount), utc_now()

    def note(amount: int) -> None:
        _note(request, account, "paid_back", amount=amount)

    card_form.asking(lambda: payouts.pay_back(account=account, at=at, note=note))
    return _told(account)


@router.get(
    f"{ADDRESS}/fees/get",
    auth=platform_admin,
    response={200: schemas.TripFeesOut, **ERRORS},
    operation_id="desk_billing_fees_get",
)
def fees_get(
    request: HttpRequest,
    operatorAccount: Id,
    before: Annotated[int | None, Query(), Field(ge=1, le=2**63 - 1)] = None,
) -> dict[str, object]:
    """Return what an operator's trips owe, the latest first."""
    account = billed_accounts.get_account(account_id=operatorAccount)
    return overviews.page_of_fees(account_id=account.pk, before=before)


@router.post(f"{ADDRESS}/waive", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_waive")
def waive(request: HttpRequest, operatorAccount: Id, body: requests.DeskWaiveIn) -> dict[str, object]:
    """Give up the fee of a trip."""
    account = billed_accounts.get_account(account_id=operatorAccount)
    with atomic():
        trip_fees.waive_fee(
            account=account, confirmation_code=body.confirmation_code, reason=body.reason, at=utc_now()
        )
        _note(request, account, "fee_waived", trip=body.confirmation_code, reason=body.reason)
    return _told(account)


@router.post(f"{ADDRESS}/paysBy", auth=platform_admin, response=ANSWERS, operation_id="desk_billing_pays_by")
def pays_by(request: HttpRequest, operatorAccount: Id, body: requests.DeskPaysByIn) -> dict[str, object]:
    """Let an operator pay by transfer, or by card again."""
    account = billed_accounts.get_account(account_id=operatorAccount)
    with atomic():
        customer_details.set_pays_by(account=account, pays_by=body.pays_by, at=utc_now())
        _note(request, account, "pays_by_changed", pays_by=body.pays_by)
    return _told(account)


@router.get(
    f"{ADDRESS}/statement/{{billingStatement}}/pdf",
    auth=platform_admin,
    response=ERRORS,
    operation_id="desk_billing_statement_pdf",
)
def statement_pdf(request: HttpRequest, operatorAccount: Id, billingStatement: Id) -> HttpResponse:
    """Return an operator's statement as PDF."""
    found = overviews.get_statement(account_id=operatorAccount, statement_id=billingStatement)
    return statement_file(found)
