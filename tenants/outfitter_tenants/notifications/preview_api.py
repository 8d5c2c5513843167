"""What staff's mails look like, for whoever looks at them in a browser (domain.md 3.9)."""

from typing import Final, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.principal import caller_of, signed_in
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter_tenants.notifications import mails, tasks
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import recipients

router = Router(tags=["notifications"])
_POLICY: Final = (
    "sandbox; default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; frame-ancestors 'self'"
)
_VIEWER: Final = "/setup/tools/importExportViewer"


@router.get(
    "/public/emails/importExportComplete",
    auth=signed_in,
    response={200: None, **ERRORS},
    operation_id="import_export_email",
)
def import_export_email(request: HttpRequest, kind: Literal["export", "import"] = "export") -> HttpResponse:
    """Return the mail that tells the caller of a finished export or import, in their language."""
    params = {
        "export": {"job": "export", "list": "trips"},
        "import": {"job": "import", "name": "customers.csv"},
    }
    [person] = recipients.recipients(ids=[int(caller_of(request).avatar_id or 0)])
    ctx = contexts.context_for(schema_name=current_schema())
    mail = mails.notification_mail(
        # Never stored: there is no such export.
        Notification(pk=0, kind="job_finished", params={**params[kind], "count": 120}, url=_VIEWER),
        to=person,
        operator=ctx.name,
        base_url=ctx.base_url,
        locale=tasks.locale_of(person),
        time_zone=people.get_properties().time_zone,
    )
    [(html, _)] = mail.alternatives
    response = HttpResponse(html)
    response["Content-Security-Policy"] = _POLICY
    # The office shows it beside the list of exports.
    response["X-Frame-Options"] = "SAMEORIGIN"
    response["Cache-Control"] = "private, no-store"
    return response
