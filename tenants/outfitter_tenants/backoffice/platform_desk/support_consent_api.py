"""Support access from the operator's side: an owner lets support in, sees it, shows it out."""

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import queries as accounts
from outfitter.accounts.models import Account
from outfitter.api.principal import allow, confirmed
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.operators import support_access
from outfitter_tenants.backoffice.platform_desk import schemas as s
from outfitter_tenants.backoffice.platform_desk import support

router = Router(tags=["support access"])
# Owners alone have it, and it is never taken from them, whatever state the account is in.
PERMISSION = "account.close"
REFUSED = {409: ErrorOut, **ERRORS}


@router.get(
    "/api/setup/support/get",
    auth=allow(PERMISSION),
    response={200: s.SupportConsentOut, **ERRORS},
    operation_id="setup_support_get",
)
def setup_support_get(request: HttpRequest) -> dict[str, object]:
    """Return support's question or the consent that is open."""
    return _shown()


@router.post(
    "/api/setup/support/grant",
    auth=confirmed(PERMISSION, passes=frozenset()),
    response={200: s.SupportConsentOut, **REFUSED},
    operation_id="setup_support_grant",
)
def setup_support_grant(request: HttpRequest, body: s.SupportGrantIn) -> dict[str, object]:
    """Let support in for 1, 8 or 24 hours: to look, or to change things too."""
    support.grant(request, account=_here(), hours=body.hours, may_change=body.may_change, at=utc_now())
    return _shown()


@router.post(
    "/api/setup/support/refuse",
    auth=allow(PERMISSION),
    response={200: s.SupportConsentOut, **REFUSED},
    operation_id="setup_support_refuse",
)
def setup_support_refuse(request: HttpRequest) -> dict[str, object]:
    """Say no to support's question."""
    support.refuse(request, account=_here(), at=utc_now())
    return _shown()


@router.post(
    "/api/setup/support/end",
    auth=allow(PERMISSION),
    response={200: s.SupportConsentOut, **REFUSED},
    operation_id="setup_support_end",
)
def setup_support_end(request: HttpRequest) -> dict[str, object]:
    """Show support out at once."""
    support.end(request, account=_here(), at=utc_now())
    return _shown()


def _here() -> Account:
    account = accounts.find_account(schema_name=current_schema())
    assert account is not None  # noqa: S101  (its people ask)
    return account


def _shown() -> dict[str, object]:
    return {"support": support_access.current(account_id=_here().pk, at=utc_now())}
