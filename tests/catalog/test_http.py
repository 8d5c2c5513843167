"""The catalogue over HTTP."""

from typing import Any

import pytest

from outfitter_tenants.catalog.models import Category
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def shelves() -> tuple[Category, Category]:
    water = Category.objects.create(name="Water", slug="water", position=2)
    inner = Category.objects.create(name="Inner", slug="inner", position=1, is_public=False)
    return water, inner


def test_categories(shelves: Any, client_for: Any) -> None:
    public, staff = client_for("reef"), owner_of(client_for)
    assert [row["slug"] for row in public.get("/api/categories").json()] == ["water"]
    assert [row["slug"] for row in staff.get("/api/categories").json()] == ["inner", "water"]
    assert public.get("/api/categories").json()[0] == {
        "id": shelves[0].pk,
        "name": "Water",
        "slug": "water",
        "position": 2,
        "parent_id": None,
        "is_public": True,
        "experience_cnt": 0,
    }


def test_one_category_by_number_or_slug(shelves: Any, client_for: Any) -> None:
    public, staff = client_for("reef"), owner_of(client_for)
    for key in ("water", shelves[0].pk):
        assert public.get(f"/api/category/{key}/get").json()["name"] == "Water"
    assert staff.get("/api/category/inner/get").status_code == 200
    for key in ("inner", "nowhere", "9" * 30, "%00"):
        assert_error(public.get(f"/api/category/{key}/get"), 404, "not_found")
    assert_error(client_for("peak").get(f"/api/category/{shelves[0].pk}/get"), 404, "not_found")


def test_places_and_kinds_are_for_staff(client_for: Any) -> None:
    public, staff = client_for("reef"), owner_of(client_for)
    for path in ("/api/locations/get", "/api/customerTypes/get"):
        assert_error(public.get(path), 401, "unauthenticated")
    kinds = staff.get("/api/customerTypes/get").json()
    assert [kind["slug"] for kind in kinds][:3] == ["adult", "youth", "child"]
    places = staff.get("/api/locations/get").json()
    assert places[0]["is_default"] is True
