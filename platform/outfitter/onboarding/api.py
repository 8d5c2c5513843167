"""Recommendations at the platform's desk."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import platform_admin
from outfitter.api.schemas import ERRORS, Out
from outfitter.onboarding import referrals

router = Router(tags=["platform"])


class ReferralRowOut(Out):
    """Who brought whom; `amount` in minor units of `currency`, 0 until it is rewarded."""

    id: int
    referrer: str
    referred: str
    state: str
    refused_reason: str
    amount: int
    currency: str
    created_at: datetime
    rewarded_at: datetime | None
    settled_at: datetime | None


class ReferralRowsOut(Out):
    """The latest recommendations."""

    data: list[ReferralRowOut]


@router.get(
    "/api/platform/referrals/get",
    auth=platform_admin,
    response={200: ReferralRowsOut, **ERRORS},
    operation_id="platform_referrals_get",
)
def referrals_get(request: HttpRequest) -> dict[str, object]:
    """Return the latest recommendations of all operators."""
    return {"data": referrals.list_all()}
