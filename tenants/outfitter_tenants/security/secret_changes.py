"""What follows when a secret changed: other browsers end, the log and the person are told."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from outfitter.accounts import authentication, cookies, login_mails, login_queries, sessions
from outfitter.accounts.models import User
from outfitter.accounts.two_factor import LastFactor
from outfitter.api.principal import Principal
from outfitter.platform_audit import operations as platform_audit
from outfitter_tenants.people import queries as people
from outfitter_tenants.security import login_flow, security_log, session


def record_secret_change(
    request: HttpRequest, user: User, action: str, at: datetime, after: Mapping[str, Any] | None = None
) -> None:
    """Write a change of a login into the log of every operator where it works."""
    security_log.record_for_all_operators(request, user_id=user.pk, action=action, at=at, after=after)
    if user.is_platform_admin:
        with transaction.atomic():
            platform_audit.record(
                request, action, subject=user.email, detail=after, at=at, actor=(user.pk, user.email)
            )


def factor_added(
    request: HttpRequest, principal: Principal, user: User, *, kind: str, name: str, at: datetime
) -> None:
    """Raise this session to a second factor under a new key and end all others."""
    sessions.end_sessions(user_id=user.pk, at=at, reason="factor_added", except_id=principal.session_id)
    session.renew(request, session_id=principal.session_id or 0, at=at, has_factor=True)
    record_secret_change(request, user, "factor.added", at, {"kind": kind, "name": name})
    _tell(request, user, "factors")


def factor_removed(
    request: HttpRequest, principal: Principal, user: User, *, kind: str, name: str, at: datetime
) -> None:
    """End all other sessions after a factor went."""
    sessions.end_sessions(user_id=user.pk, at=at, reason="factor_removed", except_id=principal.session_id)
    record_secret_change(request, user, "factor.removed", at, {"kind": kind, "name": name})
    _tell(request, user, "factors")


def password_changed(
    request: HttpRequest, user: User, *, action: str, session_id: int | None, at: datetime
) -> None:
    """End all other sessions and forget where the old password was used."""
    sessions.end_sessions(user_id=user.pk, at=at, reason="password", except_id=session_id)
    authentication.forget_devices(user=user)
    device = login_flow.device_of(request)
    if session_id is not None:
        session.renew(request, session_id=session_id, at=at, has_factor=None)
        if device:
            authentication.remember_device(user=user, device=device, at=at)
            cookies.set_device(request, device)
    record_secret_change(request, user, action, at)
    _tell(request, user, "changed")


def check_may_remove(principal: Principal, user: User, *, totp: bool, passkey_id: int | None) -> None:
    """
    Refuse to remove the only factor of somebody who must have one.

    :raises LastFactor: it is the last, and this operator demands one
    """
    if not is_factor_demanded(principal):
        return
    found = login_queries.factors_of(user=user)
    left = [row for row in found.passkeys if row.pk != passkey_id]
    if not left and (totp or found.totp_since is None):
        raise LastFactor("Two-step verification is required here. Add another method first.")


def is_factor_demanded(principal: Principal) -> bool:
    """Return whether a second factor is demanded of the caller here; of who runs the platform always."""
    if principal.kind == "platform":
        return True
    avatar = people.find_avatar(user_id=principal.user_id or 0)
    return avatar is not None and session.must_have_second_factor(avatar)


def _tell(request: HttpRequest, user: User, notice: str) -> None:
    url = login_flow.page(request, "/forgotPassword")
    login_mails.send_notice.after_commit(user_id=user.pk, notice=notice, url=url)
