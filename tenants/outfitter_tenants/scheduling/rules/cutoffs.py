"""
From the terms of a restriction to instants, computed in local time. Pure (domain.md 4.2.6).

A local time that does not exist moves forward by the gap; of one that exists twice the first
counts.
"""

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from outfitter.kit import zones
from outfitter_tenants.scheduling.rules.availability import Window

if TYPE_CHECKING:
    from outfitter_tenants.catalog.queries import Terms


class Clock:
    """Local wall times of one zone; remembers what it has computed, as departures share days."""

    def __init__(self, zone: str) -> None:
        self.zone = zone
        self._known: dict[tuple[date, time], datetime] = {}

    def instant(self, day: date, at: time) -> datetime:
        """Return the UTC instant of a local time."""
        key = (day, at)
        if key not in self._known:
            self._known[key] = zones.to_instant(day, at, self.zone)
        return self._known[key]


def window(terms: "Terms", *, day: date, start_at: datetime, clock: Clock) -> Window:
    """
    Return from when until when a departure on that local day is sold under these terms.

    Negative minutes lie after the start. Presale begins with the local day so many days before.
    """
    if terms.cutoff_mode == "clock_time_before" and terms.cutoff_clock is not None:
        cutoff_at = clock.instant(day - timedelta(days=terms.days_before or 0), terms.cutoff_clock)
    else:
        cutoff_at = start_at - timedelta(minutes=terms.cutoff_minutes)
    presale_at = None
    if terms.presale_days is not None:
        presale_at = clock.instant(day - timedelta(days=terms.presale_days), time())
    smart = terms.smart_cutoff
    if smart is None:
        return Window(cutoff_at, presale_at)
    return Window(
        cutoff_at, presale_at, smart.min_booked_pax, start_at - timedelta(minutes=smart.cutoff_minutes)
    )
