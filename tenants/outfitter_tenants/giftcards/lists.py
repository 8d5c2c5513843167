"""The list of gift cards: what it offers to search, sort, filter and group by (domain.md 5.11)."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter.db.text_normalization import Folded
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.queries import cards
from outfitter_tenants.giftcards.rules import code_format
from outfitter_tenants.giftcards.serializers import row_of

NAME: Final = Folded("recipient_name")
BALANCE: Final = F("balance_purchased") + F("balance_promo")


def _rows(reader: ListReader) -> "QuerySet[Any]":
    return GiftCard.objects.select_related("sold_trip").alias(words_of=cards.WORDS)


def _search(text: str) -> Q:
    """A whole code, or every word somewhere in recipient, sender or the end of the code."""
    found = cards.like(text)
    by_code = queries.find_by_code(code=text)
    return found | Q(pk=by_code.pk) if by_code else found


def _words(*slugs: str) -> list[Option]:
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def _styles() -> list[Option]:
    return [Option(row.pk, row.name or row.slug, row.slug) for row in queries.list_styles()]


def _by_trip(condition: Condition, _reader: ListReader) -> Q:
    if condition.op in {"empty", "notEmpty"}:
        found = Q(sold_trip__isnull=False)
        return found if condition.is_positive else ~found
    found = Q()
    for value in condition.values:
        found |= Q(sold_trip__confirmation_code__icontains=str(value).strip())
    return found if condition.is_positive else ~found


def _shape(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    return [row_of(card) for card in rows]


_COLUMNS: Final = (
    Column("code_masked", "text", "last4", cell=lambda row: code_format.masked(row["last4"])),
    Column(
        "status",
        "choice",
        is_filterable=True,
        is_groupable=True,
        options=lambda: _words("pending", "active", "depleted", "expired", "void"),
    ),
    Column("kind", "choice", is_filterable=True, is_groupable=True, options=lambda: _words("gift", "credit")),
    Column("balance", "money", BALANCE, is_sortable=True, is_filterable=True),
    Column("balance_purchased", "money", is_filterable=True),
    Column("balance_promo", "money", is_filterable=True),
    Column("purchased_amount", "money", is_sortable=True, is_filterable=True),
    Column("promo_amount", "money", is_sortable=True, is_filterable=True),
    Column("recipient_name", "text", NAME, is_sortable=True, is_filterable=True),
    Column("recipient_email", "text", is_filterable=True, is_nullable=True),
    Column("sender_name", "text", is_filterable=True),
    Column(
        "sold_trip",
        "text",
        "sold_trip__confirmation_code",
        is_filterable=True,
        is_nullable=True,
        match=_by_trip,
        cell=lambda row: row["sold_trip"] and row["sold_trip"]["confirmation_code"],
    ),
    Column("is_physical", "bool", is_filterable=True, is_groupable=True),
    Column("style_id", "lookup", is_filterable=True, is_groupable=True, options=_styles, is_exported=False),
    Column("deliver_at", "instant", is_filterable=True, is_nullable=True),
    Column("delivered_at", "instant", is_filterable=True, is_nullable=True),
    Column("activated_at", "instant", is_filterable=True, is_nullable=True),
    Column("expires_at", "instant", is_sortable=True, is_filterable=True, is_nullable=True),
    Column("promo_expires_at", "instant", is_filterable=True, is_nullable=True),
    Column("created_at", "instant", is_sortable=True, is_filterable=True),
)

GIFT_CARDS: Final = register(
    Listing(
        name="giftCards",
        permission="giftcard.view",
        columns=_COLUMNS,
        default_sort="-created_at",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
