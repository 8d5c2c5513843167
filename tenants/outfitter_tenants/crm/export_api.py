"""The route that exports one person."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.crm.operations import export

router = Router(tags=["customers"])
CustomerId = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.post(
    "/api/customer/{customer}/export",
    auth=allow("export"),
    response={200: None, **ERRORS},
    operation_id="customer_export",
)
def customer_export(request: HttpRequest, customer: CustomerId) -> HttpResponse:
    """Return a zip with everything about one person: a page to read and JSON."""
    operator = request.tenant.name  # type: ignore[attr-defined]
    name, body = export.export_person(customer_id=customer, operator=operator, at=utc_now())
    response = HttpResponse(body, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
