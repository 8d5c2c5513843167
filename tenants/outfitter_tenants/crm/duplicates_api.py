"""Routes of customers who may be one person."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.crm import profile
from outfitter_tenants.crm import schemas as s
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.operations import duplicates

router = Router(tags=["customers"])
CustomerId = Annotated[int, Path(ge=1, le=2**63 - 1)]


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
