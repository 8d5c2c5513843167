"""Writes of the schedule: rules and the timeslots they make, seats held and sold."""

from outfitter_tenants.scheduling.operations.cancelling import (
    Cancelled,
    Closing,
    DateNotFound,
    HasBookings,
    cancel_date,
    cancel_emptied,
    cancel_timeslot,
    close_for_cancelling,
    timeslots_to_cancel,
)
from outfitter_tenants.scheduling.operations.claims import ResourceUnavailable
from outfitter_tenants.scheduling.operations.days import (
    DateChanges,
    edit_date,
    set_day_capacity,
)
from outfitter_tenants.scheduling.operations.edits import TimeslotChanges, edit_timeslot
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
    queue_up,
    release_booked,
    release_hold,
    replace_hold,
)
from outfitter_tenants.scheduling.operations.reseating import (
    Seating,
    SoldOrder,
    Terms,
    change_channel,
    reseat_order,
)
from outfitter_tenants.scheduling.operations.rules import (
    Conflict,
    Kept,
    RuleDraft,
    RuleResult,
    create_rule,
    delete_rule,
    edit_rule,
    extend_rules,
    follow_season,
)
from outfitter_tenants.scheduling.operations.selling import sell_holds
from outfitter_tenants.scheduling.operations.slots import (
    add_timeslot,
    set_timeslot_status,
)
from outfitter_tenants.scheduling.operations.splitting import (
    assign_anew,
    release_resources,
    split_claims,
)
from outfitter_tenants.scheduling.operations.sweep import sweep_expired_holds
from outfitter_tenants.scheduling.operations.terms import follow_terms

__all__ = [
    "Cancelled",
    "Closing",
    "Conflict",
    "DateChanges",
    "DateNotFound",
    "HasBookings",
    "HoldExpired",
    "HoldNotFound",
    "HoldRef",
    "Kept",
    "NotBookable",
    "ResourceUnavailable",
    "RuleDraft",
    "RuleResult",
    "Seating",
    "SoldOrder",
    "SoldOut",
    "Terms",
    "TimeslotChanges",
    "TooManyHolds",
    "add_timeslot",
    "assign_anew",
    "cancel_date",
    "cancel_emptied",
    "cancel_timeslot",
    "change_channel",
    "close_for_cancelling",
    "convert_hold",
    "create_rule",
    "delete_rule",
    "edit_date",
    "edit_rule",
    "edit_timeslot",
    "extend_hold",
    "extend_rules",
    "follow_season",
    "follow_terms",
    "place_hold",
    "queue_up",
    "release_booked",
    "release_hold",
    "release_resources",
    "replace_hold",
    "reseat_order",
    "save_experience",
    "sell_holds",
    "set_day_capacity",
    "set_timeslot_status",
    "split_claims",
    "sweep_expired_holds",
    "timeslots_to_cancel",
]
