"""Where people are signed in: their own sessions, and those of members at this operator."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import login_queries, sessions
from outfitter.accounts.models import UserSession
from outfitter.api.principal import allow, before_terms, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import rules
from outfitter_tenants.security import schemas as s
from outfitter_tenants.security import security_log, user_agents

router = Router(tags=["sessions"])


@router.get(
    "/api/me/sessions", auth=before_terms, response={200: s.SessionsOut, **ERRORS}, operation_id="me_sessions"
)
def me_sessions(request: HttpRequest) -> dict[str, Any]:
    """Return where I am signed in, at this operator and at others."""
    principal = caller_of(request)
    rows = sessions.list_live(user_id=principal.user_id or 0, at=utc_now())
    return {"sessions": _out(rows, current_id=principal.session_id)}


@router.post(
    "/api/me/session/{session}/end",
    auth=before_terms,
    response={200: s.EndedOut, **ERRORS},
    operation_id="me_session_end",
)
def me_session_end(request: HttpRequest, session: Id) -> dict[str, int]:
    """Sign one of my browsers out; it notices with its next request."""
    principal = caller_of(request)
    row = sessions.end_session(
        session_id=session, user_id=principal.user_id or 0, at=utc_now(), reason="ended_by_self"
    )
    _note(principal.avatar_id or 0, row)
    return {"ended_cnt": 1}


@router.post(
    "/api/me/sessions/endOthers",
    auth=before_terms,
    response={200: s.EndedOut, **ERRORS},
    operation_id="me_sessions_end_others",
)
def me_sessions_end_others(request: HttpRequest) -> dict[str, int]:
    """Sign out everywhere but here."""
    principal = caller_of(request)
    at = utc_now()
    count = sessions.end_sessions(
        user_id=principal.user_id or 0, at=at, reason="ended_by_self", except_id=principal.session_id
    )
    if count:
        security_log.record_for_operator(
            avatar_id=principal.avatar_id or 0, action="sessions.ended", at=at, after={"ended_cnt": count}
        )
    return {"ended_cnt": count}


@router.get(
    "/api/userAvatar/{userAvatar}/sessions",
    auth=allow("team.manage"),
    response={200: s.SessionsOut, **ERRORS},
    operation_id="user_avatar_sessions",
)
def member_sessions(request: HttpRequest, userAvatar: Id) -> dict[str, Any]:
    """Return where a member is signed in at this operator."""
    user_id = _member(userAvatar)
    rows = sessions.list_live(user_id=user_id, at=utc_now(), schema_name=current_schema())
    return {"sessions": _out(rows, current_id=caller_of(request).session_id)}


@router.post(
    "/api/userAvatar/{userAvatar}/sessions/end",
    auth=allow("team.manage"),
    response={200: s.EndedOut, **ERRORS},
    operation_id="user_avatar_sessions_end",
)
def member_sessions_end(request: HttpRequest, userAvatar: Id, body: s.EndMemberSessionsIn) -> dict[str, int]:
    """Sign a member out at this operator: one browser, or all."""
    at, schema = utc_now(), current_schema()
    user_id = _member(userAvatar)
    # A manager must not be able to throw an owner out of the product again and again.
    power = people.power_of_avatar(avatar_id=caller_of(request).avatar_id or 0)
    rules.check_covers(power, people.power_of_avatar(avatar_id=userAvatar))
    if body.session_id is not None:
        row = sessions.end_session(
            session_id=body.session_id, user_id=user_id, at=at, reason="ended_by_manager", schema_name=schema
        )
        _note(userAvatar, row)
        return {"ended_cnt": 1}
    count = sessions.end_sessions(user_id=user_id, at=at, reason="ended_by_manager", schema_name=schema)
    if count:
        security_log.record_for_operator(
            avatar_id=userAvatar, action="sessions.ended", at=at, after={"ended_cnt": count}
        )
    return {"ended_cnt": count}


def _member(avatar_id: int) -> int:
    avatar = people.get_avatar(avatar_id=avatar_id)
    if avatar is None or avatar.user_id is None:
        raise NotFound("Person not found.")
    return avatar.user_id


def _note(avatar_id: int, row: UserSession) -> None:
    device = user_agents.describe(row.user_agent)
    security_log.record_for_operator(
        avatar_id=avatar_id,
        action="session.ended",
        at=utc_now(),
        after={"browser": device.browser, "system": device.system, "from_ip": row.ip},
    )


def _out(rows: Sequence[UserSession], *, current_id: int | None) -> list[dict[str, Any]]:
    names = login_queries.names_of_schemas(schema_names={row.schema_name for row in rows})
    found = []
    for row in rows:
        device = user_agents.describe(row.user_agent)
        found.append(
            {
                "id": row.pk,
                "browser": device.browser,
                "system": device.system,
                "device": device.kind,
                "ip": row.ip,
                "operator": names.get(row.schema_name, ""),
                "method": row.method,
                "is_second_factor": row.is_second_factor,
                "is_current": row.pk == current_id,
                "created_at": row.created_at,
                "last_seen_at": row.last_seen_at,
            }
        )
    return found
