"""Who comes on a day: parties with everything the dock has to know, whatever their number."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import F, Q, QuerySet

from outfitter.db.statements import ColumnOf, IdSource, PartRows, Query, Statement, among
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import TicketName
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips.models import (
    Booking,
    BookingStatus,
    Flag,
    Trip,
    TripNote,
    TripOrder,
    TripOrderAddon,
)
from outfitter_tenants.trips.rules.amounts_due import is_partners_money

SOLD: Final = ("reserved", "under_review")
MOST_UNSCHEDULED: Final = 300


class ManifestStatus(NamedTuple):
    """A guest status, also one that is no longer offered."""

    id: int
    slug: str
    name: str
    color: str
    position: int
    kind: str
    is_system: bool
    archived_at: datetime | None


class ManifestGuest(NamedTuple):
    """One guest of a party; the status is named by its id."""

    ticket: TicketName
    position: int
    id: int
    order_id: int
    first_name: str
    last_name: str
    is_comped: bool
    pax_cnt: int
    waiver_state: str
    checked_in_at: datetime | None
    status_at: datetime | None
    status_id: int
    # What the QR code of their ticket says: a phone without signal finds them by it.
    ticket_code: str


class ManifestAddon(NamedTuple):
    """So many of an add-on, for a guest or the whole party, and what was chosen of it."""

    name: str
    said: str
    id: int
    order_id: int
    booking_id: int | None
    qty: int


class ManifestNote(NamedTuple):
    """A note that was meant for this list."""

    is_pinned: bool
    id: int
    trip_id: int
    body: str
    author: str


class ManifestFlag(NamedTuple):
    """That somebody should look at a trip, and why: a reason's name and color."""

    id: int
    trip_id: int
    comment: str
    reason: str | None
    color: str | None


@dataclass(slots=True)
class ManifestTrip:
    """The trip behind a party; the amounts are those that the rules of money read."""

    pk: int
    hash: str
    confirmation_code: str
    status: str
    contact_first_name: str
    contact_last_name: str
    contact_email: str | None
    contact_phone: str | None
    contact_country: str | None
    locale: str
    group_name: str | None
    customer_id: int | None
    reseller_id: int | None
    collect_type: str | None
    total_amount: int
    tip_amount: int
    paid_amount: int
    refunded_amount: int
    net_due_amount: int
    partner_deposit_amount: int
    # The partner whom the customer pays instead of us.
    collected_by: str | None = None
    is_vip: bool = False
    notes: list[ManifestNote] = field(default_factory=list)
    flag: ManifestFlag | None = None


@dataclass(slots=True)
class ManifestParty:
    """One order of a sold trip, with its guests by type and its add-ons."""

    trip: ManifestTrip
    id: int
    timeslot_id: int | None
    status: str
    note: str
    is_noshow: bool
    is_comped: bool
    unscheduled_at: datetime | None
    experience_id: int
    guests: list[ManifestGuest] = field(default_factory=list)
    addons: list[ManifestAddon] = field(default_factory=list)


class ManifestParties(NamedTuple):
    """The parties of departures, those that lost theirs, and all guest statuses in their order by id."""

    on_departures: list[ManifestParty]
    unscheduled: list[ManifestParty]
    statuses: dict[int, ManifestStatus]


class PartyStatements:
    """
    Reads of the parties on departures with all below them, as parts of a bundle that shares `shared`.

    `timeslots` returns the departures' ids, `reach` the filter of the trips a role shows (None: all).
    Parties that wait for another departure come along when `is_waiting_too`.
    """

    shared: Final = ("parties", "waiting", "guests")

    def __init__(
        self,
        timeslots: IdSource,
        *,
        reach: Callable[[], Q | None],
        is_cancelled_too: bool,
        is_waiting_too: bool,
    ) -> None:
        self._timeslots, self._reach = timeslots, reach
        self._is_cancelled_too = is_cancelled_too
        self._all = ("parties", "waiting") if is_waiting_too else ("parties",)
        self.parts: Mapping[str, Statement[Any]] = {
            "parties": Statement(self._parties),
            **({"waiting": Statement(self._waiting)} if is_waiting_too else {}),
            "guests": Statement(self._guests),
            "addons": Statement(self._addons),
            "notes": Statement(self._notes),
            "flags": Statement(self._flags),
            "statuses": Statement(
                lambda: BookingStatus.objects.order_by("position", "id").values_list(*ManifestStatus._fields)
            ),
            "vips": customers.vips_among(lambda: self._column("trip__customer_id")),
            "partners": resellers.names_of_these(lambda: self._column("trip__reseller_id")),
        }

    def put_together(self, rows: PartRows) -> ManifestParties:
        """Return the parties, by group and contact, and those that wait, the longest waiting first."""
        trips: dict[int, ManifestTrip] = {}
        found = [_party(row, trips) for row in rows["parties"]]
        waiting = [_party(row, trips) for row in rows.get("waiting", ())]
        _below_parties({party.id: party for party in (*found, *waiting)}, rows)
        _below_trips(trips, rows)
        statuses = map(ManifestStatus._make, rows["statuses"])
        return ManifestParties(found, waiting, {row.id: row for row in statuses})

    def trips(self) -> ColumnOf:
        """Return the ids of the trips of parties on departures, for another part of the same bundle."""
        return ColumnOf("parties", place=_PARTY.index("trip_id"))

    def orders(self) -> ColumnOf:
        """Return the ids of the parties on departures, likewise."""
        return ColumnOf("parties", place=_PARTY.index("id"))

    def guests(self) -> ColumnOf:
        """Return the ids of guests, likewise."""
        return ColumnOf("guests", place=_GUEST.index("id"))

    def _column(self, name: str) -> ColumnOf:
        """Return a column of the parties on departures and of those that wait."""
        return ColumnOf(*self._all, place=_PARTY.index(name))

    def _parties(self) -> Query:
        rows = self._sold().filter(among("timeslot_id", self._timeslots()))
        rows = rows if self._is_cancelled_too else rows.filter(status="active")
        return rows.order_by(*_BY_NAME).values_list(*_PARTY)

    def _waiting(self) -> Query:
        rows = self._sold().filter(status="active", timeslot__isnull=True)
        longest = rows.order_by(F("unscheduled_at").asc(nulls_last=True), "id")
        return longest.values_list(*_PARTY)[:MOST_UNSCHEDULED]

    def _sold(self) -> "QuerySet[TripOrder]":
        rows = TripOrder.objects.filter(trip__status__in=SOLD)
        reach = self._reach()
        return rows if reach is None else rows.filter(trip__in=Trip.objects.filter(reach))

    def _guests(self) -> Query:
        return (
            Booking.objects.filter(among("trip_order_id", self._column("id")), cancelled_at__isnull=True)
            .order_by("position", "id")
            .values_list(*_GUEST)
        )

    def _addons(self) -> Query:
        return (
            TripOrderAddon.objects.filter(among("trip_order_id", self.orders()))
            .exclude(booking__cancelled_at__isnull=False)
            .order_by("id")
            .values_list(*_ADDON)
        )

    def _notes(self) -> Query:
        rows = TripNote.objects.filter(
            among("trip_id", self._column("trip_id")), deleted_at__isnull=True, show_on_manifest=True
        )
        return rows.order_by("-is_pinned", "id").values_list(*_NOTE)

    def _flags(self) -> Query:
        rows = Flag.objects.filter(among("trip_id", self._column("trip_id")), cleared_at__isnull=True)
        return rows.order_by("id").values_list("id", "trip_id", "comment", "reason__name", "reason__color")


_BY_NAME: Final = (
    F("trip__group_name").asc(nulls_last=True),
    "trip__contact_last_name",
    "trip__contact_first_name",
    "id",
)
_ORDER: Final = (
    "id",
    "timeslot_id",
    "status",
    "note",
    "is_noshow",
    "is_comped",
    "unscheduled_at",
    "experience_id",
)
# In the order of `ManifestTrip`.
_TRIP: Final = (
    "trip_id",
    "trip__hash",
    "trip__confirmation_code",
    "trip__status",
    "trip__contact_first_name",
    "trip__contact_last_name",
    "trip__contact_email",
    "trip__contact_phone",
    "trip__contact_country",
    "trip__locale",
    "trip__group_name",
    "trip__customer_id",
    "trip__reseller_id",
    "trip__collect_type",
    "trip__total_amount",
    "trip__tip_amount",
    "trip__paid_amount",
    "trip__refunded_amount",
    "trip__net_due_amount",
    "trip__partner_deposit_amount",
)
_PARTY: Final = (*_ORDER, *_TRIP)
_GUEST: Final = (
    "experience_customer_type_id",
    "position",
    "id",
    "trip_order_id",
    "guest_first_name",
    "guest_last_name",
    "is_comped",
    "pax_cnt",
    "waiver_state",
    "checked_in_at",
    "status_at",
    "booking_status_id",
    "ticket_code",
)
_ADDON: Final = ("id", "trip_order_id", "booking_id", "qty", "experience_addon_id", "value_id", "text_value")
_NOTE: Final = ("is_pinned", "id", "trip_id", "body", "author_name")


def _party(row: Any, trips: dict[int, ManifestTrip]) -> ManifestParty:
    end = len(_ORDER)
    trip_id = row[end]
    if trip_id not in trips:
        trips[trip_id] = ManifestTrip(*row[end:])
    return ManifestParty(trips[trip_id], *row[:end])


def _below_parties(parties: Mapping[int, ManifestParty], rows: PartRows) -> None:
    tickets = catalog.ticket_names(ids={row[0] for row in rows["guests"]})
    guests = [ManifestGuest(tickets[kind], *rest) for kind, *rest in rows["guests"]]
    for guest in sorted(guests, key=lambda one: one.ticket.position):
        parties[guest.order_id].guests.append(guest)
    names = catalog.addon_names(ids={row[4] for row in rows["addons"]})
    choices = catalog.choice_labels(ids={row[5] for row in rows["addons"]} - {None})
    for *whose, addon_id, choice, text in rows["addons"]:
        said = text if choice is None else choices[choice]
        addon = ManifestAddon(names[addon_id], said, *whose)
        parties[addon.order_id].addons.append(addon)


def _below_trips(trips: Mapping[int, ManifestTrip], rows: PartRows) -> None:
    for note in map(ManifestNote._make, rows["notes"]):
        trips[note.trip_id].notes.append(note)
    for flag in map(ManifestFlag._make, rows["flags"]):
        trips[flag.trip_id].flag = flag
    names, vips = dict(rows["partners"]), {pk for (pk,) in rows["vips"]}
    for trip in trips.values():
        trip.is_vip = trip.customer_id in vips
        if is_partners_money(trip):
            trip.collected_by = names.get(trip.reseller_id, "")


def statuses_in_use(rows: Iterable[ManifestStatus], shown: Collection[int]) -> list[ManifestStatus]:
    """Return the guest statuses one can set in their order, then those that guests still have (ids)."""
    known = list(rows)
    old = [row for row in known if row.archived_at is not None and row.id in shown]
    return [row for row in known if row.archived_at is None] + old
