"""From a session to a principal: one login, one avatar per operator."""

import secrets
import time
from datetime import datetime
from typing import Any, Final, cast

from django.db import transaction
from django.http import HttpRequest
from django.middleware.csrf import get_token, rotate_token

from outfitter.accounts import cookies, sessions
from outfitter.accounts.authentication import is_strange_device, remember_device
from outfitter.accounts.models import User, UserSession
from outfitter.accounts.request_origin import RequestOrigin, origin_of
from outfitter.accounts.two_factor import ISSUER
from outfitter.api.access_errors import CsrfFailed, Gate
from outfitter.api.principal import PUBLIC, Kind, Principal
from outfitter.db.configuration import configuration, current_version
from outfitter.db.tenant_schema import PUBLIC as PUBLIC_SCHEMA
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden
from outfitter.kit.person_names import full_name
from outfitter.operators import support_access
from outfitter.plugins import outbox
from outfitter.tos.queries import needs_agreement
from outfitter_tenants.audit.actor import SYSTEM, Actor, set_actor
from outfitter_tenants.people import price_visibility, profiles
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.operations import last_seen
from outfitter_tenants.people.operations.support_avatars import SUPPORT, support_avatar
from outfitter_tenants.people.permissions import AT_COUNTER, NOT_FOR_SUPPORT
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.security import user_agents

# Who may agree for the business (tos.api.OWNERS_ONLY) is who has to.
AGREES: Final = "setup.billing"
LEAST_DEVICE: Final = 32
_AGREED_SECONDS: Final = 30.0
_agreed: dict[int, float] = {}


class NoAvatar(Forbidden):
    """The person has a login, but not at this operator."""

    code = "no_access_here"


def no_avatar() -> NoAvatar:
    """Return the refusal for who has a login, but not here."""
    return NoAvatar("You have no access to this operator. Ask its owner to invite you.")


def resolve(request: HttpRequest) -> Principal:
    """
    Return the caller of a request and name the actor for the audit log.

    A session counts only on the host it was made on, and only while the avatar is active.
    """
    found = PUBLIC
    token = cookies.session_token(request)
    schema = current_schema()
    at = utc_now()
    row = sessions.find_session(token=token, schema_name=schema, at=at) if token else None
    if row is not None:
        found = platform_admin_of(row) if schema == PUBLIC_SCHEMA else _principal_of(request, row, at)
    elif token and getattr(getattr(request, "tenant", None), "is_demo", False):
        # Who visits a demonstration that begins anew is told why they have to sign in again.
        request.session_ended = sessions.end_reason(token=token)  # type: ignore[attr-defined]
    set_actor(_actor(request, found))
    return found


def platform_admin_of(row: UserSession) -> Principal:
    """Return who a session on the platform's own host is; nobody, unless they run the platform."""
    user = row.user
    if not user.is_platform_admin:
        return PUBLIC
    is_proved = row.is_second_factor and user.has_second_factor
    return Principal(
        kind="platform",
        user_id=user.pk,
        name=full_name(user.first_name, user.last_name) or user.email,
        session_id=row.pk,
        is_second_factor=is_proved,
        confirmed_until=row.confirmed_at + sessions.CONFIRMED_FOR,
        gate=None if is_proved else "second_factor_required",
    )


def principal_of_new(request: HttpRequest, row: UserSession, at: datetime) -> Principal:
    """Return who a session is that began just now, and name them for the audit log."""
    row.configuration_version = current_version()  # type: ignore[attr-defined]  # as when it is read
    found = _principal_of(request, row, at)
    set_actor(_actor(request, found))
    return found


def _principal_of(request: HttpRequest, row: UserSession, at: datetime) -> Principal:
    """Return who a session is here; nobody when its person has no active avatar."""
    version: str = row.configuration_version  # type: ignore[attr-defined]  # read with the session
    with configuration(version):
        if row.method == SUPPORT:
            return support_of(row, at)
        avatar = people.find_avatar(user_id=row.user_id)
        if avatar is None:
            return PUBLIC
        kind: Kind = "agent" if avatar.kind == "agent" else "staff"
        partner_id = avatar.reseller_id if avatar.scope == "reseller" else None
        last_seen.record_last_seen(avatar_id=avatar.id, seen_at=row.last_seen_at, at=at)
        is_at_counter = row.method == sessions.PIN
        return Principal(
            kind=kind,
            user_id=avatar.user_id,
            avatar_id=avatar.id,
            name=avatar.name,
            permissions=avatar.permissions & AT_COUNTER if is_at_counter else avatar.permissions,
            scope=cast(Any, avatar.scope),
            reseller_id=avatar.reseller_id,
            max_manual_discount_ppm=avatar.max_manual_discount_ppm,
            sees_prices=price_visibility.sees_prices(avatar),
            hidden_experience_ids=resellers.hidden_from(reseller_id=partner_id),
            session_id=row.pk,
            is_second_factor=row.is_second_factor,
            confirmed_until=row.confirmed_at + sessions.CONFIRMED_FOR,
            # The device is what somebody has, the PIN what they know; terms are agreed to in the office.
            gate=None if is_at_counter else gate_of(request, row, avatar, at),
            is_at_counter=is_at_counter,
            configuration_version=version,
        )


def support_of(row: UserSession, at: datetime) -> Principal:
    """
    Return who support is here, as far as the owner's consent goes at this instant.

    Without a consent it is somebody without an avatar: every operation that demands one says so.
    """
    name = full_name(row.user.first_name, row.user.last_name) or row.user.email
    shown = f"{name} ({ISSUER} support)"
    consent = support_access.find_consent(schema_name=row.schema_name, user_id=row.user_id, at=at)
    if consent is None or not row.user.is_platform_admin:
        return Principal(kind="support", user_id=row.user_id, name=shown, session_id=row.pk)
    avatar_id = support_avatar(user_id=row.user_id, name=shown)
    avatar = people.get_avatar(avatar_id=avatar_id)
    powers = avatar.permissions if avatar else frozenset()
    return Principal(
        kind="support",
        user_id=row.user_id,
        avatar_id=avatar_id,
        name=shown,
        permissions=frozenset(powers - NOT_FOR_SUPPORT),
        session_id=row.pk,
        is_second_factor=True,
        may_change=consent.may_change,
    )


def gate_of(request: HttpRequest, row: UserSession, avatar: people.AvatarRow, at: datetime) -> Gate | None:
    """Return what a person has to do before anything else."""
    if must_have_second_factor(avatar) and not (row.is_second_factor and row.user.has_second_factor):
        return "second_factor_required"
    tenant = getattr(request, "tenant", None)
    if AGREES in avatar.permissions and tenant is not None and must_agree(tenant.pk, at):
        return "tos_required"
    return None


def must_have_second_factor(avatar: people.AvatarRow) -> bool:
    """Return whether the operator demands a second factor of this person."""
    policy = profiles.second_factor_for()
    return policy == "everybody" or (policy == "owners" and avatar.role_slug == "owner")


def must_agree(account_id: int, at: datetime) -> bool:
    """Return whether an owner has to agree to the terms in force."""
    # That nothing has to be agreed to is remembered for a moment; the opposite never is.
    now = time.monotonic()
    if _agreed.get(account_id, 0.0) > now:
        return False
    if needs_agreement(account_id=account_id, at=at):
        _agreed.pop(account_id, None)
        return True
    if len(_agreed) > 5_000:
        _agreed.clear()
    _agreed[account_id] = now + _AGREED_SECONDS
    return False


def forget_agreements() -> None:
    """Drop what is remembered of agreements."""
    _agreed.clear()


def _actor(request: HttpRequest, principal: Principal) -> Actor:
    ip = getattr(request, "client_ip", None)
    agent = request.headers.get("User-Agent", "")
    if principal.avatar_id is None:
        name = "Customer" if current_schema() != PUBLIC_SCHEMA else SYSTEM.name
        return Actor("customer", None, name, ip, agent)
    kind = principal.kind if principal.kind in {"agent", SUPPORT} else "staff"
    return Actor(kind, principal.avatar_id, principal.name, ip, agent)


def sign_in(
    request: HttpRequest, *, user: User, proof: sessions.Proof, is_remembered: bool, at: datetime
) -> Principal:
    """
    Begin a session of this person at this operator, under a new key; a session there was ends.

    :raises NoAvatar: the person is not active here
    """
    caller = origin_of(request)
    if people.find_avatar(user_id=user.pk) is None:
        raise no_avatar()
    end_former(request, caller, at)
    begun = sessions.start_session(user=user, proof=proof, is_remembered=is_remembered, caller=caller, at=at)
    cookies.set_session(request, begun.token, until=begun.cookie_until, at=at)
    is_new = note_device(request, user, caller, at)
    rotate_token(request)
    principal = request.principal = principal_of_new(request, begun.row, at)  # type: ignore[attr-defined]
    if principal.avatar_id is not None:
        last_seen.record_last_seen(avatar_id=principal.avatar_id, seen_at=None, at=at)
    if is_new and proof.method != "code":  # a ticket was issued to a browser that had signed in
        _tell_of_device(request, caller, begun.id, at)
    return request.principal  # type: ignore[attr-defined,no-any-return]


def sign_out(request: HttpRequest, *, at: datetime) -> None:
    """End the session of this browser here."""
    end_former(request, origin_of(request), at)
    cookies.drop_session(request)


def renew(request: HttpRequest, *, session_id: int, at: datetime, has_factor: bool | None) -> None:
    """Give the session a new key: its powers rose, or its person proved who they are."""
    begun = sessions.rotate(session_id=session_id, at=at, is_second_factor=has_factor)
    cookies.set_session(request, begun.token, until=begun.cookie_until, at=at)
    rotate_token(request)


def refuse_other_sites(request: HttpRequest) -> None:
    """
    Refuse a sign-in that another site's page sends: it would sign somebody in as its author.

    :raises CsrfFailed: the browser says that the page is not ours
    """
    where = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    is_ours = where in {None, "same-origin", "none"}
    if where is None and origin:
        is_ours = origin.split("://")[-1] == request.get_host()
    if not is_ours:
        raise CsrfFailed("Please sign in on our own site.", reason="another site")


def ensure_csrf_cookie(request: HttpRequest) -> None:
    """Make the answer carry the CSRF cookie that unsafe calls need."""
    get_token(request)


def end_former(request: HttpRequest, caller: RequestOrigin, at: datetime) -> None:
    """End the session that this browser had here."""
    token = cookies.session_token(request)
    row = sessions.find_session(token=token, schema_name=caller.schema_name, at=at) if token else None
    if row is not None:
        sessions.end_found(row, at=at, reason="signed_out")


def note_device(request: HttpRequest, user: User, caller: RequestOrigin, at: datetime) -> bool:
    """Remember the browser; returns whether it is new to somebody who has others."""
    is_new = is_strange_device(user=user, caller=caller)
    known = caller.device if caller.device and len(caller.device) >= LEAST_DEVICE else None
    device = known or secrets.token_urlsafe(32)
    remember_device(user=user, device=device, at=at)
    cookies.set_device(request, device)
    return is_new


def _tell_of_device(request: HttpRequest, caller: RequestOrigin, session_id: int, at: datetime) -> None:
    device = user_agents.describe(caller.user_agent)
    with transaction.atomic():
        outbox.publish(
            "signin.new_device",
            at=at,
            session_id=session_id,
            browser=device.browser,
            system=device.system,
            ip=caller.ip,
            user_avatar_id=request.principal.avatar_id,  # type: ignore[attr-defined]
        )
