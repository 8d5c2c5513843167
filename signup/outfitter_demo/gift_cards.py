"""Gift cards of the demonstration operator: bought, given away, printed, spent up, run out."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F

from outfitter.db.locks import atomic
from outfitter_demo.guest_names import Person
from outfitter_tenants.checkout.gift_cards import card_sales, daily_jobs
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.gift_cards.card_sales import GiftCardRequest
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Recipient, Value
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip

_DAY: Final = timedelta(days=1)
_MAY: Final = frozenset({"giftcard.manage", "trip.edit", "payment.take"})


@dataclass(frozen=True, slots=True)
class _Gift:
    """A card: value in cents, made so many days ago, in which style, and what it says."""

    value: Value
    days_ago: int
    style: str
    message: str = ""
    code: str | None = None
    is_active: bool = True
    deliver_in: int | None = None
    ends_in: int | None = None
    reload: int = 0


_GIFTS: Final = (
    _Gift(Value(10_000), 84, "waves", "Happy birthday! See you on the water."),
    _Gift(Value(15_000, 1_500), 61, "sunrise", "Thank you for everything."),
    _Gift(Value(5_000), 40, "summit", "For your next adventure.", reload=2_500),
    _Gift(Value(0, 2_500), 33, "party", "You won our summer photo contest!"),
    _Gift(Value(20_000), 3, "stars", "Merry Christmas from all of us.", deliver_in=9),
    _Gift(Value(5_000), 120, "plain", ends_in=-12),
    _Gift(Value(5_000), 15, "waves", code="REEF-0001", is_active=False),
    _Gift(Value(5_000), 15, "waves", code="REEF-0002", is_active=False),
)


def create_gift_cards(guests: "list[Person]", *, at: datetime) -> int:
    """Make the cards, as of the days they were made; returns how many."""
    by, used = TripActor(permissions=_MAY), list[int]()
    styles = {row.slug: row.pk for row in queries.list_styles()}
    for gift, to, sender in zip(_GIFTS, guests, reversed(guests), strict=False):
        made_at = at - gift.days_ago * _DAY
        is_named = gift.code is None
        who = Recipient(
            name=f"{to.first_name} {to.last_name}" if is_named else "",
            email=to.email if is_named else None,
            sender=f"{sender.first_name} {sender.last_name}" if is_named else "",
            message=gift.message,
            locale=to.locale,
            deliver_at=None if gift.deliver_in is None else at + gift.deliver_in * _DAY,
        )
        wanted = GiftCardRequest(
            gift.value,
            who,
            style_id=styles[gift.style],
            code=gift.code,
            is_physical=gift.code is not None,
            expires_at=None if gift.ends_in is None else at + gift.ends_in * _DAY,
        )
        if gift.is_active and gift.value.purchased:
            _sell(wanted, gift.reload, used, by=by, at=made_at)
            continue
        gift_card_id = gift_cards.make(wanted=wanted, by=by, at=made_at)
        if gift.is_active:
            gift_cards.activate(gift_card_id=gift_card_id, by=by, at=made_at, reason="Summer photo contest")
    daily_jobs.expire({}, at)
    return len(_GIFTS)


def _sell(wanted: GiftCardRequest, reload: int, used: list[int], *, by: TripActor, at: datetime) -> None:
    """Sell a card to somebody who has booked a trip by then, and some more on it later."""
    trip_id = _paid_trip(used, at)
    _, gift_card_id = card_sales.sell(trip_id=trip_id, wanted=wanted, by=by, at=at)
    _take_cash(trip_id, wanted.asked, at)
    if reload:
        later = at + 12 * _DAY
        trip_id = _paid_trip(used, later)
        card_sales.reload(
            trip_id=trip_id, gift_card_id=gift_card_id, value=Value(reload), price=None, by=by, at=later
        )
        _take_cash(trip_id, reload, later)


def _paid_trip(used: list[int], at: datetime) -> int:
    """Return a trip that is paid and bought no card yet, the newest one of that day."""
    rows = Trip.objects.filter(status="reserved", paid_amount=F("total_amount"), refunded_amount=0)
    rows = rows.filter(pax_cnt__gt=0).exclude(pk__in=used)
    by_then = rows.filter(created_at__lte=at).order_by("-created_at", "confirmation_code")
    found = by_then.first() or rows.order_by("created_at", "confirmation_code")[0]
    used.append(found.pk)
    return found.pk


def _take_cash(trip_id: int, amount: int, at: datetime) -> None:
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        ledger.append_received(
            trip_id=trip_id, currency=trip.currency, received=Received("cash", amount), by=None, at=at
        )
        payment_sums.store_payment_sums(trip=trip, at=at)
