"""Money on its way: held on a card, asked for by an address, disputed by a bank."""

from datetime import timedelta
from uuid import uuid4

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.ledger.models import Dispute, Intent, PaymentHold, PaymentLink
from tests.support.sold_trips import pay


def make_card_hold(trip_id: int, *, amount: int = 1000) -> int:
    """Return the id of an amount that is held for a trip."""
    at = utc_now()
    intent = Intent.objects.create(
        uuid=uuid4(),
        gateway="stripe",
        gateway_id=f"pi_{uuid4().hex[:8]}",
        trip_id=trip_id,
        amount=amount,
        currency="USD",
        capture="manual",
        status="requires_capture",
        created_at=at,
        channel="moto",
        device=uuid4().hex,
    )
    return PaymentHold.objects.create(
        intent=intent,
        trip_id=trip_id,
        amount=amount,
        status="authorized",
        authorized_at=at,
        capture_before=at + timedelta(days=7),
    ).pk


def make_link(trip_id: int) -> dict[str, int | str]:
    """Return the number and the secret of an address that asks for a trip's balance."""
    at = utc_now()
    link = PaymentLink.objects.create(
        trip_id=trip_id, amount_mode="balance", created_at=at, expires_at=at + timedelta(days=7)
    )
    return {"paymentLink": link.pk, "secret": payment_links.secret_of(link.pk)}


def make_dispute(trip_id: int) -> int:
    """Return the id of an open dispute about money that was paid for a trip."""
    at, paid = utc_now(), pay(trip_id, 100)
    return Dispute.objects.create(
        gateway="stripe",
        gateway_id=f"dp_{uuid4().hex[:8]}",
        payment=paid,
        trip_id=trip_id,
        amount=paid.amount,
        status="needs_response",
        reason="fraudulent",
        currency="USD",
        opened_at=at,
        changed_at=at,
    ).pk
