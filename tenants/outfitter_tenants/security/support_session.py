"""Sessions of support on an operator's host: they count while an owner's consent does."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest
from django.middleware.csrf import rotate_token

from outfitter.accounts import cookies, sessions
from outfitter.accounts.models import User
from outfitter.accounts.request_origin import origin_of
from outfitter.api.access_errors import SupportEnded
from outfitter.api.principal import Principal
from outfitter.db.configuration import current_version
from outfitter.kit.locales import route_locale
from outfitter.operators import support_access
from outfitter.platform_audit import operations as platform_audit
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.audit.actor import Actor, set_actor
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.operations.support_avatars import SUPPORT
from outfitter_tenants.security import session

# After the consent the session says for a while that it ended; then it is forgotten.
SAYS_SO_FOR: Final = timedelta(hours=1)


def is_support(request: HttpRequest, *, user: User) -> bool:
    """Return whether a ticket is support's: of who runs the platform and does not work here anyway."""
    is_tenant = getattr(request, "tenant", None) is not None
    return is_tenant and user.is_platform_admin and people.find_avatar(user_id=user.pk) is None


def complete_login(request: HttpRequest, *, user: User, at: datetime) -> dict[str, Any]:
    """
    Sign support in here, as long as the consent holds; both logs say so (LoginOut).

    :raises SupportEnded: nobody here lets them in, or no longer
    """
    caller = origin_of(request)
    consent = support_access.find_consent(schema_name=caller.schema_name, user_id=user.pk, at=at)
    if consent is None or consent.ends_at is None:
        raise SupportEnded("Support access to this business has ended. Ask its owner for a new one.")
    session.end_former(request, caller, at)
    proof = sessions.Proof(SUPPORT, is_second_factor=True, until=consent.ends_at + SAYS_SO_FOR)
    with transaction.atomic():
        begun = sessions.start_session(user=user, proof=proof, is_remembered=False, caller=caller, at=at)
        begun.row.configuration_version = current_version()  # type: ignore[attr-defined]  # as when read
        principal = session.support_of(begun.row, at)
        _record(request, principal, user, consent.id, at)
    cookies.set_session(request, begun.token, until=None, at=at)
    rotate_token(request)
    request.principal = principal  # type: ignore[attr-defined]
    session.ensure_csrf_cookie(request)
    return {
        "userAvatar": None,
        "accounts": [],
        "next": "app",
        "step_token": None,
        "methods": [],
        "locale": route_locale(user.locale),
    }


def _record(request: HttpRequest, principal: Principal, user: User, access_id: int, at: datetime) -> None:
    ip = getattr(request, "client_ip", None)
    agent = request.headers.get("User-Agent", "")
    set_actor(Actor(SUPPORT, principal.avatar_id, principal.name, ip, agent))
    audit.record(entity_type="support_access", entity_id=access_id, action="support_access.signed_in", at=at)
    account = request.tenant  # type: ignore[attr-defined]
    platform_audit.record(
        request,
        "support.signed_in",
        subject=account.name,
        account_id=account.pk,
        at=at,
        actor=(user.pk, user.email),
    )
