"""Which waivers a guest has to sign, and how far they are (domain.md 4.20)."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple, Protocol

# What counts as given.
DONE: Final = frozenset({"signed", "marked_signed"})


def asks(kind: str, ticket: str) -> bool:
    """
    Return whether a template asks the holder of a ticket to sign.

    `kind` is the template's (adult, minor, any), `ticket` what the ticket says of its holder (adult,
    minor, or none: whoever travels on it signs nothing).
    """
    return ticket != "none" and kind in {ticket, "any"}


class StateRow(Protocol):
    """A row that says more of a guest and a template than the experience does."""

    template_id: int | None
    state: str


class WaiverCount(NamedTuple):
    """How far a guest is: the state as bookings have it, how many to sign, how many are signed."""

    state: str
    required: int
    signed: int


def effective(asked: Collection[int], rows: Iterable[StateRow]) -> dict[int | None, str]:
    """
    Return template -> state of all a guest has to sign.

    `asked` are the templates the experience has for the ticket. What staff said of a guest goes
    before it; a signed waiver that nothing asks for any more does not count.
    """
    found: dict[int | None, str] = dict.fromkeys(asked, "required")
    for row in rows:
        if row.state == "not_applicable":
            found.pop(row.template_id, None)
        elif row.template_id in found or row.state != "signed":
            found[row.template_id] = row.state
    return found


def count(asked: Collection[int], rows: Iterable[StateRow]) -> WaiverCount:
    """Return how far a guest is with the templates `asked` of them and what is known beyond."""
    states = list(effective(asked, rows).values())
    signed = sum(state in DONE for state in states)
    if not states:
        return WaiverCount("none_required", 0, 0)
    if signed < len(states):
        return WaiverCount("partial" if signed else "unsigned", len(states), signed)
    return WaiverCount("signed" if "signed" in states else "marked", len(states), signed)
