"""
Why a message goes, why it waits, and why it does not go: the words of `Message.reason`. Pure.

Screens say them in people's languages (`web/src/messages/<language>/`); rows keep these words, so one
that is here once stays.
"""

from typing import Final

# Why it goes: what triggers it.
PLANNED: Final = {
    "draft_idle": "planned_draft_idle",
    "reserved": "planned_reserved",
    "rebooked": "planned_rebooked",
    "order_cancelled": "planned_order_cancelled",
    "before_start": "planned_before_start",
    "after_end": "planned_after_end",
    "gift_card_activated": "planned_gift_card_activated",
    "balance_due": "planned_balance_due",
}
# Why it goes later than it should: the reader's night.
QUIET_HOURS: Final = "quiet_hours"

# Why it does not go. Its time was over when the trip was booked, or moved there.
ALREADY_PAST: Final = "already_past"
# What it was about is no more.
REBOOKED: Final = "rebooked"
UNSCHEDULED: Final = "unscheduled"
CANCELLED: Final = "cancelled"
TRIP_DELETED: Final = "trip_deleted"
NOT_CONFIRMED: Final = "not_confirmed"
NO_SHOW: Final = "no_show"
# What it asks for was done.
STOPPED_RESERVED: Final = "stopped_reserved"
STOPPED_RESERVED_ELSEWHERE: Final = "stopped_reserved_elsewhere"
STOPPED_REVIEWED: Final = "stopped_reviewed"
STOPPED_PAID: Final = "stopped_paid"
# Its reader does not want it, or cannot get it.
OPTED_OUT: Final = "opted_out"
NO_CONSENT: Final = "no_consent"
ADDRESS_REFUSED: Final = "address_refused"
NO_ADDRESS: Final = "no_address"
NO_PHONE: Final = "no_phone"
PARTNER_INFORMS: Final = "partner_informs"
# Somebody gets it already.
DUPLICATE_CONTACT: Final = "duplicate_contact"
RECENT_SERIES: Final = "recent_series"
OWN_AUTOMATION: Final = "own_automation"
# The operator's settings speak against it.
PAUSED_TOO_LONG: Final = "paused_too_long"
TOO_LATE: Final = "too_late"
AUTOMATION_OFF: Final = "automation_off"
AUTOMATION_ARCHIVED: Final = "automation_archived"
TEMPLATE_OFF: Final = "template_off"
TEMPLATE_BROKEN: Final = "template_broken"
TEXT_NOT_CONNECTED: Final = "text_not_connected"
# Whoever wrote or saw it did not want it to go.
HELD_BACK: Final = "held_back"
JOB_CANCELLED: Final = "job_cancelled"

NOT_SENT: Final = frozenset(
    {
        ALREADY_PAST,
        REBOOKED,
        UNSCHEDULED,
        CANCELLED,
        TRIP_DELETED,
        NOT_CONFIRMED,
        NO_SHOW,
        STOPPED_RESERVED,
        STOPPED_RESERVED_ELSEWHERE,
        STOPPED_REVIEWED,
        STOPPED_PAID,
        OPTED_OUT,
        NO_CONSENT,
        ADDRESS_REFUSED,
        NO_ADDRESS,
        NO_PHONE,
        PARTNER_INFORMS,
        DUPLICATE_CONTACT,
        RECENT_SERIES,
        OWN_AUTOMATION,
        PAUSED_TOO_LONG,
        TOO_LATE,
        AUTOMATION_OFF,
        AUTOMATION_ARCHIVED,
        TEMPLATE_OFF,
        TEMPLATE_BROKEN,
        TEXT_NOT_CONNECTED,
        HELD_BACK,
        JOB_CANCELLED,
    }
)
# Every word a screen needs.
ALL: Final = (*PLANNED.values(), QUIET_HOURS, *sorted(NOT_SENT))
# A row that ended so was taken off the list by somebody, for good.
FINAL: Final = frozenset({HELD_BACK, JOB_CANCELLED})
# What says that its reader gets none at all, rather than that it is needless.
SUPPRESSED: Final = frozenset({OPTED_OUT, NO_CONSENT, ADDRESS_REFUSED})
