"""Saved cards as staff see them: never a number."""

from outfitter.api.schemas import Out


class CardSetupOut(Out):
    """What the browser needs to have a card kept by the gateway."""

    client_secret: str
    setup_intent_id: str
    publishable_key: str
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
