"""Rate sheets over HTTP (domain.md 3.2, 4.5)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schema import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.pricing import operations, queries
from outfitter_tenants.pricing import schemas as s
from outfitter_tenants.pricing.models import RateSheet

router = Router()
_ALL = {200: s.RateSheetsOut, **ERRORS}


@router.get(
    "/api/experience/{experience}/rateSheets/get", auth=allow("experience.view"), response=_ALL,
    operation_id="rate_sheets_get",
)  # fmt: skip
def rate_sheets_get(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return the rate sheets of an experience with their prices."""
    catalog.get_experience(experience_id=experience)
    return _all(experience)


@router.post(
    "/api/rateSheet/save", auth=allow("setup.experiences"), response=_ALL,
    operation_id="rate_sheet_save",
)  # fmt: skip
def rate_sheet_save(request: HttpRequest, body: s.RateSheetIn) -> dict[str, Any]:
    """Make a rate sheet or change one; answers with all of its experience."""
    values: Any = body.model_dump(exclude={"id", "version", "experience_id", "prices"})
    values["prices"] = {
        rate.experience_customer_type_id: (rate.mode, rate.value) for rate in body.prices
    }
    operations.save_rate_sheet(
        experience_id=body.experience_id, values=values, rate_sheet_id=body.id,
        version=body.version, at=utc_now(),
    )  # fmt: skip
    return _all(body.experience_id)


@router.post(
    "/api/rateSheet/{rateSheet}/archive", auth=allow("setup.experiences"), response=_ALL,
    operation_id="rate_sheet_archive",
)  # fmt: skip
def rate_sheet_archive(request: HttpRequest, rateSheet: Id) -> dict[str, Any]:
    """Take a rate sheet out of use; what is booked keeps its price."""
    return _all(operations.archive_rate_sheet(rate_sheet_id=rateSheet, at=utc_now()))


def _all(experience_id: int) -> dict[str, Any]:
    rows = queries.list_rate_sheets(experience_id=experience_id)
    return {"rateSheets": [_shown(row) for row in rows]}


def _shown(row: RateSheet) -> dict[str, Any]:
    plain = {name: getattr(row, name, None) for name in s.RateSheetOut.model_fields}
    mask = row.weekdays or 0
    return {
        **plain,
        "weekdays": [number for number in range(7) if mask >> number & 1],
        "prices": list(row.prices.all()),
    }
