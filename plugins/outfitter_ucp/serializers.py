"""A cart as a checkout session."""

from collections.abc import Mapping
from typing import Final

from outfitter.sdk import TenantContext
from outfitter.sdk.carts import CartLine, ProgramCart, checkout_url, trip_url
from outfitter_ucp.agent_profiles import metadata

_GUEST: Final = "The guest reads the terms and pays on the operator's page."


def session_of(ctx: TenantContext, cart: ProgramCart) -> dict[str, object]:
    """Return a checkout session; amounts are minor units on both sides."""
    status, messages = _standing(cart)
    found: dict[str, object] = {
        "ucp": metadata(),
        "id": cart.key,
        "status": status,
        "currency": cart.currency,
        "line_items": [_line(place, one) for place, one in enumerate(cart.lines, start=1)],
        "totals": _totals(cart),
        "messages": messages,
        "links": [{"type": "terms_of_service", "url": f"{ctx.base_url}/"}],
        "buyer": _buyer(cart),
        "payment": {"instruments": []},
    }
    if cart.held_until is not None:
        found["expires_at"] = cart.held_until.isoformat()
    if status not in {"completed", "canceled"}:
        found["continue_url"] = checkout_url(ctx, cart.key)
    if status == "completed":
        found["order"] = {"id": cart.key, "label": cart.code, "permalink_url": trip_url(ctx, cart.key)}
    return found


def _standing(cart: ProgramCart) -> tuple[str, list[dict[str, str]]]:
    if cart.state == "booked":
        return "completed", []
    if cart.state in {"gone", "empty", "expired"}:
        return "canceled", []
    if not (cart.contact.first_name or cart.contact.last_name):
        return "incomplete", [_missing("buyer.first_name"), *_told(cart)]
    if not cart.contact.email:
        return "incomplete", [_missing("buyer.email"), *_told(cart)]
    review = {
        "type": "error",
        "code": "payment_on_site",
        "content": _GUEST,
        "severity": "requires_buyer_input",
    }
    return "requires_escalation", [review, *_told(cart)]


def _missing(path: str) -> dict[str, str]:
    return {
        "type": "error",
        "code": "missing",
        "path": f"$.{path}",
        "content": f"{path} is missing.",
        "severity": "recoverable",
    }


def _told(cart: ProgramCart) -> list[dict[str, str]]:
    """Return what a buyer should know of the money: a deposit is not in the protocol's totals."""
    if not 0 <= cart.due_now < cart.total:
        return []
    words = f"{cart.due_now} of {cart.total} (minor units of {cart.currency}) are paid now, the rest later."
    return [{"type": "info", "code": "deposit", "content": words}]


def _line(place: int, line: CartLine) -> dict[str, object]:
    amounts = [{"type": "subtotal", "amount": line.amount}, {"type": "total", "amount": line.amount}]
    start = f", {line.start_at.isoformat()}" if line.start_at else ""
    item = {
        "id": f"{line.departure_id}.{line.ticket_id}",
        "title": f"{line.title}{start}",
        "price": line.unit_amount,
    }
    return {"id": f"li_{place}", "item": item, "quantity": line.quantity, "totals": amounts}


def _totals(cart: ProgramCart) -> list[dict[str, object]]:
    subtotal: dict[str, object] = {"type": "subtotal", "amount": sum(line.amount for line in cart.lines)}
    charges: list[dict[str, object]] = [
        {"type": one.kind, "amount": one.amount, **({"display_text": one.label} if one.label else {})}
        for one in cart.charges
    ]
    return [subtotal, *charges, {"type": "total", "amount": cart.total}]


def _buyer(cart: ProgramCart) -> Mapping[str, str]:
    who = cart.contact
    found = {
        "first_name": who.first_name,
        "last_name": who.last_name,
        "email": who.email,
        "phone_number": who.phone,
    }
    return {name: value for name, value in found.items() if value}
