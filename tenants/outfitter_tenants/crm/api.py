"""Routes of customers (domain.md 5.8)."""

from dataclasses import asdict
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.kit import phones
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.schemas import HistoryOut
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.crm import profile
from outfitter_tenants.crm import schemas as s
from outfitter_tenants.crm.operations import merges, privacy
from outfitter_tenants.customers import lists, queries
from outfitter_tenants.customers.operations import customers
from outfitter_tenants.people import queries as settings
from outfitter_tenants.trips import customer_history as of_customer
from outfitter_tenants.trips.schemas import TripsOut

router = Router(tags=["customers"])
CustomerId = Annotated[int, Path(ge=1, le=2**63 - 1)]


def full(customer_id: int) -> dict[str, Any]:
    """Return CustomerFull as every change of a customer answers."""
    return profile.customer_full(customer_id=customer_id, at=utc_now())


@router.get(
    "/api/customers/get",
    auth=allow_unscoped("customer.view"),
    response={200: s.CustomersOut, **ERRORS},
    operation_id="customers_get",
)
def customers_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of customers; those merged into others are not among them."""
    return list_answer(request, lists.CUSTOMERS, wanted)


@router.get(
    "/api/customers/tags/get",
    auth=allow_unscoped("customer.view"),
    response={200: s.CustomerTagsOut, **ERRORS},
    operation_id="customers_tags_get",
)
def customers_tags_get(request: HttpRequest) -> dict[str, Any]:
    """Return the tags in use, the most frequent first."""
    return {"data": queries.list_tags()}


@router.post(
    "/api/customers/tag",
    auth=allow_unscoped("customer.edit"),
    response={200: s.CustomersChangedOut, **ERRORS},
    operation_id="customers_tag",
)
def customers_tag(request: HttpRequest, body: s.CustomersTagIn) -> dict[str, Any]:
    """Give several customers tags and take some."""
    changed = customers.tag_customers(ids=body.ids, add=body.add, remove=body.remove, at=utc_now())
    return {"changed_cnt": changed}


@router.post(
    "/api/customers/merge",
    auth=allow_unscoped("customer.merge"),
    response={200: s.CustomersMergedOut, **ERRORS},
    operation_id="customers_merge",
)
def customers_merge(request: HttpRequest, body: s.CustomersMergeIn) -> dict[str, Any]:
    """Make one customer of several; can be taken back for thirty days."""
    merged = merges.merge(
        keep_id=body.keep_id, merge_ids=body.merge_ids, choices=body.field_choices, at=utc_now()
    )
    return {"customer": full(merged.customer_id), "moved": merged.moved, "merge_id": merged.merge_id}


@router.post(
    "/api/customers/merge/{merge}/undo",
    auth=allow_unscoped("customer.merge"),
    response={200: s.MergeUndoneOut, **ERRORS},
    operation_id="customers_merge_undo",
)
def customers_merge_undo(
    request: HttpRequest, merge: Annotated[int, Path(ge=1, le=2**63 - 1)]
) -> dict[str, Any]:
    """Take a merge back: everybody is who they were."""
    undone = merges.undo(merge_id=merge, at=utc_now())
    return {
        "customer": full(undone.customer_id),
        "restored_ids": undone.restored_ids,
        "edited": undone.edited,
    }


@router.post(
    "/api/customers/delete",
    auth=allow_unscoped("customer.delete"),
    response={200: s.CustomersDeletedOut, **ERRORS},
    operation_id="customers_delete",
)
def customers_delete(request: HttpRequest, body: s.CustomersDeleteIn) -> dict[str, Any]:
    """Anonymise customers, or delete those nothing hangs on; refusals are told by name."""
    outcome = privacy.delete_all(ids=body.ids, mode=body.mode, at=utc_now())
    skipped = [{"id": pk, "name": name, "reasons": why} for pk, name, why in outcome.skipped]
    return {"anonymised_ids": outcome.anonymised_ids, "deleted_ids": outcome.deleted_ids, "skipped": skipped}


@router.post(
    "/api/customer/create",
    auth=allow_unscoped("customer.edit"),
    response={200: s.CustomerFull, **ERRORS},
    operation_id="customer_create",
)
def customer_create(request: HttpRequest, body: s.CustomerIn) -> dict[str, Any]:
    """Make a customer by hand."""
    return full(_save(body, None))


@router.get(
    "/api/customer/{customer}/get",
    auth=allow_unscoped("customer.view"),
    response={200: s.CustomerFull, **ERRORS},
    operation_id="customer_get",
)
def customer_get(request: HttpRequest, customer: CustomerId) -> dict[str, Any]:
    """Return one customer; the id of a merged one gives the kept one."""
    return full(customer)


@router.post(
    "/api/customer/{customer}/save",
    auth=allow_unscoped("customer.edit"),
    response={200: s.CustomerFull, **ERRORS},
    operation_id="customer_save",
)
def customer_save(request: HttpRequest, customer: CustomerId, body: s.CustomerIn) -> dict[str, Any]:
    """Change a customer; fields that are not named stay."""
    return full(_save(body, customer))


def _save(body: s.CustomerIn, customer_id: int | None) -> int:
    values = body.model_dump(exclude_unset=True, exclude={"version"})
    for name in ("address", "marketing"):
        if values.get(name, ...) is None:
            del values[name]
    return customers.save_customer(
        values=customers.CustomerValues(**values),  # type: ignore[typeddict-item]
        region=phones.region_of(settings.get_properties().locale),
        at=utc_now(),
        customer_id=customer_id,
        version=body.version,
    )


@router.post(
    "/api/customer/{customer}/toggleVip",
    auth=allow_unscoped("customer.edit"),
    response={200: s.CustomerFull, **ERRORS},
    operation_id="customer_toggle_vip",
)
def customer_toggle_vip(
    request: HttpRequest, customer: CustomerId, is_vip: bool | None = None
) -> dict[str, Any]:
    """Star a customer, or take the star; say which, and asking twice does it once."""
    customers.set_vip(customer_id=customer, is_vip=is_vip, at=utc_now())
    return full(customer)


@router.post(
    "/api/customer/{customer}/delete",
    auth=allow_unscoped("customer.delete"),
    response={200: s.CustomersDeletedOut, **ERRORS},
    operation_id="customer_delete",
)
def customer_delete(request: HttpRequest, customer: CustomerId, body: s.CustomerDeleteIn) -> dict[str, Any]:
    """Anonymise one customer, or delete one nothing hangs on."""
    at = utc_now()
    if body.mode == "anonymise":
        privacy.anonymise(customer_id=customer, at=at)
        return {"anonymised_ids": [customer], "deleted_ids": [], "skipped": []}
    privacy.delete_if_empty(customer_id=customer, at=at)
    return {"anonymised_ids": [], "deleted_ids": [customer], "skipped": []}


@router.get(
    "/api/customer/{customer}/anonymise/preview",
    auth=allow_unscoped("customer.delete"),
    response={200: s.AnonymisePreviewOut, **ERRORS},
    operation_id="customer_anonymise_preview",
)
def customer_anonymise_preview(request: HttpRequest, customer: CustomerId) -> dict[str, Any]:
    """Return what anonymising would take away, and what is against it."""
    return asdict(privacy.preview(customer_id=customer, at=utc_now()))


@router.get(
    "/api/customer/{customer}/trips/get",
    auth=allow_unscoped("customer.view"),
    response={200: TripsOut, **ERRORS},
    operation_id="customer_trips_get",
)
def customer_trips_get(
    request: HttpRequest, customer: CustomerId, wanted: Query[ListParams]
) -> dict[str, Any]:
    """Return a page of a customer's trips."""
    row = queries.get_customer(customer_id=customer)
    return list_answer(request, of_customer.listing_of(customer_id=row.pk), wanted)


@router.get(
    "/api/customer/{customer}/bookings/get",
    auth=allow_unscoped("customer.view"),
    response={200: s.CustomerBookingsOut, **ERRORS},
    operation_id="customer_bookings_get",
)
def customer_bookings_get(
    request: HttpRequest, customer: CustomerId, wanted: Query[ListParams]
) -> dict[str, Any]:
    """Return a page of tickets: those on a customer's trips and those in their own name."""
    row = queries.get_customer(customer_id=customer)
    found = list_answer(request, of_customer.bookings_listing(customer_id=row.pk), wanted)
    names = catalog.guest_type_names(languages=reader_languages(request))
    for booking in found["data"]:
        booking["customerType"]["name"] = names.of(booking["customerType"]["name"])
    return found


@router.get(
    "/api/customer/{customer}/history",
    auth=allow_unscoped("customer.view"),
    response={200: HistoryOut, **ERRORS},
    operation_id="customer_history",
)
def customer_history(request: HttpRequest, customer: CustomerId) -> dict[str, Any]:
    """Return what happened to a customer, newest first."""
    rows = profile.history_of(customer_id=customer)
    return {"data": rows, "meta": {"total": len(rows)}}
