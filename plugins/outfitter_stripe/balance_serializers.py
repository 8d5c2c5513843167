"""Pure translation of charges, payouts, transfers, disputes and accounts."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, Literal

from outfitter.sdk import (
    CardChecks,
    GatewayAccount,
    GatewayDispute,
    GatewayPayout,
    GatewayPayoutTransaction,
    GatewayTransaction,
    GatewayTransfer,
)
from outfitter_stripe.amounts import from_gateway
from outfitter_stripe.serializers import Thing, currency_of, expiry, fee_lines, id_of, instant, risk, whole

Kind = Literal["payment", "refund", "dispute", "transfer", "fee", "payout", "adjustment", "other"]

# Stripe's reporting categories say what an entry is for; its type comes second.
_CATEGORIES: Final[Mapping[str, Kind]] = {
    "charge": "payment",
    "charge_failure": "payment",
    "partial_capture_reversal": "payment",
    "refund": "refund",
    "refund_failure": "refund",
    "dispute": "dispute",
    "dispute_reversal": "dispute",
    "transfer": "transfer",
    "transfer_reversal": "transfer",
    "connect_collection_transfer": "transfer",
    "fee": "fee",
    "tax": "fee",
    "network_cost": "fee",
    "platform_earning": "fee",
    "platform_earning_refund": "fee",
    "payout": "payout",
    "payout_reversal": "payout",
    "other_adjustment": "adjustment",
    "risk_reserved_funds": "adjustment",
}
_TYPES: Final[Mapping[str, Kind]] = {
    "charge": "payment",
    "payment": "payment",
    "payment_reversal": "payment",
    "payment_unreconciled": "payment",
    "refund": "refund",
    "payment_refund": "refund",
    "refund_failure": "refund",
    "payment_failure_refund": "refund",
    "issuing_dispute": "dispute",
    "transfer": "transfer",
    "transfer_refund": "transfer",
    "transfer_cancel": "transfer",
    "transfer_failure": "transfer",
    "stripe_fee": "fee",
    "stripe_fx_fee": "fee",
    "tax_fee": "fee",
    "application_fee": "fee",
    "application_fee_refund": "fee",
    "payment_network_reserve_hold": "adjustment",
    "payout": "payout",
    "payout_cancel": "payout",
    "payout_failure": "payout",
    "adjustment": "adjustment",
    "reserve_transaction": "adjustment",
    "reserved_funds": "adjustment",
}
_PAYOUT_STATUSES: Final = frozenset({"pending", "in_transit", "paid", "canceled", "failed"})
_DISPUTE_STATUSES: Final = frozenset(
    {
        "warning_needs_response",
        "warning_under_review",
        "warning_closed",
        "needs_response",
        "under_review",
        "won",
        "lost",
        "prevented",
    }
)


def day(seconds: object) -> date:
    """Return the UTC day of Stripe's seconds since 1970: how it dates arrivals."""
    return datetime.fromtimestamp(int(str(seconds)), UTC).date()


def transaction(thing: Thing) -> GatewayTransaction:
    """
    Translate a charge; what was settled is there when `balance_transaction` is expanded.

    :raises ValueError: a currency that we do not know
    """
    currency, entry = currency_of(thing), whole(thing.get("balance_transaction"))
    return GatewayTransaction(
        charge_id=str(thing["id"]),
        intent_id=id_of(thing.get("payment_intent")),
        status=str(thing.get("status") or ""),
        amount=from_gateway(currency, int(thing["amount"])),
        amount_refunded=from_gateway(currency, int(thing.get("amount_refunded") or 0)),
        currency=currency,
        platform_amount=from_gateway(currency, int(thing.get("application_fee_amount") or 0)),
        balance_id=id_of(thing.get("balance_transaction")),
        transfer_id=id_of(thing.get("transfer")),
        dispute_id=id_of(thing.get("dispute")),
        is_disputed=bool(thing.get("disputed")),
        risk=risk(thing),
        receipt_url=thing.get("receipt_url"),
        created_at=instant(thing.get("created")),
        **_settled(entry),
        **_card(thing),
    )


def _settled(entry: Thing) -> dict[str, Any]:
    if not entry:
        return {}
    currency = currency_of(entry)
    return {
        "settled_currency": currency,
        "settled_gross": from_gateway(currency, int(entry["amount"])),
        "settled_fee": from_gateway(currency, int(entry.get("fee") or 0)),
        "settled_net": from_gateway(currency, int(entry["net"])),
        "exchange_rate": entry.get("exchange_rate"),
        "available_at": instant(entry.get("available_on")),
        "fee_lines": fee_lines(entry),
    }


def _card(thing: Thing) -> dict[str, Any]:
    details = whole(thing.get("payment_method_details"))
    card = whole(details.get(str(details.get("type") or "card")))
    checks = whole(card.get("checks"))
    return {
        "card_brand": card.get("brand"),
        "card_last4": card.get("last4"),
        "card_exp": expiry(card),
        "card_country": card.get("country"),
        "card_funding": card.get("funding"),
        "checks": CardChecks(
            checks.get("address_line1_check"),
            checks.get("address_postal_code_check"),
            checks.get("cvc_check"),
        )
        if checks
        else None,
    }


def payout(thing: Thing) -> GatewayPayout:
    """
    Translate a payout; the bank is there when `destination` is expanded.

    :raises ValueError: a currency or a status that we do not know
    """
    currency, bank = currency_of(thing), whole(thing.get("destination"))
    status: Any = str(thing.get("status"))
    if status not in _PAYOUT_STATUSES:
        raise ValueError(f"unknown payout status {status!r}")
    trace = whole(thing.get("trace_id"))
    return GatewayPayout(
        gateway_id=str(thing["id"]),
        status=status,
        amount=from_gateway(currency, int(thing["amount"])),
        currency=currency,
        arrival_date=day(thing["arrival_date"]),
        created_at=datetime.fromtimestamp(int(thing["created"]), UTC),
        is_automatic=bool(thing.get("automatic", True)),
        is_reconciled=thing.get("reconciliation_status") == "completed",
        method=str(thing.get("method") or "standard"),
        bank_name=bank.get("bank_name"),
        bank_last4=bank.get("last4"),
        statement_descriptor=thing.get("statement_descriptor"),
        trace_id=trace.get("value"),
        failure_code=thing.get("failure_code"),
        failure_message=thing.get("failure_message"),
    )


def entry(thing: Thing) -> GatewayPayoutTransaction:
    """
    Translate a balance transaction; its payment is known when `source` is expanded.

    :raises ValueError: a currency that we do not know
    """
    currency, source = currency_of(thing), whole(thing.get("source"))
    category, kind = str(thing.get("reporting_category")), str(thing.get("type"))
    return GatewayPayoutTransaction(
        gateway_id=str(thing["id"]),
        kind=_CATEGORIES.get(category) or _TYPES.get(kind, "other"),
        gross=from_gateway(currency, int(thing["amount"])),
        fee=from_gateway(currency, int(thing.get("fee") or 0)),
        net=from_gateway(currency, int(thing["net"])),
        currency=currency,
        source_id=id_of(thing.get("source")),
        charge_id=_charge_of(source),
        intent_id=id_of(source.get("payment_intent")),
        description=str(thing.get("description") or ""),
        fee_lines=fee_lines(thing),
        available_at=instant(thing.get("available_on")),
        created_at=instant(thing.get("created")),
    )


def _charge_of(source: Thing) -> str | None:
    """Return the charge that an entry's source is or belongs to."""
    if source.get("object") == "charge":
        return id_of(source)
    return id_of(source.get("charge")) or id_of(source.get("source_transaction"))


def transfer(thing: Thing) -> GatewayTransfer:
    """
    Translate a transfer.

    :raises ValueError: a currency that we do not know
    """
    currency = currency_of(thing)
    return GatewayTransfer(
        gateway_id=str(thing["id"]),
        amount=from_gateway(currency, int(thing["amount"])),
        amount_reversed=from_gateway(currency, int(thing.get("amount_reversed") or 0)),
        currency=currency,
        account_id=id_of(thing.get("destination")),
        charge_id=id_of(thing.get("source_transaction")),
        group=thing.get("transfer_group"),
        description=str(thing.get("description") or ""),
        created_at=instant(thing.get("created")),
        metadata={str(k): str(v) for k, v in (thing.get("metadata") or {}).items()},
    )


def dispute(thing: Thing) -> GatewayDispute:
    """
    Translate a dispute with what it moved on the balance.

    :raises ValueError: a status or a currency that we do not know
    """
    status: Any = str(thing.get("status"))
    if status not in _DISPUTE_STATUSES:
        raise ValueError(f"unknown dispute status {status!r}")
    currency, evidence = currency_of(thing), whole(thing.get("evidence_details"))
    entries = list(thing.get("balance_transactions") or ())
    settled = currency_of(entries[0]) if entries else None
    return GatewayDispute(
        gateway_id=str(thing["id"]),
        status=status,
        reason=str(thing.get("reason") or "general"),
        amount=from_gateway(currency, int(thing["amount"])),
        currency=currency,
        charge_id=id_of(thing.get("charge")),
        intent_id=id_of(thing.get("payment_intent")),
        evidence_due_at=instant(evidence.get("due_by")),
        has_evidence=bool(evidence.get("has_evidence")),
        is_past_due=bool(evidence.get("past_due")),
        submission_cnt=int(evidence.get("submission_count") or 0),
        is_refundable=bool(thing.get("is_charge_refundable")),
        withdrawn_amount=_moved(settled, -sum(int(row["amount"]) for row in entries)),
        fee_amount=_moved(settled, sum(int(row.get("fee") or 0) for row in entries)),
        settled_currency=settled,
        network_reason=thing.get("network_reason_code"),
        created_at=instant(thing.get("created")),
    )


def _moved(currency: str | None, amount: int) -> int:
    return from_gateway(currency, amount) if currency else 0


def account(thing: Thing) -> GatewayAccount:
    """Translate a connected account and what stands between it and its money."""
    needs, later = whole(thing.get("requirements")), whole(thing.get("future_requirements"))
    profile = whole(thing.get("business_profile"))
    currency = thing.get("default_currency")
    return GatewayAccount(
        account_id=str(thing["id"]),
        is_charges_enabled=bool(thing.get("charges_enabled")),
        is_payouts_enabled=bool(thing.get("payouts_enabled")),
        is_details_submitted=bool(thing.get("details_submitted")),
        requirements_due=tuple(needs.get("currently_due") or ()),
        requirements_past_due=tuple(needs.get("past_due") or ()),
        requirements_pending=tuple(needs.get("pending_verification") or ()),
        requirements_later=tuple(
            dict.fromkeys([*(needs.get("eventually_due") or ()), *(later.get("currently_due") or ())])
        ),
        due_at=instant(needs.get("current_deadline")),
        disabled_reason=needs.get("disabled_reason"),
        country=thing.get("country"),
        currency=str(currency).upper() if currency else None,
        email=thing.get("email"),
        business_name=profile.get("name"),
    )
