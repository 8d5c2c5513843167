"""Where the operator's widget was seen."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schema import ERRORS, Out
from outfitter_tenants.embeds import queries

router = Router(tags=["embed codes"])


class InstallationOut(Out):
    """One site with the widget on it."""

    origin: str
    page: str
    first_seen_at: datetime
    last_seen_at: datetime


class InstallationsOut(Out):
    """The sites that show the widget, the latest seen first."""

    installations: list[InstallationOut]


@router.get(
    "/api/widgetInstallations/get", auth=allow("setup.experiences"),
    response={200: InstallationsOut, **ERRORS}, operation_id="widget_installations_get",
)  # fmt: skip
def widget_installations_get(
    request: HttpRequest,
) -> dict[str, list[queries.InstallationRow]]:
    """Return the sites that show the widget."""
    return {"installations": queries.list_installations()}
