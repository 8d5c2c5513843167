"""The way back to a trip for who lost its link: a code by e-mail (domain.md 5.8)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.customers.operations.access_codes import GOOD_FOR
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal import email_access
from outfitter_tenants.portal.change_schemas import CodeSentOut, FoundTripsOut
from outfitter_tenants.portal.requests import CodeSendIn, CodeVerifyIn

router = Router(tags=["portal"])


@router.post(
    "/api/customerPortal/code/send",
    auth=anonymous,
    response={200: CodeSentOut, **ERRORS},
    operation_id="customer_portal_code_send",
)
def code_send(request: HttpRequest, body: CodeSendIn) -> dict[str, Any]:
    """Mail a code to who booked by this address; the answer is the same whether anybody did."""
    _slow(request, body.email, "send", of_address=3)
    locale = next(iter(reader_languages(request)), "") or people.get_properties().locale
    email_access.send_code(email=body.email, locale=locale, at=utc_now())
    return {"expires_in_seconds": int(GOOD_FOR.total_seconds())}


@router.post(
    "/api/customerPortal/code/verify",
    auth=anonymous,
    response={200: FoundTripsOut, **ERRORS},
    operation_id="customer_portal_code_verify",
)
def code_verify(request: HttpRequest, body: CodeVerifyIn) -> dict[str, Any]:
    """Return the trips of who has the code that was mailed to this address; it works once."""
    _slow(request, body.email, "verify", of_address=15)
    found = email_access.find_trips(email=body.email, code=body.code, at=utc_now())
    return {"trips": found}


def _slow(request: HttpRequest, email: str, what: str, *, of_address: int) -> None:
    """Let one caller, and all of them about one address, try only so often."""
    limit(f"portal-code-{what}:{getattr(request, 'client_ip', None)}", times=20, seconds=600)
    limit(f"portal-code-{what}:of:{email.strip().lower()}", times=of_address, seconds=600)
