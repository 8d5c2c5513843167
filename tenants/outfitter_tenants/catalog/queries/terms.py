"""Reads of the terms that experiences share: restrictions and seasons (domain.md 3.2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Final, Literal, Protocol

from django.db.models import Prefetch, QuerySet

from outfitter.db.configuration import configuration_read
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog import models
from outfitter_tenants.catalog.models import Experience, Restriction, Season

TermsAudience = Literal["online", "direct", "reseller"]
CutoffMode = Literal["before_start", "clock_time_before"]
SoldOutDisplay = Literal["hide", "show", "call_to_book"]
AUDIENCES: Final[tuple[TermsAudience, ...]] = ("online", "direct", "reseller")


class RestrictionNotFound(NotFound):
    """No such restriction here."""


class SeasonNotFound(NotFound):
    """No such season here."""


@dataclass(frozen=True, slots=True)
class SmartCutoff:
    """
    A departure that runs anyway is sold longer (domain.md 4.2.6).

    From `min_booked_pax` booked guests on the cut-off is at `cutoff_minutes` before the start,
    when that is later than the plain one.
    """

    min_booked_pax: int
    cutoff_minutes: int


@dataclass(frozen=True, slots=True)
class Terms:
    """
    What one audience may book and when, after falling back to the experience's own columns.

    `cutoff_minutes` count with mode `before_start` (negative: after the start); `cutoff_clock`
    and `days_before`, local to the departure, with mode `clock_time_before` and are null else.
    `presale_days` null: sold as soon as it is made. `countdown_from` null: as the product does;
    0: never told.
    """

    audience: TermsAudience
    min_pax: int
    max_pax: int
    cutoff_mode: CutoffMode
    cutoff_minutes: int
    cutoff_clock: time | None
    days_before: int | None
    presale_days: int | None
    smart_cutoff: SmartCutoff | None
    countdown_from: int | None
    sold_out_display: SoldOutDisplay


@dataclass(frozen=True, slots=True)
class TermsRow:
    """A row of a restriction as it is stored; null leaves it to the experience."""

    audience: TermsAudience
    min_pax: int | None
    max_pax: int | None
    cutoff_mode: CutoffMode
    cutoff_minutes: int | None
    cutoff_clock: time | None
    days_before: int | None
    presale_days: int | None
    smart_cutoff: SmartCutoff | None
    countdown_from: int | None
    sold_out_display: SoldOutDisplay


@dataclass(frozen=True, slots=True)
class RestrictionRow:
    """A named set of terms; `experience_ids` leaves out archived experiences."""

    id: int
    name: str
    rows: tuple[TermsRow, ...]
    experience_ids: tuple[int, ...]
    is_archived: bool
    version: int


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """
    Days of the year with a name; `weekdays` as a bitmask, bit 0 is Sunday.

    Ranges and times are local and hold both ends.
    """

    id: int
    name: str
    ranges: tuple[tuple[date, date], ...]
    weekdays: int
    time_from: time | None
    time_to: time | None
    is_archived: bool
    version: int

    @property
    def is_timed(self) -> bool:
        """Return whether it is for certain times of a day."""
        return self.time_from is not None and self.time_to is not None

    def covers(self, day: date, at: time | None = None) -> bool:
        """Return whether a departure on that local day (at that time, when given) is in it."""
        if not self.weekdays >> (day.isoweekday() % 7) & 1:
            return False
        if not any(first <= day <= last for first, last in self.ranges):
            return False
        if at is None or self.time_from is None or self.time_to is None:
            return True
        return self.time_from <= at <= self.time_to


class OwnTerms(Protocol):
    """What an experience says itself, for whoever its restriction says nothing about."""

    @property
    def id(self) -> int: ...
    @property
    def restriction_id(self) -> int | None: ...
    @property
    def min_pax(self) -> int: ...
    @property
    def max_pax(self) -> int: ...
    @property
    def cutoff_minutes_online(self) -> int: ...
    @property
    def cutoff_minutes_direct(self) -> int: ...


def terms_of(experience: OwnTerms) -> dict[TermsAudience, Terms]:
    """Return what each audience may book of an experience: no statement without a restriction."""
    return terms_by_experience([experience])[experience.id]


def terms_by_experience(experiences: Iterable[OwnTerms]) -> dict[int, dict[TermsAudience, Terms]]:
    """Return the terms of several experiences by id, with one statement at most."""
    wanted = list(experiences)
    rows: dict[int, dict[TermsAudience, TermsRow]] = {}
    named = {e.restriction_id for e in wanted if e.restriction_id is not None}
    if named:
        for row in models.RestrictionRow.objects.filter(restriction_id__in=named):
            stored = _terms_row(row)
            rows.setdefault(row.restriction_id, {})[stored.audience] = stored
    return {
        e.id: {a: effective(e, a, rows.get(e.restriction_id or 0, {}).get(a)) for a in AUDIENCES}
        for e in wanted
    }


@configuration_read
def restriction_rows(*, restriction_id: int) -> Mapping[TermsAudience, TermsRow]:
    """Return what a restriction says, by audience; who it says nothing about is left out."""
    rows = models.RestrictionRow.objects.filter(restriction_id=restriction_id)
    return {row.audience: row for row in map(_terms_row, rows)}


def effective(own: OwnTerms, audience: TermsAudience, row: TermsRow | None) -> Terms:
    """
    Lay a restriction's row over what the experience says itself (domain.md 4.2.6, 4.4). Pure.

    Resellers' own cut-off is the online one: neither has anybody at the counter.
    """
    minutes = own.cutoff_minutes_direct if audience == "direct" else own.cutoff_minutes_online
    if row is None:
        return Terms(
            audience, own.min_pax, own.max_pax, "before_start", minutes, None, None, None, None, None, "show"
        )
    return Terms(
        audience=audience,
        min_pax=own.min_pax if row.min_pax is None else row.min_pax,
        max_pax=own.max_pax if row.max_pax is None else row.max_pax,
        cutoff_mode=row.cutoff_mode,
        cutoff_minutes=minutes if row.cutoff_minutes is None else row.cutoff_minutes,
        cutoff_clock=row.cutoff_clock,
        days_before=row.days_before,
        presale_days=row.presale_days,
        smart_cutoff=row.smart_cutoff,
        countdown_from=row.countdown_from,
        sold_out_display=row.sold_out_display,
    )


def under(terms: Terms, row: TermsRow | None) -> Terms:
    """Lay a partner's row for an audience over what else that audience may book (domain.md 3.6). Pure."""
    if row is None:
        return terms
    own_cutoff = row.cutoff_clock is not None or row.cutoff_minutes is not None
    return replace(
        terms,
        min_pax=terms.min_pax if row.min_pax is None else row.min_pax,
        max_pax=terms.max_pax if row.max_pax is None else row.max_pax,
        cutoff_mode=row.cutoff_mode if own_cutoff else terms.cutoff_mode,
        cutoff_minutes=terms.cutoff_minutes if row.cutoff_minutes is None else row.cutoff_minutes,
        cutoff_clock=row.cutoff_clock if own_cutoff else terms.cutoff_clock,
        days_before=row.days_before if own_cutoff else terms.days_before,
        presale_days=terms.presale_days if row.presale_days is None else row.presale_days,
        smart_cutoff=row.smart_cutoff if own_cutoff or row.smart_cutoff is not None else terms.smart_cutoff,
    )


def list_restrictions(*, is_archived: bool = False) -> list[RestrictionRow]:
    """Return the operator's restrictions by name."""
    rows = _restrictions().filter(archived_at__isnull=not is_archived)
    return [_restriction(row) for row in rows.order_by("name", "id")]


def get_restriction(*, restriction_id: int) -> RestrictionRow:
    """
    Return one restriction, archived or not.

    :raises RestrictionNotFound: there is none
    """
    row = _restrictions().filter(pk=restriction_id).first()
    if row is None:
        raise RestrictionNotFound("Restriction not found.")
    return _restriction(row)


def lock_restriction(*, restriction_id: int) -> Restriction:
    """
    Lock one restriction for a change.

    :raises RestrictionNotFound: there is none
    """
    row = Restriction.objects.select_for_update().filter(pk=restriction_id).first()
    if row is None:
        raise RestrictionNotFound("Restriction not found.")
    return row


def lock_usable_restriction(restriction_id: int) -> bool:
    """Lock a restriction for whoever goes under it; False: there is none, or it is archived."""
    row = Restriction.objects.select_for_update().filter(pk=restriction_id).first()
    return row is not None and row.archived_at is None


def list_seasons(*, is_archived: bool = False) -> list[SeasonRow]:
    """Return the operator's seasons by name."""
    rows = Season.objects.filter(archived_at__isnull=not is_archived)
    return [_season(row) for row in rows.order_by("name", "id")]


def seasons_by_id(*, ids: Iterable[int] | None = None) -> Mapping[int, SeasonRow]:
    """Return seasons by id (all when `ids` is None), archived ones too: what names them lasts."""
    rows = Season.objects.all() if ids is None else Season.objects.filter(pk__in=list(ids))
    return {row.pk: _season(row) for row in rows}


def get_season(*, season_id: int) -> SeasonRow:
    """
    Return one season, archived or not.

    :raises SeasonNotFound: there is none
    """
    found = seasons_by_id(ids=[season_id]).get(season_id)
    if found is None:
        raise SeasonNotFound("Season not found.")
    return found


def lock_season(*, season_id: int) -> Season:
    """
    Lock one season for a change.

    :raises SeasonNotFound: there is none
    """
    row = Season.objects.select_for_update().filter(pk=season_id).first()
    if row is None:
        raise SeasonNotFound("Season not found.")
    return row


def _restrictions() -> QuerySet[Restriction]:
    used = Experience.objects.exclude(status="archived").order_by("position", "id")
    return Restriction.objects.prefetch_related(
        "rows", Prefetch("experiences", queryset=used.only("id", "restriction_id"))
    )


def _restriction(row: Restriction) -> RestrictionRow:
    stored = {terms.audience: terms for terms in (_terms_row(r) for r in row.rows.all())}
    return RestrictionRow(
        id=row.pk,
        name=row.name,
        rows=tuple(stored[audience] for audience in AUDIENCES if audience in stored),
        experience_ids=tuple(experience.pk for experience in row.experiences.all()),
        is_archived=row.archived_at is not None,
        version=row.version,
    )


def _terms_row(row: models.RestrictionRow) -> TermsRow:
    smart = None
    if row.smart_min_booked_pax is not None and row.smart_cutoff_minutes is not None:
        smart = SmartCutoff(row.smart_min_booked_pax, row.smart_cutoff_minutes)
    is_clock = row.cutoff_mode == "clock_time_before"
    return TermsRow(
        audience=row.audience,  # type: ignore[arg-type]
        min_pax=row.min_pax,
        max_pax=row.max_pax,
        cutoff_mode=row.cutoff_mode,  # type: ignore[arg-type]
        cutoff_minutes=row.cutoff_minutes,
        cutoff_clock=row.cutoff_clock if is_clock else None,
        days_before=row.days_before if is_clock else None,
        presale_days=row.presale_days,
        smart_cutoff=smart,
        countdown_from=row.countdown_from,
        sold_out_display=row.sold_out_display,  # type: ignore[arg-type]
    )


def _season(row: Season) -> SeasonRow:
    return SeasonRow(
        id=row.pk,
        name=row.name,
        ranges=days_of(row.ranges),
        weekdays=row.weekdays,
        time_from=row.time_from,
        time_to=row.time_to,
        is_archived=row.archived_at is not None,
        version=row.version,
    )


def days_of(stored: Iterable[Mapping[str, str]]) -> tuple[tuple[date, date], ...]:
    """Return a season's ranges as they are stored, as days; both ends included."""
    return tuple((date.fromisoformat(r["from"]), date.fromisoformat(r["to"])) for r in stored)
