"""Saved cards as staff see them: never a number."""

from typing import Annotated

from pydantic import StringConstraints

from outfitter.api.schemas import In, Name, Out


class CardSetupOut(Out):
    """What the browser needs to have a card kept by the gateway."""

    client_secret: str
    setup_intent_id: str
    publishable_key: str
    # Where the browser gets the gateway's own script, which draws the fields.
    script_url: str
    gateway: str
    gateway_account: str | None


class KeptCardOut(Out):
    """A saved card."""

    id: int
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    nickname: str
    is_default: bool
    is_expired: bool


class KeptCardsOut(Out):
    """Somebody's saved cards, the default one first."""

    cards: list[KeptCardOut]


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
