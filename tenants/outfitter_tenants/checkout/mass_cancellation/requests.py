"""What the calls take that call departures off (domain.md 4.25, 5.23)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, Id, In


class NotifyIn(In):
    """What the guests are told beside what happened; without a template it is the usual message."""

    template: Literal["cancelled"] = "cancelled"
    note: Annotated[str, StringConstraints(max_length=2000, pattern=PRINTABLE)] = ""


class CancelDeparturesIn(In):
    """
    Why departures do not take place, what guests get back and what they are told.

    With `dry_run` only say what that would do. `only_empty` cancels departures nobody is booked
    on and leaves the others as they are.
    """

    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=PRINTABLE)] = ""
    cause: Literal["operator", "weather"] = "operator"
    notify: NotifyIn | None = None
    allow_self_rebook: bool = False
    allow_other_experience: bool = False
    refund_mode: Literal["none", "policy", "full", "credit"] = "none"
    only_empty: bool = False
    dry_run: bool = False


class CancelDayIn(CancelDeparturesIn):
    """The same for a whole day, but for some experiences."""

    exclude_experience_ids: list[Id] = Field(default=[], max_length=200)
