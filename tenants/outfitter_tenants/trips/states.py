"""The states of trips and their orders: frozen tables, one function (domain.md 3.4)."""

from types import MappingProxyType
from typing import Final

from outfitter.kit.errors import DomainError

TRIP: Final = MappingProxyType(
    {
        ("draft", "reserve"): "reserved",
        ("draft", "submit_for_review"): "under_review",
        ("draft", "delete"): "deleted",
        ("under_review", "confirm_review"): "reserved",
        ("under_review", "delete"): "deleted",
        ("reserved", "delete"): "deleted",
        # What it was before decides which of these is meant.
        ("deleted", "restore_draft"): "draft",
        ("deleted", "restore_under_review"): "under_review",
        ("deleted", "restore_reserved"): "reserved",
    }
)
ORDER: Final = MappingProxyType({("active", "cancel"): "cancelled", ("cancelled", "uncancel"): "active"})
SCHEDULE: Final = MappingProxyType(
    {
        ("scheduled", "unschedule"): "unscheduled",
        ("flex", "unschedule"): "unscheduled",
        ("scheduled", "rebook"): "scheduled",
        ("unscheduled", "rebook"): "scheduled",
        ("flex", "rebook"): "scheduled",
    }
)
_NAMES: Final = {"trip": TRIP, "order": ORDER, "schedule": SCHEDULE}


class IllegalTransition(DomainError):
    """The trip or order is not in a state that allows this."""

    code = "already_done"
    status = 409


def transition(state: str, event: str, *, of: str = "trip") -> str:
    """
    Return the state after `event`; `of` is trip, order (active or cancelled) or schedule.

    :raises IllegalTransition: the table has no such step
    """
    after = _NAMES[of].get((state, event))
    if after is None:
        what = "A trip" if of == "trip" else "An order"
        raise IllegalTransition(
            f"{what} that is {state} cannot {event.replace('_', ' ')}.", state=state, event=event
        )
    return after
