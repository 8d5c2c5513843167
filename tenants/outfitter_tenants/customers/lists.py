"""The list of customers: what it offers to search, sort, filter and group by (domain.md 5.8)."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import F, Q, QuerySet, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter.db.text_normalization import Folded, fold
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.people import queries as people

NAME: Final = Folded("last_name", "first_name")
# What the search box looks through; the index customer_by_words holds exactly this.
WORDS: Final = Folded(
    "first_name",
    "last_name",
    Coalesce("email", Value("")),
    Coalesce("phone", Value("")),
    Coalesce("company", Value("")),
)


def _rows(reader: ListReader) -> "QuerySet[Any]":
    found = Customer.objects.filter(merged_into__isnull=True).alias(
        words_of=WORDS, name_of=Folded("first_name", "last_name")
    )
    if reader.avatar_id is None:
        return found
    # Who sees some bookings only sees their people there, and nobody else's.
    avatar = people.get_avatar(avatar_id=reader.avatar_id)
    return found if avatar is not None and avatar.scope == "all" else found.none()


def _search(text: str) -> Q:
    """Every word somewhere in name, address, number or company; or exactly a further address."""
    found = Q()
    for word in fold(text).split():
        digits = "".join(c for c in word if c.isdigit())
        one = Q(words_of__contains=word) | Q(more_emails__contains=[word])
        # "030 12 34" is how people read +49301234 aloud.
        if len(digits) >= 4 and len(digits) + 3 >= len(word):
            one |= Q(words_of__contains=digits.lstrip("0"))
        found &= one
    return found


def ids_like(*, text: str, limit: int) -> list[int]:
    """Return the customers that the list finds by these words, who travels or traveled last first."""
    rows = Customer.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    found = rows.alias(words_of=WORDS).filter(_search(text))
    in_order = found.order_by(F("last_trip_at").desc(nulls_last=True), "-pk")
    return list(in_order.values_list("pk", flat=True)[:limit])


def _by_name(condition: Condition, _reader: ListReader) -> Q:
    if condition.op in {"empty", "notEmpty"}:
        found = ~Q(first_name="", last_name="")
    elif condition.op == "contains":
        found = Q(name_of__contains=fold(condition.value))
    else:
        found = Q(name_of__in=[fold(value) for value in condition.values])
    return found if condition.is_positive else ~found


def _by_tag(condition: Condition, _reader: ListReader) -> Q:
    found = ~Q(tags=[]) if condition.op in {"empty", "notEmpty"} else Q(tags__overlap=list(condition.values))
    return found if condition.is_positive else ~found


def _by_marketing(condition: Condition, _reader: ListReader) -> Q:
    wanted = Q(marketing__contains={"email_opt_in": True})
    return wanted if condition.value is (condition.op == "eq") else ~wanted


def _by_anonymised(condition: Condition, _reader: ListReader) -> Q:
    return Q(anonymised_at__isnull=condition.value is not (condition.op == "eq"))


def _tags() -> list[Option]:
    return [Option(tag, tag) for tag in queries.list_tags()]


def _locales() -> list[Option]:
    return [Option(locale, locale, locale) for locale in ROUTE_LOCALES]


def _shape(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    return [
        {
            "id": row.pk,
            "hash": row.hash,
            "name": queries.name_of(row),
            "first_name": row.first_name,
            "last_name": row.last_name,
            "email": row.email,
            "phone": row.phone,
            "company": row.company,
            "country": row.country,
            "locale": row.locale,
            "is_vip": row.is_vip,
            "tags": row.tags,
            "trip_cnt": row.trip_cnt,
            "lifetime_value_amount": row.lifetime_value_amount,
            "first_trip_at": row.first_trip_at,
            "last_trip_at": row.last_trip_at,
            "email_opt_in": bool(row.marketing.get("email_opt_in")),
            "sms_opt_in": bool(row.marketing.get("sms_opt_in")),
            "is_anonymised": row.anonymised_at is not None,
            "created_at": row.created_at,
            "version": row.version,
        }
        for row in rows
    ]


_OPTED_IN: Final = RawSQL("coalesce((marketing->>'email_opt_in')::boolean, false)", ())

_COLUMNS: Final = (
    Column("name", "text", NAME, is_sortable=True, is_filterable=True, match=_by_name),
    Column("email", "text", is_sortable=True, is_filterable=True, is_nullable=True),
    Column("phone", "text", is_filterable=True, is_nullable=True),
    Column("company", "text", is_filterable=True, is_nullable=True),
    Column("country", "text", is_filterable=True, is_groupable=True, is_nullable=True),
    Column("locale", "choice", is_filterable=True, is_groupable=True, options=_locales),
    Column("is_vip", "bool", is_filterable=True, is_groupable=True),
    Column("tags", "choice", is_filterable=True, match=_by_tag, options=_tags),
    Column("trip_cnt", "number", is_sortable=True, is_filterable=True),
    Column("lifetime_value_amount", "money", is_sortable=True, is_filterable=True),
    Column("first_trip_at", "instant", is_filterable=True, is_nullable=True),
    Column("last_trip_at", "instant", is_sortable=True, is_filterable=True, is_nullable=True),
    Column("email_opt_in", "bool", _OPTED_IN, is_filterable=True, match=_by_marketing),
    Column("is_anonymised", "bool", "pk", is_filterable=True, match=_by_anonymised),
    Column("created_at", "instant", is_sortable=True, is_filterable=True),
)

CUSTOMERS: Final = register(
    Listing(
        name="customers",
        permission="customer.view",
        columns=_COLUMNS,
        default_sort="-last_trip_at",
        rows=_rows,
        shape=_shape,
        search=_search,
        unless_filtered=("is_anonymised", Q(anonymised_at__isnull=True)),
    )
)
