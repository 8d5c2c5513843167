"""Work that becomes due: sweeping holds, making timeslots ahead."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from outfitter.accounts import daily_jobs
from outfitter.db.tenant_schema import current_schema
from outfitter.operators import health
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.scheduling.operations import (
    availability_events,
    availability_rules,
    counter_repair,
    hold_expiry,
    minimum_pax,
)


def register() -> None:
    """Name the handlers of this app's due work."""
    scheduled_jobs.handles(availability_events.SWEEP, sweep_holds)
    scheduled_jobs.handles(availability_rules.EXTEND, extend_availability)
    daily_jobs.register_daily("scheduling.revive", revive_extension)
    daily_jobs.register_daily("scheduling.recount", recount_seats)
    daily_jobs.register_daily("scheduling.too_few", tell_too_few)


def sweep_holds(_payload: dict[str, Any], at: datetime) -> None:
    """Expire holds that have lapsed."""
    hold_expiry.sweep_expired_holds(at=at)


def revive_extension(_state: Mapping[str, Any], at: datetime) -> None:
    """
    Begin the nightly work anew where its chain was torn; an operator's daily work.

    It schedules itself each time, and due work that fails too often is given up.
    """
    if availability_rules.has_live_rules() and not scheduled_jobs.is_waiting(
        availability_rules.EXTEND, key=availability_rules.NIGHTLY
    ):
        availability_rules.schedule_extension(at=at)


def recount_seats(_state: Mapping[str, Any], at: datetime) -> None:
    """Count an operator's seats anew from holds and bookings; its daily work."""
    repaired = counter_repair.recount_seats(at=at)
    health.keep_recount(schema_name=current_schema(), repaired_cnt=repaired)


def tell_too_few(_state: Mapping[str, Any], at: datetime) -> None:
    """Tell which departures of the coming day have too few guests; an operator's daily work."""
    minimum_pax.report_minimum_pax(at=at)


def extend_availability(_payload: dict[str, Any], at: datetime) -> None:
    """Make the timeslots that came into reach, and come back tomorrow while rules are live."""
    availability_rules.extend_rules(at=at)
    if availability_rules.has_live_rules():
        availability_rules.schedule_extension(at=at)
