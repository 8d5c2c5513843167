"""The operator's shelves, places and kinds of guests (domain.md 5.10)."""

from dataclasses import asdict
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import StringConstraints

from outfitter.api.principal import allow, caller_of, public, signed_in
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog import schemas as s
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.catalog.operations import taxonomy

router = Router()
_SETUP = allow("setup.experiences")
_CATEGORIES = {200: list[s.CategoryOut], **ERRORS}
_CATEGORY = {200: s.CategoryOut, **ERRORS}
_KINDS = {200: list[s.KindOut], **ERRORS}
Key = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,80}$")]


def _is_public(request: HttpRequest) -> bool:
    principal = caller_of(request)
    return not principal.is_staff


@router.get(
    "/api/categories", auth=public, response={200: list[s.CategoryOut], **ERRORS}, operation_id="categories"
)
def categories(request: HttpRequest) -> list[queries.CategoryRow]:
    """Return the categories; strangers see the public ones."""
    return queries.list_categories(is_public=_is_public(request))


@router.get(
    "/api/category/{category}/get",
    auth=public,
    response={200: s.CategoryOut, **ERRORS},
    operation_id="category_get",
)
def category_get(request: HttpRequest, category: Key) -> queries.CategoryRow:
    """Return one category."""
    return queries.get_category(category=category, is_public=_is_public(request))


@router.get(
    "/api/locations/get",
    auth=signed_in,
    response={200: list[s.LocationOut], **ERRORS},
    operation_id="locations_get",
)
def locations_get(request: HttpRequest) -> list[queries.LocationRow]:
    """Return the operator's locations, the default one first."""
    return queries.list_locations()


@router.get(
    "/api/customerTypes/get",
    auth=signed_in,
    response={200: list[s.KindOut], **ERRORS},
    operation_id="customer_types_get",
)
def customer_types_get(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the operator's customer types."""
    return _kinds(request)


@router.post("/api/category/save", auth=_SETUP, response=_CATEGORY, operation_id="category_save")
def category_save(request: HttpRequest, body: s.CategoryIn) -> queries.CategoryRow:
    """Make a category or change one."""
    saved = taxonomy.save_category(
        values={
            "name": body.name,
            "slug": body.slug,
            "parent_id": body.parent_id,
            "is_public": body.is_public,
        },
        category_id=body.id,
        at=utc_now(),
    )
    return queries.get_category(category=str(saved), is_public=False)


@router.post("/api/categories/reorder", auth=_SETUP, response=_CATEGORIES, operation_id="categories_reorder")
def categories_reorder(request: HttpRequest, body: s.RowOrderIn) -> list[queries.CategoryRow]:
    """Put the categories into another order."""
    taxonomy.reorder_categories(ids=body.ids, at=utc_now())
    return queries.list_categories(is_public=False)


@router.post(
    "/api/category/{category}/delete", auth=_SETUP, response=_CATEGORIES, operation_id="category_delete"
)
def category_delete(request: HttpRequest, category: Id) -> list[queries.CategoryRow]:
    """Delete a category; its experiences stay."""
    taxonomy.delete_category(category_id=category, at=utc_now())
    return queries.list_categories(is_public=False)


@router.post("/api/customerType/save", auth=_SETUP, response=_KINDS, operation_id="customer_type_save")
def customer_type_save(request: HttpRequest, body: s.KindIn) -> list[dict[str, Any]]:
    """Make a customer type or change one."""
    taxonomy.save_customer_type(
        values={"name": body.name, "slug": body.slug, "kind": body.kind, "translations": body.translations},
        customer_type_id=body.id,
        at=utc_now(),
    )
    return _kinds(request)


@router.post(
    "/api/customerTypes/reorder", auth=_SETUP, response=_KINDS, operation_id="customer_types_reorder"
)
def customer_types_reorder(request: HttpRequest, body: s.RowOrderIn) -> list[dict[str, Any]]:
    """Put the customer types into another order."""
    taxonomy.reorder_customer_types(ids=body.ids, at=utc_now())
    return _kinds(request)


@router.post(
    "/api/customerType/{customerType}/delete",
    auth=_SETUP,
    response=_KINDS,
    operation_id="customer_type_delete",
)
def customer_type_delete(request: HttpRequest, customerType: Id) -> list[dict[str, Any]]:
    """Delete a customer type that no experience ever sold."""
    taxonomy.delete_customer_type(customer_type_id=customerType, at=utc_now())
    return _kinds(request)


def _kinds(request: HttpRequest) -> list[dict[str, Any]]:
    names = queries.guest_type_names(languages=reader_languages(request))
    return [{**asdict(row), "local_name": names.of(row.name)} for row in queries.list_customer_types()]
