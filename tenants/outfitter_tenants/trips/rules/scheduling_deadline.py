"""Until when an order without a departure is to find one (domain.md 4.12): pure."""

from datetime import date, datetime, timedelta

from outfitter.kit import zones


def schedule_by(unscheduled_at: datetime | None, *, time_zone: str, valid_days: int) -> date | None:
    """Return the last local day on which an order is to be scheduled; None without an `unscheduled_at`."""
    if unscheduled_at is None:
        return None
    return zones.local_day(unscheduled_at, time_zone) + timedelta(days=valid_days)


def over_before(at: datetime, *, time_zone: str, valid_days: int) -> datetime:
    """Return the instant before which an order must have lost its departure for its last day to be over."""
    first = zones.local_day(at, time_zone) - timedelta(days=valid_days)
    return zones.day_bounds(first, time_zone)[0]
