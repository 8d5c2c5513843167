"""The list of calls: what it offers to search, sort, filter and group by (domain.md 5.6)."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter.db.text_normalization import Folded, fold
from outfitter_tenants.calls import queries
from outfitter_tenants.calls.models import Call
from outfitter_tenants.calls.serializers import calls_out
from outfitter_tenants.customers import lists as customers
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import recipients

DIRECTIONS: Final = ("inbound", "outbound")
STATUSES: Final = ("ringing", "answered", "missed", "voicemail", "completed", "failed")
OUTCOMES: Final = ("booked", "quoted", "support", "spam", "none")
CALLBACKS: Final = ("none", "wanted", "done")
_MOST_FOUND: Final = 500
# What the search box looks through; the index call_by_words holds exactly this.
WORDS: Final = Folded("caller_name", "caller_number", "destination_number")


def _rows(reader: ListReader) -> "QuerySet[Any]":
    found = queries.whole().alias(words_of=WORDS)
    if reader.avatar_id is None:
        return found
    # Callers are everybody's: not for who sees some bookings only.
    avatar = people.get_avatar(avatar_id=reader.avatar_id)
    return found if avatar is not None and avatar.scope == "all" else found.none()


def _search(text: str) -> Q:
    """Return what finds calls by number as people read it aloud, by name, or by whom they are with."""
    found = Q()
    for word in _words_of(text):
        found &= Q(words_of__contains=word)
    return found | Q(customer_id__in=customers.ids_like(text=text, limit=_MOST_FOUND))


def _words_of(text: str) -> list[str]:
    """Return what each has to be somewhere in a call: words, or the digits of a number as one."""
    digits = "".join(sign for sign in text if sign.isdigit()).lstrip("0")
    is_number = len(digits) >= 3 and not any(sign.isalpha() for sign in text)
    return [digits] if is_number else fold(text).split()


def _by_number(condition: Condition, _reader: ListReader) -> Q:
    if condition.op in {"empty", "notEmpty"}:
        found = ~Q(caller_number="")
    elif condition.op == "contains":
        digits = "".join(sign for sign in str(condition.value) if sign.isdigit()).lstrip("0")
        found = Q(caller_number__contains=digits) | Q(destination_number__contains=digits)
    else:
        values = list(condition.values)
        found = Q(caller_number__in=values) | Q(destination_number__in=values)
    return found if condition.is_positive else ~found


def _choices(slugs: Sequence[str]) -> list[Option]:
    return [Option(slug, slug.capitalize(), slug) for slug in slugs]


def _agents() -> list[Option]:
    return [Option(one.id, one.name) for one in recipients.staff_who_may("call.view")]


def _providers() -> list[Option]:
    found = Call.objects.order_by("provider").values_list("provider", flat=True).distinct()
    return [Option(slug, slug.capitalize(), slug) for slug in found]


def _shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    return calls_out(rows, may_listen=reader.can("call.listen"))


def _name_of(cell: dict[str, Any] | None) -> str:
    return str(cell["name"]) if cell else ""


CALLS: Final = register(
    Listing(
        name="calls",
        permission="call.view",
        columns=(
            Column("started_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
            Column(
                "direction",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: _choices(DIRECTIONS),
            ),
            Column(
                "status", "choice", is_filterable=True, is_groupable=True, options=lambda: _choices(STATUSES)
            ),
            Column(
                "number", "text", "caller_number", is_filterable=True, match=_by_number, is_exported=False
            ),
            Column("caller_number", "text", is_filterable=True, is_groupable=True),
            Column("caller_name", "text", is_filterable=True),
            Column("destination_number", "text", is_filterable=True, is_groupable=True),
            Column(
                "customer",
                "number",
                "customer_id",
                is_filterable=True,
                is_nullable=True,
                cell=lambda row: _name_of(row["customer"]),
            ),
            Column(
                "trip",
                "number",
                "trip_id",
                is_filterable=True,
                is_nullable=True,
                cell=lambda row: row["trip"]["confirmation_code"] if row["trip"] else "",
            ),
            Column(
                "agent",
                "lookup",
                "agent_avatar_id",
                is_filterable=True,
                is_groupable=True,
                is_nullable=True,
                options=_agents,
                cell=lambda row: _name_of(row["agent"]),
            ),
            Column("duration_s", "number", is_sortable=True, is_filterable=True),
            Column(
                "outcome",
                "choice",
                is_filterable=True,
                is_groupable=True,
                is_nullable=True,
                options=lambda: _choices(OUTCOMES),
            ),
            Column(
                "callback",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: _choices(CALLBACKS),
            ),
            Column("source_tag", "text", is_filterable=True, is_groupable=True),
            Column("provider", "choice", is_filterable=True, is_groupable=True, options=_providers),
            Column("note", "text", is_filterable=True),
        ),
        default_sort="-started_at",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
