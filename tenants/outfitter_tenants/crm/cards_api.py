"""Routes of saved cards, suggested duplicates and the export of one person."""

from datetime import timedelta
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow, allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.db import lists
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.checkout.saved_cards import operations as saved_cards
from outfitter_tenants.crm import bulk_actions, profile
from outfitter_tenants.crm import schemas as s
from outfitter_tenants.crm.operations import export
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.lists import CUSTOMERS
from outfitter_tenants.customers.operations import cards, duplicates
from outfitter_tenants.jobs import queries as jobs
from outfitter_tenants.jobs.operations import creation
from outfitter_tenants.jobs.schemas import JobOut

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


@router.get(
    "/api/customers/duplicates/get",
    auth=allow_unscoped("customer.view"),
    response={200: s.DuplicatePairsOut, **ERRORS},
    operation_id="customers_duplicates_get",
)
def customers_duplicates_get(
    request: HttpRequest,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    skip: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> dict[str, Any]:
    """Return pairs of customers who may be one person, most likely first."""
    pairs = queries.list_pairs(limit=limit, after=skip)
    return {"data": [profile.pair_of(pair) for pair in pairs], "total": queries.count_pairs()}


@router.post(
    "/api/customers/duplicates/find",
    auth=allow_unscoped("customer.merge"),
    response={200: s.DuplicatePairsOut, **ERRORS},
    operation_id="customers_duplicates_find",
)
def customers_duplicates_find(request: HttpRequest) -> dict[str, Any]:
    """Look through all customers for duplicates again; what was dismissed stays dismissed."""
    with atomic():
        total = duplicates.find_all_duplicates(at=utc_now())
    return {"data": [profile.pair_of(pair) for pair in queries.list_pairs(limit=50)], "total": total}


@router.get(
    "/api/customer/{customer}/duplicates/get",
    auth=allow_unscoped("customer.view"),
    response={200: s.DuplicatePairsOut, **ERRORS},
    operation_id="customer_duplicates_get",
)
def customer_duplicates_get(request: HttpRequest, customer: CustomerId) -> dict[str, Any]:
    """Return who may be the same person as this customer."""
    return _pairs_of(customer)


def _pairs_of(customer_id: int) -> dict[str, Any]:
    row = queries.get_customer(customer_id=customer_id)
    pairs = queries.list_pairs_of(customer_id=row.pk)
    return {"data": [profile.pair_of(pair) for pair in pairs], "total": len(pairs)}


@router.post(
    "/api/customer/{customer}/notDuplicate",
    auth=allow_unscoped("customer.merge"),
    response={200: s.DuplicatePairsOut, **ERRORS},
    operation_id="customer_not_duplicate",
)
def customer_not_duplicate(
    request: HttpRequest, customer: CustomerId, body: s.OtherCustomerIn
) -> dict[str, Any]:
    """Remember that two customers are two people."""
    with atomic():
        duplicates.dismiss(
            customer_id=customer, other_id=body.other_id, by=current_actor().avatar_id, at=utc_now()
        )
    return _pairs_of(customer)


@router.post(
    "/api/customer/{customer}/maybeDuplicate",
    auth=allow_unscoped("customer.merge"),
    response={200: s.DuplicatePairsOut, **ERRORS},
    operation_id="customer_maybe_duplicate",
)
def customer_maybe_duplicate(
    request: HttpRequest, customer: CustomerId, body: s.OtherCustomerIn
) -> dict[str, Any]:
    """Take back that two customers are two people."""
    with atomic():
        queries.lock_customers(ids={customer, body.other_id})
        duplicates.reconsider(customer_id=customer, other_id=body.other_id, at=utc_now())
    return _pairs_of(customer)


@router.post(
    "/api/customers/bulk",
    auth=allow_unscoped("customer.edit"),
    response={200: JobOut, **ERRORS},
    operation_id="customers_bulk",
)
def customers_bulk(request: HttpRequest, body: s.CustomersBulkIn) -> Any:
    """Tag or anonymise everybody the list shows, as long work with progress."""
    asker, at = viewer_of(request), utc_now()
    wanted = lists.parse(CUSTOMERS, asker, search=body.search, filters=body.filters)
    total = len(body.ids) or lists.count(lists.select(CUSTOMERS, wanted, asker))[0]
    job = creation.start(
        kind=bulk_actions.TAG if body.action == "tag" else bulk_actions.ANONYMISE,
        params=body.model_dump(exclude={"action"}),
        title={"list": "customers", "action": body.action},
        asker=asker,
        name=current_actor().name,
        at=at,
        total_cnt=total,
    )
    return jobs.row_of(job)


@router.post(
    "/api/customer/{customer}/export",
    auth=allow("export"),
    response={200: None, **ERRORS},
    operation_id="customer_export",
)
def customer_export(request: HttpRequest, customer: CustomerId) -> HttpResponse:
    """Return a zip with everything about one person: a page to read and JSON."""
    operator = request.tenant.name  # type: ignore[attr-defined]
    name, body = export.export_person(customer_id=customer, operator=operator, at=utc_now())
    response = HttpResponse(body, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
