"""What staff ask for who write to a person or to all guests of a departure or day."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any, Literal

from outfitter_tenants.checkout.printouts.attached_papers import Paper

Channel = Literal["email", "sms", "whatsapp"]


@dataclass(frozen=True, slots=True)
class MessageRequest:
    """
    What to say, from which template, by which way.

    `body` is what somebody wrote by hand: it takes the place of the template's words; `note` stands
    among them. Both may name merge fields.
    """

    template_id: int
    channel: Channel
    note: str = ""
    subject: str = ""
    body: str = ""
    papers: tuple[Paper, ...] = ()

    def stored(self) -> dict[str, Any]:
        """Return this as a job keeps it."""
        return asdict(self)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "MessageRequest":
        """Return what a job kept."""
        return cls(**{**stored, "papers": tuple(stored["papers"])})


@dataclass(frozen=True, slots=True)
class GuestScope:
    """
    Whose guests: those of one departure, or of an experience's local day.

    `statuses` narrows them to parties of whom somebody has one of these statuses.
    """

    timeslot_id: int | None = None
    experience_id: int | None = None
    day: date | None = None
    statuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GuestRecipient:
    """A party that gets the message; `contact` is where it goes, once for all their trips."""

    trip_id: int
    order_id: int | None
    customer_id: int | None
    confirmation_code: str
    name: str
    contact: str
    locale: str


@dataclass(frozen=True, slots=True)
class SkippedGuest:
    """A party that gets none, and why: no_address, no_phone, opted_out, duplicate_contact, other_status."""

    trip_id: int
    confirmation_code: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Recipients:
    """Who gets a message and who does not."""

    timeslot_ids: Sequence[int]
    experience_ids: frozenset[int]
    title: Mapping[str, str]
    reached: Sequence[GuestRecipient]
    skipped: Sequence[SkippedGuest] = field(default=())

    def skipped_cnts(self) -> list[dict[str, object]]:
        """Return how many are left out, by reason, the commonest first."""
        found: dict[str, int] = {}
        for one in self.skipped:
            found[one.reason] = found.get(one.reason, 0) + 1
        in_order = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        return [{"reason": reason, "cnt": cnt} for reason, cnt in in_order]


def text_channel(channel: Channel) -> Literal["sms", "whatsapp"] | None:
    """Return the way texts go, None for mail."""
    return None if channel == "email" else channel
