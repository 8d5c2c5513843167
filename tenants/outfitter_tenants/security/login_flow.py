"""From a proof of who somebody is to a session here, or to the step that is missing."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest

from outfitter.accounts import account_chooser, authentication, hosts, login_mails, passkeys
from outfitter.accounts.models import User
from outfitter.accounts.request_origin import origin_of
from outfitter.accounts.sessions import Proof
from outfitter.db.configuration import configuration
from outfitter.kit.locales import route_locale
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.serializers import avatar_out
from outfitter_tenants.security import security_log, session


def complete_login(
    request: HttpRequest,
    *,
    user: User,
    proof: Proof,
    is_remembered: bool,
    at: datetime,
    failed_before: int = 0,
) -> dict[str, Any]:
    """
    Sign somebody in here, or say which step is missing (LoginOut).

    :raises NoAvatar: the person is not active here
    """
    with configuration():
        return _complete(
            request, user=user, proof=proof, is_remembered=is_remembered, at=at, failed_before=failed_before
        )


def _complete(
    request: HttpRequest, *, user: User, proof: Proof, is_remembered: bool, at: datetime, failed_before: int
) -> dict[str, Any]:
    if user.has_second_factor and not proof.is_second_factor:
        if people.find_avatar(user_id=user.pk) is None:
            raise session.no_avatar()
        return second_step(request, user=user, is_remembered=is_remembered, at=at)
    principal = session.sign_in(request, user=user, proof=proof, is_remembered=is_remembered, at=at)
    session.ensure_csrf_cookie(request)
    after = {"method": proof.method, "failed_before": failed_before}
    security_log.record_for_operator(
        avatar_id=principal.avatar_id or 0, action="signin.succeeded", at=at, after=after
    )
    avatar = people.find_avatar(user_id=user.pk)
    return {
        "userAvatar": avatar_out(avatar) if avatar else None,
        "accounts": account_chooser.list_choices(user_id=user.pk),
        # Whoever comes with a ticket has chosen already where to go.
        "next": _next(
            principal.gate, may_choose=principal.kind == "agent" and proof.method != "code", user=user
        ),
        "step_token": None,
        "methods": [],
        "locale": route_locale(user.locale),
    }


def second_step(request: HttpRequest, *, user: User, is_remembered: bool, at: datetime) -> dict[str, Any]:
    """Return the answer that asks for the second factor."""
    caller = origin_of(request)
    return {
        "userAvatar": None,
        "accounts": [],
        "next": "second_factor",
        "step_token": authentication.step_token(user=user, caller=caller, at=at, is_remembered=is_remembered),
        "methods": authentication.methods(user=user, party=passkeys.rp_id(caller.bare_host)),
        "locale": route_locale(user.locale),
    }


def by_password(
    request: HttpRequest, *, email: str, password: str, at: datetime
) -> authentication.PasswordProof:
    """
    Return whose password this is; who was locked out by it is told.

    :raises InvalidCredentials: nobody's
    :raises RateLimited: too many failures
    """
    try:
        return authentication.verify_password(
            email=email, password=password, caller=origin_of(request), at=at
        )
    except authentication.Locked as locked:
        _tell_locked(request, locked, at)
        raise locked.refusal from locked


def by_code(request: HttpRequest, *, user: User, code: str, at: datetime) -> Proof:
    """
    Return the proof of a second factor; a recovery code that is used is noted.

    :raises CodeWrong: it is not right, or was used before
    :raises RateLimited: too many failures
    """
    try:
        proof = authentication.verify_code(user=user, code=code, caller=origin_of(request), at=at)
    except authentication.Locked as locked:
        _tell_locked(request, locked, at)
        raise locked.refusal from locked
    if proof.method == "recovery":
        security_log.record_for_all_operators(request, user_id=user.pk, action="recovery_code.used", at=at)
    return proof


def page(request: HttpRequest, path: str) -> str:
    """Return the address of a page on the host that was asked."""
    tenant = getattr(request, "tenant", None)
    if tenant is None:
        return hosts.apex_url(path)
    return f"{origin_of(request).origin}{path}"


def device_of(request: HttpRequest) -> str | None:
    """Return the browser's long-lived cookie."""
    return origin_of(request).device


def _tell_locked(request: HttpRequest, locked: authentication.Locked, at: datetime) -> None:
    security_log.record_for_all_operators(
        request,
        user_id=locked.user.pk,
        action="signin.locked",
        at=at,
        after={"failed_cnt": locked.failed_cnt},
        is_person=False,
    )
    url = page(request, "/forgotPassword")
    login_mails.send_notice.after_commit(user_id=locked.user.pk, notice="locked", url=url)


def _next(gate: str | None, *, may_choose: bool, user: User) -> str:
    if gate == "second_factor_required":
        return "enroll"
    if gate == "tos_required":
        return "tos"
    return "chooser" if may_choose and account_chooser.has_choice(user_id=user.pk) else "app"
