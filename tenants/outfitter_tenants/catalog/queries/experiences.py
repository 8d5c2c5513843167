"""Reads of the catalogue: frozen rows, no currency (that is the operator's)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.models import Category, Experience, ExperienceCustomerType

Audience = Literal["online", "direct", "reseller"]
# What strangers may open by its address; only `live` is listed (domain.md 3.2).
PUBLIC_STATUSES = frozenset({"live", "hidden"})


class ExperienceNotFound(NotFound):
    """No such experience here, or none this caller may see."""


@dataclass(frozen=True, slots=True)
class CustomerTypeRow:
    """A customer type as one experience sells it; `base_price` in minor units."""

    id: int
    experience_id: int
    customer_type_id: int
    customer_type_slug: str
    customer_type_name: str
    kind: str
    label: str | None
    base_price: int
    pax_per_booking: int
    is_consume_capacity: bool
    is_public: bool
    is_staff_only: bool
    min_qty: int
    max_qty: int | None
    min_age: int | None
    max_age: int | None
    accompanied_by: tuple[int, ...]
    is_exclude_from_min_price: bool
    position: int
    requires_waiver: str = "none"

    @property
    def name(self) -> str:
        """Return what guests read: the label, or the customer type's name."""
        return self.label or self.customer_type_name

    @property
    def is_sold_online(self) -> bool:
        """Return whether strangers may buy it."""
        return self.is_public and not self.is_staff_only

    def pax_of(self, qty: int) -> int:
        """Return the seats that `qty` tickets take (domain.md 4.2.1)."""
        return qty * self.pax_per_booking if self.is_consume_capacity else 0


@dataclass(frozen=True, slots=True)
class ExperienceRow:
    """A sellable activity with its customer types; `time_zone` only when its location has one."""

    id: int
    name: str
    slug: str
    internal_name: str | None
    status: str
    category_ids: tuple[int, ...]
    location_id: int | None
    time_zone: str | None
    capacity_type: str
    default_capacity: int | None
    is_allow_manual_overbooking: bool
    is_requires_review: bool
    duration_minutes: int
    schedule_mode: str
    restriction_id: int | None
    cutoff_minutes_online: int
    cutoff_minutes_direct: int
    min_pax: int
    max_pax: int
    short_description: str
    description_html: str
    inclusions: str
    exclusions: str
    meeting_point: str
    what_to_bring: str
    hero_image: str | None
    min_age: int | None
    languages: tuple[str, ...]
    color: str
    position: int
    version: int
    buffer_before_minutes: int = 0
    buffer_after_minutes: int = 0
    min_pax_to_run: int | None = None
    required_skills: tuple[str, ...] = ()
    video_url: str | None = None
    difficulty: str | None = None
    sku: str | None = None
    tags: tuple[str, ...] = ()
    deposit: Mapping[str, Any] = field(default_factory=dict)
    cancellation_policy_id: int | None = None
    customer_types: tuple[CustomerTypeRow, ...] = field(default=())

    @property
    def is_public(self) -> bool:
        """Return whether strangers may open it by its address."""
        return self.status in PUBLIC_STATUSES

    @property
    def online_types(self) -> tuple[CustomerTypeRow, ...]:
        """Return the customer types strangers may buy."""
        return tuple(kind for kind in self.customer_types if kind.is_sold_online)


def find_experience(*, experience_id: int) -> ExperienceRow | None:
    """Return one experience with its customer types, None when there is none."""
    row = _experiences().filter(pk=experience_id).first()
    return _experience(row) if row else None


def get_experience(*, experience_id: int, is_public: bool = False) -> ExperienceRow:
    """
    Return one experience with its customer types.

    :raises ExperienceNotFound: unknown; or `is_public` and neither live nor hidden
    """
    found = find_experience(experience_id=experience_id)
    if found is None or (is_public and not found.is_public):
        raise ExperienceNotFound("Experience not found.")
    return found


def find_public_experience(*, key: str) -> int | None:
    """Return the id of an experience that strangers may open, by its slug or its number."""
    rows = Experience.objects.filter(status__in=PUBLIC_STATUSES)
    found = rows.filter(slug=key).values_list("pk", flat=True).first()
    if found is None and key.isascii() and key.isdecimal() and len(key) < 19:
        found = rows.filter(pk=int(key)).values_list("pk", flat=True).first()
    return found


def list_live() -> list[ExperienceRow]:
    """Return what everybody sees, in the operator's order."""
    return [_experience(row) for row in _experiences().filter(status="live")]


def list_all() -> list[ExperienceRow]:
    """Return every experience, archived ones last, in the operator's order."""
    rows = [_experience(row) for row in _experiences()]
    return sorted(rows, key=lambda row: row.status == "archived")


def _begun() -> "QuerySet[Experience, tuple[int, str, bool]]":
    priced = ExperienceCustomerType.objects.filter(
        experience=OuterRef("pk"), archived_at__isnull=True, base_price__gt=0
    )
    rows = Experience.objects.exclude(status="archived").order_by("position", "id")
    return rows.annotate(is_priced=Exists(priced)).values_list("pk", "status", "is_priced")


# What is not archived, in the operator's order, as (id, status, whether anybody pays for it): how far
# a catalog has come (domain.md 6.3).
BEGUN: Final = Statement(_begun)


@configuration_read
def list_experiences(*, ids: Iterable[int]) -> dict[int, ExperienceRow]:
    """Return experiences by id."""
    return {row.pk: _experience(row) for row in _experiences().filter(pk__in=list(ids))}


@configuration_read
def experience_customer_types(*, experience_id: int, audience: Audience = "direct") -> list[CustomerTypeRow]:
    """Return what an experience sells to that audience, in its order."""
    rows = _customer_types().filter(experience_id=experience_id)
    if audience != "direct":
        rows = rows.filter(is_public=True, is_staff_only=False)
    return [_customer_type(row) for row in rows]


def experiences_under(*, policy_id: int) -> list[int]:
    """Return the experiences that name this cancellation policy."""
    rows = Experience.objects.filter(cancellation_policy_id=policy_id).order_by("id")
    return list(rows.values_list("pk", flat=True))


def feed_secret(*, experience_id: int) -> str | None:
    """
    Return the secret that the addresses of an experience's feed are made of; None: no feed.

    :raises ExperienceNotFound: there is no such experience
    """
    found = Experience.objects.filter(pk=experience_id).values_list("ical_hash", flat=True)
    if not found:
        raise ExperienceNotFound("Experience not found.")
    return found[0]


def lock_experience(*, experience_id: int) -> Experience:
    """
    Lock one experience for a change of it or of its rules.

    :raises ExperienceNotFound: there is none
    """
    rows = Experience.objects.select_for_update(no_key=True, of=("self",))
    row = rows.filter(pk=experience_id).first()
    if row is None:
        raise ExperienceNotFound("Experience not found.")
    return row


def _customer_types() -> QuerySet[ExperienceCustomerType]:
    rows = ExperienceCustomerType.objects.select_related("customer_type")
    return rows.filter(archived_at__isnull=True).order_by("position", "id")


def _experiences() -> QuerySet[Experience]:
    kinds = Prefetch("experience_customer_types", queryset=_customer_types(), to_attr="sold_types")
    shelves = Prefetch("categories", queryset=Category.objects.order_by("position", "id"))
    rows = Experience.objects.select_related("location").prefetch_related(kinds, shelves)
    return rows.order_by("position", "id")


_OTHERWISE = {"category_ids", "time_zone", "customer_types", "languages", "required_skills", "tags"}
SAME_NAME = tuple(name for name in ExperienceRow.__slots__ if name not in _OTHERWISE)


def _experience(row: Experience) -> ExperienceRow:
    return ExperienceRow(
        category_ids=tuple(category.pk for category in row.categories.all()),
        time_zone=row.location.time_zone if row.location else None,
        languages=tuple(row.languages),
        required_skills=tuple(row.required_skills),
        tags=tuple(row.tags),
        customer_types=tuple(_customer_type(kind) for kind in _sold(row)),
        **{name: getattr(row, name) for name in SAME_NAME},
    )


def _sold(row: Experience) -> Sequence[ExperienceCustomerType]:
    return row.sold_types  # type: ignore[attr-defined,no-any-return]


def _customer_type(row: ExperienceCustomerType) -> CustomerTypeRow:
    return CustomerTypeRow(
        id=row.pk,
        experience_id=row.experience_id,
        customer_type_id=row.customer_type_id,
        customer_type_slug=row.customer_type.slug,
        customer_type_name=row.customer_type.name,
        kind=row.customer_type.kind,
        label=row.label,
        base_price=row.base_price,
        pax_per_booking=row.pax_per_booking,
        is_consume_capacity=row.is_consume_capacity,
        is_public=row.is_public,
        is_staff_only=row.is_staff_only,
        min_qty=row.min_qty,
        max_qty=row.max_qty,
        min_age=row.min_age,
        max_age=row.max_age,
        accompanied_by=tuple(row.accompanied_by),
        is_exclude_from_min_price=row.is_exclude_from_min_price,
        position=row.position,
        requires_waiver=row.requires_waiver,
    )
