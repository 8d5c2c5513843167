"""Reads rows of a file as bookings of this operator, or says what is wrong with them; only reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from outfitter.db.imports import ImportContext, ParsedRow, Problem
from outfitter.kit import zones
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.catalog.queries.experience_match import ExperienceIndex, folded
from outfitter_tenants.checkout.trip_imports import rules
from outfitter_tenants.checkout.trip_imports.types import ImportedBooking, ImportedMoney, ImportedSale
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling.queries.departures_at import DepartureAt, list_departures
from outfitter_tenants.trips.operations.drafts import Contact

OLDEST: Final = date(2000, 1, 1)
AHEAD: Final = timedelta(days=1830)


class Refused(Exception):
    """A row is no booking; carries why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems


@dataclass(frozen=True, slots=True)
class _Start:
    """When a row's departure begins; `instant` None: the row says the day alone."""

    day: date
    instant: datetime | None


class BookingReader:
    """Everything rows may name, read at once for all of them."""

    def __init__(self, rows: Sequence[ParsedRow], context: ImportContext) -> None:
        self.context = context
        self.zone = people.get_properties().time_zone
        self.experiences = ExperienceIndex(catalog.list_all())
        self.resellers = _resellers_of(rows)
        self.departures = self._departures(rows)

    def _departures(self, rows: Sequence[ParsedRow]) -> list[DepartureAt]:
        ids, starts, days = set(), set(), set()
        for row in rows:
            experience = self.experiences.find(row.values.get("experience", ""))
            start = self._start(row, experience) if experience else None
            if experience is None or start is None:
                continue
            ids.add(experience.id)
            if start.instant is None:
                days.add(start.day)
            else:
                starts.add(start.instant)
        return list_departures(experience_ids=ids, starts=starts, days=days)

    def _start(self, row: ParsedRow, experience: ExperienceRow) -> _Start | None:
        values = row.values
        zone = experience.time_zone or self.zone
        if (instant := values.get("starts_at")) is not None:
            return _Start(zones.local_day(instant, zone), instant)
        day = values.get("date")
        if day is None:
            return None
        if (clock := values.get("time")) is None:
            return _Start(day, None)
        if exists(day, clock, self.context.time_zone) is False:
            return _Start(day, None)
        instant = zones.to_instant(day, clock, self.context.time_zone)
        return _Start(zones.local_day(instant, zone), instant)

    def read(self, row: ParsedRow) -> ImportedBooking:
        """
        Return the booking a row is.

        :raises Refused: something is wrong with it, column by column
        """
        problems = [*self._of_money(row), *self._of_contact(row)]
        experience, of_experience = self._experience(row)
        problems += of_experience
        sale, of_sale = self._sale(row)
        problems += of_sale
        quantities: dict[int, int] = {}
        departure, instant = None, None
        if experience is not None:
            quantities, of_party = rules.party_of(row, experience.customer_types)
            departure, instant, of_start = self._departure(row, experience)
            problems += [*of_party, *of_start]
        if problems or experience is None or instant is None:
            raise Refused(*problems)
        return self._booking(row, experience, departure, instant, quantities, sale)

    def _booking(
        self,
        row: ParsedRow,
        experience: ExperienceRow,
        departure: DepartureAt | None,
        instant: datetime,
        quantities: Mapping[int, int],
        sale: ImportedSale | None,
    ) -> ImportedBooking:
        values = row.values
        wall = zones.to_local(instant, experience.time_zone or self.zone)
        first, last = rules.names_of(row)
        booked_at = self._told(values.get("created_at"))
        return ImportedBooking(
            no=row.no,
            origin=rules.origin_of(row),
            contact=Contact(
                first, last, values.get("email"), values.get("phone"), values.get("country") or None
            ),
            locale=values.get("language") or self.context.locale,
            experience=experience,
            start_at=instant,
            day=wall.date(),
            start_time=wall.time(),
            timeslot_id=departure.id if departure else None,
            quantities=quantities,
            money=ImportedMoney(
                values["total_amount"],
                values.get("paid_amount", 0),
                values.get("tip_amount", 0),
                values.get("method", "external"),
                self._told(values.get("paid_on")) or booked_at,
            ),
            sale=sale,
            status=values.get("status", "booked"),
            booked_at=booked_at,
            note=values.get("notes", ""),
            is_overbooking=bool(values.get("overbook")),
        )

    def _told(self, instant: datetime | None) -> datetime | None:
        """Return an instant that was said, never after now: files may know the day alone."""
        return None if instant is None else min(instant, self.context.at)

    def _days(self, row: ParsedRow) -> list[Problem]:
        """Return what is wrong with days of the past."""
        found = []
        today = zones.local_day(self.context.at, self.zone)
        for name in ("paid_on", "created_at"):
            day = zones.local_day(row.values[name], self.zone) if name in row.values else today
            if day > today:
                found.append(Problem(name, "future", "This day is still to come."))
            if day < OLDEST:
                found.append(Problem(name, "too_old", "This day is before the year 2000."))
        return found

    def _of_money(self, row: ParsedRow) -> list[Problem]:
        values, found = row.values, []
        for name in ("total_amount", "paid_amount", "tip_amount", "commission_amount"):
            if values.get(name, 0) < 0:
                found.append(Problem(name, "negative", "This amount can\u2019t be below zero."))
        currency = values.get("currency")
        if currency is not None and currency != self.context.currency:
            kept = self.context.currency
            found.append(
                Problem("currency", "other_currency", f"Trips are kept in {kept}.", {"currency": kept})
            )
        if values.get("paid_amount", 0) > values.get("total_amount", 0):
            message = "More was paid than the trip cost. A tip belongs in its own column."
            found.append(Problem("paid_amount", "overpaid", message))
        if values.get("commission_amount", 0) > values.get("total_amount", 0):
            found.append(Problem("commission_amount", "above_total", "This is more than the trip cost."))
        found += self._days(row)
        return found

    def _of_contact(self, row: ParsedRow) -> list[Problem]:
        if any(row.values.get(name) for name in ("name", "first_name", "last_name", "email", "phone")):
            return []
        return [Problem("name", "required", "Say whose trip it is: a name, an email address or a phone.")]

    def _experience(self, row: ParsedRow) -> tuple[ExperienceRow | None, list[Problem]]:
        text = row.values.get("experience", "")
        found = self.experiences.candidates(text)
        if len(found) == 1:
            return found[0], []
        if found:
            return None, [
                Problem(
                    "experience",
                    "ambiguous",
                    f"Several experiences are called \u201c{text}\u201d. Use the code.",
                    {"value": text},
                )
            ]
        return None, [
            Problem(
                "experience",
                "unknown",
                f"There is no experience \u201c{text}\u201d. Import experiences first.",
                {"value": text},
            )
        ]

    def _sale(self, row: ParsedRow) -> tuple[ImportedSale | None, list[Problem]]:
        name = row.values.get("reseller")
        if not name:
            if row.values.get("commission_amount"):
                text = "Name the reseller who earns this."
                return None, [Problem("commission_amount", "no_reseller", text)]
            return None, []
        found = self.resellers.get(folded(name), set())
        if len(found) != 1:
            return None, [
                Problem(
                    "reseller",
                    "unknown",
                    f"There is no partner \u201c{name}\u201d. Import partners first.",
                    {"value": name},
                )
            ]
        [reseller_id] = found
        return ImportedSale(reseller_id, row.values.get("voucher"), row.values.get("commission_amount")), []

    def _departure(
        self, row: ParsedRow, experience: ExperienceRow
    ) -> tuple[DepartureAt | None, datetime | None, list[Problem]]:
        """Return the departure a row means, when it begins, and what speaks against it."""
        start = self._start(row, experience)
        if start is None:
            return None, None, [Problem("date", "required", "Say on which day it is.")]
        today = zones.local_day(self.context.at, self.zone)
        if not OLDEST <= start.day <= today + AHEAD:
            return (
                None,
                None,
                [Problem("date", "out_of_range", "This day is before the year 2000 or too far away.")],
            )
        if start.instant is None:
            return self._only_one(row, experience, start.day)
        here = [
            one
            for one in self.departures
            if (one.experience_id, one.start_at) == (experience.id, start.instant)
        ]
        usable = [one for one in here if _is_usable(one)]
        if usable:
            return usable[0], start.instant, []
        column = "starts_at" if "starts_at" in row.values else "time"
        if here:
            return None, None, [Problem(column, "closed", "This departure is closed or canceled.")]
        if start.instant > self.context.at:
            message = "There is no departure at this time. Import availabilities first, or add it."
            return None, None, [Problem(column, "no_departure", message)]
        return None, start.instant, []

    def _only_one(
        self, row: ParsedRow, experience: ExperienceRow, day: date
    ) -> tuple[DepartureAt | None, datetime | None, list[Problem]]:
        """Return the departure of a day that has one alone."""
        if (clock := row.values.get("time")) is not None:
            message = f"The clocks go forward that night: there is no {clock:%H:%M}."
            return None, None, [Problem("time", "no_such_time", message, {"time": f"{clock:%H:%M}"})]
        mine = [
            one
            for one in self.departures
            if (one.experience_id, one.day) == (experience.id, day) and _is_usable(one)
        ]
        if len(mine) != 1:
            message = "Say at which time: there is more than one departure that day, or none."
            return None, None, [Problem("time", "required", message)]
        return mine[0], mine[0].start_at, []


def exists(day: date, clock: time, zone: str) -> bool:
    """Return whether a wall time exists: clocks that go forward leave some out."""
    instant = zones.to_instant(day, clock, zone)
    return zones.to_local(instant, zone).replace(tzinfo=None) == datetime.combine(day, clock)


def _is_usable(one: DepartureAt) -> bool:
    return one.status in {"open", "closed_online"} and one.day_status == "open"


def _resellers_of(rows: Sequence[ParsedRow]) -> dict[str, set[int]]:
    if not any(row.values.get("reseller") for row in rows):
        return {}
    found: dict[str, set[int]] = {}
    for one in resellers.list_resellers(is_archived=True):
        for word in {folded(one.name), str(one.pk)}:
            found.setdefault(word, set()).add(one.pk)
    return found


def is_past(booking: ImportedBooking, at: datetime) -> bool:
    """Return whether a booking's departure has begun."""
    return booking.start_at <= at.astimezone(UTC)
