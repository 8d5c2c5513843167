"""The list of partners: what it offers to search, sort, filter and group by (domain.md 5.20)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter.db.text_normalization import Folded, fold
from outfitter.kit.zones import day_bounds
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import sales_port, types
from outfitter_tenants.resellers.models import Reseller

NAME: Final = Folded("name")
_OWN: Final = (
    "name",
    "reseller_type",
    "status",
    "payment_method",
    "collect_type",
    "commission_ppm",
    "commission_amount",
    "wholesale_ppm",
    "currency",
    "credit_limit_amount",
    "topup_balance",
    "is_voucher_required",
    "is_agent_required",
    "promo_link_code",
    "created_at",
    "version",
)
_FIGURES: Final = ("sold_amount", "sold_cnt", "owed_amount", "late_amount", "payable_amount")


def _rows(reader: ListReader) -> "QuerySet[Any]":
    found = Reseller.objects.alias(
        name_of=NAME,
        contacts_of=Cast("contacts", TextField()),
        code_of=Folded(Coalesce("promo_link_code", Value(""))),
    )
    if reader.avatar_id is None:
        return found
    # Agents and guides see no partners, their own neither: what was agreed is not theirs to read.
    avatar = people.get_avatar(avatar_id=reader.avatar_id)
    return found if avatar is not None and avatar.scope == "all" else found.none()


def _search(text: str) -> Q:
    """Every word somewhere in the name, a contact or the promo code."""
    found = Q()
    for word in fold(text).split():
        found &= Q(name_of__contains=word) | Q(contacts_of__icontains=word) | Q(code_of__contains=word)
    return found


def _words(slugs: Sequence[str]) -> list[Option]:
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def _shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    """Return the rows with what partners sold since the first of the month, and who owes what."""
    month = day_bounds(reader.today.replace(day=1), reader.zone)[0]
    late = {row.pk: reader.at - timedelta(days=row.invoice_terms_days) for row in rows}
    figures = sales_port.figures_of(late, since=month)
    return [
        {
            "id": row.pk,
            **{name: getattr(row, name) for name in _OWN},
            **{name: getattr(figures[row.pk], name) for name in _FIGURES},
        }
        for row in rows
    ]


_COLUMNS: Final = (
    Column("name", "text", NAME, is_sortable=True, is_filterable=True),
    Column(
        "reseller_type",
        "choice",
        is_filterable=True,
        is_groupable=True,
        options=lambda: _words(types.RESELLER_TYPES),
    ),
    Column("status", "choice", is_filterable=True, is_groupable=True, options=lambda: _words(types.STATUSES)),
    Column(
        "payment_method",
        "choice",
        is_filterable=True,
        is_groupable=True,
        options=lambda: _words(types.PAYMENT_METHODS),
    ),
    Column(
        "collect_type",
        "choice",
        is_filterable=True,
        is_groupable=True,
        options=lambda: _words(types.COLLECT_TYPES),
    ),
    Column("commission_ppm", "number", is_filterable=True, is_nullable=True),
    Column("commission_amount", "money", is_filterable=True, is_nullable=True),
    Column("wholesale_ppm", "number", is_filterable=True, is_nullable=True),
    Column("credit_limit_amount", "money", is_filterable=True, is_nullable=True),
    Column("topup_balance", "money", is_filterable=True),
    Column("is_voucher_required", "bool", is_filterable=True),
    Column("is_agent_required", "bool", is_filterable=True),
    Column("promo_link_code", "text", is_filterable=True, is_nullable=True),
    Column("sold_amount", "money"),
    Column("sold_cnt", "number"),
    Column("owed_amount", "money"),
    Column("late_amount", "money"),
    Column("payable_amount", "money"),
    Column("created_at", "instant", is_sortable=True, is_filterable=True),
)

RESELLERS: Final = register(
    Listing(
        name="resellers",
        permission="reseller.view",
        columns=_COLUMNS,
        default_sort="name",
        rows=_rows,
        shape=_shape,
        search=_search,
        unless_filtered=("status", ~Q(status="archived")),
    )
)
