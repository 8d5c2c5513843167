"""What the calls that reserve a trip answer beside the trip itself."""

from typing import Literal

from outfitter.api.schemas import Out
from outfitter_tenants.checkout.trip_response.schemas import WarningOut


class BlockerOut(Out):
    """Why a trip cannot be reserved now; `code` is what reserving would answer."""

    code: str
    message: str
    detail: dict[str, object]


class CanReserveOut(Out):
    """Whether a trip can be reserved now."""

    can_reserve: bool
    blockers: list[BlockerOut]
    warnings: list[WarningOut]


class CardOwnerOut(Out):
    """Whose card it is."""

    kind: Literal["customer", "reseller", "agent"]
    id: int
    name: str


class UsableCardOut(Out):
    """A saved card that a trip can be paid with."""

    id: int
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    is_default: bool
    is_expired: bool
    nickname: str
    owner: CardOwnerOut
