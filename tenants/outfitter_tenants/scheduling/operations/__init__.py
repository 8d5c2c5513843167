"""Writes of the schedule: rules and the timeslots they make, seats held and sold."""

from outfitter_tenants.scheduling.operations.advisory_locks import lock_timeslot_queue
from outfitter_tenants.scheduling.operations.availability_rules import (
    Conflict,
    KeptTimeslot,
    RuleDraft,
    RuleResult,
    create_rule,
    delete_rule,
    edit_rule,
    extend_rules,
    follow_season,
)
from outfitter_tenants.scheduling.operations.bookability import refusal_of
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, check_other_rules
from outfitter_tenants.scheduling.operations.experience_dates import DateChanges, edit_date, set_day_capacity
from outfitter_tenants.scheduling.operations.experience_terms import follow_terms
from outfitter_tenants.scheduling.operations.experiences import save_experience
from outfitter_tenants.scheduling.operations.hold_conversion import sell_holds
from outfitter_tenants.scheduling.operations.hold_expiry import sweep_expired_holds
from outfitter_tenants.scheduling.operations.holds import (
    HoldExpired,
    HoldNotFound,
    HoldRef,
    NotBookable,
    SeatRequest,
    SoldOut,
    TooManyHolds,
    convert_hold,
    extend_hold,
    lock_visitor_queue,
    place_hold,
    release_booked,
    release_hold,
    replace_hold,
)
from outfitter_tenants.scheduling.operations.imported_seats import place_imported
from outfitter_tenants.scheduling.operations.order_splits import assign_anew, release_resources, split_claims
from outfitter_tenants.scheduling.operations.resource_claims import ResourceUnavailable
from outfitter_tenants.scheduling.operations.seat_exchange import (
    Seating,
    SeatTerms,
    SoldOrder,
    change_channel,
    reseat_order,
)
from outfitter_tenants.scheduling.operations.timeslot_cancellations import (
    CancellationScope,
    Cancelled,
    DateNotFound,
    HasBookings,
    cancel_date,
    cancel_emptied,
    cancel_timeslot,
    close_for_cancelling,
    timeslots_to_cancel,
)
from outfitter_tenants.scheduling.operations.timeslot_changes import TimeslotChanges, edit_timeslot
from outfitter_tenants.scheduling.operations.timeslots import add_timeslot, set_timeslot_status
from outfitter_tenants.scheduling.operations.waiting_seats import (
    keep_until,
    lock_departures,
    offer_seats,
    release_kept_seats,
    set_waiting,
)

__all__ = [
    "Buyer",
    "CancellationScope",
    "Cancelled",
    "Conflict",
    "DateChanges",
    "DateNotFound",
    "HasBookings",
    "HoldExpired",
    "HoldNotFound",
    "HoldRef",
    "KeptTimeslot",
    "NotBookable",
    "ResourceUnavailable",
    "RuleDraft",
    "RuleResult",
    "SeatRequest",
    "SeatTerms",
    "Seating",
    "SoldOrder",
    "SoldOut",
    "TimeslotChanges",
    "TooManyHolds",
    "add_timeslot",
    "assign_anew",
    "cancel_date",
    "cancel_emptied",
    "cancel_timeslot",
    "change_channel",
    "check_other_rules",
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
    "keep_until",
    "lock_departures",
    "lock_timeslot_queue",
    "lock_visitor_queue",
    "offer_seats",
    "place_hold",
    "place_imported",
    "refusal_of",
    "release_booked",
    "release_hold",
    "release_kept_seats",
    "release_resources",
    "replace_hold",
    "reseat_order",
    "save_experience",
    "sell_holds",
    "set_day_capacity",
    "set_timeslot_status",
    "set_waiting",
    "split_claims",
    "sweep_expired_holds",
    "timeslots_to_cancel",
]
