"""
Addresses under which somebody pays by themselves (domain.md 4.9).

An address carries the number of a row and a seal that only this operator can set: nobody guesses
one, and one of another operator opens nothing here. How much is asked for is worked out whenever
it is opened.
"""

import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import DomainError, Invalid, NotFound
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.intents.types import IntentRequest, StartedIntent
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.payments.requested_amount import AmountRequest, NothingDue
from outfitter_tenants.checkout.trip_changes.change import OPEN, TripActor, change_trip
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentLink
    from outfitter_tenants.trips.models import Trip

LONGEST: Final = timedelta(days=90)
_SEALED: Final = re.compile(r"([1-9][0-9]{0,17})-([0-9a-f]{32})")
# Whoever holds the address may pay: that is all they may.
PAYER: Final = TripActor(audience="direct", permissions=frozenset({"payment.take"}))


class LinkExpired(DomainError):
    """The request for money is too old."""

    code = "link_expired"
    status = 409


class LinkVoid(DomainError):
    """The request for money was taken back, or its trip is gone."""

    code = "link_void"
    status = 409


@dataclass(frozen=True, slots=True)
class LinkState:
    """
    How a request for money stands now.

    `state` is open, paid, expired or void; `amount` in minor units, without a tip.
    """

    link: "PaymentLink"
    trip: "Trip"
    state: str
    amount: int


def secret_of(link_id: int) -> str:
    """Return what of an address is secret: the same whenever it is asked for."""
    seal = keyed_hash(settings.SECRET_KEY, current_schema(), "payment-link", str(link_id))
    return f"{link_id}-{seal[:32]}"


def find(*, secret: str) -> "PaymentLink":
    """
    Return what an address asks for.

    :raises PaymentLinkNotFound: it is none of ours
    """
    found = _SEALED.fullmatch(secret)
    if found is None or not hmac.compare_digest(secret_of(int(found[1])), secret):
        raise money.PaymentLinkNotFound("Payment link not found.")
    return money.get_link(link_id=int(found[1]))


def create(
    *,
    trip_id: int,
    asked: AmountRequest,
    note: str,
    is_tip_asked: bool,
    days: int | None,
    by: TripActor,
    at: datetime,
    purpose: str = "request",
) -> "PaymentLink":
    """
    Make an address that asks for a part of a trip; it is good for
    `payment_link_days` or until the start.

    :raises NothingDue: nothing of that is owed
    :raises Overpayment: more is asked for than is owed
    :raises Invalid: it would be good for more than ninety days
    """
    with change_trip(trip_id=trip_id, by=by, at=at, states=OPEN, is_money=False, agents_need=None) as change:
        trip = change.trip
        amount = _first_amount(trip, asked)
        link = ledger.open_link(
            trip_id=trip_id,
            amount_mode=asked.mode,
            amount=asked.amount,
            booking_ids=sorted(set(asked.booking_ids)),
            sent_amount=amount,
            note=note,
            is_tip_asked=is_tip_asked,
            purpose=purpose,
            created_by=by.avatar_id,
            at=at,
            expires_at=expiry_of(trip, days=days, at=at),
        )
        change.log(
            "trip.payment_link_created",
            after={
                "payment_link_id": link.pk,
                "amount_mode": asked.mode,
                "amount": amount,
                "expires_at": link.expires_at.isoformat(),
            },
        )
    return link


def _first_amount(trip: "Trip", asked: AmountRequest) -> int:
    if asked.mode == "tab" and not asked.booking_ids:
        # Whoever pays says for whom.
        open_amount = sum(requested_amount.tab_of(trip=trip).values())
        if open_amount <= 0:
            raise NothingDue("There is nothing to pay on this trip.")
        return open_amount
    return requested_amount.amount_of(trip=trip, asked=asked, is_staff=True)


def expiry_of(trip: "Trip", *, days: int | None, at: datetime) -> datetime:
    """
    Return until when a request made now is good: for so many `days`, else as the operator says.

    :raises Invalid: more than ninety days
    """
    if days is not None:
        if not 0 < days <= LONGEST.days:
            raise Invalid({"days": [f"At most {LONGEST.days} days."]})
        return at + timedelta(days=days)
    start = trip.first_start_at
    until = at + timedelta(days=people.get_properties().payment_link_days)
    return min(until, start) if start and start > at else until


def revoke(*, trip_id: int, link_id: int, by: TripActor, at: datetime) -> None:
    """
    Take a request for money back: its address opens, and says so.

    :raises PaymentLinkNotFound: it is of another trip, or none
    """
    with change_trip(trip_id=trip_id, by=by, at=at, is_money=False, agents_need=None) as change:
        link = money.get_link(link_id=link_id)
        if link.trip_id != trip_id:
            raise money.PaymentLinkNotFound("Payment link not found.")
        if link.revoked_at is None:
            ledger.revoke_link(link=link, at=at)
            _withdraw(link, at)
            change.log("trip.payment_link_revoked", after={"payment_link_id": link.pk})


def _withdraw(link: "PaymentLink", at: datetime) -> None:
    """Have what was begun through a link given up: its page may still be open somewhere."""
    for intent in money.open_intents_of(trip_id=link.trip_id):
        if intent.device.startswith(_device(link)):
            intent_reconciliation.withdraw_later(intent_id=intent.pk, at=at)


def get_link_state(*, link: "PaymentLink", at: datetime) -> LinkState:
    """Return how a request for money stands now, with what it comes to."""
    trip = trips.get_trip(trip_id=link.trip_id)
    if link.purpose == "move":
        return _move_state(link, trip, at)
    amount = _amount(trip, link)
    if trip.status == "deleted":
        state = "void"
    elif _is_done(link):
        state = "paid"
    elif amount <= 0:
        # What costs nothing, or was cancelled and given back, was not paid: nobody is thanked.
        state = "paid" if trips.paid_towards(trip) > 0 else "void"
    elif link.revoked_at is not None:
        state = "void"
    else:
        state = "expired" if link.expires_at <= at else "open"
    return LinkState(link, trip, state, amount)


_MOVE_STATES: Final = {"done": "paid", "failed": "void", "withdrawn": "void"}


def _move_state(link: "PaymentLink", trip: "Trip", at: datetime) -> LinkState:
    """Return how a request stands that is for a move: it is paid when that was made."""
    move = trips.find_move_by_link(payment_link_id=link.pk)
    if move is None or trip.status == "deleted":
        return LinkState(link, trip, "void", 0)
    is_over = link.expires_at <= at
    state = _MOVE_STATES.get(move.status) or ("expired" if is_over else "open")
    return LinkState(link, trip, state, move.amount)


def _amount(trip: "Trip", link: "PaymentLink") -> int:
    if link.purpose == "tip":
        return link.amount or 0
    owed = max(0, trips.customer_owes(trip))
    if link.amount_mode == "custom":
        return min(link.amount or 0, owed)
    if link.amount_mode == "tab":
        left = requested_amount.tab_of(trip=trip)
        wanted = set(link.booking_ids) or set(left)
        return min(owed, sum(amount for one, amount in left.items() if one in wanted))
    asked = AmountRequest(link.amount_mode)
    try:
        return requested_amount.amount_of(trip=trip, asked=asked, is_staff=True)
    except NothingDue:
        return 0


def _is_done(link: "PaymentLink") -> bool:
    """Return whether an amount of its own was paid: it is never asked for twice."""
    if link.amount_mode != "custom":
        return False
    return bool(money.payments_by_device(trip_id=link.trip_id, prefix=_device(link)))


def _device(link: "PaymentLink") -> str:
    return f"link:{link.pk}:"


def require_open(standing: LinkState) -> None:
    """
    Refuse to take money on a request that no longer stands.

    :raises NothingDue: it was paid
    :raises LinkExpired: it is too old
    :raises LinkVoid: it was taken back, or its trip is gone
    """
    if standing.state == "paid":
        raise NothingDue("This is already paid.")
    if standing.state == "expired":
        raise LinkExpired("This payment link is too old. Please request a new one.")
    if standing.state == "void":
        raise LinkVoid("This payment link is no longer valid.")


def begin(
    *, link: "PaymentLink", shown: int, tip_amount: int, booking_ids: tuple[int, ...], at: datetime
) -> StartedIntent:
    """
    Begin to pay what a link asks for: one open payment a link, on however many phones it is open.

    `shown` is what the payer saw, tip and all, in minor units: another amount is never charged.

    :raises AmountChanged: it comes to something else by now
    :raises LinkExpired: too old; also LinkVoid, NothingDue
    :raises GatewayError: the gateway did not answer
    """
    standing = get_link_state(link=link, at=at)
    require_open(standing)
    trip, mode = standing.trip, link.amount_mode
    if link.purpose == "tip":
        return _begin_tip(link, standing, shown, at)
    chosen = booking_ids if mode == "tab" else ()
    allowed = set(link.booking_ids) or None
    if chosen and allowed is not None and not set(chosen) <= allowed:
        raise Invalid({"booking_ids": ["This link is for other guests."]})
    wish = IntentRequest(
        tip_amount=tip_amount,
        booking_ids=chosen,
        expected_amount=shown - tip_amount,
        device=_device(link) + "-".join(str(one) for one in sorted(chosen))[:40],
        amount=standing.amount if mode == "custom" else None,
        purpose="move" if link.purpose == "move" else "payment",
    )
    return intents.begin(
        trip_id=trip.pk, channel="link", amount_mode=mode, at=at, is_customer=True, wish=wish
    )


def _begin_tip(link: "PaymentLink", standing: LinkState, shown: int, at: datetime) -> StartedIntent:
    if shown != standing.amount:
        raise intents.AmountChanged("The amount has changed.", amount=standing.amount, shown=shown)
    wish = IntentRequest(tip_amount=standing.amount, device=_device(link), purpose="tip")
    return intents.begin(
        trip_id=standing.trip.pk, channel="link", amount_mode="custom", at=at, is_customer=True, wish=wish
    )


def require_own(*, link: "PaymentLink", intent_id: int) -> None:
    """
    Refuse a payment that was not begun through this link.

    :raises NotFound: it was begun elsewhere, or not at all
    """
    intent = money.get_intent(intent_id=intent_id, trip_id=link.trip_id)
    if not intent.device.startswith(_device(link)):
        raise NotFound("Payment not found.")


def receipts(*, link: "PaymentLink") -> list[Any]:
    """Return what was paid through a link; all payments of the trip when it was paid otherwise."""
    own = money.payments_by_device(trip_id=link.trip_id, prefix=_device(link))
    if own:
        return own
    return [
        row
        for row in money.list_payments(trip_id=link.trip_id)
        if row.kind == "payment" and row.status in {"succeeded", "disputed"}
    ]
