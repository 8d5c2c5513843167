"""Writes of the platform's log: one row for every act."""

from collections.abc import Mapping
from datetime import datetime

from django.db import connection
from django.http import HttpRequest

from outfitter.api.principal import principal_of
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.actions import ACTIONS
from outfitter.platform_audit.models import PlatformAct

COMMAND_LINE = "Command line"
_LONGEST = 200


def record(
    request: HttpRequest | None,
    action: str,
    *,
    subject: str = "",
    account_id: int | None = None,
    detail: Mapping[str, object] | None = None,
    at: datetime | None = None,
    actor: tuple[int | None, str] | None = None,
) -> None:
    """
    Append who did what, in the transaction of the act itself; from any host.

    Without a request the command line acts. `subject` names what it is about for people (an
    operator's name, an address), `detail` holds what else to know, JSON-ready. `actor` names
    who acts (login, name) where that is not the caller of the request: who signs in just now.

    :raises RuntimeError: outside a transaction
    :raises LookupError: an action that has no name (see `actions`)
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the platform's log is written with the act it tells of")
    if action not in ACTIONS:
        raise LookupError(f"the platform's log has no name for {action}")
    user_id, name = actor or _actor(request)
    PlatformAct.objects.create(
        at=at or utc_now(),
        actor_user_id=user_id,
        actor_name=name[:_LONGEST],
        ip=getattr(request, "client_ip", None),
        user_agent=request.headers.get("User-Agent", "")[:400] if request else "",
        action=action,
        account_id=account_id,
        subject=subject[:_LONGEST],
        detail=dict(detail or {}),
    )


def _actor(request: HttpRequest | None) -> tuple[int | None, str]:
    if request is None:
        return None, COMMAND_LINE
    caller = principal_of(request)
    return caller.user_id, caller.name
