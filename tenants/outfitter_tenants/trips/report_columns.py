"""What reports say of the trip behind every row: the same columns over any table that leads to a trip."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from django.db.models import Q, QuerySet

from outfitter.db.lists import Column, Condition, ListReader, Option
from outfitter.db.text_normalization import fold
from outfitter.kit.person_names import full_name
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips import queries
from outfitter_tenants.trips.lists import STATUSES
from outfitter_tenants.trips.models import Trip, TripSource

# Carts and deleted trips are no sales.
SOLD: Final = ("reserved", "under_review")
PERMISSION: Final = "report.view"
# Who a guest is and how to reach them.
OF_CUSTOMERS: Final = "customer.view"


def words(*slugs: str) -> list[Option]:
    """Return the values of a choice, named by their words."""
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def experiences() -> list[Option]:
    """Return every experience, archived ones last."""
    return [Option(row.id, row.name) for row in catalog.list_all()]


def _methods() -> list[Option]:
    return [Option(row.id, row.name, row.slug) for row in queries.list_methods()]


def _sources() -> list[Option]:
    rows = TripSource.objects.order_by("position", "id")
    return [Option(row.pk, row.name, row.slug) for row in rows]


def _resellers() -> list[Option]:
    return [Option(row.pk, row.name) for row in resellers.list_resellers(is_archived=True)]


def people_of(ids: Iterable[object]) -> Mapping[object, str]:
    """Return the names of team members and agents by id, as a report's groups name them."""
    found = people.list_avatars(ids=[one for one in ids if isinstance(one, int)])
    return {key: avatar.name for key, avatar in found.items()}


def sold(rows: "QuerySet[Any]", reader: ListReader, of: str = "trip__") -> "QuerySet[Any]":
    """Return the rows whose trip, reached by this prefix, is sold; none for whom a role shows a part only."""
    return whole(rows, reader).filter(**{f"{of}status__in": SOLD})


def whole(rows: "QuerySet[Any]", reader: ListReader) -> "QuerySet[Any]":
    """Return the rows for who sees all trips, none for anybody else."""
    if reader.avatar_id is None:
        return rows
    avatar = people.get_avatar(avatar_id=reader.avatar_id)
    return rows if avatar is not None and avatar.scope == "all" else rows.none()


def _cell(key: str) -> Callable[[dict[str, Any]], Any]:
    return lambda row: row["about"][key]


def _by_contact(of: str) -> Callable[[Condition, ListReader], Q]:
    def match(condition: Condition, _reader: ListReader) -> Q:
        names = (f"{of}contact_first_name", f"{of}contact_last_name")
        if condition.op in {"empty", "notEmpty"}:
            found = ~Q(**{names[0]: "", names[1]: ""})
        elif condition.op == "contains":
            found = Q()
            for word in fold(condition.value).split():
                found &= Q(**{f"{names[0]}__icontains": word}) | Q(**{f"{names[1]}__icontains": word})
        else:
            found = Q()
            for value in condition.values:
                first, _, last = str(value).rpartition(" ")
                found |= Q(**{f"{names[0]}__iexact": first, f"{names[1]}__iexact": last})
        return found if condition.is_positive else ~found

    return match


def about_trip(of: str = "trip__") -> tuple[Column, ...]:
    """Return the columns of the trip that a row leads to by this prefix; `about` of a row holds them."""

    def column(key: str, kind: Any, source: str, **more: Any) -> Column:
        return Column(key, kind, f"{of}{source}", is_filterable=True, cell=_cell(key), **more)

    return (
        column("confirmation_code", "text", "confirmation_code"),
        column("contact", "text", "contact_last_name", permission=OF_CUSTOMERS, match=_by_contact(of)),
        column("status", "choice", "status", options=lambda: words(*STATUSES)),
        column("trip_method", "lookup", "trip_method_id", options=_methods),
        column("trip_source", "lookup", "trip_source_id", options=_sources, is_nullable=True),
        # Agents see no other partner's name.
        column(
            "reseller",
            "lookup",
            "reseller_id",
            options=_resellers,
            is_nullable=True,
            permission="reseller.view",
        ),
        *of_sellers(of),
        column("reserved_at", "instant", "reserved_at", is_nullable=True),
        column("first_start_at", "instant", "first_start_at", is_nullable=True),
        column("currency", "text", "currency"),
    )


def of_sellers(of: str = "") -> tuple[Column, ...]:
    """Return the columns that say who sold a trip, and where its customer is from."""

    def column(key: str, kind: Any, source: str, **more: Any) -> Column:
        return Column(
            key, kind, f"{of}{source}", is_filterable=True, is_nullable=True, cell=_cell(key), **more
        )

    return (
        column("created_by", "lookup", "created_by"),
        column("reseller_agent", "lookup", "reseller_agent_id", permission="reseller.view"),
        column("contact_country", "text", "contact_country"),
        column("locale", "text", "locale"),
    )


def describe(trips: Collection[Trip]) -> dict[int, dict[str, Any]]:
    """Return what the columns of `about_trip` say of these trips by id, in four statements at most."""
    methods = {row.id: row.name for row in queries.list_methods()}
    sources = {row.pk: row.name for row in TripSource.objects.all()}
    partners = resellers.names_of(ids={trip.reseller_id for trip in trips if trip.reseller_id is not None})
    names = people_of({i for trip in trips for i in (trip.created_by, trip.reseller_agent_id)})
    return {
        trip.pk: {
            "confirmation_code": trip.confirmation_code,
            "contact": full_name(trip.contact_first_name, trip.contact_last_name),
            "status": trip.status,
            "trip_method": methods.get(trip.trip_method_id),
            "trip_source": sources.get(trip.trip_source_id or 0),
            "reseller": partners.get(trip.reseller_id or 0),
            "created_by": names.get(trip.created_by),
            "reseller_agent": names.get(trip.reseller_agent_id),
            "contact_country": trip.contact_country,
            "locale": trip.locale,
            "reserved_at": trip.reserved_at,
            "first_start_at": trip.first_start_at,
            "currency": trip.currency,
        }
        for trip in trips
    }


def link_to(trip: Trip) -> dict[str, object]:
    """Return what leads to a trip."""
    return {"id": trip.pk, "hash": trip.hash, "confirmation_code": trip.confirmation_code}


def led_by(trip: Trip, about: Mapping[int, Mapping[str, object]]) -> dict[str, Any]:
    """Return the parts of a row that lead to its trip and say what is shown of it."""
    return {"trip": link_to(trip), "about": about[trip.pk], "currency": trip.currency}
