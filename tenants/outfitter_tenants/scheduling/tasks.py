"""Work that becomes due: sweeping holds, making timeslots ahead."""

from datetime import datetime
from typing import Any

from outfitter.plugins import due
from outfitter_tenants.scheduling.operations import announce, rules, sweep


def register() -> None:
    """Name the handlers of this app's due work."""
    due.handles(announce.SWEEP, sweep_holds)
    due.handles(rules.EXTEND, extend_availability)


def sweep_holds(_payload: dict[str, Any], at: datetime) -> None:
    """Expire holds that have lapsed."""
    sweep.sweep_expired_holds(at=at)


def extend_availability(_payload: dict[str, Any], at: datetime) -> None:
    """Make the timeslots that came into reach, and come back tomorrow while rules are live."""
    rules.extend_rules(at=at)
    if rules.has_live_rules():
        rules.schedule_extension(at=at)
