"""Stripe's published test cards and what happens to a charge of each."""

from __future__ import annotations

from dataclasses import dataclass

from stripe_double.errors import ApiError
from stripe_double.parameters import Params


@dataclass(frozen=True)
class Decline:
    """An issuer's no."""

    code: str
    decline_code: str | None
    message: str


@dataclass(frozen=True)
class Card:
    """
    A test card.

    `challenge` asks for 3-D Secure, each time or until the card is set up for later (`once`);
    `is_kept` can be attached to a customer although charges fail; `refund` is how a refund goes.
    """

    number: str
    brand: str = "visa"
    decline: Decline | None = None
    challenge: bool = False
    once: bool = False
    is_kept: bool = False
    is_available_at_once: bool = False
    dispute: str | None = None
    refund: str | None = None
    funding: str = "credit"

    @property
    def last4(self) -> str:
        """Return the digits that receipts show."""
        return self.number[-4:]


def _no(decline_code: str, message: str = "Your card was declined.") -> Decline:
    return Decline("card_declined", decline_code, message)


_GENERIC = _no("generic_decline")
_NO_FUNDS = _no("insufficient_funds", "Your card has insufficient funds.")
_EXPIRED = Decline("expired_card", "expired_card", "Your card has expired.")
_CVC = Decline("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect.")
_PROCESSING = Decline("processing_error", "processing_error", "An error occurred while processing your card.")
NOT_A_TEST_CARD = _no("test_mode_live_card", "Your card was declined: it is not a test card.")
AUTHENTICATION_REQUIRED = Decline(
    "authentication_required",
    "authentication_required",
    "Your card was declined. This transaction requires authentication.",
)

CARDS = {
    card.number: card
    for card in (
        Card("4242424242424242"),
        Card("4000056655665556", funding="debit"),
        Card("5555555555554444", "mastercard"),
        Card("5200828282828210", "mastercard", funding="debit"),
        Card("378282246310005", "amex"),
        Card("6011111111111117", "discover"),
        Card("3056930009020004", "diners"),
        Card("3566002020360505", "jcb"),
        Card("6200000000000005", "unionpay"),
        Card("4000000000000077", is_available_at_once=True),
        Card("4000000000009235"),
        Card("4000000000003055"),
        Card("4000000000000002", decline=_GENERIC),
        Card("4000000000009995", decline=_NO_FUNDS),
        Card("4000000000009987", decline=_no("lost_card")),
        Card("4000000000009979", decline=_no("stolen_card")),
        Card("4000000000006975", decline=_no("card_velocity_exceeded")),
        Card("4100000000000019", decline=_no("fraudulent")),
        Card("4000000000000069", decline=_EXPIRED),
        Card("4000000000000127", decline=_CVC),
        Card("4000000000000119", decline=_PROCESSING),
        Card("4000000000000341", decline=_GENERIC, is_kept=True),
        Card("4000000000003220", challenge=True),
        Card("4000002500003155", challenge=True, once=True),
        Card("4000002760003184", challenge=True),
        Card("4000008400001629", challenge=True, decline=_GENERIC, is_kept=True),
        Card("4000008260003178", challenge=True, once=True, decline=_NO_FUNDS, is_kept=True),
        Card("4000000000000259", dispute="fraudulent"),
        Card("4000000000002685", dispute="product_not_received"),
        Card("4000000000007726", refund="pending"),
        Card("4000000000005126", refund="fails"),
        Card("4506445006931933", "interac", funding="debit"),
    )
}

# Names that stand for a card where a payment method's id is expected.
TOKENS = {
    "pm_card_visa": "4242424242424242",
    "pm_card_visa_debit": "4000056655665556",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_amex": "378282246310005",
    "pm_card_discover": "6011111111111117",
    "pm_card_jcb": "3566002020360505",
    "pm_card_bypassPending": "4000000000000077",
    "pm_card_visa_chargeDeclined": "4000000000000002",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_visa_chargeDeclinedLostCard": "4000000000009987",
    "pm_card_visa_chargeDeclinedStolenCard": "4000000000009979",
    "pm_card_chargeDeclinedExpiredCard": "4000000000000069",
    "pm_card_chargeDeclinedIncorrectCvc": "4000000000000127",
    "pm_card_chargeDeclinedProcessingError": "4000000000000119",
    "pm_card_chargeCustomerFail": "4000000000000341",
    "pm_card_threeDSecure2Required": "4000000000003220",
    "pm_card_authenticationRequired": "4000002500003155",
    "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds": "4000008260003178",
    "pm_card_createDispute": "4000000000000259",
    "pm_card_createDisputeProductNotReceived": "4000000000002685",
    "pm_card_pendingRefund": "4000000000007726",
    "pm_card_refundFail": "4000000000005126",
}

_BRANDS = (
    ("34", "amex"),
    ("37", "amex"),
    ("4", "visa"),
    ("5", "mastercard"),
    ("2", "mastercard"),
    ("60", "discover"),
    ("65", "discover"),
    ("35", "jcb"),
    ("36", "diners"),
    ("30", "diners"),
    ("62", "unionpay"),
)


def is_luhn(number: str) -> bool:
    """Tell whether the digits have a valid check digit."""
    digits = [int(c) for c in reversed(number)]
    doubled = [d if i % 2 == 0 else (d * 2 - 9 if d > 4 else d * 2) for i, d in enumerate(digits)]
    return sum(doubled) % 10 == 0


def find(number: str) -> Card:
    """Return what is known of a number; a real card is one that test mode declines."""
    known = CARDS.get(number)
    brand = next((name for start, name in _BRANDS if number.startswith(start)), "unknown")
    return known or Card(number, brand, decline=NOT_A_TEST_CARD)


def _refuse(code: str, param: str, message: str) -> ApiError:
    return ApiError(402, message, kind="card_error", code=code, param=param)


def read(given: Params, today: tuple[int, int]) -> tuple[Card, int, int]:
    """
    Return the card, its month and its year from `number, exp_month, exp_year, cvc`.

    :param today: the current year and month
    :raises ApiError: as Stripe words it: incorrect number, expiry in the past, short code
    """
    number = "".join(given.required("number").split()).replace("-", "")
    if not (number.isascii() and number.isdigit() and 12 <= len(number) <= 19 and is_luhn(number)):
        raise _refuse("incorrect_number", "number", "Your card number is incorrect.")
    month, year = given.integer("exp_month") or 0, given.integer("exp_year") or 0
    year += 2000 if 0 < year < 100 else 0
    if not 1 <= month <= 12:
        raise _refuse("invalid_expiry_month", "exp_month", "Your card's expiry month is invalid.")
    if not today[0] <= year <= today[0] + 50:
        raise _refuse("invalid_expiry_year", "exp_year", "Your card's expiry year is invalid.")
    if (year, month) < today:
        raise _refuse("invalid_expiry_month", "exp_month", "Your card's expiry month is invalid.")
    card, cvc = find(number), given.text("cvc")
    if cvc is not None and not (cvc.isdigit() and len(cvc) == (4 if card.brand == "amex" else 3)):
        raise _refuse("invalid_cvc", "cvc", "Your card's security code is invalid.")
    return card, month, year
