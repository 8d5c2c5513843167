"""Reads of one operator for the platform's desk, all of them of the public schema."""

from datetime import datetime
from typing import TypedDict

from outfitter.accounts import hosts
from outfitter.accounts.models import Account, AccountStageEvent, AccountStateEvent
from outfitter.db.lists import ListReader
from outfitter.db.tenant_schema import PUBLIC
from outfitter.kit.errors import NotFound
from outfitter.operators import lists


class StageRow(TypedDict):
    """A stretch in one onboarding stage; `actor` is empty where it came by itself."""

    stage: str
    entered_at: datetime
    left_at: datetime | None
    actor: str


class StateRow(TypedDict):
    """One change of an account's state."""

    change: str
    after: str
    at: datetime
    actor: str
    reason: str


class DomainRow(TypedDict):
    """A host name of an operator."""

    host: str
    is_primary: bool
    is_verified: bool


class OperatorPage(TypedDict):
    """What the desk shows of one operator."""

    row: dict[str, object]
    url: str
    legal_name: str
    time_zone: str
    currency: str
    locale: str
    went_live_at: datetime | None
    closed_at: datetime | None
    people: list[dict[str, str]]
    domains: list[DomainRow]
    stages: list[StageRow]
    states: list[StateRow]


def get_operator(*, account_id: int) -> Account:
    """
    Return an operator's account.

    :raises NotFound: there is none, or it is not ready
    """
    rows = Account.objects.exclude(schema_name=PUBLIC).filter(pk=account_id, is_ready=True)
    found: Account | None = rows.first()
    if found is None:
        raise NotFound("Operator not found.")
    return found


def operator_page(*, account_id: int, at: datetime) -> OperatorPage:
    """
    Return one operator with its states, stages and host names.

    :raises NotFound: there is none
    """
    reader = ListReader(frozenset(), "UTC", at)
    account = lists.rows(reader).select_related("health").filter(pk=account_id).first()
    if account is None:
        raise NotFound("Operator not found.")
    health = getattr(account, "health", None)
    stages = AccountStageEvent.objects.filter(account=account).order_by("entered_at", "pk")
    states = AccountStateEvent.objects.filter(account=account).order_by("-pk")
    return {
        "row": lists.operator_row(account),
        "url": hosts.tenant_url(account.slug),
        "legal_name": account.legal_name or "",
        "time_zone": account.time_zone,
        "currency": account.currency,
        "locale": account.locale,
        "went_live_at": account.went_live_at,
        "closed_at": account.closed_at,
        "people": health.people if health else [],
        "domains": [
            {"host": one.domain, "is_primary": one.is_primary, "is_verified": one.verified_at is not None}
            for one in account.domains.order_by("-is_primary", "domain")
        ],
        "stages": [
            {"stage": one.stage, "entered_at": one.entered_at, "left_at": one.left_at, "actor": one.actor}
            for one in stages
        ],
        "states": [
            {"change": one.change, "after": one.after, "at": one.at, "actor": one.actor, "reason": one.reason}
            for one in states
        ],
    }
