"""Sessions on the platform's own host: of who runs the platform, and nobody else."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.middleware.csrf import rotate_token

from outfitter.accounts import cookies, sessions
from outfitter.accounts.models import User
from outfitter.accounts.operations import InvalidCredentials
from outfitter.accounts.request_origin import origin_of
from outfitter.kit.locales import route_locale
from outfitter.platform_audit import operations as platform_audit
from outfitter_tenants.security import login_flow, session


def complete_login(
    request: HttpRequest, *, user: User, proof: sessions.Proof, at: datetime
) -> dict[str, Any]:
    """
    Sign somebody in who runs the platform, or say which step is missing (LoginOut).

    Without a second factor the session opens nothing but setting one up.

    :raises InvalidCredentials: the login is somebody else's; the same words as for a wrong password
    """
    if not user.is_platform_admin:
        raise InvalidCredentials("Wrong email address or password.")
    if user.has_second_factor and not proof.is_second_factor:
        return login_flow.second_step(request, user=user, is_remembered=False, at=at)
    with transaction.atomic():
        _begin(request, user, proof, at)
        detail = {"method": proof.method}
        who = (user.pk, user.email)
        platform_audit.record(
            request, "session.signed_in", subject=user.email, detail=detail, at=at, actor=who
        )
    session.ensure_csrf_cookie(request)
    is_proved = proof.is_second_factor and user.has_second_factor
    return {
        "userAvatar": None,
        "accounts": [],
        "next": "app" if is_proved else "enroll",
        "step_token": None,
        "methods": [],
        "locale": route_locale(user.locale),
    }


def _begin(request: HttpRequest, user: User, proof: sessions.Proof, at: datetime) -> None:
    caller = origin_of(request)
    session.end_former(request, caller, at)
    # Never remembered: whoever may look into every operator's business signs in every day.
    begun = sessions.start_session(user=user, proof=proof, is_remembered=False, caller=caller, at=at)
    cookies.set_session(request, begun.token, until=begun.cookie_until, at=at)
    session.note_device(request, user, caller, at)
    rotate_token(request)
    request.principal = session.platform_admin_of(begun.row)  # type: ignore[attr-defined]
