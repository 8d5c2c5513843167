"""What the calls of payments through the gateway take (domain.md 5.16); amounts in minor units."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from outfitter.api.schemas import Amount, Id, In, Positive
from outfitter_tenants.checkout.payments.requests import Guests, Mode
from outfitter_tenants.checkout.trip_response.requests.lifecycle import PlainText

ReaderId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{3,64}$")]


class IntentIn(In):
    """
    Begin to pay: what is due, the deposit, the balance, an amount, or some guests' part.

    The tip comes on top. `capture` manual only holds the money on the card. `save_card` keeps the
    card for later charges, which its holder has to have agreed to.
    """

    amount_mode: Mode = "due"
    amount: Positive | None = None
    tip_amount: Amount = 0
    booking_ids: Guests = []
    capture: Literal["automatic", "manual"] = "automatic"
    channel: Literal["web", "portal", "link", "moto", "pos_terminal"] = "web"
    save_card: bool = False
    device_id: Id | None = None
    # The reader that asks for the card, for payments at the counter.
    reader_id: ReaderId | None = None
    allow_overpay: bool = False


class IntentUpdateIn(In):
    """Ask an open intent for what is due now, or for something else; what is left out stays."""

    intent_id: Id
    amount_mode: Mode | None = None
    amount: Positive | None = None
    tip_amount: Amount | None = None
    booking_ids: Guests | None = None


class ConfirmIn(In):
    """Tell us that the browser saw the payment through."""

    intent_id: Id


class HoldReleaseIn(In):
    """Give back what is held on a card."""

    reason: PlainText = ""


class HoldCaptureIn(In):
    """Take what is held on a card; without an amount all of it."""

    payment_hold_id: Id
    amount: Positive | None = None
    reason: PlainText = ""


class IntentCancelIn(In):
    """Nobody is to pay an open intent any more; a reader stops asking for the card."""

    intent_id: Id


class TerminalTokenIn(In):
    """A till that wants to talk to the readers (of one place)."""

    device_id: Id | None = None
    location_id: ReaderId | None = None
