"""What calls about cash drawers carry."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from outfitter.api.schemas import SINGLE_LINE, Amount, Id, In, Positive, Version, Visible

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Coin = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,8}$")]
DrawerName = Annotated[
    str, StringConstraints(min_length=1, max_length=80, strip_whitespace=True, pattern=SINGLE_LINE), Visible
]
Reason = Annotated[
    str, StringConstraints(min_length=1, max_length=300, strip_whitespace=True, pattern=SINGLE_LINE), Visible
]
MaybeReason = Annotated[
    str, StringConstraints(max_length=300, strip_whitespace=True, pattern=SINGLE_LINE), Visible
]


class CashDrawerIn(In):
    """A drawer as it is to be called, and where it stands."""

    name: DrawerName
    location_id: Id | None = None


class CashDrawerChangeIn(CashDrawerIn):
    """The same, for the version the caller saw."""

    version: Version


class CashVersionIn(In):
    """The version the caller saw."""

    version: Version


class CashShiftOpenIn(In):
    """What is in the drawer at the beginning, in minor units."""

    float_amount: Amount = 0


class CashMoveIn(In):
    """Cash that goes in or out without a guest, and why."""

    version: Version
    kind: Literal["paid_in", "paid_out", "drop"]
    amount: Positive
    currency: Currency
    reason: Reason


class CashCountIn(In):
    """What was counted of one currency; the sum has to be that of the coins, where these are given."""

    currency: Currency
    amount: Amount
    denominations: dict[Coin, Annotated[int, Field(ge=0, le=100_000)]] = Field(
        default_factory=dict, max_length=30
    )
    reason: MaybeReason = ""

    @model_validator(mode="after")
    def _adds_up(self) -> "CashCountIn":
        coins = sum(int(coin) * count for coin, count in self.denominations.items())
        if self.denominations and coins != self.amount:
            raise ValueError("The coins and bills don't add up to the amount.")
        return self


class CashCloseIn(In):
    """The count that ends a shift."""

    version: Version
    counts: list[CashCountIn] = Field(max_length=10)


class CashReopenIn(In):
    """Why a counted shift is opened again."""

    version: Version
    reason: Reason
