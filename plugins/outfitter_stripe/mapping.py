"""Pure translation between Stripe's objects and the platform's types."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from outfitter.sdk import GatewayIntent, GatewayRefund, exponent

# Currencies in which our minor unit is not Stripe's. Ours of the Ugandan shilling is the shilling;
# Stripe still counts in hundredths of it although none can be charged.
FACTORS: Final = {"UGX": 100}
# Currencies that Stripe counts in hundredths but charges in wholes. The Icelandic krona has two
# decimals with us as well, so it only has to be whole.
WHOLE_ONLY: Final = frozenset({"ISK", "UGX"})

_STATUSES: Final[
    dict[
        str,
        Literal[
            "requires_method",
            "requires_action",
            "processing",
            "requires_capture",
            "succeeded",
            "canceled",
        ],
    ]
] = {
    "requires_payment_method": "requires_method",
    "requires_confirmation": "requires_method",
    "requires_action": "requires_action",
    "processing": "processing",
    "requires_capture": "requires_capture",
    "succeeded": "succeeded",
    "canceled": "canceled",
}
_REFUND_STATUSES: Final[dict[str, Literal["pending", "succeeded", "failed"]]] = {
    "pending": "pending",
    "requires_action": "pending",
    "succeeded": "succeeded",
    "failed": "failed",
    "canceled": "failed",
}
REFUND_REASONS: Final = frozenset({"duplicate", "fraudulent", "requested_by_customer"})
MAX_METADATA: Final = 500
MAX_DESCRIPTION: Final = 1000


class NotChargeable(ValueError):
    """Stripe has no amount that equals this one."""


def to_gateway(currency: str, amount: int) -> int:
    """
    Return `amount` (our minor units) in Stripe's smallest unit.

    :raises NotChargeable: a fraction of a currency that Stripe charges in wholes only
    :raises ValueError: the product does not offer the currency
    """
    exponent(currency)
    theirs = amount * FACTORS.get(currency, 1)
    if currency in WHOLE_ONLY and theirs % 100:
        raise NotChargeable(f"{currency} amounts must be whole, not {amount / 100:.2f}")
    return theirs


def from_gateway(currency: str, amount: int) -> int:
    """
    Return Stripe's `amount` in our minor units.

    :raises ValueError: it has no equal in ours, or the product does not offer the currency
    """
    exponent(currency)
    ours, rest = divmod(amount, FACTORS.get(currency, 1))
    if rest:
        raise ValueError(f"{amount} of Stripe's {currency} is no whole amount")
    return ours


def metadata_of(schema: str, given: Mapping[str, str]) -> dict[str, str]:
    """
    Return what every object at Stripe carries, so that an event finds its operator and trip.

    :raises ValueError: the trip's hash (`trip`) or our intent's id (`intent`) is missing
    """
    for name in ("trip", "intent"):
        if not given.get(name):
            raise ValueError(f"metadata must name the {name}")
    return {**{name: str(value)[:MAX_METADATA] for name, value in given.items()}, "schema": schema}


def schema_of(thing: Mapping[str, Any]) -> str | None:
    """Return the operator's schema that an object names in its metadata."""
    found = (thing.get("metadata") or {}).get("schema")
    return found if isinstance(found, str) and found else None


def intent(thing: Mapping[str, Any]) -> GatewayIntent:
    """
    Translate a payment intent; card details are there when `latest_charge` is expanded.

    :raises ValueError: a status or a currency that we do not know
    """
    status = _STATUSES.get(str(thing["status"]))
    if status is None:
        raise ValueError(f"unknown payment intent status {thing['status']!r}")
    currency = str(thing["currency"]).upper()
    charge = thing.get("latest_charge")
    failure = thing.get("last_payment_error") or {}
    card = _card(charge, failure)
    return GatewayIntent(
        gateway_id=str(thing["id"]),
        status=status,
        amount=from_gateway(currency, int(thing["amount"])),
        currency=currency,
        client_secret=thing.get("client_secret"),
        amount_received=from_gateway(currency, int(thing.get("amount_received") or 0)),
        charge_id=charge.get("id") if isinstance(charge, Mapping) else charge,
        card_brand=card.get("brand"),
        card_last4=card.get("last4"),
        card_exp=_expiry(card),
        next_action=thing.get("next_action"),
        error_code=failure.get("code"),
        decline_code=failure.get("decline_code"),
        error_message=failure.get("message"),
        metadata={str(k): str(v) for k, v in (thing.get("metadata") or {}).items()},
    )


def _card(charge: object, failure: Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(charge, Mapping):
        details = charge.get("payment_method_details") or {}
    else:
        details = failure.get("payment_method") or {}
    found: Mapping[str, Any] = details.get("card") or details.get("card_present") or {}
    return found


def _expiry(card: Mapping[str, Any]) -> str | None:
    month, year = card.get("exp_month"), card.get("exp_year")
    return f"{int(month):02d}/{int(year)}" if month and year else None


def refund(thing: Mapping[str, Any]) -> GatewayRefund:
    """
    Translate a refund.

    :raises ValueError: a currency that we do not know
    """
    currency = str(thing["currency"]).upper()
    return GatewayRefund(
        gateway_id=str(thing["id"]),
        # A status Stripe adds later must not make a refund look failed.
        status=_REFUND_STATUSES.get(str(thing.get("status")), "pending"),
        amount=from_gateway(currency, int(thing["amount"])),
    )
