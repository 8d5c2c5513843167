"""Cards: by number, by code, and their styles."""

from collections.abc import Collection

from django.conf import settings

from outfitter.kit import signing
from outfitter.kit.errors import NotFound
from outfitter_tenants.giftcards import codes
from outfitter_tenants.giftcards.models import GiftCard, GiftCardStyle


class CardNotFound(NotFound):
    """No such gift card here."""


def hash_of_code(code: str) -> str:
    """Return what is stored of a normalised code, so that it can be found and not be read."""
    return _hashes(code)[0]


def _hashes(code: str) -> list[str]:
    # Cards outlive keys: those made with an older one are found by it.
    return [signing.keyed_hash(key, "gift-card", code) for key in settings.FIELD_KEYS]


def plain_code(card: GiftCard) -> str:
    """Return a card's code as people read it, for its owner and for who prints it."""
    kept = signing.decrypt_json(settings.FIELD_KEYS, card.code_encrypted)
    return codes.shown(str(kept["code"]))


def get_card(*, gift_card_id: int) -> GiftCard:
    """
    Return one card with its style.

    :raises CardNotFound: there is none
    """
    found = GiftCard.objects.select_related("style", "sold_trip").filter(pk=gift_card_id).first()
    if found is None:
        raise CardNotFound("There is no such gift card.")
    return found


def find_by_hash(*, key: str) -> GiftCard:
    """
    Return the card a link names.

    :raises CardNotFound: there is none
    """
    found = GiftCard.objects.select_related("style", "sold_trip").filter(hash=key).first()
    if found is None:
        raise CardNotFound("There is no such gift card.")
    return found


def find_by_code(*, code: str) -> GiftCard | None:
    """
    Return the card with a code, however it was typed.

    Found by a keyed hash, so that the time it takes says nothing about codes that are alike.
    """
    rows = GiftCard.objects.select_related("style", "sold_trip")
    return rows.filter(code_hash__in=_hashes(codes.normalise(code))).first()


def lock_card(*, gift_card_id: int) -> GiftCard:
    """
    Lock one card, after its trip (lock order of outfitter.db.locks).

    :raises CardNotFound: there is none
    """
    rows = GiftCard.objects.select_for_update(of=("self",)).filter(pk=gift_card_id)
    found = rows.first()
    if found is None:
        raise CardNotFound("There is no such gift card.")
    return found


def lock_cards(*, ids: Collection[int]) -> dict[int, GiftCard]:
    """Lock several cards by ascending id and return them by it."""
    rows = GiftCard.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
    return {row.pk: row for row in rows}


def list_styles() -> list[GiftCardStyle]:
    """Return the styles that a new card can have, in their order."""
    return list(GiftCardStyle.objects.filter(archived_at__isnull=True).order_by("position", "id"))
