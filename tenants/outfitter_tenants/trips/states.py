"""The states of a trip: one frozen table, one function (domain.md 3.4)."""

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
    }
)


class IllegalTransition(DomainError):
    """The trip is not in a state that allows this."""

    code = "already_done"
    status = 409


def transition(state: str, event: str) -> str:
    """
    Return the state after `event`.

    :raises IllegalTransition: the table has no such step
    """
    after = TRIP.get((state, event))
    if after is None:
        raise IllegalTransition(f"A trip that is {state} cannot {event}.", state=state, event=event)
    return after
