"""A partner's own booking restriction, laid over what a departure says to everybody. Pure (domain.md 3.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from outfitter_tenants.scheduling.rules.availability import Audience, Window
from outfitter_tenants.scheduling.rules.cutoffs import Clock

if TYPE_CHECKING:
    from outfitter_tenants.catalog.queries import TermsRow


@dataclass(frozen=True, slots=True)
class PartnerTerms:
    """
    The rows of a partner's restriction, by audience.

    What a row leaves open, and audiences without a row, are as the experience has them.
    """

    rows: "Mapping[Audience, TermsRow]"

    def sets_cutoff(self, audience: Audience) -> bool:
        """Return whether it says until when that audience buys, in place of the departure."""
        row = self.rows.get(audience)
        return row is not None and (has_cutoff(row) or row.smart_cutoff is not None)

    def sets_presale(self, audience: Audience) -> bool:
        """Return whether it says from when that audience buys."""
        row = self.rows.get(audience)
        return row is not None and row.presale_days is not None

    @property
    def needs_zone(self) -> bool:
        """Return whether some of it is told in local time."""
        return any(row.cutoff_clock is not None or row.presale_days is not None for row in self.rows.values())


def has_cutoff(row: "TermsRow") -> bool:
    """Return whether a row has a cut-off of its own."""
    return row.cutoff_clock is not None or row.cutoff_minutes is not None


def window_under(row: "TermsRow", window: Window, *, day: date, start_at: datetime, clock: Clock) -> Window:
    """
    Return from when until when a departure on that local day is sold under a row (domain.md 4.2.6).

    A cut-off of its own takes the place of the plain and of the smart one: who is to sell longer on
    departures that run anyway says so in the same row.
    """
    cutoff_at = window.cutoff_at
    smart = (window.smart_min_pax, window.smart_cutoff_at)
    if has_cutoff(row):
        smart = (None, None)
        if row.cutoff_clock is not None:
            cutoff_at = clock.instant(day - timedelta(days=row.days_before or 0), row.cutoff_clock)
        else:
            cutoff_at = start_at - timedelta(minutes=row.cutoff_minutes or 0)
    if row.smart_cutoff is not None:
        minutes = row.smart_cutoff.cutoff_minutes
        smart = (row.smart_cutoff.min_booked_pax, start_at - timedelta(minutes=minutes))
    presale_at = window.presale_at
    if row.presale_days is not None:
        presale_at = clock.instant(day - timedelta(days=row.presale_days), time())
    return Window(cutoff_at, presale_at, *smart)
