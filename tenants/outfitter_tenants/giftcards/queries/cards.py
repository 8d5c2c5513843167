"""Cards: by number, by code, and their styles."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Count, Q, Value
from django.db.models.functions import Coalesce

from outfitter.db.text_normalization import Folded, fold
from outfitter.kit import crypto
from outfitter.kit.errors import NotFound
from outfitter_tenants.giftcards.models import GiftCard, GiftCardStyle
from outfitter_tenants.giftcards.rules import code_format
from outfitter_tenants.ledger import queries as money

# What people look for; the index gift_card_by_words holds exactly this.
WORDS: Final = Folded("recipient_name", Coalesce("recipient_email", Value("")), "sender_name", "last4")


class CardNotFound(NotFound):
    """No such gift card here."""


def hash_of_code(code: str) -> str:
    """Return what is stored of a normalised code, so that it can be found and not be read."""
    return _hashes(code)[0]


def _hashes(code: str) -> list[str]:
    # Cards outlive keys: those made with an older one are found by it.
    return [crypto.keyed_hash(key, "gift-card", code) for key in settings.FIELD_KEYS]


def plain_code(card: GiftCard) -> str:
    """Return a card's code as people read it, for its owner and for who prints it."""
    kept = crypto.decrypt_json(settings.FIELD_KEYS, card.code_encrypted)
    return code_format.format_code(str(kept["code"]))


def get_card(*, gift_card_id: int) -> GiftCard:
    """
    Return one card with its style.

    :raises CardNotFound: there is none
    """
    found = GiftCard.objects.select_related("style", "sold_trip").filter(pk=gift_card_id).first()
    if found is None:
        raise CardNotFound("Gift card not found.")
    return found


def find_by_hash(*, key: str) -> GiftCard:
    """
    Return the card a link names.

    :raises CardNotFound: there is none
    """
    found = GiftCard.objects.select_related("style", "sold_trip").filter(hash=key).first()
    if found is None:
        raise CardNotFound("Gift card not found.")
    return found


def find_by_code(*, code: str) -> GiftCard | None:
    """
    Return the card with a code, however it was typed.

    Found by a keyed hash, so that the time it takes says nothing about codes that are alike.
    """
    rows = GiftCard.objects.select_related("style", "sold_trip")
    return rows.filter(code_hash__in=_hashes(code_format.normalise(code))).first()


def ids_by_code(*, codes: Collection[str]) -> dict[str, int]:
    """Return which of these normalized codes are cards' already, with the ids."""
    hashes = {digest: code for code in codes for digest in _hashes(code)}
    rows = GiftCard.objects.filter(code_hash__in=hashes).values_list("code_hash", "pk")
    return {hashes[digest]: pk for digest, pk in rows}


def lock_card(*, gift_card_id: int) -> GiftCard:
    """
    Lock one card, after its trip (lock order of outfitter.db.locks).

    :raises CardNotFound: there is none
    """
    rows = GiftCard.objects.select_related("style").select_for_update(of=("self",))
    found = rows.filter(pk=gift_card_id).first()
    if found is None:
        raise CardNotFound("Gift card not found.")
    return found


def lock_cards(*, ids: Collection[int]) -> dict[int, GiftCard]:
    """Lock several cards by ascending id and return them by it."""
    rows = GiftCard.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
    return {row.pk: row for row in rows}


def list_styles() -> list[GiftCardStyle]:
    """Return the styles that a new card can have, in their order."""
    return list(GiftCardStyle.objects.filter(archived_at__isnull=True).order_by("position", "id"))


def usable(card: GiftCard, *, at: datetime) -> tuple[int, int]:
    """
    Return what of a card can be spent now, purchased and promotional, in minor units.

    Value whose date is past cannot, though it stands on the card until the daily work takes it.
    """
    return in_date(card, at=at) if card.status in {"active", "depleted"} else (0, 0)


def in_date(card: GiftCard, *, at: datetime) -> tuple[int, int]:
    """Return what stands on a card and has not run out, purchased and promotional."""
    is_over = card.expires_at is not None and card.expires_at <= at
    is_promo_over = card.promo_expires_at is not None and card.promo_expires_at <= at
    return 0 if is_over else card.balance_purchased, 0 if is_promo_over else card.balance_promo


def lapsed_cards(*, at: datetime, limit: int) -> list[int]:
    """Return cards with value on them whose date is past."""
    rows = GiftCard.objects.filter(status__in=["active", "depleted", "expired"]).filter(
        Q(balance_purchased__gt=0, expires_at__lte=at) | Q(balance_promo__gt=0, promo_expires_at__lte=at)
    )
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


def unsent_cards(*, until: datetime, after_id: int, limit: int) -> list[GiftCard]:
    """Return active cards above one that should have been sent before `until`, ascending."""
    rows = GiftCard.objects.filter(
        status="active",
        delivered_at__isnull=True,
        deliver_at__lt=until,
        recipient_email__isnull=False,
        pk__gt=after_id,
    )
    return list(rows.order_by("pk")[:limit])


def card_ids(*, after_id: int, limit: int) -> list[int]:
    """Return the numbers of cards above one, ascending."""
    rows = GiftCard.objects.filter(pk__gt=after_id).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:limit])


def with_journal(*, ids: Sequence[int]) -> list[tuple[GiftCard, tuple[int, int]]]:
    """Return cards with what the journal says is on each, purchased and promotional."""
    rows = list(GiftCard.objects.filter(pk__in=ids).order_by("pk"))
    purchased = money.value_of(account="gift_card_purchased", owner_ids=ids)
    promo = money.value_of(account="gift_card_promo", owner_ids=ids)
    return [(row, (purchased[row.pk], promo[row.pk])) for row in rows]


def like(text: str) -> Q:
    """Return the filter of cards of which every word says something; needs `words_of`."""
    found = Q()
    for word in fold(text).split():
        found &= Q(words_of__contains=word)
    return found


def find_like(*, text: str, limit: int = 20) -> list[GiftCard]:
    """Return cards by the end of their code, by whom they are for and by who bought them."""
    rows = GiftCard.objects.select_related("sold_trip").alias(words_of=WORDS).filter(like(text))
    return list(rows.order_by("-created_at", "-pk")[:limit])


def counts() -> dict[str, int]:
    """Return how many cards are in each state."""
    rows = GiftCard.objects.values_list("status").annotate(n=Count("pk"))
    return dict(rows.order_by())


def own_pictures() -> list[str]:
    """Return the addresses of the pictures that cards of the operator's own style show."""
    rows = GiftCardStyle.objects.exclude(picture="")
    return list(rows.values_list("picture", flat=True))
