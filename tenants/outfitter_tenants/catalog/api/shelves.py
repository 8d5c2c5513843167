"""The operator's shelves, places and kinds of guests (domain.md 5.10)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import StringConstraints

from outfitter.api.principal import caller_of, public, signed_in
from outfitter.api.schema import ERRORS
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog import schemas as s

router = Router()
Key = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,80}$")]


def _is_public(request: HttpRequest) -> bool:
    principal = caller_of(request)
    return not principal.is_staff


@router.get(
    "/api/categories", auth=public, response={200: list[s.CategoryOut], **ERRORS},
    operation_id="categories",
)  # fmt: skip
def categories(request: HttpRequest) -> list[queries.CategoryRow]:
    """Return the categories; strangers see the public ones."""
    return queries.list_categories(is_public=_is_public(request))


@router.get(
    "/api/category/{category}/get", auth=public, response={200: s.CategoryOut, **ERRORS},
    operation_id="category_get",
)  # fmt: skip
def category_get(request: HttpRequest, category: Key) -> queries.CategoryRow:
    """Return one category."""
    return queries.get_category(category=category, is_public=_is_public(request))


@router.get(
    "/api/locations/get", auth=signed_in, response={200: list[s.LocationOut], **ERRORS},
    operation_id="locations_get",
)  # fmt: skip
def locations_get(request: HttpRequest) -> list[queries.LocationRow]:
    """Return the operator's locations, the default one first."""
    return queries.list_locations()


@router.get(
    "/api/customerTypes/get", auth=signed_in, response={200: list[s.KindOut], **ERRORS},
    operation_id="customer_types_get",
)  # fmt: skip
def customer_types_get(request: HttpRequest) -> list[queries.KindRow]:
    """Return the operator's customer types."""
    return queries.list_customer_types()
