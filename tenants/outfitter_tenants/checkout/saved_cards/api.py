"""Saved cards of customers and partners: kept by the gateway, told apart by us (domain.md 5.20)."""

from datetime import timedelta
from typing import Any, Final

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter_tenants.checkout.saved_cards import operations as saved_cards
from outfitter_tenants.checkout.saved_cards import schemas as r
from outfitter_tenants.checkout.saved_cards import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import TripKey, trip_id_of
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.resellers import cards as partner_cards
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips import queries as trips

router = Router(tags=["saved cards"])
CARDS = allow_unscoped("customer.cards")
VIEW, MANAGE = allow_unscoped("reseller.view"), allow_unscoped("reseller.manage")
_SETUP = {200: s.CardSetupOut, 402: ErrorOut, 502: ErrorOut, **ERRORS}
_LIST = {200: s.KeptCardsOut, 402: ErrorOut, 502: ErrorOut, **ERRORS}
# A partner's card is gone for good; the gateway forgets it soon.
_SOON: Final = timedelta(minutes=1)


def _setup(found: saved_cards.CardSetup) -> dict[str, object]:
    return {
        "client_secret": found.client_secret,
        "setup_intent_id": found.gateway_id,
        "publishable_key": found.publishable_key,
        "script_url": found.script_url,
        "gateway": found.gateway,
        "gateway_account": found.gateway_account,
    }


def _cards(rows: Any) -> dict[str, object]:
    today = utc_now().date()
    return {
        "cards": [
            {
                "id": row.pk,
                "brand": row.brand,
                "last4": row.last4,
                "exp_month": row.exp_month,
                "exp_year": row.exp_year,
                "nickname": getattr(row, "nickname", ""),
                "is_default": row.is_default,
                "is_expired": (row.exp_year, row.exp_month) < (today.year, today.month),
            }
            for row in rows
        ]
    }


@router.post(
    "/api/customer/{customer}/createCardIntent",
    auth=CARDS,
    response=_SETUP,
    operation_id="customer_create_card_intent",
)
def customer_setup(request: HttpRequest, customer: Id, body: r.CardSetupIn) -> dict[str, object]:
    """Begin to keep a card of a customer who agreed to that."""
    row = customers.get_customer(customer_id=customer)
    return _setup(saved_cards.begin_setup(owner_kind="customer", owner_id=row.pk))


@router.post(
    "/api/customer/{customer}/trip/{trip}/creditCard/add",
    auth=CARDS,
    response=_LIST,
    operation_id="customer_card_add",
)
def customer_add(request: HttpRequest, customer: Id, trip: TripKey, body: r.CardAddIn) -> dict[str, object]:
    """Note a card that the gateway keeps for the customer of a trip."""
    found = trips.get_trip(trip_id=trip_id_of(request, trip))
    if found.customer_id != customer:
        raise NotFound("This isn't the trip's customer.")
    saved_cards.add_card(
        owner_kind="customer",
        owner_id=customer,
        method_id=body.payment_method_id,
        is_default=body.is_default,
        at=utc_now(),
    )
    return _cards(customers.list_cards(customer_id=customer))


@router.get(
    "/api/reseller/{reseller}/cards/get", auth=VIEW, response=_LIST, operation_id="reseller_cards_get"
)
def reseller_cards(request: HttpRequest, reseller: Id) -> dict[str, object]:
    """Return a partner's saved cards."""
    row = resellers.get_reseller(reseller_id=reseller)
    return _cards(partner_cards.list_cards(reseller_id=row.pk))


@router.post(
    "/api/reseller/{reseller}/createCardIntent",
    auth=MANAGE,
    response=_SETUP,
    operation_id="reseller_create_card_intent",
)
def reseller_setup(request: HttpRequest, reseller: Id, body: r.CardSetupIn) -> dict[str, object]:
    """Begin to keep a card of a partner."""
    row = resellers.get_reseller(reseller_id=reseller)
    return _setup(saved_cards.begin_setup(owner_kind="reseller", owner_id=row.pk))


@router.post(
    "/api/reseller/{reseller}/creditCard/add", auth=MANAGE, response=_LIST, operation_id="reseller_card_add"
)
def reseller_add(request: HttpRequest, reseller: Id, body: r.CardAddIn) -> dict[str, object]:
    """Note a card that the gateway keeps for a partner."""
    row = resellers.get_reseller(reseller_id=reseller)
    saved_cards.add_card(
        owner_kind="reseller",
        owner_id=row.pk,
        method_id=body.payment_method_id,
        nickname=body.nickname,
        is_default=body.is_default,
        at=utc_now(),
    )
    return _cards(partner_cards.list_cards(reseller_id=row.pk))


@router.post(
    "/api/reseller/{reseller}/savedCard/{reseller_credit_card}/edit",
    auth=MANAGE,
    response=_LIST,
    operation_id="reseller_card_edit",
)
def reseller_edit(
    request: HttpRequest, reseller: Id, reseller_credit_card: Id, body: r.PartnerCardEditIn
) -> dict[str, object]:
    """Name a partner's saved card, or charge it first from now on."""
    partner_cards.change_card(
        reseller_id=reseller,
        card_id=reseller_credit_card,
        nickname=body.nickname,
        is_default=body.is_default,
        at=utc_now(),
    )
    return _cards(partner_cards.list_cards(reseller_id=reseller))


@router.post(
    "/api/reseller/{reseller}/savedCard/{reseller_credit_card}/delete",
    auth=MANAGE,
    response=_LIST,
    operation_id="reseller_card_delete",
)
def reseller_delete(
    request: HttpRequest, reseller: Id, reseller_credit_card: Id, body: r.PartnerCardDeleteIn
) -> dict[str, object]:
    """Stop offering a partner's card; the gateway forgets it as well."""
    at = utc_now()
    partner_cards.remove_card(reseller_id=reseller, card_id=reseller_credit_card, at=at)
    saved_cards.detach_later(owner_kind="reseller", card_id=reseller_credit_card, due_at=at + _SOON)
    return _cards(partner_cards.list_cards(reseller_id=reseller))
