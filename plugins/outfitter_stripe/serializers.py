"""Pure translation of intents, cards and refunds between Stripe's objects and the platform's."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal

from outfitter.sdk import (
    FeeLine,
    GatewayCard,
    GatewayFee,
    GatewayIntent,
    GatewayRefund,
    GatewayRisk,
    GatewaySetup,
    IntentStatus,
    PaidWith,
)
from outfitter_stripe.amounts import from_gateway

Thing = Mapping[str, Any]

_STATUSES: Final[dict[str, IntentStatus]] = {
    "requires_payment_method": "requires_method",
    "requires_confirmation": "requires_method",
    "requires_action": "requires_action",
    "processing": "processing",
    "requires_capture": "requires_capture",
    "succeeded": "succeeded",
    "canceled": "canceled",
}
_SETUP_STATUSES: Final[
    dict[str, Literal["requires_method", "requires_action", "processing", "succeeded", "canceled"]]
] = {
    "requires_payment_method": "requires_method",
    "requires_confirmation": "requires_method",
    "requires_action": "requires_action",
    "processing": "processing",
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
_CARD_TYPES: Final[dict[str, PaidWith]] = {
    "card": "card",
    "card_present": "card_present",
    "interac_present": "interac",
    "link": "wallet",
}
REFUND_REASONS: Final = frozenset({"duplicate", "fraudulent", "requested_by_customer"})
MAX_METADATA: Final = 500
MAX_DESCRIPTION: Final = 1000


def metadata_of(schema: str, given: Mapping[str, str]) -> dict[str, str]:
    """
    Return what every object at Stripe carries, so that an event finds its operator and what it pays.

    :raises ValueError: what it pays (a trip's hash as `trip`, or an invoice's number as `invoice`) or
        our intent's id (`intent`) is missing
    """
    for names in (("trip", "invoice"), ("intent",)):
        if not any(given.get(name) for name in names):
            raise ValueError(f"metadata must name the {' or the '.join(names)}")
    return tagged(schema, given)


def tagged(schema: str, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return metadata that names the operator, in the lengths Stripe keeps."""
    told = {name: str(value)[:MAX_METADATA] for name, value in (given or {}).items() if value}
    return {**told, "schema": schema}


def schema_of(thing: Thing) -> str | None:
    """Return the operator's schema that an object names in its metadata."""
    found = (thing.get("metadata") or {}).get("schema")
    return found if isinstance(found, str) and found else None


def instant(seconds: object) -> datetime | None:
    """Return Stripe's seconds since 1970 as an instant."""
    return datetime.fromtimestamp(int(seconds), UTC) if isinstance(seconds, int | float) else None


def id_of(value: object) -> str | None:
    """Return the id in a field that holds an id or, expanded, the whole object."""
    found = value.get("id") if isinstance(value, Mapping) else value
    return str(found) if found else None


def whole(value: object) -> Thing:
    """Return an expanded object, an empty one where there is only an id or nothing."""
    return value if isinstance(value, Mapping) else {}


def currency_of(thing: Thing) -> str:
    """Return the currency of an object in our spelling."""
    return str(thing["currency"]).upper()


def read_intent(thing: Thing) -> GatewayIntent:
    """
    Translate a payment intent; details are there as far as `latest_charge` is expanded.

    :raises ValueError: a status or a currency that we do not know
    """
    status = _STATUSES.get(str(thing["status"]))
    if status is None:
        raise ValueError(f"unknown payment intent status {thing['status']!r}")
    currency = currency_of(thing)
    charge, failure = whole(thing.get("latest_charge")), thing.get("last_payment_error") or {}
    return GatewayIntent(
        gateway_id=str(thing["id"]),
        status=status,
        amount=from_gateway(currency, int(thing["amount"])),
        currency=currency,
        client_secret=thing.get("client_secret"),
        amount_received=from_gateway(currency, int(thing.get("amount_received") or 0)),
        amount_capturable=from_gateway(currency, int(thing.get("amount_capturable") or 0)),
        charge_id=id_of(thing.get("latest_charge")),
        next_action=thing.get("next_action"),
        error_code=failure.get("code"),
        decline_code=failure.get("decline_code"),
        error_message=failure.get("message"),
        metadata={str(k): str(v) for k, v in (thing.get("metadata") or {}).items()},
        tip_amount=_tip(thing, currency),
        platform_fee_amount=from_gateway(currency, int(thing.get("application_fee_amount") or 0)),
        customer_id=id_of(thing.get("customer")),
        is_test=not thing.get("livemode", False),
        created_at=instant(thing.get("created")),
        **_card_fields(thing, charge, failure),
        **_charge_fields(charge, currency),
    )


def _tip(thing: Thing, currency: str) -> int:
    """Return what was promised as a tip before (ours) and what was added at a reader (theirs)."""
    at_reader = whole(whole(thing.get("amount_details")).get("tip")).get("amount")
    told = str((thing.get("metadata") or {}).get("tip", ""))
    before = int(told) if told.isdecimal() else 0
    return before + from_gateway(currency, int(at_reader or 0))


def _card_fields(thing: Thing, charge: Thing, failure: Thing) -> dict[str, Any]:
    paid = whole(charge.get("payment_method_details"))
    # A charge that was declined is older than the card that is tried next.
    details = paid or whole(failure.get("payment_method"))
    kind = str(details.get("type") or "card")
    card = whole(details.get(kind)) or whole(details.get("card"))
    wallet = whole(card.get("wallet")).get("type") or ("link" if kind == "link" else None)
    paid_with = _CARD_TYPES.get(kind, "other")
    return {
        "card_brand": card.get("brand"),
        "card_last4": card.get("last4"),
        "card_exp": expiry(card),
        "card_fingerprint": card.get("fingerprint"),
        "wallet": wallet,
        "paid_with": ("wallet" if wallet and paid_with == "card" else paid_with) if paid else None,
        "card_id": _saved_card(thing, card),
        "capture_before": instant(card.get("capture_before")),
        "reader_id": card.get("reader"),
    }


def _saved_card(thing: Thing, card: Thing) -> str | None:
    if card.get("generated_card"):
        return str(card["generated_card"])
    method = whole(thing.get("payment_method"))
    return id_of(method) if method.get("customer") else None


def _charge_fields(charge: Thing, currency: str) -> dict[str, Any]:
    if not charge:
        return {}
    refunded = 0 if not charge.get("captured") else int(charge.get("amount_refunded") or 0)
    return {
        "fee": fee(charge),
        "risk": risk(charge),
        "amount_refunded": from_gateway(currency, _given_back(charge, refunded)),
        "is_disputed": bool(charge.get("disputed")),
        "paid_at": instant(charge.get("created")) if charge.get("paid") else None,
        "receipt_url": charge.get("receipt_url"),
    }


def _given_back(charge: Thing, refunded: int) -> int:
    """Return what customers got back: what a partial capture left is in Stripe's sum as well."""
    captured = charge.get("amount_captured")
    released = int(charge["amount"]) - int(captured) if captured is not None else 0
    return max(0, refunded - released)


def expiry(card: Thing) -> str | None:
    """Return a card's expiry as MM/YYYY."""
    month, year = card.get("exp_month"), card.get("exp_year")
    return f"{int(month):02d}/{int(year)}" if month and year else None


def risk(charge: Thing) -> GatewayRisk | None:
    """Return what Stripe thinks of a charge."""
    outcome = whole(charge.get("outcome"))
    if not outcome:
        return None
    level = str(outcome.get("risk_level") or "unknown")
    level = level if level in {"normal", "elevated", "highest"} else "unknown"
    return GatewayRisk(level, outcome.get("risk_score"), outcome.get("seller_message"))


def fee_lines(entry: Thing) -> tuple[FeeLine, ...]:
    """
    Return the parts of a balance transaction's fee, in our minor units of its currency.

    :raises ValueError: a currency that we do not know
    """
    return tuple(
        FeeLine(
            str(line.get("type") or "other"),
            from_gateway(currency_of(line), int(line.get("amount") or 0)),
            str(line.get("description") or ""),
        )
        for line in entry.get("fee_details") or ()
    )


def fee(charge: Thing) -> GatewayFee | None:
    """
    Return what a charge cost, None while Stripe has not booked it.

    :raises ValueError: a currency that we do not know
    """
    entry = whole(charge.get("balance_transaction"))
    if not entry:
        return None
    lines = fee_lines(entry)
    platform = sum(line.amount for line in lines if line.kind == "application_fee")
    currency = currency_of(entry)
    total = from_gateway(currency, int(entry.get("fee") or 0))
    return GatewayFee(total - platform, platform, currency, lines)


def card(thing: Thing, *, default: str | None = None) -> GatewayCard:
    """Translate a payment method; `default` is the id of the customer's default one."""
    kind = str(thing.get("type") or "card")
    details = whole(thing.get(kind)) or whole(thing.get("card"))
    return GatewayCard(
        gateway_id=str(thing["id"]),
        brand=details.get("display_brand") or details.get("brand"),
        last4=details.get("last4"),
        exp=expiry(details),
        fingerprint=details.get("fingerprint"),
        wallet=whole(details.get("wallet")).get("type"),
        funding=details.get("funding"),
        country=details.get("country"),
        customer_id=id_of(thing.get("customer")),
        is_default=default is not None and default == thing["id"],
    )


def setup(thing: Thing) -> GatewaySetup:
    """
    Translate a setup intent; the card is there when `payment_method` is expanded.

    :raises ValueError: a status that we do not know
    """
    status = _SETUP_STATUSES.get(str(thing["status"]))
    if status is None:
        raise ValueError(f"unknown setup intent status {thing['status']!r}")
    method, failure = whole(thing.get("payment_method")), thing.get("last_setup_error") or {}
    return GatewaySetup(
        gateway_id=str(thing["id"]),
        status=status,
        customer_id=id_of(thing.get("customer")),
        client_secret=thing.get("client_secret"),
        card=card(method) if method else None,
        next_action=thing.get("next_action"),
        error_code=failure.get("code"),
        decline_code=failure.get("decline_code"),
        error_message=failure.get("message"),
        metadata={str(k): str(v) for k, v in (thing.get("metadata") or {}).items()},
    )


def refund(thing: Thing) -> GatewayRefund:
    """
    Translate a refund.

    :raises ValueError: a currency that we do not know
    """
    currency = currency_of(thing)
    return GatewayRefund(
        gateway_id=str(thing["id"]),
        # A status Stripe adds later must not make a refund look failed.
        status=_REFUND_STATUSES.get(str(thing.get("status")), "pending"),
        amount=from_gateway(currency, int(thing["amount"])),
        currency=currency,
        intent_id=id_of(thing.get("payment_intent")),
        charge_id=id_of(thing.get("charge")),
        failure_reason=thing.get("failure_reason"),
        pending_reason=thing.get("pending_reason"),
        metadata={str(k): str(v) for k, v in (thing.get("metadata") or {}).items()},
        created_at=instant(thing.get("created")),
    )
