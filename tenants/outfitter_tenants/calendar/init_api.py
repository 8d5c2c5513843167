"""POST /api/init: the first call of the widget."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import caller_of, public_read
from outfitter.api.schemas import ERRORS, In, Lookup, Out
from outfitter.kit.clock import utc_now
from outfitter_tenants.calendar import init
from outfitter_tenants.calendar.schemas import WidgetExperienceOut
from outfitter_tenants.catalog.languages import languages_of
from outfitter_tenants.catalog.schemas.contents import Locale
from outfitter_tenants.checkout.trip_response.schemas import FullStatusOut
from outfitter_tenants.people.schemas import AvatarOut, PropertiesOut

router = Router(tags=["calendar"])


class InitIn(In):
    """The call takes nothing."""


class WidgetAccountOut(Out):
    """Whose calendar this is."""

    slug: str
    name: str


class PaymentClientOut(Out):
    """What a browser needs to load the gateway's card form."""

    provider: str
    publishable_key: str
    script_url: str
    gateway_account: str | None
    is_test: bool


class WidgetInitOut(Out):
    """The shared initial data; staff parts are empty for the public."""

    experiences: list[WidgetExperienceOut]
    properties: PropertiesOut
    bookingStatuses: list[FullStatusOut]
    account: WidgetAccountOut
    accountSlug: str
    accounts: list[WidgetAccountOut]
    userRoles: list[Lookup]
    userAvatar: AvatarOut | None
    permissions: list[str]
    isAuthenticated: bool
    payment: PaymentClientOut | None


@router.post("/api/init", auth=public_read, response={200: WidgetInitOut, **ERRORS}, operation_id="init")
def widget_init(
    request: HttpRequest, body: InitIn | None = None, locale: Locale | None = None
) -> dict[str, Any]:
    """Return experiences in the reader's language, settings and, for staff, who they are."""
    return init.widget_init(
        tenant=request.tenant,  # type: ignore[attr-defined]
        principal=caller_of(request),
        languages=languages_of(request, locale),
        at=utc_now(),
    )
