"""What the calls around disputes take (domain.md 4.9)."""

from typing import Annotated

from pydantic import StringConstraints

from outfitter.api.schemas import PRINTABLE, In
from outfitter_tenants.checkout.trip_response.requests.lifecycle import Reason

# As much as a card's bank reads.
Statement = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10_000, pattern=PRINTABLE)]


class DisputeAnswerIn(In):
    """What the operator says beside the evidence pack; `is_final` sends both to the bank."""

    statement: Statement = ""
    is_final: bool = False


class DisputeAcceptIn(In):
    """Why a dispute is given up."""

    reason: Reason
