"""
Where somebody who runs the platform is signed in, seen and ended on the platform's own host.

The addresses and answers are those of an operator's host, so that one card of the page of one's own
security serves both; what is ended here stands in the platform's log.
"""

from collections.abc import Mapping
from datetime import datetime

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import sessions
from outfitter.api.principal import caller_of, platform_admin
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.platform_audit import operations as platform_audit
from outfitter_tenants.security import schemas as s
from outfitter_tenants.security import sessions_api, user_agents
from outfitter_tenants.security.me import user_of

router = Router(tags=["platform sign-in"])
router.get(
    "/api/me/sessions",
    auth=platform_admin,
    response={200: s.SessionsOut, **ERRORS},
    operation_id="platform_me_sessions",
)(sessions_api.me_sessions)


@router.post(
    "/api/me/session/{session}/end",
    auth=platform_admin,
    response={200: s.EndedOut, **ERRORS},
    operation_id="platform_me_session_end",
)
def session_end(request: HttpRequest, session: Id) -> dict[str, int]:
    """Sign one of my browsers out, at this desk or at an operator; it notices with its next request."""
    at = utc_now()
    with atomic():
        row = sessions.end_session(
            session_id=session, user_id=caller_of(request).user_id or 0, at=at, reason="ended_by_self"
        )
        device = user_agents.describe(row.user_agent)
        told = {"browser": device.browser, "system": device.system, "from_ip": row.ip}
        _keep_act(request, "session.ended", told, at)
    return {"ended_cnt": 1}


@router.post(
    "/api/me/sessions/endOthers",
    auth=platform_admin,
    response={200: s.EndedOut, **ERRORS},
    operation_id="platform_me_sessions_end_others",
)
def sessions_end_others(request: HttpRequest) -> dict[str, int]:
    """Sign out everywhere but here."""
    caller, at = caller_of(request), utc_now()
    with atomic():
        count = sessions.end_sessions(
            user_id=caller.user_id or 0, at=at, reason="ended_by_self", except_id=caller.session_id
        )
        if count:
            _keep_act(request, "session.others_ended", {"ended_cnt": count}, at)
    return {"ended_cnt": count}


def _keep_act(request: HttpRequest, action: str, detail: Mapping[str, object], at: datetime) -> None:
    subject = user_of(caller_of(request)).email
    platform_audit.record(request, action, subject=subject, detail=detail, at=at)
