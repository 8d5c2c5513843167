"""Saved cards: which one is asked first, and which go. The gateway holds the cards themselves."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from outfitter.db.locks import atomic
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import CustomerCard


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A card as a gateway keeps it; `exp` is MM/YYYY."""

    gateway: str
    gateway_customer_id: str
    gateway_method_id: str
    brand: str
    last4: str
    exp: str

    @property
    def values(self) -> dict[str, Any]:
        """Return the columns of the card."""
        month, _, year = self.exp.partition("/")
        return {
            "gateway": self.gateway,
            "gateway_customer_id": self.gateway_customer_id,
            "brand": self.brand[:20],
            "last4": self.last4[:4],
            "exp_month": int(month or 12),
            "exp_year": int(year or 2099),
        }


def add_card(*, customer_id: int, card: KeptCard, at: datetime) -> CustomerCard:
    """
    Note a card that a gateway keeps for a customer; one that is known is brought up to date.

    The first one is the default.
    """
    with atomic():
        queries.lock_customer(customer_id=customer_id)
        known = CustomerCard.objects.filter(gateway_method_id=card.gateway_method_id).first()
        if known is not None and known.customer_id == customer_id and known.removed_at is None:
            for name, value in card.values.items():
                setattr(known, name, value)
            known.save()
            return known
        mine = CustomerCard.objects.filter(customer_id=customer_id, removed_at__isnull=True)
        row, _ = CustomerCard.objects.update_or_create(
            gateway_method_id=card.gateway_method_id,
            defaults={
                **card.values,
                "customer_id": customer_id,
                "removed_at": None,
                "is_default": not mine.exists(),
            },
            create_defaults={
                **card.values,
                "customer_id": customer_id,
                "created_at": at,
                "is_default": not mine.exists(),
            },
        )
        _tell(row, "customer.card_added", at)
        return row


def make_default(*, customer_id: int, card_id: int, at: datetime) -> None:
    """
    Make one saved card the one that is offered first.

    :raises CardNotFound: the customer has no such card
    """
    with atomic():
        card = _card(customer_id, card_id)
        if card.is_default:
            return
        CustomerCard.objects.filter(customer_id=customer_id, is_default=True).update(is_default=False)
        card.is_default = True
        card.save(update_fields=["is_default"])
        _tell(card, "customer.card_default", at)


def remove_card(*, customer_id: int, card_id: int, at: datetime) -> None:
    """
    Stop offering a saved card; removing it again changes nothing.

    :raises CardNotFound: the customer has no such card
    """
    with atomic():
        card = _card(customer_id, card_id)
        if card.removed_at is not None:
            return
        card.removed_at, card.is_default = at, False
        card.save(update_fields=["removed_at", "is_default"])
        _tell(card, "customer.card_removed", at)


def restore_card(*, customer_id: int, card_id: int, at: datetime) -> None:
    """
    Offer a removed card again, not as the default one.

    :raises CardNotFound: the customer has no such card
    """
    with atomic():
        card = _card(customer_id, card_id)
        if card.removed_at is not None:
            card.removed_at = None
            card.save(update_fields=["removed_at"])
            _tell(card, "customer.card_restored", at)


def _card(customer_id: int, card_id: int) -> CustomerCard:
    queries.lock_customer(customer_id=customer_id)
    card = CustomerCard.objects.filter(pk=card_id, customer_id=customer_id).first()
    if card is None:
        raise queries.CardNotFound("Card not found.")
    return card


def _tell(card: CustomerCard, action: str, at: datetime) -> None:
    record(
        entity_type="customer",
        entity_id=card.customer_id,
        action=action,
        at=at,
        after={"brand": card.brand, "last4": card.last4},
    )
