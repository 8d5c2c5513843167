"""The lists of the general set-up: taxes, fees, policies, sources, statuses, flags, places."""

from typing import Any, Final, Literal

from django.http import HttpRequest
from ninja import Router

from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.general import operations as general
from outfitter_tenants.backoffice.general import requests as r
from outfitter_tenants.backoffice.general import schemas as s
from outfitter_tenants.backoffice.general.api import GENERAL, answer
from outfitter_tenants.catalog.operations import locations
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips.operations import lookups

router = Router(tags=["set-up"])
List = Literal["taxes", "fees", "policies", "sources", "statuses", "flags", "locations"]
Ordered = Literal["taxes", "fees", "policies", "sources", "statuses", "flags"]
_PRICING: Final = frozenset({"taxes", "fees", "policies"})
# No form offers these yet, so that one which is saved says nothing of them.
_SELF_SERVICE: Final = frozenset({"self_cancel_until_hours", "self_rebook_until_hours"})
_SAVED = {200: s.SavedOut, **ERRORS}


@router.post("/api/setup/tax/save", auth=GENERAL, response=_SAVED, operation_id="setup_tax_save")
def tax_save(request: HttpRequest, body: r.SurchargeIn) -> dict[str, Any]:
    """Make a tax or change one."""
    return _surcharge("tax", body)


@router.post("/api/setup/fee/save", auth=GENERAL, response=_SAVED, operation_id="setup_fee_save")
def fee_save(request: HttpRequest, body: r.SurchargeIn) -> dict[str, Any]:
    """Make a fee or change one."""
    return _surcharge("fee", body)


def _surcharge(kind: Literal["tax", "fee"], body: r.SurchargeIn) -> dict[str, Any]:
    saved = pricing.save_surcharge(
        kind=kind,
        values=body.model_dump(exclude={"id", "version"}),  # type: ignore[arg-type]
        surcharge_id=body.id,
        version=body.version,
        at=utc_now(),
    )
    return answer(saved)


@router.post("/api/setup/policy/save", auth=GENERAL, response=_SAVED, operation_id="setup_policy_save")
def policy_save(request: HttpRequest, body: r.PolicyIn) -> dict[str, Any]:
    """Make a cancellation policy or change one; booked orders keep their copy."""
    left_out = _SELF_SERVICE - body.model_fields_set
    values: Any = body.model_dump(exclude={"id", "version", "tiers", *left_out})
    values["tiers"] = [Tier(t.hours_before, t.refund_ppm, t.fee_amount) for t in body.tiers]
    saved = pricing.save_policy(values=values, policy_id=body.id, version=body.version, at=utc_now())
    return answer(saved)


@router.post("/api/setup/tripSource/save", auth=GENERAL, response=_SAVED, operation_id="setup_source_save")
def source_save(request: HttpRequest, body: r.SourceIn) -> dict[str, Any]:
    """Make a trip source or rename one."""
    return answer(lookups.save(which="sources", name=body.name, row_id=body.id, at=utc_now()))


@router.post("/api/setup/bookingStatus/save", auth=GENERAL, response=_SAVED, operation_id="setup_status_save")
def status_save(request: HttpRequest, body: r.ColoredIn) -> dict[str, Any]:
    """Make a guest status, or rename and recolour one."""
    return _colored("statuses", body)


@router.post("/api/setup/flagReason/save", auth=GENERAL, response=_SAVED, operation_id="setup_flag_save")
def flag_save(request: HttpRequest, body: r.ColoredIn) -> dict[str, Any]:
    """Make a reason of flags, or rename and recolour one."""
    return _colored("flags", body)


def _colored(which: Literal["statuses", "flags"], body: r.ColoredIn) -> dict[str, Any]:
    saved = lookups.save(which=which, name=body.name, color=body.color.lower(), row_id=body.id, at=utc_now())
    return answer(saved)


@router.post("/api/setup/location/save", auth=GENERAL, response=_SAVED, operation_id="setup_location_save")
def location_save(request: HttpRequest, body: r.LocationIn) -> dict[str, Any]:
    """Make a location or change one; departures keep their time of day."""
    values: Any = body.model_dump(exclude={"id"})
    saved, moved = general.save_location(values=values, location_id=body.id, at=utc_now())
    return answer(saved, moved=moved)


@router.post(
    "/api/setup/general/{list}/reorder", auth=GENERAL, response=_SAVED, operation_id="setup_list_reorder"
)
def reorder(request: HttpRequest, list: Ordered, body: r.ListOrderIn) -> dict[str, Any]:  # noqa: A002
    """Put a list into another order."""
    operations: Any = pricing if list in _PRICING else lookups
    operations.reorder(which=list, ids=body.ids, at=utc_now())
    return answer()


@router.post(
    "/api/setup/general/{list}/{row}/delete", auth=GENERAL, response=_SAVED, operation_id="setup_list_delete"
)
def delete(request: HttpRequest, list: List, row: Id) -> dict[str, Any]:  # noqa: A002
    """Take a row off its list; what was booked with it keeps it."""
    if list == "locations":
        locations.archive_location(location_id=row, at=utc_now())
    else:
        operations: Any = pricing if list in _PRICING else lookups
        operations.archive(which=list, row_id=row, at=utc_now())
    return answer(row)


@router.post(
    "/api/setup/general/{list}/{row}/restore",
    auth=GENERAL,
    response=_SAVED,
    operation_id="setup_list_restore",
)
def restore(request: HttpRequest, list: List, row: Id) -> dict[str, Any]:  # noqa: A002
    """Undo a deletion."""
    if list == "locations":
        locations.restore_location(location_id=row, at=utc_now())
    else:
        operations: Any = pricing if list in _PRICING else lookups
        operations.restore(which=list, row_id=row, at=utc_now())
    return answer(row)
