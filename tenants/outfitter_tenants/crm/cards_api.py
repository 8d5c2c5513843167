"""Routes of customers' saved cards."""

from datetime import timedelta
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.saved_cards import operations as saved_cards
from outfitter_tenants.crm import schemas as s
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.operations import cards

router = Router(tags=["customers"])
CustomerId = Annotated[int, Path(ge=1, le=2**63 - 1)]
CardId = Annotated[int, Path(ge=1, le=2**63 - 1)]


def _cards(customer_id: int) -> dict[str, Any]:
    row = queries.get_customer(customer_id=customer_id)
    today = utc_now().date()
    shown = [
        {
            "id": card.pk,
            "brand": card.brand,
            "last4": card.last4,
            "exp": f"{card.exp_month:02}/{card.exp_year % 100:02}",
            "exp_month": card.exp_month,
            "exp_year": card.exp_year,
            "is_default": card.is_default,
            "is_expired": (card.exp_year, card.exp_month) < (today.year, today.month),
        }
        for card in queries.list_cards(customer_id=row.pk)
    ]
    return {"data": shown}


@router.get(
    "/api/customer/{customer}/cards/get",
    auth=allow_unscoped("customer.cards"),
    response={200: s.SavedCardsOut, **ERRORS},
    operation_id="customer_cards_get",
)
def customer_cards_get(request: HttpRequest, customer: CustomerId) -> dict[str, Any]:
    """Return a customer's saved cards."""
    return _cards(customer)


@router.post(
    "/api/customer/{customer}/card/{card}/makeDefault",
    auth=allow_unscoped("customer.cards"),
    response={200: s.SavedCardsOut, **ERRORS},
    operation_id="customer_card_make_default",
)
def customer_card_make_default(request: HttpRequest, customer: CustomerId, card: CardId) -> dict[str, Any]:
    """Make one saved card the one that is offered first."""
    cards.make_default(customer_id=customer, card_id=card, at=utc_now())
    return _cards(customer)


@router.post(
    "/api/customer/{customer}/card/{card}/remove",
    auth=allow_unscoped("customer.cards"),
    response={200: s.SavedCardsOut, **ERRORS},
    operation_id="customer_card_remove",
)
def customer_card_remove(request: HttpRequest, customer: CustomerId, card: CardId) -> dict[str, Any]:
    """Stop offering a saved card."""
    cards.remove_card(customer_id=customer, card_id=card, at=utc_now())
    # Somebody may want it back: the gateway forgets it a day later.
    saved_cards.detach_later(owner_kind="customer", card_id=card, due_at=utc_now() + timedelta(days=1))
    return _cards(customer)


@router.post(
    "/api/customer/{customer}/card/{card}/restore",
    auth=allow_unscoped("customer.cards"),
    response={200: s.SavedCardsOut, **ERRORS},
    operation_id="customer_card_restore",
)
def customer_card_restore(request: HttpRequest, customer: CustomerId, card: CardId) -> dict[str, Any]:
    """Offer a removed card again."""
    cards.restore_card(customer_id=customer, card_id=card, at=utc_now())
    return _cards(customer)
