"""Who must sign in with a second factor at this operator."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import login_queries
from outfitter.api.principal import allow, confirmed
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.people import profiles
from outfitter_tenants.security import schemas as s

router = Router(tags=["set-up"])
PERMISSION = "setup.security"


@router.get(
    "/api/setup/security/get",
    auth=allow(PERMISSION),
    response={200: s.SetupSecurityOut, **ERRORS},
    operation_id="setup_security_get",
)
def setup_security_get(request: HttpRequest) -> dict[str, Any]:
    """Return who must have a second factor, and who has one."""
    return _shown()


@router.post(
    "/api/setup/security/save",
    auth=confirmed(PERMISSION, passes=frozenset()),
    response={200: s.SetupSecurityOut, **ERRORS},
    operation_id="setup_security_save",
)
def setup_security_save(request: HttpRequest, body: s.SetupSecurityIn) -> dict[str, Any]:
    """Say who must have a second factor; who has none is led to it with the next request."""
    with transaction.atomic():
        before = profiles.set_second_factor_for(body.second_factor_for)
        if before != body.second_factor_for:
            audit.record(
                entity_type="properties",
                entity_id=1,
                action="security.policy_changed",
                at=utc_now(),
                before={"second_factor_for": before},
                after={"second_factor_for": body.second_factor_for},
            )
    return _shown()


def _shown() -> dict[str, Any]:
    rows = profiles.list_second_factors()
    have = login_queries.users_with_second_factor(user_ids=[row[3] for row in rows])
    return {
        "second_factor_for": profiles.second_factor_for(),
        "people": [
            {"id": pk, "name": name, "role": role, "has_second_factor": user_id in have}
            for pk, name, role, user_id in rows
        ],
    }
