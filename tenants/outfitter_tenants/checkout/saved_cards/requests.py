"""What the calls of saved cards take."""

from typing import Annotated

from pydantic import StringConstraints

from outfitter.api.schemas import In, Name

Method = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{3,64}$")]


class CardSetupIn(In):
    """Begin to keep a card."""


class CardAddIn(In):
    """A card that the browser had the gateway keep, by the gateway's id of it."""

    payment_method_id: Method
    nickname: Name = ""
    is_default: bool = False


class PartnerCardEditIn(In):
    """Name a saved card, or make it the one that is charged first; what is left out stays."""

    nickname: Name | None = None
    is_default: bool | None = None


class PartnerCardDeleteIn(In):
    """Stop offering a saved card."""
