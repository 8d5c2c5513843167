"""The daily work on cards: value that ran out, sums that differ, sales that were paid unseen."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from outfitter.db.locks import atomic
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.gift_cards import redemption
from outfitter_tenants.checkout.stored_value import activation
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import delivery, expiry, gift_card_holds
from outfitter_tenants.trips import queries as trips

log = logging.getLogger(__name__)
BATCH: Final = 200
# What is late by so much was forgotten: its job was given up, or lost.
LATE: Final = timedelta(hours=1)


def expire(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Take value off cards whose date is past; an operator's daily work."""
    ids = queries.lapsed_cards(at=at, limit=BATCH)
    for gift_card_id in ids:
        with atomic():
            card = queries.lock_card(gift_card_id=gift_card_id)
            gone = expiry.expire(card=card, at=at)
            if gone.whole:
                record(
                    entity_type="gift_card",
                    entity_id=card.pk,
                    at=at,
                    action="gift_card.expired",
                    before={"purchased_amount": gone.purchased, "promo_amount": gone.promo},
                    after={"status": card.status},
                )
    return {} if len(ids) == BATCH else None


def check(state: Mapping[str, Any], at: datetime) -> dict[str, object] | None:
    """
    Compare what is stored of cards with the journal, and store what the journal says.

    An operator's daily work; `state` says how far it got.
    """
    after_id = int(state.get("after", 0))
    ids = queries.card_ids(after_id=after_id, limit=BATCH)
    for gift_card_id in expiry.drifted(ids=ids):
        with atomic():
            card = queries.lock_card(gift_card_id=gift_card_id)
            before, after = expiry.recount(card=card)
            if before != after:
                log.error("gift card %s stored %s, its journal says %s", card.pk, before, after)
                record(
                    entity_type="gift_card",
                    entity_id=card.pk,
                    at=at,
                    action="gift_card.recounted",
                    before={"balance_purchased": before[0], "balance_promo": before[1]},
                    after={"balance_purchased": after[0], "balance_promo": after[1]},
                )
    return {"after": ids[-1]} if len(ids) == BATCH else None


def activate_paid_cards(state: Mapping[str, Any], at: datetime) -> dict[str, object] | None:
    """Activate what was paid when nobody looked, such as a trip that waited for a decision."""
    after_id = int(state.get("after", 0))
    ids = queries.unposted_trips(after_id=after_id, limit=BATCH)
    for trip_id in ids:
        with atomic():
            activation.update_activation(trip=trips.lock_trip(trip_id=trip_id), at=at)
    return {"after": ids[-1]} if len(ids) == BATCH else None


def deliver_late(state: Mapping[str, Any], at: datetime) -> dict[str, object] | None:
    """Have cards sent again whose job was given up, such as by a mail server that was away."""
    after_id = int(state.get("after", 0))
    rows = queries.unsent_cards(until=at - LATE, after_id=after_id, limit=BATCH)
    for card in rows:
        if not delivery.is_awaited(gift_card_id=card.pk):
            log.error("gift card %s should have been sent at %s", card.pk, card.deliver_at)
            delivery.schedule(card=card, at=at)
    return {"after": rows[-1].pk} if len(rows) == BATCH else None


def release_lapsed_holds(state: Mapping[str, Any], at: datetime) -> dict[str, object] | None:
    """Let go of what cards set aside for carts when the job that does it was given up."""
    after_id = int(state.get("after", 0))
    ids = queries.overdue_holds(until=at - LATE, after_id=after_id, limit=BATCH)
    for trip_id in ids:
        if not gift_card_holds.is_awaited(trip_id=trip_id):
            log.error("what gift cards set aside for trip %s was forgotten", trip_id)
            redemption.release_lapsed({"trip_id": trip_id}, at)
    return {"after": ids[-1]} if len(ids) == BATCH else None
