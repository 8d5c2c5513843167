"""The manifest of a day: who comes, when, with whom (domain.md 4.23)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from outfitter.db.statements import Bundle, ColumnOf
from outfitter_tenants.backoffice.manifests import serializers as manifests
from outfitter_tenants.backoffice.manifests.field_answers import answers_shown, shown_fields
from outfitter_tenants.backoffice.manifests.groupings import groupings
from outfitter_tenants.backoffice.manifests.visibility import VisibleDay
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.fields import queries as fields
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import visibility
from outfitter_tenants.trips.queries import manifest as guests

# What the questions that a manifest shows may be about.
_SCOPES: Final = ("trip", "trip_order", "booking")


@dataclass(frozen=True, slots=True)
class Which:
    """Which departures a manifest is of (all of a local day, or one), and for whom."""

    sight: VisibleDay
    day: date | None = None
    timeslot_id: int | None = None
    is_cancelled_too: bool = False

    def fingerprint(self, *, at: datetime) -> str:
        """
        Return what its rows are known by, in one statement that reads none of them.

        As long as it is the same, and so are settings and reader, the manifest is the same.
        """
        return self._statements.bundle.fingerprint(**self._values(at, self._fields()))

    def rows(self, *, at: datetime) -> "_Rows":
        """Return its departures with their parties, in one statement."""
        statements, shown = self._statements, self._fields()
        values = self._values(at, shown)
        with statements.bundle.read_ahead(**values) as found:
            slots = scheduling.put_timeslots_together(found["slots"])
            return _Rows(
                slots,
                statements.crews.read([slot.id for slot in slots], **values),
                statements.parties.put_together(found),
                answers_shown(statements.answers.read(**values), shown),
            )

    @property
    def _statements(self) -> "_Statements":
        return _statements(
            self.sight.scope, is_day=self.day is not None, is_cancelled_too=self.is_cancelled_too
        )

    def _fields(self) -> dict[int, fields.FieldRow]:
        return shown_fields(is_personal_shown=self.sight.is_personal_shown)

    def _values(self, at: datetime, shown: Mapping[int, fields.FieldRow]) -> dict[str, Any]:
        return {
            "at": at,
            "day": self.day,
            "timeslot_ids": (self.timeslot_id,),
            "avatar_id": self.sight.avatar_id,
            "reseller_id": self.sight.reseller_id,
            **{
                fields.fields_param(scope): tuple(pk for pk, row in shown.items() if row.scope == scope)
                for scope in _SCOPES
            },
        }


class _Rows(NamedTuple):
    slots: list[scheduling.ManifestTimeslot]
    crews: Mapping[int, scheduling.Crew]
    parties: guests.ManifestParties
    answers: manifests.Answers


class _Statements(NamedTuple):
    bundle: Bundle
    # Those that put its rows together.
    crews: scheduling.CrewStatements
    parties: guests.PartyStatements
    answers: fields.AnswerStatements


@lru_cache(maxsize=32)
def _statements(scope: str, *, is_day: bool, is_cancelled_too: bool) -> _Statements:
    slots = scheduling.these_timeslots
    if is_day:
        slots = partial(scheduling.timeslots_of_this_day, is_cancelled_too=is_cancelled_too)
    crews = scheduling.CrewStatements(_timeslot_ids)
    parties = guests.PartyStatements(
        _timeslot_ids,
        reach=lambda: visibility.visible_by_params(scope),
        is_cancelled_too=is_cancelled_too,
        is_waiting_too=is_day and scope != "assigned",
    )
    answers = fields.AnswerStatements(
        is_of_some=True, **dict(zip(_SCOPES, (parties.trips, parties.orders, parties.guests), strict=True))
    )
    read = scheduling.manifest_timeslots(slots)
    shared = ("slots", *parties.shared)
    bundle = Bundle(shared, slots=read, **crews.parts, **parties.parts, **answers.parts)
    return _Statements(bundle, crews, parties, answers)


def _timeslot_ids() -> ColumnOf:
    return ColumnOf("slots", place=0)


class _Day(NamedTuple):
    """What of the rows is shown: departures, and the parties of each."""

    slots: list[scheduling.ManifestTimeslot]
    orders: dict[int, list[guests.ManifestParty]]
    rows: _Rows
    sight: VisibleDay

    @property
    def statuses(self) -> list[dict[str, Any]]:
        """Return the guest statuses one can set, and those that guests here still have."""
        shown = {
            guest.status_id for slot in self.slots for one in self.orders[slot.id] for guest in one.guests
        }
        known = guests.statuses_in_use(self.rows.parties.statuses.values(), shown)
        return [manifests.full_status(row) for row in known]


def manifest_of_day(
    *, day: date, at: datetime, sight: VisibleDay | None = None, is_cancelled_too: bool = False
) -> dict[str, object]:
    """
    Return the day's departures with their parties, in one statement beside the settings.

    Cancelled departures and orders only when `is_cancelled_too`; drafts never.
    """
    sight = sight or VisibleDay()
    properties = people.get_properties()
    found = _shown(Which(sight, day=day, is_cancelled_too=is_cancelled_too), at)
    departures = _departures(found)
    waiting = found.rows.parties.unscheduled
    names = catalog.experience_names(ids={row.experience_id for row in waiting})
    return {
        "date": day,
        "generated_at": at,
        "time_zone": properties.time_zone,
        "currency": properties.currency,
        "totals": _totals(departures),
        "experiences": _by_experience(found.slots, departures),
        "groupings": groupings(departures.values()),
        "unscheduled": [
            manifests.unscheduled(
                row, names[row.experience_id], settings=properties, is_short=not sight.is_whole
            )
            for row in waiting
        ],
        "bookingStatuses": found.statuses,
    }


def manifest_of_timeslot(
    *, timeslot_id: int, at: datetime, sight: VisibleDay | None = None, is_cancelled_too: bool = False
) -> dict[str, object]:
    """
    Return one departure with its parties, grouped as on the manifest of its day.

    :raises TimeslotNotFound: there is none, or none this person may see
    """
    which = Which(sight or VisibleDay(), timeslot_id=timeslot_id, is_cancelled_too=is_cancelled_too)
    found = _shown(which, at)
    if not found.slots:
        raise scheduling.TimeslotNotFound("Time not found.")
    [experience] = _by_experience(found.slots, _departures(found))
    properties = people.get_properties()
    return {
        "generated_at": at,
        "time_zone": properties.time_zone,
        "currency": properties.currency,
        "experience": experience,
        "bookingStatuses": found.statuses,
    }


def _shown(which: Which, at: datetime) -> _Day:
    rows, sight = which.rows(at=at), which.sight
    orders: dict[int, list[guests.ManifestParty]] = {slot.id: [] for slot in rows.slots}
    for order in rows.parties.on_departures:
        slot_id = order.timeslot_id or 0
        if sight.shows_order(rows.crews[slot_id], order):
            orders[slot_id].append(order)
    slots = [slot for slot in rows.slots if sight.shows_departure(rows.crews[slot.id], orders[slot.id])]
    return _Day(slots, orders, rows, sight)


def _departures(found: _Day) -> dict[int, dict[str, object]]:
    return {slot.id: _departure(slot, found) for slot in found.slots}


def _departure(slot: scheduling.ManifestTimeslot, found: _Day) -> dict[str, object]:
    crew, orders = found.rows.crews[slot.id], found.orders[slot.id]
    active = [order for order in orders if order.status == "active"]
    bookings = [row for order in active for row in order.guests]
    here = [row for row in bookings if row.checked_in_at is not None]
    is_short, statuses, answers = not found.sight.is_whole, found.rows.parties.statuses, found.rows.answers
    return {
        "id": slot.id,
        "experience_date_id": slot.experience_date_id,
        "date": slot.date,
        "start_time": slot.start_time.strftime("%H:%M"),
        "start_at": slot.start_at,
        "end_at": slot.end_at,
        "is_flex": slot.is_flex,
        "status": slot.status,
        "cancel_reason": slot.cancel_reason,
        "capacity": slot.capacity,
        "booked_pax_cnt": slot.booked_pax_cnt,
        "held_pax_cnt": slot.held_pax_cnt,
        "checked_in_cnt": len(here),
        "booking_cnt": len(bookings),
        "waiver": manifests.waivers(bookings),
        "by_type": manifests.by_type(bookings),
        "guides": [{"id": g.id, "name": g.name, "color": g.color, "role": g.role} for g in crew.guides],
        "resources": [{"id": r.id, "name": r.name} for r in crew.resources],
        "note": slot.note,
        "version": slot.version,
        "balance_amount": _owed(active),
        "tripOrders": [manifests.party(row, crew, statuses, answers, is_short=is_short) for row in orders],
    }


def _owed(orders: list[guests.ManifestParty]) -> int:
    # A trip with two orders on the departure owes once.
    return sum(max(0, due) for due in {o.trip.pk: manifests.owed(o.trip) for o in orders}.values())


def _by_experience(
    slots: list[scheduling.ManifestTimeslot], departures: dict[int, dict[str, object]]
) -> list[dict[str, object]]:
    found: dict[int, dict[str, Any]] = {}
    for slot in slots:
        entry = found.setdefault(
            slot.experience.id,
            {
                "id": slot.experience.id,
                "name": slot.experience.name,
                "color": slot.experience.color,
                "hero_image": slot.experience.hero_image,
                "timeslots": [],
            },
        )
        entry["timeslots"].append(departures[slot.id])
    return list(found.values())


def _totals(departures: dict[int, dict[str, Any]]) -> dict[str, int]:
    rows = list(departures.values())
    owed = {
        order["trip"]["id"]: max(0, order["trip"]["balance_amount"])
        for row in rows
        for order in row["tripOrders"]
        if order["status"] == "active"
    }
    return {
        "departures_cnt": sum(row["status"] != "cancelled" for row in rows),
        "pax_cnt": sum(manifests.pax(row) for row in rows),
        "checked_in_cnt": sum(row["checked_in_cnt"] for row in rows),
        "balance_amount": sum(owed.values()),
    }
