"""Offer codes over HTTP, as the operator makes them (domain.md 3.5)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.pricing import operations, queries
from outfitter_tenants.pricing import schemas as s
from outfitter_tenants.pricing.models import OfferCode

router = Router()
MANAGE = allow("offer.manage")
_ALL = {200: s.OfferCodesOut, **ERRORS}


@router.get("/api/offerCodes/get", auth=MANAGE, response=_ALL, operation_id="offer_codes_get")
def offer_codes_get(request: HttpRequest, is_archived: bool = False) -> dict[str, Any]:
    """Return the offer codes, newest first: those in use, or the archived ones."""
    return _all(is_archived=is_archived)


@router.post("/api/offerCode/save", auth=MANAGE, response=_ALL, operation_id="offer_code_save")
def offer_code_save(request: HttpRequest, body: s.OfferCodeIn) -> dict[str, Any]:
    """Make a code or change one; answers with all in use."""
    values: Any = body.model_dump(exclude={"id", "version"})
    operations.save_offer_code(values=values, offer_code_id=body.id, version=body.version, at=utc_now())
    return _all()


@router.post(
    "/api/offerCode/{offerCode}/archive", auth=MANAGE, response=_ALL, operation_id="offer_code_archive"
)
def offer_code_archive(request: HttpRequest, offerCode: Id) -> dict[str, Any]:
    """Take a code out of use; trips that have it keep it."""
    operations.set_archived(offer_code_id=offerCode, is_archived=True, at=utc_now())
    return _all()


@router.post(
    "/api/offerCode/{offerCode}/restore", auth=MANAGE, response=_ALL, operation_id="offer_code_restore"
)
def offer_code_restore(request: HttpRequest, offerCode: Id) -> dict[str, Any]:
    """Take an archived code into use again."""
    operations.set_archived(offer_code_id=offerCode, is_archived=False, at=utc_now())
    return _all()


def _all(*, is_archived: bool = False) -> dict[str, Any]:
    rows = queries.list_offer_codes(is_archived=is_archived)
    return {"offerCodes": [_shown(row) for row in rows]}


def _shown(row: OfferCode) -> dict[str, Any]:
    plain = {name: getattr(row, name, None) for name in s.OfferCodeOut.model_fields}
    mask = row.weekdays or 0
    return {
        **plain,
        "status": _status(row),
        "weekdays": [number for number in range(7) if mask >> number & 1],
    }


def _status(row: OfferCode) -> str:
    if row.archived_at is not None:
        return "archived"
    if not row.is_active:
        return "inactive"
    is_used = row.usage_limit is not None and row.used_cnt >= row.usage_limit
    return "used" if is_used else "available"
