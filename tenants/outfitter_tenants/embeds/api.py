"""Where the operator's widget was seen, may be and is, and how it looks."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field, StringConstraints

from outfitter.accounts.request_origin import origin_of
from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, In, Line, Out, SmallInt
from outfitter.kit.clock import utc_now
from outfitter_tenants.embeds import installation_check, operations, queries
from outfitter_tenants.embeds.theme import MAX_RADIUS, CalendarTheme, Font, Theme

router = Router(tags=["embed codes"])
SETUP = allow("setup.experiences")
Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]
Address = Annotated[str, Field(min_length=3, max_length=2000)]


class InstallationOut(Out):
    """One site with the widget on it."""

    origin: str
    page: str
    first_seen_at: datetime
    last_seen_at: datetime


class InstallationsOut(Out):
    """The sites that show the widget, the latest seen first."""

    installations: list[InstallationOut]


class FramingOut(Out):
    """Whom the operator lets frame the widget: anybody, or these sites alone."""

    is_framing_limited: bool
    framing_origins: list[str]
    version: int


class FramingIn(In):
    """The same as it is to be; sites as people write them."""

    is_framing_limited: bool
    framing_origins: Annotated[list[Line], Field(max_length=operations.MOST_FRAMING)]
    version: SmallInt


class LookIn(In):
    """How the widget is to look; null leaves it to the brand's colour and to the style sheets."""

    color: Color | None
    radius: Annotated[int, Field(ge=0, le=MAX_RADIUS)] | None
    font: Font | None
    theme: Theme
    version: SmallInt


class LookOut(Out):
    """How the widget looks where its embed code says nothing; see `theme.CalendarTheme`."""

    color: str | None
    radius: int | None
    font: Font | None
    theme: Theme
    version: int


class CheckIn(In):
    """A page of the operator's site."""

    url: Address


class CheckOut(Out):
    """What was found on a page; see `checking.Check`."""

    url: str
    verdict: installation_check.Verdict
    reason: str | None
    findings: list[installation_check.Finding]
    seen_at: datetime | None


@router.get(
    "/api/widgetInstallations/get",
    auth=SETUP,
    response={200: InstallationsOut, **ERRORS},
    operation_id="widget_installations_get",
)
def widget_installations_get(request: HttpRequest) -> dict[str, list[queries.InstallationRow]]:
    """Return the sites that show the widget."""
    return {"installations": queries.list_installations()}


@router.post(
    "/api/widgetInstallations/check",
    auth=SETUP,
    response={200: CheckOut, **ERRORS},
    operation_id="widget_installations_check",
)
def widget_installations_check(request: HttpRequest, body: CheckIn) -> installation_check.Check:
    """Look at a page of the operator's site: is the calendar there, and may it answer?"""
    limit(f"widget-check:{caller_of(request).avatar_id}", times=20, seconds=300)
    own = origin_of(request).origin
    return installation_check.check(url=body.url, own_origin=own)


@router.get(
    "/api/widgetFraming/get",
    auth=SETUP,
    response={200: FramingOut, **ERRORS},
    operation_id="widget_framing_get",
)
def widget_framing_get(request: HttpRequest) -> queries.FramingRow:
    """Return whom the operator lets frame the widget."""
    return queries.get_framing()


@router.post(
    "/api/widgetFraming/save",
    auth=SETUP,
    response={200: FramingOut, **ERRORS},
    operation_id="widget_framing_save",
)
def widget_framing_save(request: HttpRequest, body: FramingIn) -> queries.FramingRow:
    """Let anybody frame the widget, or the listed sites alone."""
    operations.save_framing(
        is_framing_limited=body.is_framing_limited,
        framing_origins=body.framing_origins,
        version=body.version,
        at=utc_now(),
    )
    return queries.get_framing()


@router.get(
    "/api/widgetLook/get", auth=SETUP, response={200: LookOut, **ERRORS}, operation_id="widget_look_get"
)
def widget_look_get(request: HttpRequest) -> CalendarTheme:
    """Return how the widget looks where its embed code says nothing."""
    return queries.get_look()


@router.post(
    "/api/widgetLook/save", auth=SETUP, response={200: LookOut, **ERRORS}, operation_id="widget_look_save"
)
def widget_look_save(request: HttpRequest, body: LookIn) -> CalendarTheme:
    """Dress the widget wherever its embed code says nothing else."""
    operations.save_look(
        color=body.color,
        radius=body.radius,
        font=body.font,
        theme=body.theme,
        version=body.version,
        at=utc_now(),
    )
    return queries.get_look()
