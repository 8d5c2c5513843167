"""The platform's log as a list: by person, operator, act and time."""

from collections.abc import Sequence
from typing import Final, TypedDict

from django.db.models import Q, QuerySet

from outfitter.db.lists import Column, Listing, ListReader, Option
from outfitter.platform_audit.actions import ACTIONS
from outfitter.platform_audit.models import PlatformAct


class ActRow(TypedDict):
    """One act as the list shows it."""

    id: int
    at: object
    actor: str
    actor_user_id: int | None
    action: str
    account_id: int | None
    subject: str
    detail: dict[str, object]
    ip: str | None
    user_agent: str


def _rows(_reader: ListReader) -> "QuerySet[PlatformAct]":
    return PlatformAct.objects.all()


def _search(text: str) -> Q:
    text = text.strip()
    by_action = Q(action__startswith=text.lower().replace(" ", "_"))
    return by_action | Q(actor_name__istartswith=text) | Q(subject__istartswith=text)


def act_row(row: PlatformAct) -> ActRow:
    """Return one act as the desk shows it."""
    return {
        "id": row.pk,
        "at": row.at,
        "actor": row.actor_name,
        "actor_user_id": row.actor_user_id,
        "action": row.action,
        "account_id": row.account_id,
        "subject": row.subject,
        "detail": row.detail,
        "ip": row.ip,
        "user_agent": row.user_agent,
    }


def _shape(rows: Sequence[PlatformAct], _reader: ListReader) -> list[dict[str, object]]:
    return [dict(act_row(row)) for row in rows]


def _actions() -> list[Option]:
    return [Option(slug, slug, slug) for slug in sorted(ACTIONS)]


# Not registered: the lists of that registry are an operator's, with exports in its own files.
ACTS: Final = Listing(
    name="platformActs",
    permission=None,
    columns=(
        Column("at", "instant", is_sortable=True, is_filterable=True),
        Column("actor", "text", "actor_name", is_filterable=True),
        Column("action", "choice", is_filterable=True, options=_actions),
        Column("account_id", "number", is_filterable=True, is_nullable=True),
        Column("subject", "text", is_filterable=True),
    ),
    default_sort="-at",
    rows=_rows,
    shape=_shape,
    search=_search,
)
