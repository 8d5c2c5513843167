"""What of the terms the screens have to tell (domain.md 6.2)."""

from datetime import datetime
from typing import Any

from outfitter.api.principal import Principal
from outfitter.tos.queries import find_agreement, find_announced
from outfitter_tenants.security import session


def pending(*, account_id: int, principal: Principal, at: datetime) -> dict[str, Any] | None:
    """
    Return what waits for an agreement: null when nothing does.

    `is_blocking` tells that this person has to agree before anything else works; `effective_at`
    that new terms are announced for that day.
    """
    if session.must_agree(account_id, at):
        is_owner = principal.can(session.AGREES)
        return {"effective_at": None, "is_blocking": is_owner, "is_owner": is_owner}
    announced = find_announced(audience="operator", at=at)
    if announced is None or not principal.can(session.AGREES):
        return None
    if find_agreement(account_id=account_id, tos=announced) is not None:
        return None
    return {"effective_at": announced.effective_at, "is_blocking": False, "is_owner": True}
