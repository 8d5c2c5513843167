"""One function for each operation of the checkout capability."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from outfitter.sdk import DomainError, TenantContext
from outfitter_ucp.agent_profiles import SLUG
from outfitter_ucp.errors import error_answer, refusal
from outfitter_ucp.requests import Session, contact_of, tickets_of
from outfitter_ucp.serializers import session_of

# As long as the protocol demands that a repeated key is recognized.
IDEMPOTENT_FOR: Final = timedelta(hours=24)
Answer = tuple[int, dict[str, object]]


@dataclass(frozen=True, slots=True)
class UcpCall:
    """One request: whose, from where, and the key that makes it happen once."""

    ctx: TenantContext
    ip: str | None
    idempotency_key: str
    body: bytes


def create(call: UcpCall, session: Session) -> Answer:
    """Hold what a session wants; the same key never holds twice."""
    from outfitter.sdk import carts, records

    def make() -> Answer:
        cart = carts.hold(call.ctx, tickets=tickets_of(session), contact=contact_of(session), ip=call.ip)
        if call.idempotency_key:
            with records.change(call.ctx, plugin=SLUG, key=_key(call)) as kept:
                if kept is not None:
                    kept["session"] = cart.key
        return 201, session_of(call.ctx, cart)

    if not call.idempotency_key:
        return _told(make)
    digest = hashlib.sha256(call.body).hexdigest()
    value = {"digest": digest, "session": None}
    if records.claim(call.ctx, plugin=SLUG, key=_key(call), value=value, keep=IDEMPOTENT_FOR):
        status, answer = _told(make)
        if status != 201:
            # Nothing was made: the next try may succeed.
            records.forget(call.ctx, plugin=SLUG, key=_key(call))
        return status, answer
    return _repeated(call, digest)


def _repeated(call: UcpCall, digest: str) -> Answer:
    from outfitter.sdk import records

    kept = records.find(call.ctx, plugin=SLUG, key=_key(call)) or {}
    if kept.get("digest") != digest:
        return 409, error_answer("idempotency_conflict", "This Idempotency-Key was used for something else.")
    if not kept.get("session"):
        return 409, error_answer("in_progress", "The first request with this key is not done yet.")
    return read(call, str(kept["session"]))


def read(call: UcpCall, key: str) -> Answer:
    """Return a session as it is now."""
    from outfitter.sdk import carts

    return _told(lambda: (200, session_of(call.ctx, carts.read(call.ctx, key))))


def update(call: UcpCall, key: str, session: Session) -> Answer:
    """Have a session hold exactly what is wanted now."""
    from outfitter.sdk import carts

    def change() -> Answer:
        wanted = tickets_of(session)
        cart = carts.change(call.ctx, key, tickets=wanted, contact=contact_of(session), ip=call.ip)
        return 200, session_of(call.ctx, cart)

    return _told(change)


def complete(call: UcpCall, key: str) -> Answer:
    """
    Say where the guest completes it.

    No payment handler is offered, so no platform can place the order: terms are agreed to and money
    changes hands on the operator's page.
    """
    return read(call, key)


def cancel(call: UcpCall, key: str) -> Answer:
    """Give everything back; what is booked is canceled by the guest, by the operator's policy."""
    from outfitter.sdk import carts

    def give_back() -> Answer:
        if carts.read(call.ctx, key).state == "booked":
            return 200, error_answer("already_completed", "This is booked. The guest can cancel it there.")
        return 200, session_of(call.ctx, carts.change(call.ctx, key, tickets=[], ip=call.ip))

    return _told(give_back)


def _told(act: Callable[[], Answer]) -> Answer:
    try:
        return act()
    except DomainError as problem:
        if problem.code == "rate_limited":
            return 429, refusal(problem)
        return (404 if problem.code == "not_found" else 200), refusal(problem)


def _key(call: UcpCall) -> str:
    return f"create:{hashlib.sha256(call.idempotency_key.encode()).hexdigest()}"
