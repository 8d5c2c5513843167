"""Bodies of signing in on a register."""

from typing import Annotated

from pydantic import StringConstraints

from outfitter.api.schemas import Id, In, Out


class CounterSellerOut(Out):
    """Somebody who has a PIN, as a register shows them."""

    id: int
    name: str
    color: str
    image_url: str | None


class CounterSellersOut(Out):
    """Who may sell on a register, by name."""

    sellers: list[CounterSellerOut]


class CounterSignInIn(In):
    """Who sells from now on, and their PIN."""

    user_avatar_id: Id
    pin: Annotated[str, StringConstraints(pattern=r"^[0-9]{4,8}$")]


class CounterSignInOut(Out):
    """Who sells now."""

    id: int
    name: str
