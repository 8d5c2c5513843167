"""What the calls that name and mark a trip take (domain.md 5.24)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from outfitter.api.schemas import PRINTABLE, Amount, Id, In, Line, Positive, Visible
from outfitter_tenants.checkout.printouts.attached_papers import Paper
from outfitter_tenants.checkout.trip_response.requests.lifecycle import PlainText, Reason, VersionedIn
from outfitter_tenants.messaging.staff_answers import AnswerChannel
from outfitter_tenants.resellers.schemas import Share


class GroupNameIn(VersionedIn):
    """The group's name; null or empty takes it away."""

    group_name: Line | None


class TripSourceIn(VersionedIn):
    """Where the customer heard of us; null takes it back."""

    trip_source_id: Id | None


class VoucherIn(VersionedIn):
    """The number of a partner's voucher; null or empty takes it away."""

    reseller_voucher: Annotated[Line, StringConstraints(max_length=80)] | None


class FlagIn(VersionedIn):
    """Why somebody should look at a trip, and who."""

    reason_id: Id | None = None
    assignee_avatar_id: Id | None = None
    comment: PlainText = ""


class FlagClearIn(VersionedIn):
    """What was done about it."""

    note: Reason


class TripResellerIn(VersionedIn):
    """Which partner sells the trip, and whether at the partner's prices."""

    reseller_id: Id
    reprice: Literal["keep", "reprice"] = "keep"


class TripResellerRemoveIn(VersionedIn):
    """No partner sells the trip, and whether at our own prices of now."""

    reprice: Literal["keep", "reprice"] = "keep"


class TripAgentIn(VersionedIn):
    """Who of the partner sold it."""

    agent_id: Id


class TripAgentRemoveIn(VersionedIn):
    """Nobody in particular sold it."""


class PrepaidUseIn(VersionedIn):
    """How much of the partner's balance pays for the trip; null: as much as is owed and there is."""

    amount: Positive | None = None


class CommissionIn(VersionedIn):
    """What the partner earns: `amount` in minor units, or `ppm` of the base."""

    amount: Amount | None = None
    ppm: Share | None = None
    agent_amount: Amount | None = None
    reason: Reason

    @model_validator(mode="after")
    def _one_of_both(self) -> "CommissionIn":
        if (self.amount is None) == (self.ppm is None):
            raise ValueError("Enter an amount or a percentage.")
        return self


class QuestionAnswerIn(In):
    """What staff answer a customer; without a `channel` it goes as the last question came."""

    channel: AnswerChannel | None = None
    subject: Annotated[str, StringConstraints(strip_whitespace=True, max_length=160, pattern=PRINTABLE)] = ""
    attachments: list[Paper] = Field(default=[], max_length=2)
    body: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=4000, pattern=PRINTABLE),
        Visible,
    ]
