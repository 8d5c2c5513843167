"""The order and the history of experiences (domain.md 5.27)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schema import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.audit.schemas import HistoryOut
from outfitter_tenants.catalog import operations, queries
from outfitter_tenants.catalog import schemas as s

router = Router()


@router.post(
    "/setup/experiences/reorder", auth=allow("setup.experiences"),
    response={200: s.OrderOut, **ERRORS}, operation_id="experiences_reorder",
)  # fmt: skip
def experiences_reorder(request: HttpRequest, body: s.RowOrderIn) -> dict[str, Any]:
    """Put the experiences that are not archived into another order."""
    operations.reorder_experiences(ids=body.ids, at=utc_now())
    return {"ids": [row.id for row in queries.list_all()]}


@router.get(
    "/api/experience/{experience}/history", auth=allow("setup.experiences"),
    response={200: HistoryOut, **ERRORS}, operation_id="experience_history",
)  # fmt: skip
def experience_history(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return who changed what of an experience, the latest first."""
    queries.get_experience(experience_id=experience)
    rows = audit.list_of_entity(entity_type="experience", entity_id=experience)
    return {"data": rows, "meta": {"total": len(rows)}}
