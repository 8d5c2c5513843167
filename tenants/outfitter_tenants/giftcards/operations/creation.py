"""New cards: their codes, and what they look like."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction

from outfitter.kit import crypto, ids
from outfitter.kit.errors import Invalid
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.rules import code_format

_TAKEN = "Another gift card has this code."


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who gets a card, and what it says. `deliver_at`: when it is sent to them by e-mail."""

    name: str = ""
    email: str | None = None
    phone: str | None = None
    message: str = ""
    sender: str = ""
    locale: str = "en"
    deliver_at: datetime | None = None


def make_card(
    *,
    kind: str,
    currency: str,
    recipient: Recipient,
    at: datetime,
    by: int | None,
    style_id: int | None = None,
    code: str | None = None,
    is_physical: bool = False,
    values: Mapping[str, object] | None = None,
) -> GiftCard:
    """
    Make a card that waits to be activated; nothing stands on it yet.

    `code` is one that was printed elsewhere, as it was typed; without it the card gets one of ours.

    :raises Invalid: the typed code is no code, or taken
    """
    plain = code_format.new_code() if code is None else typed(code)
    card = GiftCard(
        hash=ids.public_hash(),
        kind=kind,
        currency=currency,
        is_physical=is_physical,
        style_id=style_id or queries.list_styles()[0].pk,
        created_by=by,
        created_at=at,
        changed_at=at,
        code_source="auto" if code is None else "manual",
        **dict(values or {}),
    )
    address(card, recipient)
    return write_code(card, plain)


def typed(code: str) -> str:
    """
    Return a code that was typed as it is stored.

    :raises Invalid: it is none, or another card has it
    """
    plain = code_format.normalise(code)
    if not code_format.is_typed(plain):
        raise Invalid({"code": ["A code has 6 to 32 letters and digits."]})
    if queries.find_by_code(code=plain) is not None:
        raise Invalid({"code": [_TAKEN]})
    return plain


def write_code(card: GiftCard, plain: str) -> GiftCard:
    """
    Give a card its code and save it.

    :raises Invalid: another card got the same code in this very moment
    """
    card.code_hash = queries.hash_of_code(plain)
    card.code_encrypted = crypto.encrypt_json(settings.FIELD_KEYS, {"code": plain})
    card.last4 = plain[-4:]
    try:
        with transaction.atomic():
            card.save()
    except IntegrityError as problem:
        raise Invalid({"code": [_TAKEN]}) from problem
    return card


def address(card: GiftCard, recipient: Recipient) -> None:
    """Write on a card who gets it; the caller saves it."""
    card.recipient_name, card.recipient_email = recipient.name, recipient.email
    card.recipient_phone, card.message = recipient.phone, recipient.message
    card.sender_name, card.locale = recipient.sender, recipient.locale
    card.deliver_at = recipient.deliver_at
