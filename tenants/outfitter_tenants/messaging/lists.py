"""Reviews as a list: by stars, feeling, experience, and whether they are published or answered."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Avg, BooleanField, Case, CharField, Count, IntegerField, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Round

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging.models import Review
from outfitter_tenants.people import queries as people

SENTIMENTS: Final = ("positive", "neutral", "negative")
SOURCES: Final = ("internal", "google", "tripadvisor")
_IS_ANSWERED: Final = Case(
    When(replied_at__isnull=True, then=Value(False)), default=Value(True), output_field=BooleanField()
)
# For a report: stars in hundredths, since totals are whole numbers; who would recommend and who not.
TOTALS: Final[Mapping[str, Combinable]] = {
    "average_hundredths": Cast(Round(Avg("rating") * 100), IntegerField()),
    **{one: Count("pk", filter=Q(sentiment=one)) for one in SENTIMENTS},
    "promoters": Count("pk", filter=Q(nps__gte=9)),
    "passives": Count("pk", filter=Q(nps__gte=7, nps__lte=8)),
    "detractors": Count("pk", filter=Q(nps__lte=6)),
}


def _rows(reader: ListReader) -> "QuerySet[Any]":
    # Reports sum by currency; stars have none.
    found = Review.objects.annotate(currency=Value("", output_field=CharField()))
    if reader.avatar_id is None:
        return found
    # What guests say is everybody's: not for who sees some bookings only.
    avatar = people.get_avatar(avatar_id=reader.avatar_id)
    return found if avatar is not None and avatar.scope == "all" else found.none()


def _search(text: str) -> Q:
    return Q(text__icontains=text) | Q(reply_text__icontains=text)


def _shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    names = catalog.experience_names(ids=[row.experience_id for row in rows if row.experience_id])
    writers = [row.customer_id for row in rows if row.customer_id] if reader.can("customer.view") else []
    known = customers.summaries_of(ids=writers)
    return [
        {
            "id": row.pk,
            "created_at": row.created_at,
            "trip_id": row.trip_id,
            "experience": {"id": row.experience_id, "name": names[row.experience_id].name}
            if row.experience_id in names
            else None,
            "customer": {"id": row.customer_id, "name": known[row.customer_id].name}
            if row.customer_id in known
            else None,
            "rating": row.rating,
            "nps": row.nps,
            "text": row.text,
            "source": row.source,
            "sentiment": row.sentiment,
            "may_publish": row.may_publish,
            "is_published": row.is_published,
            "reply_text": row.reply_text,
            "replied_at": row.replied_at,
            "is_answered": row.replied_at is not None,
        }
        for row in rows
    ]


def shape_of(row: Review, reader: ListReader) -> dict[str, Any]:
    """Return one review as the list has it for a reader."""
    return _shape([row], reader)[0]


def _choices(slugs: Sequence[str]) -> list[Option]:
    return [Option(slug, slug.capitalize(), slug) for slug in slugs]


REVIEWS: Final = register(
    Listing(
        name="reviews",
        permission="customer.view",
        columns=(
            Column("created_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
            Column(
                "experience",
                "lookup",
                "experience_id",
                is_filterable=True,
                is_nullable=True,
                options=lambda: [Option(one.id, one.name) for one in catalog.list_all()],
                cell=lambda row: row["experience"]["name"] if row["experience"] else "",
                is_of_experiences=True,
            ),
            Column(
                "customer",
                "text",
                "customer_id",
                is_nullable=True,
                permission="customer.view",
                cell=lambda row: row["customer"]["name"] if row["customer"] else "",
            ),
            Column("rating", "number", is_filterable=True, is_groupable=True),
            Column("nps", "number", is_filterable=True, is_nullable=True),
            Column("text", "text"),
            Column(
                "sentiment",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: _choices(SENTIMENTS),
            ),
            Column("source", "choice", is_filterable=True, options=lambda: _choices(SOURCES)),
            Column("may_publish", "bool", is_filterable=True),
            Column("is_published", "bool", is_filterable=True, is_groupable=True),
            Column("is_answered", "bool", _IS_ANSWERED, is_filterable=True),
            Column("reply_text", "text"),
            Column("trip_id", "number", is_filterable=True, is_nullable=True),
        ),
        default_sort="-created_at",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
