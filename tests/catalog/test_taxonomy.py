"""Categories and customer types over HTTP: made, ordered, deleted."""

from typing import Any

import pytest
from django.test import Client

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import CustomerType
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def owner(client_for: Any) -> Client:
    return owner_of(client_for)


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def faults(answer: Any) -> set[str]:
    return set(assert_error(answer, 422, "validation_failed")["detail"]["fields"])


class TestCategories:
    def make(self, owner: Client, **given: Any) -> dict[str, Any]:
        answer = post(owner, "/api/category/save", {"name": "Water", **given})
        assert answer.status_code == 200, answer.content
        return answer.json()

    def test_made_changed_and_told(self, owner: Client) -> None:
        made = self.make(owner)
        assert made == {
            "id": made["id"],
            "name": "Water",
            "slug": "water",
            "position": 0,
            "parent_id": None,
            "is_public": True,
            "experience_cnt": 0,
        }
        again = self.make(owner)
        assert (again["slug"], again["position"]) == ("water-2", 1)
        changed = self.make(owner, id=made["id"], name="Sea", is_public=False)
        assert (changed["name"], changed["slug"], changed["is_public"]) == ("Sea", "water", False)
        assert self.make(owner, id=made["id"], name="Sea", slug="sea")["slug"] == "sea"
        log = AuditLog.objects.filter(entity_type="category", entity_id=made["id"])
        assert [row.action for row in log.order_by("id")] == [
            "category.created",
            "category.changed",
            "category.changed",
        ]

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"name": "  "}, "name"),
            ({"name": "🌊" * 200}, "name"),
            ({"slug": "water"}, "slug"),
            ({"slug": "7"}, "slug"),
            ({"slug": "Not a slug"}, "slug"),
            ({"parent_id": 999_999}, "parent_id"),
        ],
    )
    def test_a_bad_field_is_named(self, owner: Client, given: Any, field: str) -> None:
        self.make(owner)
        body = {"name": "Land", **given}
        assert faults(post(owner, "/api/category/save", body)) == {field}

    def test_names_of_emoji_and_digits_get_an_address_too(self, owner: Client) -> None:
        assert self.make(owner, name="🌊" * 80)["slug"] == "category"
        assert self.make(owner, name="2027")["slug"] == "category-2027"

    def test_shelves_nest_three_deep_and_never_in_a_circle(self, owner: Client) -> None:
        top = self.make(owner)["id"]
        middle = self.make(owner, name="B", parent_id=top)["id"]
        low = self.make(owner, name="C", parent_id=middle)["id"]
        body = {"name": "D", "parent_id": low}
        assert faults(post(owner, "/api/category/save", body)) == {"parent_id"}
        for parent in (top, low):
            body = {"id": top, "name": "A", "parent_id": parent}
            assert faults(post(owner, "/api/category/save", body)) == {"parent_id"}
        left = post(owner, f"/api/category/{middle}/delete").json()
        assert {row["id"]: row["parent_id"] for row in left} == {top: None, low: top}

    def test_ordered_and_deleted_without_their_experiences(self, owner: Client) -> None:
        one, other = (self.make(owner, name=name)["id"] for name in "AB")
        sold = make_experience()
        sold.categories.add(one)
        rows = post(owner, "/api/categories/reorder", {"ids": [other, one]}).json()
        assert [(row["id"], row["experience_cnt"]) for row in rows] == [(other, 0), (one, 1)]
        assert faults(post(owner, "/api/categories/reorder", {"ids": [one]})) == {"ids"}
        assert [row["id"] for row in post(owner, f"/api/category/{one}/delete").json()] == [other]
        assert list(sold.categories.all()) == []
        told = AuditLog.objects.get(action="category.deleted")
        assert told.before["experience_ids"] == [sold.pk]

    def test_strangers_and_neighbours_change_nothing(self, owner: Client, client_for: Any) -> None:
        made = self.make(owner)["id"]
        stranger = post(client_for("reef"), "/api/category/save", {"name": "A"})
        assert_error(stranger, 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert_error(post(peak, f"/api/category/{made}/delete"), 404, "not_found")
        body = {"id": made, "name": "Mine"}
        assert_error(post(peak, "/api/category/save", body), 404, "not_found")
        assert owner.get("/api/categories").json()[0]["name"] == "Water"


class TestCustomerTypes:
    def test_made_changed_ordered_and_deleted(self, owner: Client) -> None:
        body = {"name": "Group of six", "kind": "unit"}
        rows = post(owner, "/api/customerType/save", body).json()
        made = rows[-1]
        assert (made["slug"], made["kind"], made["name"]) == ("group-of-six", "unit", body["name"])
        changed = {"id": made["id"], "name": "Six", "kind": "family", "slug": "six"}
        rows = post(owner, "/api/customerType/save", changed).json()
        derived = {"position": made["position"], "translations": {}, "used_cnt": 0, "local_name": "Six"}
        assert rows[-1] == {**changed, **derived}
        ids = [row["id"] for row in rows]
        turned = post(owner, "/api/customerTypes/reorder", {"ids": ids[::-1]}).json()
        assert [row["id"] for row in turned] == ids[::-1]
        assert faults(post(owner, "/api/customerTypes/reorder", {"ids": ids[1:]})) == {"ids"}
        left = post(owner, f"/api/customerType/{made['id']}/delete").json()
        assert made["id"] not in [row["id"] for row in left]

    def test_what_is_sold_stays(self, owner: Client) -> None:
        make_experience()
        adult = CustomerType.objects.get(slug="adult").pk
        refused = assert_error(post(owner, f"/api/customerType/{adult}/delete"), 409, "in_use")
        assert refused["detail"] == {"used_cnt": 1}

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"name": " "}, "name"),
            ({"name": "🧒" * 61}, "name"),
            ({"slug": "adult"}, "slug"),
            ({"kind": "robot"}, "kind"),
            ({"slug": "a" * 61}, "slug"),
        ],
    )
    def test_a_bad_field_is_named(self, owner: Client, given: Any, field: str) -> None:
        body = {"name": "A", "kind": "other", **given}
        assert faults(post(owner, "/api/customerType/save", body)) == {field}

    def test_strangers_and_neighbours_change_nothing(self, owner: Client, client_for: Any) -> None:
        own = post(owner, "/api/customerType/save", {"name": "Six"}).json()[-1]["id"]
        answer = post(client_for("reef"), "/api/customerType/save", {"name": "A"})
        assert_error(answer, 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert_error(post(peak, f"/api/customerType/{own}/delete"), 404, "not_found")
