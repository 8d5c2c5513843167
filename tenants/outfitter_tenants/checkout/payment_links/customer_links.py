"""Addresses under which a trip's own customer pays: what is left, a part, a tip, the price of a move."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.payment_links.operations import PAYER, create, get_link_state
from outfitter_tenants.checkout.payments.requested_amount import AmountRequest
from outfitter_tenants.checkout.sale_terms import tips
from outfitter_tenants.checkout.sale_terms.balance_due import require_chargeable
from outfitter_tenants.checkout.trip_changes.change import SOLD, change_trip
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips.operations import moves

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentLink
    from outfitter_tenants.trips.models import OrderMove


def is_money_taken() -> bool:
    """Return whether the operator takes money online at all."""
    try:
        gateway = intent_calls.get_gateway()
        gateway.provider.checkout_client(gateway.ctx)
    except (NoPaymentProvider, PaymentFailed):
        return False
    return True


def open_for_balance(*, trip_id: int, at: datetime) -> "PaymentLink":
    """
    Return an address under which a trip's own customer pays what is left.

    One that was sent already serves as long as it is open: what is begun there is not begun twice.

    :raises NothingDue: nothing is owed
    """
    for link in money.links_of_trip(trip_id=trip_id):
        if link.amount_mode == "balance" and get_link_state(link=link, at=at).state == "open":
            return link
    return create(
        trip_id=trip_id,
        asked=AmountRequest("balance"),
        note="",
        is_tip_asked=True,
        days=None,
        by=PAYER,
        at=at,
    )


def open_for_part(
    *, trip_id: int, amount: int | None, booking_ids: tuple[int, ...], at: datetime
) -> "PaymentLink":
    """
    Return an address under which somebody of a trip pays an amount of it, or some guests' part.

    :raises NothingDue: nothing of that is owed
    :raises Overpayment: more is wanted than is owed
    :raises Invalid: guests of another trip
    """
    mode = "custom" if amount is not None else "tab"
    asked = AmountRequest(mode, amount, 0, booking_ids)
    return create(trip_id=trip_id, asked=asked, note="", is_tip_asked=True, days=None, by=PAYER, at=at)


def open_for_tip(*, trip_id: int, amount: int, at: datetime) -> "PaymentLink":
    """
    Return an address under which a trip's own customer gives a tip of `amount` (minor units).

    :raises TipsOff: the operator takes none
    """
    tips.require(amount)
    with change_trip(trip_id=trip_id, by=PAYER, at=at, states=SOLD, is_money=False) as change:
        require_chargeable(change.trip.currency, tip_amount=amount)
        link = ledger.open_link(
            trip_id=trip_id,
            amount_mode="custom",
            amount=amount,
            sent_amount=amount,
            is_tip_asked=False,
            purpose="tip",
            at=at,
            expires_at=at + timedelta(days=1),
        )
        change.log("trip.payment_link_created", after={"payment_link_id": link.pk, "tip_amount": amount})
    return link


def open_for_move(*, move: "OrderMove", trip_id: int, at: datetime) -> "PaymentLink":
    """
    Return the address under which a customer pays what their move costs; the trip is locked.

    No tip is asked for: the payment is for one thing, which is then done.
    """
    link = ledger.open_link(
        trip_id=trip_id,
        amount_mode="custom",
        amount=move.amount,
        sent_amount=move.amount,
        is_tip_asked=False,
        purpose="move",
        at=at,
        expires_at=move.expires_at,
    )
    moves.set_link(move=move, payment_link_id=link.pk)
    return link
