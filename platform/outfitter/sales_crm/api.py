"""The CRM at the platform's desk, its search, and where it posts."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from pydantic import StringConstraints

from outfitter.api.principal import anonymous, caller_of, platform_admin, platform_admin_confirmed, signed_in
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.platform_audit.operations import record
from outfitter.plugins.sales_crm.types import CrmNoticeRefused
from outfitter.sales_crm import connection, crm_search, deal_notices, overview, tasks
from outfitter.sales_crm.schemas import ConnectCrmIn, CrmHeardOut, CrmHitOut, CrmOut, DisconnectCrmIn

# On the platform's own host.
router = Router(tags=["platform"])
# On every operator's.
operator_router = Router(tags=["help"])
Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
REFUSED = {409: ErrorOut, **ERRORS}
AWAY = {503: ErrorOut, **REFUSED}
COVERAGE = "X-Search-Coverage"
MOST_BYTES = 300_000


@router.get(
    "/api/platform/hubspot/get",
    auth=platform_admin,
    response={200: CrmOut, **ERRORS},
    operation_id="platform_hubspot_get",
)
def hubspot_get(request: HttpRequest) -> overview.CrmOverview:
    """Return the connection and how much stands in HubSpot."""
    return overview.crm_overview()


@router.post(
    "/api/platform/hubspot/connect",
    auth=platform_admin_confirmed,
    response={200: CrmOut, **AWAY},
    operation_id="platform_hubspot_connect",
)
def hubspot_connect(request: HttpRequest, body: ConnectCrmIn) -> overview.CrmOverview:
    """Try a private app's keys and keep them."""
    row = connection.connect(
        access_token=body.access_token,
        client_secret=body.client_secret,
        help_domain=body.help_domain,
        actor=caller_of(request).name,
        at=utc_now(),
    )
    with atomic():
        record(request, "hubspot.connected", subject=row.name)
        tasks.keep_alike.after_commit()
    return overview.crm_overview()


@router.post(
    "/api/platform/hubspot/disconnect",
    auth=platform_admin_confirmed,
    response={200: CrmOut, **REFUSED},
    operation_id="platform_hubspot_disconnect",
)
def hubspot_disconnect(request: HttpRequest, body: DisconnectCrmIn) -> overview.CrmOverview:
    """Forget the keys; what stands in HubSpot stays."""
    with atomic():
        row = connection.disconnect(version=body.version)
        record(request, "hubspot.disconnected", subject=row.name)
    return overview.crm_overview()


@router.get(
    "/api/hubspot/search",
    auth=platform_admin,
    response={200: list[CrmHitOut], **REFUSED},
    operation_id="hubspot_search",
)
def hubspot_search(
    request: HttpRequest, response: HttpResponse, q: Annotated[Words, Query()]
) -> list[crm_search.HitRow]:
    """
    Return deals and companies in HubSpot.

    `X-Search-Coverage` says whether the list is complete; it is empty where HubSpot is busy or away.
    """
    found = crm_search.search_sales(text=q, at=utc_now())
    response[COVERAGE] = found.coverage
    return list(found.hits)


@operator_router.get(
    "/api/hubspot/search",
    auth=signed_in,
    response={200: list[CrmHitOut], **REFUSED},
    operation_id="hubspot_article_search",
)
def hubspot_article_search(
    request: HttpRequest, response: HttpResponse, q: Annotated[Words, Query()]
) -> list[crm_search.HitRow]:
    """
    Return articles of the host's knowledge base; `stage` is the article's category.

    `X-Search-Coverage` says whether the list is complete; it is empty where HubSpot is busy or away.
    """
    language = request.headers.get("Accept-Language", "en")[:2]
    found = crm_search.search_articles(
        text=q, language=language if language.isalpha() else "en", at=utc_now()
    )
    response[COVERAGE] = found.coverage
    return list(found.hits)


@router.post(
    overview.WEBHOOK_PATH,
    auth=anonymous,
    response={200: CrmHeardOut, **REFUSED},
    operation_id="hubspot_heard",
)
def hubspot_heard(request: HttpRequest) -> CrmHeardOut:
    """Take news of deals from HubSpot; its signature is the key."""
    if len(request.body) > MOST_BYTES:
        raise Invalid({"body": ["This is more than we take."]})
    try:
        received = deal_notices.receive(
            url=overview.webhook_url(), headers=request.headers, body=request.body, at=utc_now()
        )
    except CrmNoticeRefused as problem:
        raise Forbidden(str(problem)) from problem
    with atomic():
        tasks.keep_alike.after_commit()
    return CrmHeardOut(received=received)
