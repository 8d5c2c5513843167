"""The state of the operator's account, and how its owner closes and opens it (domain.md 3.1)."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from outfitter.api.principal import allow, caller_of, confirmed
from outfitter.api.schemas import ERRORS, ErrorOut, In, Out
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.account import state

router = Router(tags=["account"])
PERMISSION = "account.close"


class AccountStateOut(Out):
    """What state an account is in; `reopen_until` (UTC) is null unless it is closed."""

    slug: str
    status: str
    reason: str
    closed_at: datetime | None
    reopen_until: datetime | None


class AccountCloseIn(In):
    """`slug` repeats the address of the business, so that nobody closes it by a slip."""

    slug: Annotated[str, Field(max_length=60)]
    reason: Annotated[str, Field(max_length=500)] = ""


@router.get(
    "/api/account/state/get",
    auth=allow(PERMISSION),
    response={200: AccountStateOut, **ERRORS},
    operation_id="account_state_get",
)
def account_state_get(request: HttpRequest) -> dict[str, Any]:
    """Return the state of the account, why, and until when it may be opened again."""
    return state.state(schema_name=current_schema())


@router.post(
    "/api/account/close",
    auth=confirmed(PERMISSION, passes=frozenset()),
    response={200: AccountStateOut, 409: ErrorOut, **ERRORS},
    operation_id="account_close",
)
def account_close(request: HttpRequest, body: AccountCloseIn) -> dict[str, Any]:
    """
    Close the business: nothing is sold any more, staff look and export, nothing is deleted.

    For thirty days an owner may open it again.
    """
    return state.close(slug=body.slug, actor=caller_of(request).name, reason=body.reason, at=utc_now())


@router.post(
    "/api/account/reopen",
    auth=confirmed(PERMISSION, passes=frozenset()),
    response={200: AccountStateOut, 409: ErrorOut, **ERRORS},
    operation_id="account_reopen",
)
def account_reopen(request: HttpRequest) -> dict[str, Any]:
    """Open a closed business again, as it was."""
    return state.change(change="reopen", actor=caller_of(request).name, reason="", at=utc_now())
