"""A customer's trip as passes for the wallet of their phone (domain.md 4.11)."""

from datetime import datetime
from typing import Annotated, Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from ninja import Query, Router, Schema
from pydantic import StringConstraints

from outfitter.accounts.request_origin import origin_of
from outfitter.api.principal import anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import localized_path
from outfitter.wallet import apple_pass
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal import api as portal
from outfitter_tenants.portal.trip_link import TripHash, find_trip_id
from outfitter_tenants.portal.wallet import passes
from outfitter_tenants.portal.wallet.passes import PassReader, TripPasses
from outfitter_tenants.portal.wallet.ticket_pass import Issuer

router = Router(tags=["portal"])
Language = Annotated[str, StringConstraints(max_length=35, pattern=r"^[A-Za-z0-9_-]*$")]
# A signature is a few milliseconds of work, and a party fetches its passes once.
MOST_A_MINUTE: Final = 30


class PassParams(Schema):
    """In which language, and of which guest; left out: the browser's, and everyone who is still to go."""

    language: Language = ""
    booking_id: Id | None = None


@router.get(
    "/api/customerPortal/{hash}/wallet/apple",
    auth=anonymous,
    response={200: None, **ERRORS},
    operation_id="customer_portal_wallet_apple",
)
def wallet_apple(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    asked: Query[PassParams],
) -> HttpResponse:
    """Return the trip as it stands now for Apple Wallet, a pass for each guest."""
    found, keys = _passes(request, hash, asked, utc_now()), settings.WALLET.apple
    if keys is None:
        raise passes.not_offered()
    data, kind = found.apple_file(keys)
    name = "trip.pkpass" if kind == apple_pass.CONTENT_TYPE else "trip.pkpasses"
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return _private(response)


@router.get(
    "/api/customerPortal/{hash}/wallet/google",
    auth=anonymous,
    response={303: None, **ERRORS},
    operation_id="customer_portal_wallet_google",
)
def wallet_google(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    asked: Query[PassParams],
) -> HttpResponse:
    """Lead to Google Wallet, which saves a guest's ticket (of none in particular: the first one's)."""
    at = utc_now()
    found, keys = _passes(request, hash, asked, at), settings.WALLET.google
    if keys is None:
        raise passes.not_offered()
    return _private(HttpResponseRedirect(found.google_link(keys, at=at), status=303))


def _passes(request: HttpRequest, key: str, asked: PassParams, at: datetime) -> TripPasses:
    limit(f"portal-wallet:{getattr(request, 'client_ip', None)}", times=MOST_A_MINUTE, seconds=60)
    trip_id = find_trip_id(request, key)
    wanted = [normal(asked.language)] if asked.language else []
    languages = tuple(dict.fromkeys([*wanted, *reader_languages(request)]))
    reader = PassReader(languages, asked.booking_id)
    language = next(iter(languages), "")
    issuer = _issuer(request, key, language)
    return passes.read_passes(trip_id=trip_id, issuer=issuer, reader=reader, at=at)


def _issuer(request: HttpRequest, key: str, language: str) -> Issuer:
    tenant: Any = request.tenant  # type: ignore[attr-defined]
    contact = portal.contact()
    return Issuer(
        slug=tenant.slug,
        name=tenant.name,
        color=people.get_properties().brand_color,
        phone=contact["phone"],
        email=contact["email"],
        page=f"{origin_of(request).origin}{localized_path('/customerPortal', language)}?trip={key}",
    )


def _private(response: HttpResponse) -> HttpResponse:
    """Keep it out of caches, and the trip's hash out of what other servers are told."""
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
