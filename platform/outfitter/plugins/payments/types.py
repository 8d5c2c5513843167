"""
What the host and a gateway hand to each other. Public through `outfitter.sdk`.

Amounts are in the platform's minor units, instants are in UTC, ids are the gateway's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Capture = Literal["automatic", "manual"]
Channel = Literal["web", "portal", "link", "moto", "card_present"]
Capability = Literal["holds", "saved_cards", "terminal", "books", "disputes", "connect", "wallets"]
IntentStatus = Literal[
    "requires_method", "requires_action", "processing", "requires_capture", "succeeded", "canceled"
]
PaidWith = Literal["card", "card_present", "interac", "wallet", "other"]

# Why a gateway refused: what `PaymentFailed.code` may be. Callers branch on these and no others.
FailureCode = Literal[
    "account_not_ready",  # the operator's account may not do this (yet): onboarding
    "amount_not_chargeable",  # a fraction of a currency that is charged in wholes
    "amount_too_large",  # above what the gateway, the payment or the authorisation allows
    "amount_too_small",  # below what the gateway charges at least
    "authentication_failed",  # the customer did not pass 3-D Secure
    "authentication_required",  # the bank wants the customer, who is not there
    "authorisation_expired",  # the hold on the card is gone
    "card_declined",  # the issuer said no; `decline_code` may say why
    "charge_already_refunded",
    "charge_disputed",  # the bank is already taking this money back
    "expired_card",
    "gateway_refused",  # anything else; what is wrong is in the log
    "insufficient_gateway_balance",  # a refund has to wait for money: queue it as pending funds
    "keys_refused",  # the keys do not work (any more): repeat once somebody has repaired them
    "key_reused",  # the same idempotency key came with another request
    "not_configured",  # there are no keys
    "not_found",  # the gateway knows no such thing under these keys
    "reader_busy",
    "reader_offline",
    "reader_timeout",
    "terminal_refund_required",  # this card is refunded at a reader only (Interac)
    "unexpected_state",  # paid, cancelled or captured meanwhile: read it again
    "unsupported",  # this gateway cannot do that at all
]


class PaymentFailed(Exception):
    """
    The gateway refused for good.

    `code` is one of `FailureCode`, `decline_code` the issuer's or the gateway's own word, `intent`
    what became of the intent when it was asked to charge at once.
    """

    def __init__(
        self,
        code: str,
        message: str,
        decline_code: str | None = None,
        *,
        intent: "GatewayIntent | None" = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.decline_code = code, message, decline_code
        self.intent = intent


class GatewayUnavailable(Exception):
    """The gateway did not answer or had a fault; the call may be repeated with the same key."""


@dataclass(frozen=True, slots=True)
class CheckoutClient:
    """What a browser needs to show the gateway's own card form."""

    publishable_key: str
    script_url: str
    account: str | None
    is_test: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """
    How money is collected.

    `tip_amount` is the part of the amount that is a tip; the platform's fee is not taken on it.
    `platform_fee_amount` is the fee that the operator's plan leaves to be taken of this payment; with
    None the gateway's own setting says how much.
    `is_confirmed` charges `card_id` at once, without a browser; `is_off_session` says that the
    customer is not there to authenticate. `is_saving_card` keeps the card for the customer.
    """

    capture: Capture = "automatic"
    channel: Channel = "web"
    tip_amount: int = 0
    customer_id: str | None = None
    card_id: str | None = None
    is_confirmed: bool = False
    is_off_session: bool = False
    is_saving_card: bool = False
    platform_fee_amount: int | None = None


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One part of what a payment cost."""

    kind: str
    amount: int
    description: str = ""


@dataclass(frozen=True, slots=True)
class GatewayFee:
    """
    What collecting cost the operator.

    `processing_amount` goes to the gateway, `platform_amount` to the platform; `currency` is the
    one that is settled in, which need not be the payment's.
    """

    processing_amount: int
    platform_amount: int
    currency: str
    lines: tuple[FeeLine, ...] = ()


@dataclass(frozen=True, slots=True)
class GatewayRisk:
    """What the gateway thinks of a charge; `level` is normal, elevated, highest or unknown."""

    level: str
    score: int | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class CardChecks:
    """What the issuer said of details: pass, fail, unavailable, unchecked or None."""

    address: str | None = None
    postal_code: str | None = None
    cvc: str | None = None


@dataclass(frozen=True, slots=True)
class GatewayCard:
    """A card kept at the gateway. `exp` is MM/YYYY; `fingerprint` is the same for the same card."""

    gateway_id: str
    brand: str | None
    last4: str | None
    exp: str | None
    fingerprint: str | None = None
    wallet: str | None = None
    funding: str | None = None
    country: str | None = None
    customer_id: str | None = None
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class GatewayIntent:
    """A gateway's view of one attempt to collect money: all that a payment is written from."""

    gateway_id: str
    status: IntentStatus
    amount: int
    currency: str
    client_secret: str | None = None
    amount_received: int = 0
    charge_id: str | None = None
    card_brand: str | None = None
    card_last4: str | None = None
    card_exp: str | None = None
    next_action: Mapping[str, Any] | None = None
    error_code: str | None = None
    decline_code: str | None = None
    error_message: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    # What an authorisation still allows to take, and until when.
    amount_capturable: int = 0
    capture_before: datetime | None = None
    # How much of `amount` is a tip, also one that was chosen at a reader.
    tip_amount: int = 0
    # What of it goes to the platform; 0 where the operator collects with keys of its own.
    platform_fee_amount: int = 0
    paid_with: PaidWith | None = None
    wallet: str | None = None
    # The card as it can be charged again, and whose it is; None when it was not kept.
    card_id: str | None = None
    customer_id: str | None = None
    card_fingerprint: str | None = None
    fee: GatewayFee | None = None
    risk: GatewayRisk | None = None
    amount_refunded: int = 0
    is_disputed: bool = False
    is_test: bool = False
    created_at: datetime | None = None
    paid_at: datetime | None = None
    receipt_url: str | None = None
    reader_id: str | None = None
    # It lies where the operator collects no longer: read, refunded and given up, but never paid.
    is_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class GatewaySetup:
    """A card being kept without charging it."""

    gateway_id: str
    status: Literal["requires_method", "requires_action", "processing", "succeeded", "canceled"]
    customer_id: str | None
    client_secret: str | None = None
    card: GatewayCard | None = None
    next_action: Mapping[str, Any] | None = None
    error_code: str | None = None
    decline_code: str | None = None
    error_message: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GatewayRefund:
    """
    A gateway's answer to a refund.

    `failure_reason` is its word for a failed one, `pending_reason` for what a pending one waits
    for: `insufficient_funds` when the operator's balance does not cover it yet.
    """

    gateway_id: str
    status: Literal["pending", "succeeded", "failed"]
    amount: int
    currency: str | None = None
    intent_id: str | None = None
    charge_id: str | None = None
    failure_reason: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    created_at: datetime | None = None
    pending_reason: str | None = None
