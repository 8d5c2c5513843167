"""The list of trips: what it offers to sort, filter and group by (domain.md 5.0 TripSummary)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter.db.text_normalization import Folded, fold
from outfitter.kit.person_names import full_name
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips import queries, visibility
from outfitter_tenants.trips.models import Flag, FlagReason, Trip, TripOrder, TripSource
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES, IS_PARTNERS_MONEY
from outfitter_tenants.trips.rules.known_contacts import HAS_CONTACT
from outfitter_tenants.trips.rules.scheduling_deadline import schedule_by

STATUSES: Final = ("draft", "under_review", "reserved", "deleted")
PAID_STATES: Final = ("unpaid", "deposit_paid", "paid", "overpaid", "at_partner")
ATTENTIONS: Final = (
    "paid_without_seats",
    "paid_too_little",
    "refund_failed",
    "refund_pending_funds",
    "payment_disputed",
    "books_differ",
    "charge_failed",
    "capture_failed",
    "hold_failed",
    "balance_unasked",
    "overpaid",
    "hand_back",
)
RECEIVED: Final = F("paid_amount") - F("refunded_amount")
CONTACT: Final = Folded("contact_last_name", "contact_first_name")
# What the search box looks through; the index trip_by_words holds exactly this.
WORDS: Final = Folded(
    "confirmation_code",
    "contact_first_name",
    "contact_last_name",
    Coalesce("contact_email", Value("")),
    Coalesce("contact_phone", Value("")),
    Coalesce("group_name", Value("")),
)
_PAID_STATE: Final = Case(
    When(IS_PARTNERS_MONEY, then=Value("at_partner")),
    When(Q(balance_of__lt=0), then=Value("overpaid")),
    When(Q(balance_of=0), then=Value("paid")),
    When(Q(received_of__gt=0), then=Value("deposit_paid")),
    default=Value("unpaid"),
)


def _rows(reader: ListReader) -> "QuerySet[Any]":
    found = Trip.objects.alias(
        balance_of=CUSTOMER_OWES,
        received_of=RECEIVED,
        words_of=WORDS,
        name_of=Folded("contact_first_name", "contact_last_name"),
    )
    if reader.avatar_id is None:
        return found
    avatar = people.get_avatar(avatar_id=reader.avatar_id)
    if avatar is None:
        return found.none()
    return found.filter(
        visibility.visible_trips(scope=avatar.scope, avatar_id=avatar.id, reseller_id=avatar.reseller_id)
    )


def _search(text: str) -> Q:
    """Every word somewhere in code, name, address, number or group."""
    found = Q()
    for word in fold(text).split():
        found &= Q(words_of__contains=word)
    return found


def _by_contact(condition: Condition, _reader: ListReader) -> Q:
    if condition.op in {"empty", "notEmpty"}:
        found = HAS_CONTACT
    elif condition.op == "contains":
        found = Q(name_of__contains=fold(condition.value))
    else:
        found = Q(name_of__in=[fold(value) for value in condition.values])
    return found if condition.is_positive else ~found


def _by_experience(condition: Condition, _reader: ListReader) -> Q:
    orders = TripOrder.objects.filter(trip_id=OuterRef("pk"), status="active")
    if condition.value is not None:
        orders = orders.filter(experience_id__in=condition.values)
    return Q(Exists(orders)) if condition.is_positive else ~Q(Exists(orders))


def _by_schedule(condition: Condition, _reader: ListReader) -> Q:
    orders = TripOrder.objects.filter(trip_id=OuterRef("pk"), status="active")
    if condition.value is not None:
        orders = orders.filter(schedule_state__in=condition.values)
    return Q(Exists(orders)) if condition.is_positive else ~Q(Exists(orders))


def _by_flag(condition: Condition, _reader: ListReader) -> Q:
    flags = Flag.objects.filter(trip_id=OuterRef("pk"), cleared_at__isnull=True)
    is_wanted = condition.value is (condition.op == "eq")
    return Q(Exists(flags)) if is_wanted else ~Q(Exists(flags))


def _by_reason(condition: Condition, _reader: ListReader) -> Q:
    flags = Flag.objects.filter(trip_id=OuterRef("pk"), cleared_at__isnull=True)
    flags = flags.exclude(reason=None)
    if condition.value is not None:
        flags = flags.filter(reason_id__in=condition.values)
    return Q(Exists(flags)) if condition.is_positive else ~Q(Exists(flags))


def _words(*slugs: str) -> list[Option]:
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def _methods() -> list[Option]:
    return [Option(m.id, m.name, m.slug) for m in queries.list_methods()]


def _sources() -> list[Option]:
    rows = TripSource.objects.order_by("position", "id")
    return [Option(row.pk, row.name, row.slug) for row in rows]


def _resellers() -> list[Option]:
    return [Option(row.pk, row.name) for row in resellers.list_resellers(is_archived=True)]


def _reasons() -> list[Option]:
    rows = FlagReason.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [Option(row.pk, row.name) for row in rows]


def _experiences() -> list[Option]:
    return [Option(e.id, e.name) for e in catalog.list_all()]


def _shape(trips: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    return _shape_rows(trips)


def _shape_rows(trips: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the trips as TripSummary, in five statements whatever their number."""
    methods = {method.id: method for method in queries.list_methods()}
    sources = {source.pk: source for source in TripSource.objects.all()}
    ids = [trip.pk for trip in trips]
    orders: dict[int, list[TripOrder]] = {}
    live = TripOrder.objects.filter(trip_id__in=ids, status="active").select_related("experience")
    for order in live.order_by("position", "id"):
        orders.setdefault(order.trip_id, []).append(order)
    names = resellers.names_of(ids={trip.reseller_id for trip in trips if trip.reseller_id is not None})
    flags = Flag.objects.filter(trip_id__in=ids, cleared_at__isnull=True)
    flagged = set(flags.values_list("trip_id", flat=True))
    return [
        {
            **_summary(trip, orders.get(trip.pk, [])),
            "tripMethod": methods[trip.trip_method_id],
            "tripSource": sources.get(trip.trip_source_id),
            "reseller_name": names.get(trip.reseller_id or 0),
            "is_flagged": trip.pk in flagged,
        }
        for trip in trips
    ]


def summary_of(*, trip_id: int) -> dict[str, Any]:
    """
    Return one trip as lists show it.

    :raises TripNotFound: there is none
    """
    trip = Trip.objects.filter(pk=trip_id).first()
    if trip is None:
        raise queries.TripNotFound("Trip not found.")
    [summary] = _shape_rows([trip])
    return summary


def _summary(trip: Trip, orders: Sequence[TripOrder]) -> dict[str, Any]:
    received = trip.paid_amount - trip.refunded_amount
    states = {order.schedule_state for order in orders}
    return {
        "id": trip.pk,
        "hash": trip.hash,
        "confirmation_code": trip.confirmation_code,
        "status": queries.lookup(trip.status, STATUSES),
        "contact": queries.contact(trip),
        "group_name": trip.group_name,
        "reseller_id": trip.reseller_id,
        "currency": trip.currency,
        "first_start_at": trip.first_start_at,
        "experience_names": list(dict.fromkeys(order.experience.name for order in orders)),
        "pax_cnt": trip.pax_cnt,
        "total_amount": trip.total_amount,
        "paid_amount": received,
        "balance_amount": queries.customer_owes(trip),
        "paid_state": queries.paid_state(trip),
        "schedule_by": _schedule_by(orders),
        "schedule_state": next((s for s in ("unscheduled", "flex") if s in states), "scheduled"),
        "attention": trip.attention,
        "created_at": trip.created_at,
        "reserved_at": trip.reserved_at,
        "version": trip.version,
    }


def _schedule_by(orders: Sequence[TripOrder]) -> date | None:
    """Return the earliest day by which an order of a trip is to find a departure."""
    waiting = [order for order in orders if order.schedule_state == "unscheduled"]
    if not waiting:
        return None
    settings = people.get_properties()
    found = [
        schedule_by(
            order.unscheduled_at, time_zone=settings.time_zone, valid_days=settings.unscheduled_valid_days
        )
        for order in waiting
    ]
    return min((day for day in found if day is not None), default=None)


_COLUMNS: Final = (
    Column("confirmation_code", "text", is_sortable=True, is_filterable=True),
    Column(
        "contact",
        "text",
        CONTACT,
        is_sortable=True,
        is_filterable=True,
        match=_by_contact,
        cell=lambda r: full_name(r["contact"]["first_name"], r["contact"]["last_name"]),
    ),
    Column(
        "email",
        "text",
        "contact_email",
        is_filterable=True,
        is_nullable=True,
        cell=lambda r: r["contact"]["email"],
    ),
    Column(
        "phone",
        "text",
        "contact_phone",
        is_filterable=True,
        is_nullable=True,
        cell=lambda r: r["contact"]["phone"],
    ),
    Column("group_name", "text", is_filterable=True, is_nullable=True),
    Column(
        "status",
        "choice",
        is_filterable=True,
        is_groupable=True,
        options=lambda: _words(*STATUSES),
        cell=lambda r: r["status"]["name"],
    ),
    Column(
        "trip_method",
        "lookup",
        "trip_method_id",
        is_filterable=True,
        is_groupable=True,
        options=_methods,
        cell=lambda r: r["tripMethod"].name,
    ),
    Column(
        "trip_source",
        "lookup",
        "trip_source_id",
        is_filterable=True,
        is_groupable=True,
        is_nullable=True,
        options=_sources,
        cell=lambda r: r["tripSource"].name if r["tripSource"] else None,
    ),
    Column(
        "reseller",
        "lookup",
        "reseller_id",
        is_filterable=True,
        is_groupable=True,
        is_nullable=True,
        # Agents see their own trips, and no other partner's name.
        permission="reseller.view",
        options=_resellers,
        cell=lambda r: r["reseller_name"],
    ),
    Column(
        "first_start_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True, is_nullable=True
    ),
    Column(
        "experiences",
        "lookup",
        "pk",
        is_filterable=True,
        match=_by_experience,
        options=_experiences,
        is_of_experiences=True,
        cell=lambda r: ", ".join(r["experience_names"]),
    ),
    Column("pax_cnt", "number", is_sortable=True, is_filterable=True, is_groupable=True),
    Column("total_amount", "money", is_sortable=True, is_filterable=True),
    Column("paid_amount", "money", RECEIVED, is_filterable=True),
    Column("balance_amount", "money", CUSTOMER_OWES, is_sortable=True, is_filterable=True),
    Column(
        "paid_state",
        "choice",
        _PAID_STATE,
        is_filterable=True,
        is_groupable=True,
        options=lambda: _words(*PAID_STATES),
    ),
    Column(
        "schedule_state",
        "choice",
        "pk",
        is_filterable=True,
        match=_by_schedule,
        options=lambda: _words("scheduled", "flex", "unscheduled"),
    ),
    Column("schedule_by", "date", is_nullable=True),
    Column("is_flagged", "bool", "pk", is_filterable=True, match=_by_flag),
    Column(
        "flag_reason",
        "lookup",
        "pk",
        is_filterable=True,
        match=_by_reason,
        options=_reasons,
        is_exported=False,
    ),
    Column("attention", "choice", is_filterable=True, is_nullable=True, options=lambda: _words(*ATTENTIONS)),
    Column("created_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
    Column(
        "reserved_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True, is_nullable=True
    ),
)

TRIPS: Final = register(
    Listing(
        name="trips",
        permission="trip.view",
        columns=_COLUMNS,
        default_sort="-created_at",
        rows=_rows,
        shape=_shape,
        search=_search,
        unless_filtered=("status", ~Q(status="deleted")),
    )
)


def listing_of_reseller(*, reseller_id: int) -> Listing:
    """Return the list of what one partner sold, with all that the list of trips offers."""

    def theirs(reader: ListReader) -> "QuerySet[Any]":
        return _rows(reader).filter(reseller_id=reseller_id)

    return replace(TRIPS, rows=theirs)
