"""From a session to a principal: one login, one avatar per operator (architecture.md 3)."""

from datetime import datetime
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest
from django.middleware.csrf import get_token, rotate_token

from outfitter.api.principal import PUBLIC, Kind, Principal
from outfitter.db.current import PUBLIC as PUBLIC_SCHEMA
from outfitter.db.current import current_schema
from outfitter.kit.errors import Forbidden
from outfitter_tenants.audit.actor import SYSTEM, Actor, set_actor
from outfitter_tenants.people import queries as people

SCHEMA_KEY: Final = "outfitter_schema"
SIGNED_IN_KEY: Final = "outfitter_signed_in_at"


class NoAvatar(Forbidden):
    """The person has a login, but not at this operator."""

    code = "no_access_here"


def resolve(request: HttpRequest) -> Principal:
    """
    Return the caller of a request and name the actor for the audit log.

    A session counts only on the host it was made on, and only while the avatar is active.
    """
    found, avatar = PUBLIC, None
    session: Any = getattr(request, "session", None)
    schema = current_schema()
    has_cookie = bool(request.COOKIES) and session is not None
    if has_cookie and schema != PUBLIC_SCHEMA and session.get(SCHEMA_KEY) == schema:
        user_id = session.get(SESSION_KEY)
        avatar = people.find_avatar(user_id=int(user_id)) if user_id else None
    if avatar is not None:
        kind: Kind = "agent" if avatar.kind == "agent" else "staff"
        found = Principal(kind, avatar.user_id, avatar.id, avatar.name, avatar.permissions)
    set_actor(_actor(request, found))
    return found


def _actor(request: HttpRequest, principal: Principal) -> Actor:
    ip = getattr(request, "client_ip", None)
    agent = request.headers.get("User-Agent", "")
    if principal.avatar_id is None:
        name = "Customer" if current_schema() != PUBLIC_SCHEMA else SYSTEM.name
        return Actor("customer", None, name, ip, agent)
    kind = "agent" if principal.kind == "agent" else "staff"
    return Actor(kind, principal.avatar_id, principal.name, ip, agent)


def sign_in(request: HttpRequest, *, user_id: int, at: datetime) -> people.AvatarRow:
    """
    Begin a session of this person at this operator, under a new session key.

    :raises NoAvatar: the person is not active here
    """
    avatar = people.find_avatar(user_id=user_id)
    if avatar is None:
        raise NoAvatar("You have no access to this operator. Ask its owner to invite you.")
    request.session.flush()
    request.session[SESSION_KEY] = str(user_id)
    request.session[SCHEMA_KEY] = current_schema()
    request.session[SIGNED_IN_KEY] = at.isoformat()
    rotate_token(request)
    return avatar


def sign_out(request: HttpRequest) -> None:
    """End the session and forget everything in it."""
    request.session.flush()


def ensure_csrf_cookie(request: HttpRequest) -> None:
    """Make the answer carry the CSRF cookie that unsafe calls need."""
    get_token(request)
