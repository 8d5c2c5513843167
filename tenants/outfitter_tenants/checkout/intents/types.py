"""How somebody wants to pay, and what their browser needs to do so."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from outfitter.plugins.payments.types import GatewayIntent


@dataclass(frozen=True, slots=True)
class IntentRequest:
    """
    How somebody wants to pay: how much in minor units, for whom, and who they are.

    `device` tells apart those who pay one trip on one channel: each has one open intent.
    `expected_amount` is what the payer was shown, without the tip. With the purpose `move` a custom
    amount is paid ahead: the trip costs it once the order has moved. With `tip` it is a tip alone.
    """

    amount: int | None = None
    tip_amount: int = 0
    booking_ids: tuple[int, ...] = ()
    capture: str = "automatic"
    is_save_card: bool = False
    device: str = ""
    device_id: int | None = None
    reader: str | None = None
    by: int | None = None
    is_overpaying: bool = False
    expected_amount: int | None = None
    purpose: Literal["payment", "move", "tip"] = "payment"


PLAIN: Final = IntentRequest()


@dataclass(frozen=True, slots=True)
class StartedIntent:
    """What the browser needs to take the card; the tip is part of `amount`."""

    intent_id: int
    answer: GatewayIntent
    amount: int
    tip_amount: int
    currency: str
    publishable_key: str
    script_url: str
    gateway: str
    gateway_account: str | None
    hold_expires_at: datetime | None
