"""The list of people: team members, agents and guides (domain.md 5.26)."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter_tenants.people import queries, serializers
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.queries.members import members

KINDS: Final = ("staff", "guide", "agent")
STATUSES: Final = ("invited", "active", "disabled")


def _rows(reader: ListReader) -> "QuerySet[Any]":
    return members()


def _shape(rows: Sequence[UserAvatar], reader: ListReader) -> list[dict[str, Any]]:
    power = queries.power_of_avatar(avatar_id=reader.avatar_id)
    found = queries.list_members(rows, at=reader.at)
    return [serializers.member_out(row, power=power, actor_id=reader.avatar_id) for row in found]


def _search(text: str) -> Q:
    digits = "".join(sign for sign in text if sign.isdigit())
    found = Q(name__icontains=text) | Q(email__icontains=text)
    return found | Q(phone__contains=digits) if len(digits) >= 4 else found


def _words(*slugs: str) -> list[Option]:
    return [Option(slug, slug.capitalize(), slug) for slug in slugs]


def _roles() -> list[Option]:
    return [Option(row["id"], row["name"], row["slug"]) for row in queries.list_roles()]


_COLUMNS: Final = (
    Column("name", "text", is_sortable=True, is_filterable=True),
    Column("email", "text", is_filterable=True),
    Column("phone", "text", is_filterable=True, is_nullable=True),
    Column("kind", "choice", is_filterable=True, is_groupable=True, options=lambda: _words(*KINDS)),
    Column("status", "choice", is_filterable=True, is_groupable=True, options=lambda: _words(*STATUSES)),
    Column("role", "lookup", "role_id", is_filterable=True, is_groupable=True, options=_roles),
    Column("is_guide", "bool", is_filterable=True, is_groupable=True),
    Column("is_tippable", "bool", is_filterable=True),
    Column("is_email_suppressed", "bool", is_filterable=True),
    Column("last_seen_at", "instant", is_filterable=True, is_nullable=True),
)

PEOPLE: Final = register(
    Listing(
        name="userAvatars",
        permission="setup.team",
        columns=_COLUMNS,
        default_sort="name",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
