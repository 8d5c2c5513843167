"""Work that becomes due: sweeping holds, making timeslots ahead."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from outfitter.accounts import upkeep
from outfitter.plugins import due
from outfitter_tenants.scheduling.operations import announce, deciding, recounting, rules, sweep


def register() -> None:
    """Name the handlers of this app's due work."""
    due.handles(announce.SWEEP, sweep_holds)
    due.handles(rules.EXTEND, extend_availability)
    upkeep.daily("scheduling.revive", revive_extension)
    upkeep.daily("scheduling.recount", recount_seats)
    upkeep.daily("scheduling.too_few", tell_too_few)


def sweep_holds(_payload: dict[str, Any], at: datetime) -> None:
    """Expire holds that have lapsed."""
    sweep.sweep_expired_holds(at=at)


def revive_extension(_state: Mapping[str, Any], at: datetime) -> None:
    """
    Begin the nightly work anew where its chain was torn; an operator's daily work.

    It schedules itself each time, and due work that fails too often is given up.
    """
    if rules.has_live_rules() and not due.is_waiting(rules.EXTEND, key=rules.NIGHTLY):
        rules.schedule_extension(at=at)


def recount_seats(_state: Mapping[str, Any], at: datetime) -> None:
    """Count an operator's seats anew from holds and bookings; its daily work."""
    recounting.recount_seats(at=at)


def tell_too_few(_state: Mapping[str, Any], at: datetime) -> None:
    """Tell which departures of the coming day have too few guests; an operator's daily work."""
    deciding.tell_too_few(at=at)


def extend_availability(_payload: dict[str, Any], at: datetime) -> None:
    """Make the timeslots that came into reach, and come back tomorrow while rules are live."""
    rules.extend_rules(at=at)
    if rules.has_live_rules():
        rules.schedule_extension(at=at)
