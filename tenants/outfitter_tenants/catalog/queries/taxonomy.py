"""Reads of shelves, places and kinds of guests."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.models import (
    Category,
    CustomerType,
    Experience,
    ExperienceCustomerType,
    Location,
)


class CategoryNotFound(NotFound):
    """No such category here."""


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A shelf of the catalogue; `experience_cnt` counts what is live on it."""

    id: int
    name: str
    slug: str
    position: int
    parent_id: int | None
    is_public: bool
    experience_cnt: int = 0


@dataclass(frozen=True, slots=True)
class LocationRow:
    """Where things begin; `used_cnt` counts the experiences on sale that do."""

    id: int
    name: str
    address: str
    time_zone: str | None
    is_default: bool
    lat: float | None
    lng: float | None
    used_cnt: int = 0


@dataclass(frozen=True, slots=True)
class KindRow:
    """A customer type of the operator; `used_cnt` counts the experiences that sell it."""

    id: int
    slug: str
    name: str
    kind: str
    position: int
    translations: dict[str, str]
    used_cnt: int = 0


@configuration_read
def list_categories(*, is_public: bool) -> list[CategoryRow]:
    """Return the categories in their order; `is_public` leaves out the inner ones."""
    rows = _categories().order_by("position", "id")
    return [_category(row) for row in (rows.filter(is_public=True) if is_public else rows)]


def get_category(*, category: str, is_public: bool) -> CategoryRow:
    """
    Return one category by its number or slug.

    :raises CategoryNotFound: unknown, or not for this caller
    """
    wanted = Q(slug=category)
    if category.isdecimal() and len(category) < 19:
        wanted |= Q(pk=int(category))
    row = _categories().filter(wanted).order_by("id").first()
    if row is None or (is_public and not row.is_public):
        raise CategoryNotFound("Category not found.")
    return _category(row)


# Whether any place has an address (domain.md 6.3).
ANY_ADDRESS: Final = Statement(
    lambda: Location.objects.filter(archived_at__isnull=True, address__text__regex=".").values_list("pk")[:1]
)


@configuration_read
def list_locations() -> list[LocationRow]:
    """Return the locations, the default one first."""
    used = dict(
        Experience.objects.exclude(status="archived")
        .values_list("location_id")
        .annotate(cnt=Count("pk"))
        .order_by()
    )
    return [
        LocationRow(
            row.pk,
            row.name,
            row.address.get("text", ""),
            row.time_zone,
            row.is_default,
            float(row.lat) if row.lat is not None else None,
            float(row.lng) if row.lng is not None else None,
            used.get(row.pk, 0),
        )
        for row in Location.objects.filter(archived_at__isnull=True).order_by("-is_default", "name", "id")
    ]


def count_locations() -> int:
    """Return how many places are in use."""
    return Location.objects.filter(archived_at__isnull=True).count()


def list_customer_types() -> list[KindRow]:
    """Return the operator's customer types in their order."""
    sold = ExperienceCustomerType.objects.filter(customer_type=OuterRef("pk"), archived_at__isnull=True)
    used = sold.order_by().values("customer_type").annotate(cnt=Count("experience_id", distinct=True))
    rows = CustomerType.objects.annotate(used_cnt=Coalesce(Subquery(used.values("cnt")), 0))
    return [
        KindRow(row.pk, row.slug, row.name, row.kind, row.position, row.translations, row.used_cnt)
        for row in rows.order_by("position", "id")
    ]


def _categories() -> "QuerySet[Category]":
    live = Count("experiences", filter=Q(experiences__status="live"))
    return Category.objects.annotate(experience_cnt=live)


def _category(row: Any) -> CategoryRow:
    return CategoryRow(
        row.pk, row.name, row.slug, row.position, row.parent_id, row.is_public, row.experience_cnt
    )
