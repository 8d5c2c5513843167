"""Support access from the platform's side: asked for, used, given back."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import caller_of, platform_admin, platform_admin_confirmed
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter.operators import queries, support_access
from outfitter_tenants.backoffice.platform_desk import schemas as s
from outfitter_tenants.backoffice.platform_desk import support

router = Router(tags=["support access"])
AccountId = Annotated[Id, Path()]
REFUSED = {409: ErrorOut, **ERRORS}


@router.post(
    "/api/platform/operator/{account}/support/ask",
    auth=platform_admin,
    response={200: s.SupportConsentOut, **REFUSED},
    operation_id="platform_support_ask",
)
def support_ask(request: HttpRequest, account: AccountId, body: s.OperatorReasonIn) -> dict[str, object]:
    """Ask the operator's owners to let support in; they read why."""
    found = queries.get_operator(account_id=account)
    support.ask(request, account=found, reason=body.reason, at=utc_now())
    return _shown(account)


@router.post(
    "/api/platform/operator/{account}/support/withdraw",
    auth=platform_admin,
    response={200: s.SupportConsentOut, **REFUSED},
    operation_id="platform_support_withdraw",
)
def support_withdraw(request: HttpRequest, account: AccountId) -> dict[str, object]:
    """Take the question back before it is answered."""
    support.withdraw(request, account=queries.get_operator(account_id=account), at=utc_now())
    return _shown(account)


@router.post(
    "/api/platform/operator/{account}/support/end",
    auth=platform_admin,
    response={200: s.SupportConsentOut, **REFUSED},
    operation_id="platform_support_end",
)
def support_end(request: HttpRequest, account: AccountId) -> dict[str, object]:
    """Give the consent back before its time."""
    support.leave(request, account=queries.get_operator(account_id=account), at=utc_now())
    return _shown(account)


@router.post(
    "/api/platform/operator/{account}/support/enter",
    auth=platform_admin_confirmed,
    response={200: s.SupportEnterOut, **REFUSED},
    operation_id="platform_support_enter",
)
def support_enter(request: HttpRequest, account: AccountId) -> dict[str, str]:
    """Return the address that signs support in on the operator's host, while its consent holds."""
    found = queries.get_operator(account_id=account)
    return {"url": support.enter(caller=caller_of(request), account=found, at=utc_now())}


def _shown(account: int) -> dict[str, object]:
    return {"support": support_access.current(account_id=account, at=utc_now())}
