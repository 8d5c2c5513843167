"""Money that is held on a card and not taken yet (domain.md 4.10). Nothing of it is posted."""

from datetime import datetime

from outfitter.plugins.payments.types import GatewayIntent
from outfitter_tenants.ledger.models import Intent, PaymentHold

LIVE = ("authorized",)


def place_hold(*, intent: Intent, answer: GatewayIntent, at: datetime) -> PaymentHold | None:
    """Note that a card has an amount held for us; None when that is known already."""
    if intent.trip_id is None or PaymentHold.objects.filter(intent=intent).exists():
        return None
    return PaymentHold.objects.create(
        intent=intent,
        trip_id=intent.trip_id,
        amount=answer.amount_capturable or answer.amount,
        status="authorized",
        authorized_at=at,
        capture_before=answer.capture_before,
    )


def request_hold_action(*, hold: PaymentHold, amount: int, by: int | None, reason: str) -> None:
    """Note what is to become of a held amount: so much taken, or with 0 released."""
    hold.wanted_amount, hold.wanted_by, hold.wanted_reason = amount, by, reason
    hold.save(update_fields=["wanted_amount", "wanted_by", "wanted_reason"])


def withdraw_hold_action(*, hold: PaymentHold) -> None:
    """Forget what was wanted: the gateway refused it, the amount is held as before."""
    hold.wanted_amount = None
    hold.save(update_fields=["wanted_amount"])


def end_hold(*, hold: PaymentHold, status: str, captured: int, at: datetime) -> None:
    """Note how a held amount ended; `captured` in minor units."""
    hold.status, hold.captured_amount, hold.ended_at = status, captured, at
    hold.save(update_fields=["status", "captured_amount", "ended_at"])


def mark_warned(*, hold: PaymentHold, at: datetime) -> None:
    """Note that staff know that a held amount is about to run out."""
    hold.warned_at = at
    hold.save(update_fields=["warned_at"])
