"""`payment_method_details` of charges: cards used online, cards held to a reader."""

from __future__ import annotations

from typing import Any

from stripe_double import payment_methods
from stripe_double.store import Record
from stripe_double.world import World

HOLD_SECONDS = {"card": 7 * 86400, "card_present": 2 * 86400}
_MANUAL = {"manual", "manual_preferred"}


def is_held(intent: Record, method: Record) -> bool:
    """Tell whether a charge is only authorised. Interac moves money at once, always."""
    kind = method["type"]
    option = intent["payment_method_options"].get(kind) or {}
    return kind in HOLD_SECONDS and (
        intent["capture_method"] == "manual" or option.get("capture_method") in _MANUAL
    )


def details(world: World, intent: Record, method: Record, *, held: bool) -> Record:
    """Return what a charge tells about the card that was charged."""
    kind = method["type"]
    inner = _online(world, intent, method) if kind == "card" else _present(intent, method[kind], kind)
    if held:
        inner["capture_before"] = world.now() + HOLD_SECONDS[kind]
    return {kind: inner, "type": kind}


def _online(world: World, intent: Record, method: Record) -> Record:
    brief = method["card"]
    off = {"status": "unavailable"}
    asked = payment_methods.card_of(world, method).challenge
    return {
        "amount_authorized": intent["amount"],
        "authorization_code": "123456",
        "brand": brief["brand"],
        "checks": {**brief["checks"], "cvc_check": "pass"},
        "country": brief["country"],
        "exp_month": brief["exp_month"],
        "exp_year": brief["exp_year"],
        "extended_authorization": {"status": "disabled"},
        "fingerprint": brief["fingerprint"],
        "funding": brief["funding"],
        "incremental_authorization": off,
        "installments": None,
        "last4": brief["last4"],
        "mandate": None,
        "multicapture": off,
        "network": brief["brand"],
        "network_token": {"used": False},
        "network_transaction_id": "104102978678771",
        "overcapture": {"maximum_amount_capturable": intent["amount"], **off},
        "regulated_status": "unregulated",
        "three_d_secure": _authentication() if asked else None,
        "transaction_link_id": None,
        "wallet": None,
    }


def _authentication() -> dict[str, Any]:
    return {
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": None,
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": None,
        "version": "2.2.0",
    }


def _present(intent: Record, brief: Record, kind: str) -> Record:
    is_debit = kind == "interac_present"
    common: Record = {
        "brand": brief["brand"],
        "cardholder_name": None,
        "country": brief["country"],
        "description": None,
        "emv_auth_data": "8A023030",
        "exp_month": brief["exp_month"],
        "exp_year": brief["exp_year"],
        "fingerprint": brief["fingerprint"],
        "funding": brief["funding"],
        "generated_card": None,
        "iin": None,
        "issuer": None,
        "last4": brief["last4"],
        "location": brief.get("location"),
        "network": brief["brand"],
        "network_transaction_id": "104102978678771",
        "preferred_locales": ["en"],
        "read_method": brief["read_method"],
        "reader": brief.get("reader"),
        "receipt": _receipt("checking" if is_debit else "credit", brief["brand"]),
    }
    if is_debit:
        return common
    return common | {
        "amount_authorized": intent["amount"],
        "brand_product": None,
        "incremental_authorization_supported": False,
        "offline": {"stored_at": None, "type": None},
        "overcapture_supported": False,
        "wallet": None,
    }


def _receipt(account: str, brand: str) -> Record:
    return {
        "account_type": account,
        "application_cryptogram": "F17899CCAEF3BAD7",
        "application_preferred_name": brand.title(),
        "authorization_code": "123456",
        "authorization_response_code": "3030",
        "cardholder_verification_method": "approval",
        "dedicated_file_name": "A000000003101001",
        "terminal_verification_results": "8800000000",
        "transaction_status_information": "6800",
    }
