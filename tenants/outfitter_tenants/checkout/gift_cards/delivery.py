"""Bringing a card to whom it is for: by e-mail at its date, or on paper."""

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings

from outfitter.accounts import business_profile, file_storage
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid
from outfitter.plugins import contexts
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.queries import images
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import printout, queries
from outfitter_tenants.giftcards.designs import BY_SLUG, DESIGNS
from outfitter_tenants.giftcards.operations import changes, delivery
from outfitter_tenants.messaging import automations, subscribers, tasks
from outfitter_tenants.messaging import letters as messaging
from outfitter_tenants.messaging.mails import gift_card as saying
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.gift_card import GiftCardData
from outfitter_tenants.people import logos

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard


def deliver(payload: dict[str, Any], at: datetime) -> None:
    """
    Send a card to whom it is for, once, when its date has come; the due job's handler.

    A card that was spent meanwhile is sent as well: its owner may still hear of it. One that is not
    active is not.
    """
    with atomic():
        card = queries.lock_card(gift_card_id=int(payload["gift_card_id"]))
        if card.delivered_at or card.deliver_at is None or not card.recipient_email:
            return
        if card.status not in {"active", "depleted"}:
            return
        if card.deliver_at > at:
            delivery.schedule(card=card, at=at)
            return
        if not automations.is_letter_on("gift_card", experience_ids=()):
            return
        _send(card, at)


def resend(*, gift_card_id: int, at: datetime, version: int | None = None) -> None:
    """
    Send a card that was delivered once more, to whom it is for now.

    :raises CardNotFound: there is none
    :raises GiftCardInvalid: it is not one that can be spent
    :raises Invalid: it still waits for its date, or there is no address
    :raises StaleVersion: somebody changed it since
    """
    with atomic():
        card = queries.lock_card(gift_card_id=gift_card_id)
        changes.require_version(card, version)
        if card.status not in {"active", "depleted"}:
            raise cards.refusal(card.status)
        if not card.recipient_email:
            raise Invalid({"recipient_email": ["Enter an email address for the recipient."]})
        if card.delivered_at is None and delivery.is_awaited(gift_card_id=card.pk):
            raise Invalid({"giftCard": ["This gift card was not sent yet."]})
        _send(card, at, is_again=True)


def _send(card: "GiftCard", at: datetime, *, is_again: bool = False) -> None:
    message_id = messaging.queue_gift_card(data=_data(card), operator=_operator(), at=at, is_again=is_again)
    delivery.record_delivery(card=card, at=at)
    record(
        entity_type="gift_card",
        entity_id=card.pk,
        trip_id=card.sold_trip_id,
        at=at,
        action="gift_card.delivered",
        after={"to": card.recipient_email},
    )
    tasks.send_message.after_commit(message_id=message_id)


def _operator() -> Operator:
    return subscribers.operator_of(contexts.context_for(schema_name=current_schema()))


def _data(card: "GiftCard") -> GiftCardData:
    design = BY_SLUG.get(card.style.slug, DESIGNS[0])
    value = card_value(card)
    return GiftCardData(
        gift_card_id=card.pk,
        hash=card.hash,
        is_credit=card.kind == "credit",
        purchased=value.purchased,
        promo=value.promo,
        currency=card.currency,
        recipient_name=card.recipient_name,
        recipient_email=card.recipient_email or "",
        sender_name=card.sender_name,
        message=card.message,
        locale=card.locale,
        design=asdict(design),
        expires_at=card.expires_at,
        promo_expires_at=card.promo_expires_at,
        customer_id=None,
        trip_id=None,
    )


def card_value(card: "GiftCard") -> cards.Value:
    """Return what a card is given as: what stands on it, or will while it waits."""
    if card.status != "pending":
        return cards.Value(card.balance_purchased, card.balance_promo)
    waiting = queries.waiting_sales(gift_card_id=card.pk)
    return sum((cards.value_of(one) for one in waiting), cards.Value())


def print_card(*, gift_card_id: int, by_staff: bool, at: datetime) -> bytes:
    """
    Return a card as PDF; the log keeps which member of staff saw its code that way.

    :raises CardNotFound: there is none
    :raises GiftCardInvalid: it is void, or not active yet and nobody of the staff asks
    """
    with atomic():
        card = queries.get_card(gift_card_id=gift_card_id)
        if card.status == "void" or (card.status == "pending" and not by_staff):
            raise cards.refusal(card.status)
        if by_staff:
            record(
                entity_type="gift_card",
                entity_id=card.pk,
                trip_id=card.sold_trip_id,
                at=at,
                action="gift_card.printed",
            )
    data, operator = _data(card), _operator()
    business = business_profile.get_business(schema_name=current_schema())
    return printout.print_card(
        saying.sentences(data=data, operator=operator),
        code=queries.plain_code(card),
        design=data.design,
        operator={
            "name": operator.name,
            "website": operator.website or operator.host,
            "phone": operator.phone,
        },
        country=business.country,
        pictures=_logo(operator) | _picture(card.style.picture),
        at=at,
    )


def _picture(address: str) -> dict[str, bytes]:
    """Return the picture of a style of the operator's own, if its file is there."""
    if not address:
        return {}
    path = f"{images.key_of(address)}/{address.rpartition('/')[2]}"
    found = file_storage.read(schema_name=current_schema(), path=path)
    return {} if found is None else {"picture": found}


def _logo(operator: Operator) -> dict[str, bytes]:
    """Return the operator's logo as the paper takes it; without one its name stands there."""
    folder = settings.MEDIA_ROOT / current_schema()
    found = logos.read(address=operator.logo_url, folder=folder)
    return {} if found is None else {"logo": found}
