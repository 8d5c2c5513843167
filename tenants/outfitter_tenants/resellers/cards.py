"""Saved cards of partners. The gateway holds the cards themselves (domain.md 3.6)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from outfitter.db.locks import atomic
from outfitter.kit.errors import NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.resellers import queries
from outfitter_tenants.resellers.models import ResellerCard


class ResellerCardNotFound(NotFound):
    """No such saved card of this partner."""


def list_cards(*, reseller_id: int) -> list[ResellerCard]:
    """Return a partner's saved cards, the default one first."""
    rows = ResellerCard.objects.filter(reseller_id=reseller_id, removed_at__isnull=True)
    return list(rows.order_by("-is_default", "pk"))


def get_card(*, card_id: int) -> ResellerCard:
    """
    Return a saved card, removed or not.

    :raises ResellerCardNotFound: there is none
    """
    card = ResellerCard.objects.filter(pk=card_id).first()
    if card is None:
        raise ResellerCardNotFound("Card not found.")
    return card


def find_card(*, method_id: str) -> ResellerCard | None:
    """Return a saved card by the gateway's id of it."""
    return ResellerCard.objects.filter(gateway_method_id=method_id).first()


def add_card(
    *,
    reseller_id: int,
    method_id: str,
    values: Mapping[str, Any],
    nickname: str,
    is_default: bool,
    at: datetime,
) -> ResellerCard:
    """
    Note a card that a gateway keeps for a partner; the first one is the default.

    :raises ResellerNotFound: there is no such partner
    """
    with atomic():
        queries.lock_reseller(reseller_id=reseller_id)
        mine = ResellerCard.objects.filter(reseller_id=reseller_id, removed_at__isnull=True)
        is_first = not mine.exclude(gateway_method_id=method_id).exists()
        if is_default or is_first:
            mine.update(is_default=False)
        named = {"nickname": nickname, "is_default": is_default or is_first}
        row, is_new = ResellerCard.objects.update_or_create(
            gateway_method_id=method_id,
            defaults={**values, **named, "reseller_id": reseller_id, "removed_at": None},
            create_defaults={**values, **named, "reseller_id": reseller_id, "created_at": at},
        )
        if is_new:
            _tell(row, "reseller.card_added", at)
        return row


def change_card(
    *, reseller_id: int, card_id: int, nickname: str | None, is_default: bool | None, at: datetime
) -> None:
    """
    Name a saved card, or make it the one that is charged first.

    :raises ResellerCardNotFound: the partner has no such card
    """
    with atomic():
        row = _live(reseller_id, card_id)
        before = {"nickname": row.nickname, "is_default": row.is_default}
        after = {
            "nickname": row.nickname if nickname is None else nickname,
            "is_default": row.is_default or bool(is_default),
        }
        if before == after:
            return
        if after["is_default"]:
            ResellerCard.objects.filter(reseller_id=reseller_id).update(is_default=False)
        row.nickname, row.is_default = str(after["nickname"]), bool(after["is_default"])
        row.save(update_fields=["nickname", "is_default"])
        _tell(row, "reseller.card_changed", at, before=before, after=after)


def remove_card(*, reseller_id: int, card_id: int, at: datetime) -> ResellerCard:
    """
    Stop offering a saved card; the next one becomes the default.

    :raises ResellerCardNotFound: the partner has no such card
    """
    with atomic():
        row = _live(reseller_id, card_id)
        was_default = row.is_default
        row.removed_at, row.is_default = at, False
        row.save(update_fields=["removed_at", "is_default"])
        left = list_cards(reseller_id=reseller_id)
        if was_default and left:
            ResellerCard.objects.filter(pk=left[0].pk).update(is_default=True)
        _tell(row, "reseller.card_removed", at)
        return row


def _live(reseller_id: int, card_id: int) -> ResellerCard:
    queries.lock_reseller(reseller_id=reseller_id)
    rows = ResellerCard.objects.filter(reseller_id=reseller_id, removed_at__isnull=True)
    row = rows.filter(pk=card_id).first()
    if row is None:
        raise ResellerCardNotFound("Card not found.")
    return row


def _tell(
    row: ResellerCard,
    action: str,
    at: datetime,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    record(
        entity_type="reseller",
        entity_id=row.reseller_id,
        action=action,
        at=at,
        before=before,
        after={"brand": row.brand, "last4": row.last4, **(after or {})},
    )
