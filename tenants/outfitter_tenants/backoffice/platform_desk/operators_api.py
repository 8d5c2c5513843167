"""Operators on the platform's desk: the list, one of them, and its state."""

from datetime import datetime
from typing import Annotated, Any

from django.db import transaction
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Path, Query, Router

from outfitter.api.lists import ListAnswer, ListParams
from outfitter.api.platform_lists import platform_csv, platform_page
from outfitter.api.principal import caller_of, platform_admin, platform_admin_confirmed
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.account_states import Change
from outfitter.kit.clock import utc_now
from outfitter.operators import queries, support_access
from outfitter.operators.lists import EXPORTED, OPERATORS
from outfitter.platform_audit import operations as platform_audit
from outfitter.platform_audit import queries as platform_acts
from outfitter_tenants.audit.actor import Actor, acting
from outfitter_tenants.backoffice.account import stage, state
from outfitter_tenants.backoffice.platform_desk import health_facts
from outfitter_tenants.backoffice.platform_desk import schemas as s

router = Router(tags=["operators"])
AccountId = Annotated[Id, Path()]
REFUSED = {409: ErrorOut, **ERRORS}


@router.get(
    "/api/platform/operators/get",
    auth=platform_admin,
    response={200: ListAnswer[s.OperatorRowOut], **ERRORS},
    operation_id="platform_operators_get",
)
def operators_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of the operators, from facts they push themselves."""
    return platform_page(request, OPERATORS, wanted)


@router.get(
    "/api/platform/operators/export",
    auth=platform_admin,
    response={200: None, **ERRORS},
    operation_id="platform_operators_export",
)
def operators_export(request: HttpRequest, wanted: Query[ListParams]) -> StreamingHttpResponse:
    """Return the operators that match as a CSV file."""
    answer = platform_csv(request, OPERATORS, wanted, columns=EXPORTED, name="operators.csv")
    with transaction.atomic():
        platform_audit.record(request, "operators.exported")
    return answer


@router.get(
    "/api/platform/operator/{account}/get",
    auth=platform_admin,
    response={200: s.OperatorPageOut, **ERRORS},
    operation_id="platform_operator_get",
)
def operator_get(request: HttpRequest, account: AccountId) -> dict[str, Any]:
    """Return one operator: who they are, how they are, and what the platform did about them."""
    return _page(account, utc_now())


@router.post(
    "/api/platform/operator/{account}/measure",
    auth=platform_admin,
    response={200: s.OperatorPageOut, **ERRORS},
    operation_id="platform_operator_measure",
)
def operator_measure(request: HttpRequest, account: AccountId) -> dict[str, Any]:
    """Look anew at how this one operator is, and how far it has come."""
    at = utc_now()
    found = queries.get_operator(account_id=account)
    with in_schema(found.schema_name), _acting(request):
        stage.review(at=at)
        health_facts.measure(at=at)
    return _page(account, at)


@router.post(
    "/api/platform/operator/{account}/suspend",
    auth=platform_admin_confirmed,
    response={200: s.OperatorPageOut, **REFUSED},
    operation_id="platform_operator_suspend",
)
def operator_suspend(request: HttpRequest, account: AccountId, body: s.OperatorReasonIn) -> dict[str, Any]:
    """Suspend an operator: public sales stop, staff look and export; the owner reads why."""
    return _change(request, account, "suspend", "operator.suspended", body.reason)


@router.post(
    "/api/platform/operator/{account}/lift",
    auth=platform_admin_confirmed,
    response={200: s.OperatorPageOut, **REFUSED},
    operation_id="platform_operator_lift",
)
def operator_lift(request: HttpRequest, account: AccountId, body: s.OperatorReasonIn) -> dict[str, Any]:
    """Take a suspension back: the operator is what it was before."""
    return _change(request, account, "lift", "operator.suspension_lifted", body.reason)


@router.post(
    "/api/platform/operator/{account}/close",
    auth=platform_admin_confirmed,
    response={200: s.OperatorPageOut, **REFUSED},
    operation_id="platform_operator_close",
)
def operator_close(request: HttpRequest, account: AccountId, body: s.OperatorCloseIn) -> dict[str, Any]:
    """Close an operator whose address was typed once more; for thirty days it may be opened again."""
    found = queries.get_operator(account_id=account)
    with in_schema(found.schema_name), _acting(request), atomic():
        state.close(slug=body.slug, actor="platform", reason=body.reason, at=utc_now())
        _log(request, account, found.name, "operator.closed", body.reason)
    return _page(account, utc_now())


@router.post(
    "/api/platform/operator/{account}/reopen",
    auth=platform_admin_confirmed,
    response={200: s.OperatorPageOut, **REFUSED},
    operation_id="platform_operator_reopen",
)
def operator_reopen(request: HttpRequest, account: AccountId, body: s.OperatorReasonIn) -> dict[str, Any]:
    """Open a closed operator again, as it was."""
    return _change(request, account, "reopen", "operator.reopened", body.reason)


def _change(request: HttpRequest, account: int, change: Change, action: str, reason: str) -> dict[str, Any]:
    at = utc_now()
    found = queries.get_operator(account_id=account)
    with in_schema(found.schema_name), _acting(request), atomic():
        state.change(change=change, actor="platform", reason=reason, at=at)
        _log(request, account, found.name, action, reason)
    return _page(account, at)


def _log(request: HttpRequest, account: int, name: str, action: str, reason: str) -> None:
    platform_audit.record(request, action, subject=name, account_id=account, detail={"reason": reason})


def _acting(request: HttpRequest) -> Any:
    """Act in the operator's log as somebody of the platform."""
    ip, agent = getattr(request, "client_ip", None), request.headers.get("User-Agent", "")
    return acting(Actor("support", None, caller_of(request).name, ip, agent))


def _page(account: int, at: datetime) -> dict[str, Any]:
    return {
        **queries.operator_page(account_id=account, at=at),
        "support": support_access.current(account_id=account, at=at),
        "past_support": support_access.list_over(account_id=account, at=at),
        "acts": platform_acts.acts_about(account_id=account),
    }
