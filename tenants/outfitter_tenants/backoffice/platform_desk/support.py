"""Support's way in, with every step in both logs: the operator's and the platform's."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.http import HttpRequest

from outfitter.accounts import hosts, owner_mails, sessions
from outfitter.accounts import operations as accounts
from outfitter.accounts.models import Account
from outfitter.api.principal import Principal, caller_of
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.errors import Forbidden
from outfitter.live.events import end_streams
from outfitter.operators import support_access
from outfitter.operators.support_access import SupportState
from outfitter.platform_audit import operations as platform_audit
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.audit.actor import Actor, acting

_KIND: Final = "support_access"


def ask(request: HttpRequest, *, account: Account, reason: str, at: datetime) -> None:
    """
    Ask an operator's owners for access.

    :raises SupportAccessBusy: something is open already
    """
    caller = caller_of(request)
    with atomic():
        access_id = support_access.ask(
            account_id=account.pk, user_id=caller.user_id or 0, reason=reason, at=at
        )
        _tell_both(request, account, "asked", access_id, at, reason=reason.strip())
        owner_mails.plan_support(
            account=account, access_id=access_id, person=caller.name, reason=reason.strip(), at=at
        )


def withdraw(request: HttpRequest, *, account: Account, at: datetime) -> None:
    """
    Take the question back.

    :raises NoSupportAccess: none is open
    """
    with atomic():
        access_id = _open_id(account, at)
        support_access.withdraw(account_id=account.pk, by=caller_of(request).name, at=at)
        _tell_both(request, account, "withdrawn", access_id, at)


def leave(request: HttpRequest, *, account: Account, at: datetime) -> None:
    """
    End the consent from the platform's side.

    :raises NoSupportAccess: none is open
    """
    with atomic():
        access_id = _open_id(account, at)
        support_access.end(account_id=account.pk, by=caller_of(request).name, at=at)
        end_streams(schema_name=account.schema_name)
        _tell_both(request, account, "ended", access_id, at)


def enter(*, caller: Principal, account: Account, at: datetime) -> str:
    """
    Return the address that signs support in at the operator: it works once, for a minute.

    :raises Forbidden: the operator does not let them in
    """
    user_id = caller.user_id or 0
    consent = support_access.find_consent(schema_name=account.schema_name, user_id=user_id, at=at)
    if consent is None:
        raise Forbidden("This operator hasn't let you in, or no longer does.")
    session = sessions.get(session_id=caller.session_id or 0)
    code = accounts.issue_one_time_code(
        user=session.user, schema_name=account.schema_name, at=at, is_second_factor=True, confirmed_at=at
    )
    return hosts.tenant_url(account.slug, f"/signin?code={code}")


def grant(
    request: HttpRequest, *, account: Account, hours: int, may_change: bool, at: datetime
) -> SupportState:
    """
    Let support in for some hours.

    :raises SupportAccessBusy: it is in already
    """
    with atomic():
        found = support_access.grant(
            account_id=account.pk, hours=hours, may_change=may_change, by=caller_of(request).name, at=at
        )
        after: dict[str, object] = {"hours": hours, "may_change": may_change}
        _by_operator(request, account, "granted", found.id, at, after)
    return found


def refuse(request: HttpRequest, *, account: Account, at: datetime) -> None:
    """
    Say no to support's question.

    :raises NoSupportAccess: none is open
    """
    with atomic():
        access_id = _open_id(account, at)
        support_access.refuse(account_id=account.pk, by=caller_of(request).name, at=at)
        _by_operator(request, account, "refused", access_id, at)


def end(request: HttpRequest, *, account: Account, at: datetime) -> None:
    """
    Show support out: it is over with its next request.

    :raises NoSupportAccess: none is open
    """
    with atomic():
        access_id = _open_id(account, at)
        support_access.end(account_id=account.pk, by=caller_of(request).name, at=at)
        end_streams(schema_name=account.schema_name)
        _by_operator(request, account, "ended", access_id, at)


def _open_id(account: Account, at: datetime) -> int:
    found = support_access.current(account_id=account.pk, at=at)
    return found.id if found else 0


def _tell_both(
    request: HttpRequest, account: Account, verb: str, access_id: int, at: datetime, *, reason: str = ""
) -> None:
    """Write what the platform's side did into both logs; the operator's is in its own schema."""
    caller = caller_of(request)
    detail = {"reason": reason} if reason else {}
    platform_audit.record(
        request, f"support.{verb}", subject=account.name, account_id=account.pk, detail=detail, at=at
    )
    ip, agent = getattr(request, "client_ip", None), request.headers.get("User-Agent", "")
    with in_schema(account.schema_name), acting(Actor("support", None, caller.name, ip, agent)):
        audit.record(
            entity_type=_KIND, entity_id=access_id, action=f"{_KIND}.{verb}", at=at, reason=reason or None
        )


def _by_operator(
    request: HttpRequest,
    account: Account,
    verb: str,
    access_id: int,
    at: datetime,
    after: Mapping[str, object] | None = None,
) -> None:
    audit.record(entity_type=_KIND, entity_id=access_id, action=f"{_KIND}.{verb}", at=at, after=after)
    platform_audit.record(
        request, f"support.{verb}", subject=account.name, account_id=account.pk, detail=after, at=at
    )
