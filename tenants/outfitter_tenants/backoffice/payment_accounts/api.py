"""Calls of the payment settings: the account at the gateway, and the readers."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.payment_accounts import gateway_account, readers
from outfitter_tenants.backoffice.payment_accounts import schemas as s
from outfitter_tenants.people import queries as people

router = Router(tags=["payments"])
PAGE = "/setup/payments/account"
# The gateway does not answer.
_ERRORS = {**ERRORS, 502: ErrorOut}


@router.get(
    "/api/setup/collecting/get",
    auth=allow("setup.bank"),
    response={200: s.CollectingOut, **_ERRORS},
    operation_id="collecting_get",
)
def collecting_get(request: HttpRequest) -> dict[str, Any]:
    """Return whose account collects cards, and what is missing before it may."""
    limit(f"collecting:{current_schema()}", times=60, seconds=60)
    return gateway_account.state(schema_name=current_schema(), at=utc_now())


@router.post(
    "/api/setup/collecting/onboard",
    auth=allow("setup.bank"),
    response={200: s.OnboardOut, **_ERRORS},
    operation_id="collecting_onboard",
)
def collecting_onboard(request: HttpRequest, body: s.OnboardIn) -> dict[str, str]:
    """Return where the operator tells the gateway who it is; makes its account the first time."""
    limit(f"onboard:{current_schema()}", times=20, seconds=3600)
    tenant = request.tenant  # type: ignore[attr-defined]
    url = gateway_account.onboard(
        schema_name=current_schema(),
        country=body.country or tenant.country,
        email=people.get_properties().reply_to,
        page=PAGE,
        at=utc_now(),
    )
    return {"url": url}


@router.get(
    "/api/setup/readers/get",
    auth=allow("setup.general"),
    response={200: s.ReadersOut, **_ERRORS},
    operation_id="readers_get",
)
def readers_get(request: HttpRequest) -> dict[str, Any]:
    """Return the card readers and where they stand."""
    limit(f"readers:{current_schema()}", times=60, seconds=60)
    return readers.all_of(schema_name=current_schema())


@router.post(
    "/api/setup/readers/register",
    auth=allow("setup.general"),
    response={200: s.ReadersOut, **_ERRORS},
    operation_id="reader_register",
)
def reader_register(request: HttpRequest, body: s.ReaderRegisterIn) -> dict[str, Any]:
    """Take a card reader into use."""
    limit(f"reader-register:{current_schema()}", times=20, seconds=600)
    readers.register(
        schema_name=current_schema(),
        code=body.registration_code,
        label=body.label,
        location_id=body.location_id,
        address=body.address.model_dump() if body.address else None,
        at=utc_now(),
    )
    return readers.all_of(schema_name=current_schema())


@router.post(
    "/api/setup/readers/remove",
    auth=allow("setup.general"),
    response={200: s.ReadersOut, **_ERRORS},
    operation_id="reader_remove",
)
def reader_remove(request: HttpRequest, body: s.ReaderRemoveIn) -> dict[str, Any]:
    """Take a card reader out of use."""
    readers.remove(schema_name=current_schema(), reader_id=body.reader_id, at=utc_now())
    return readers.all_of(schema_name=current_schema())
