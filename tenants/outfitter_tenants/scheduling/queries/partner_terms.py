"""Departures as one partner may sell them: under the partner's own booking restriction (ADR 94)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling.queries.partner_timeslots import DepartureRow
from outfitter_tenants.scheduling.queries.timeslots import TimeslotRow, zone_of
from outfitter_tenants.scheduling.rules.availability import AUDIENCES, Window
from outfitter_tenants.scheduling.rules.cutoffs import Clock
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms, window_under

_PARTNERS: Final = "reseller"


def terms_of_partner(*, reseller_id: int | None) -> PartnerTerms | None:
    """
    Return under which terms of its own a partner sells; None: under those of the experience.

    No statement where there is no partner; inside `configuration()` none for a known one either.
    """
    restriction_id = resellers.restriction_of(reseller_id=reseller_id)
    if restriction_id is None:
        return None
    rows = catalog.restriction_rows(restriction_id=restriction_id)
    return PartnerTerms(rows) if rows else None


def timeslot_under(slot: TimeslotRow, terms: PartnerTerms | None) -> TimeslotRow:
    """Return a departure with the windows and the party sizes of a partner's terms."""
    if terms is None:
        return slot
    clock = _clock(terms, slot.experience_id)
    windows, parties = dict(slot.windows), dict(slot.parties)
    for audience in AUDIENCES:
        if (row := terms.rows.get(audience)) is None:
            continue
        windows[audience] = window_under(
            row, windows[audience], day=slot.date, start_at=slot.start_at, clock=clock
        )
        least, most = slot.party(audience)
        parties[audience] = (
            least if row.min_pax is None else row.min_pax,
            most if row.max_pax is None else row.max_pax,
        )
    return replace(slot, windows=windows, parties=parties)


def departures_under(rows: Sequence[DepartureRow], terms: PartnerTerms | None) -> list[DepartureRow]:
    """Return the departures of one experience with the opening and the closing of a partner's terms."""
    row = terms.rows.get(_PARTNERS) if terms is not None else None
    if terms is None or row is None or not rows:
        return list(rows)
    clock = _clock(terms, rows[0].experience_id)
    found = []
    for one in rows:
        plain = Window(one.closes_at, one.opens_at)
        window = window_under(row, plain, day=one.date, start_at=one.start_at, clock=clock)
        closes_at = window.closes_at(one.booked_pax_cnt)
        found.append(one._replace(opens_at=window.presale_at, closes_at=closes_at))
    return found


def _clock(terms: PartnerTerms, experience_id: int) -> Clock:
    if not terms.needs_zone:
        return Clock("UTC")
    experience = catalog.list_experiences(ids=[experience_id]).get(experience_id)
    return Clock(zone_of(time_zone=experience.time_zone if experience else None))
