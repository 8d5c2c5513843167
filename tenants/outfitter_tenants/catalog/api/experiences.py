"""The order of experiences (domain.md 5.27)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import operations, queries
from outfitter_tenants.catalog import schemas as s

router = Router()


@router.post(
    "/setup/experiences/reorder",
    auth=allow("setup.experiences"),
    response={200: s.OrderOut, **ERRORS},
    operation_id="experiences_reorder",
)
def experiences_reorder(request: HttpRequest, body: s.RowOrderIn) -> dict[str, Any]:
    """Put the experiences that are not archived into another order."""
    operations.reorder_experiences(ids=body.ids, at=utc_now())
    return {"ids": [row.id for row in queries.list_all()]}
