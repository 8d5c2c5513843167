"""Feature switches at the platform's desk."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Router
from pydantic import Field, StringConstraints

from outfitter.api.principal import caller_of, platform_admin
from outfitter.api.schemas import ERRORS, SINGLE_LINE, In, Out, Version
from outfitter.db.locks import atomic
from outfitter.features import switches
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.operations import record

router = Router(tags=["platform"])
Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500, pattern=SINGLE_LINE)
]
FeatureName = Annotated[str, Path(max_length=40)]


class FeatureShareIn(In):
    """For how many percent of the operators it is on; null: as the product has it."""

    share_percent: Annotated[int, Field(ge=0, le=100)] | None
    version: Version | None = None
    reason: Reason


class FeatureOverrideIn(In):
    """Whether one operator (by the name of its address) has it; null: like the others."""

    slug: Annotated[str, StringConstraints(max_length=60, pattern=r"^[a-z0-9-]+$")]
    is_on: bool | None
    reason: Reason


class FeatureOverrideOut(Out):
    """An operator that differs from the others, and why."""

    slug: str
    name: str
    is_on: bool
    reason: str


class FeatureEventOut(Out):
    """What somebody switched; `name` is null when it was for everyone."""

    change: str
    name: str | None
    share_percent: int | None
    reason: str
    actor: str
    at: datetime


class FeatureOut(Out):
    """One feature; `share_percent` is null while it is as the product has it (`is_on`)."""

    feature: str
    is_on: bool
    share_percent: int | None
    version: int | None
    overrides: list[FeatureOverrideOut]
    events: list[FeatureEventOut]


class FeaturesOut(Out):
    """Every feature that can be switched."""

    data: list[FeatureOut]


@router.get(
    "/api/platform/features/get",
    auth=platform_admin,
    response={200: FeaturesOut, **ERRORS},
    operation_id="platform_features_get",
)
def features_get(request: HttpRequest) -> dict[str, object]:
    """Return every feature and how it is switched."""
    return {"data": switches.list_switches()}


@router.post(
    "/api/platform/features/{feature}/share",
    auth=platform_admin,
    response={200: FeaturesOut, **ERRORS},
    operation_id="platform_features_share",
)
def features_share(request: HttpRequest, feature: FeatureName, body: FeatureShareIn) -> dict[str, object]:
    """Switch a feature on for a share of all operators."""
    with atomic():
        switches.set_share(
            feature=feature,
            share_percent=body.share_percent,
            version=body.version,
            reason=body.reason,
            actor=caller_of(request).name,
            at=utc_now(),
        )
        told = {"share_percent": body.share_percent, "reason": body.reason}
        record(request, "feature.switched", subject=feature, detail=told)
    return {"data": switches.list_switches()}


@router.post(
    "/api/platform/features/{feature}/override",
    auth=platform_admin,
    response={200: FeaturesOut, **ERRORS},
    operation_id="platform_features_override",
)
def features_override(
    request: HttpRequest, feature: FeatureName, body: FeatureOverrideIn
) -> dict[str, object]:
    """Switch a feature for one operator, with a reason."""
    with atomic():
        account_id = switches.set_override(
            feature=feature,
            slug=body.slug,
            is_on=body.is_on,
            reason=body.reason,
            actor=caller_of(request).name,
            at=utc_now(),
        )
        told = {"is_on": body.is_on, "reason": body.reason}
        record(request, "feature.overridden", subject=feature, account_id=account_id, detail=told)
    return {"data": switches.list_switches()}
