"""Writes of the schedule: rules and the timeslots they make, seats held and sold."""

from outfitter_tenants.scheduling.operations.experiences import save_experience
from outfitter_tenants.scheduling.operations.holds import (
    HoldExpired,
    HoldNotFound,
    HoldRef,
    NotBookable,
    SoldOut,
    TooManyHolds,
    convert_hold,
    extend_hold,
    place_hold,
    release_booked,
    release_hold,
    replace_hold,
)
from outfitter_tenants.scheduling.operations.rules import (
    Conflict,
    Kept,
    RuleDraft,
    RuleResult,
    create_rule,
    edit_rule,
    extend_rules,
)
from outfitter_tenants.scheduling.operations.slots import (
    add_timeslot,
    set_day_capacity,
    set_timeslot_status,
)
from outfitter_tenants.scheduling.operations.sweep import sweep_expired_holds

__all__ = [
    "Conflict",
    "HoldExpired",
    "HoldNotFound",
    "HoldRef",
    "Kept",
    "NotBookable",
    "RuleDraft",
    "RuleResult",
    "SoldOut",
    "TooManyHolds",
    "add_timeslot",
    "convert_hold",
    "create_rule",
    "edit_rule",
    "extend_hold",
    "extend_rules",
    "place_hold",
    "release_booked",
    "release_hold",
    "replace_hold",
    "save_experience",
    "set_day_capacity",
    "set_timeslot_status",
    "sweep_expired_holds",
]
