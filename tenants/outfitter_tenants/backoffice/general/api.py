"""The general set-up: settings, brand and the worked example."""

from typing import Any

from babel import Locale, UnknownLocaleError
from django.conf import settings as django
from django.http import HttpRequest
from ninja import File, Router
from ninja.files import UploadedFile
from phonenumbers import country_code_for_region

from outfitter.api.principal import allow, caller_of, signed_in
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import colors
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import route_locale
from outfitter_tenants.backoffice.general import operations as general
from outfitter_tenants.backoffice.general import price_preview, requests
from outfitter_tenants.backoffice.general import queries as view
from outfitter_tenants.backoffice.general import schemas as s
from outfitter_tenants.people import logos

router = Router(tags=["set-up"])
GENERAL = allow("setup.general")


def answer(row_id: int | None = None, *, moved: int = 0) -> dict[str, Any]:
    """Return what every change of the set-up answers: all of it, as it is now."""
    return {"id": row_id, "moved_departures_cnt": moved, "general": view.general(at=utc_now())}


@router.get(
    "/api/setup/general/get", auth=GENERAL, response={200: s.GeneralOut, **ERRORS}, operation_id="general_get"
)
def get(request: HttpRequest) -> dict[str, Any]:
    """Return the whole general set-up."""
    return view.general(at=utc_now())


@router.post(
    "/api/setup/general/save", auth=GENERAL, response={200: s.SavedOut, **ERRORS}, operation_id="general_save"
)
def save(request: HttpRequest, body: requests.GeneralSaveIn) -> dict[str, Any]:
    """Change settings; another time zone keeps every departure's time of day."""
    values = body.model_dump(exclude_unset=True, exclude={"version"})
    moved = general.save(values=values, version=body.version, at=utc_now())
    return answer(moved=moved)


@router.post(
    "/api/setup/general/logo", auth=GENERAL, response={200: s.SavedOut, **ERRORS}, operation_id="general_logo"
)
def logo(request: HttpRequest, file: File[UploadedFile]) -> dict[str, Any]:
    """Take a picture as the operator's logo."""
    limit(f"logo:{caller_of(request).avatar_id}", times=30, seconds=600)
    if (file.size or 0) > logos.MOST_BYTES:
        raise Invalid({"file": ["This file is too large. A logo can be up to 4 MB."]})
    url = logos.store(data=file.read(), folder=django.MEDIA_ROOT / current_schema())
    general.set_logo(url=url, at=utc_now())
    return answer()


@router.post(
    "/api/setup/general/logo/delete",
    auth=GENERAL,
    response={200: s.SavedOut, **ERRORS},
    operation_id="general_logo_delete",
)
def logo_delete(request: HttpRequest) -> dict[str, Any]:
    """Show the operator's name instead of a logo."""
    general.set_logo(url=None, at=utc_now())
    return answer()


@router.post(
    "/api/setup/preview", auth=GENERAL, response={200: s.PreviewOut, **ERRORS}, operation_id="setup_preview"
)
def show(request: HttpRequest, body: requests.PreviewIn) -> dict[str, Any]:
    """Return what an example party pays by rules that are not saved yet."""
    return price_preview.preview(values=body.model_dump(), at=utc_now())


@router.post(
    "/api/setup/contrast",
    auth=GENERAL,
    response={200: s.ContrastOut, **ERRORS},
    operation_id="setup_contrast",
)
def contrast(request: HttpRequest, body: requests.ContrastIn) -> dict[str, Any]:
    """Return how a brand colour is made readable."""
    palette = colors.palette(body.color)
    ratio = colors.contrast(colors.WHITE, body.color.lower())
    return {"palette": palette, "contrast": round(ratio, 2), "is_changed": palette.ink != body.color.lower()}


@router.get(
    "/api/countries/get",
    auth=signed_in,
    response={200: list[s.CountryOut], **ERRORS},
    operation_id="countries_get",
)
def countries(request: HttpRequest, locale: str = "en") -> list[dict[str, str]]:
    """Return the countries by name in the reader's language, with their dial codes."""
    try:
        names = Locale.parse(route_locale(locale)).territories
    except UnknownLocaleError:
        names = Locale.parse("en").territories
    rows = [
        {"code": code, "name": names[code], "dial_code": f"+{number}"}
        for code in map(str, Locale.parse("en").territories)
        if len(code) == 2 and code in names and (number := country_code_for_region(code))
    ]
    return sorted(rows, key=lambda row: row["name"].casefold())
