"""Add-ons and their choices over HTTP."""

from typing import Any

import pytest
from django.test import Client

from outfitter_tenants.catalog.models import CustomerType, Experience, Product
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
SIZES = {
    "name": "Sizes",
    "values": [
        {"label": "S"},
        {"label": "M", "is_default": True, "price_delta": 100},
        {"label": "L", "price_delta": -50, "sku": "L-1"},
    ],
}
PHOTO = {"name": "Photos", "scope": "trip_order", "input": "toggle", "price": 1500}


@pytest.fixture
def owner(client_for: Any) -> Client:
    return owner_of(client_for)


@pytest.fixture
def tour() -> Experience:
    return make_experience()


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def done(answer: Any) -> Any:
    assert answer.status_code == 200, answer.content
    return answer.json()


def faults(answer: Any) -> set[str]:
    return set(assert_error(answer, 422, "validation_failed")["detail"]["fields"])


def save(owner: Client, tour: Experience, **body: Any) -> Any:
    return post(owner, f"/api/experience/{tour.pk}/addon/save", body)


class TestChoices:
    def test_made_changed_and_kept_when_no_longer_offered(self, owner: Client) -> None:
        made = done(post(owner, "/api/addonValueType/save", SIZES))
        assert [(v["label"], v["price_delta"], v["is_default"]) for v in made["values"]] == [
            ("S", 0, False),
            ("M", 100, True),
            ("L", -50, False),
        ]
        small, middle, _ = made["values"]
        names = ("id", "label", "price_delta", "is_default")
        body = {
            "id": made["id"],
            "name": "Sizes",
            "version": 1,
            "values": [
                {**{n: small[n] for n in names}, "is_default": True},
                {**{n: middle[n] for n in names}, "is_default": False},
            ],
        }
        changed = done(post(owner, "/api/addonValueType/save", body))
        assert [(v["label"], v["is_default"], v["is_active"]) for v in changed["values"]] == [
            ("S", True, True),
            ("M", False, True),
            ("L", False, False),
        ]
        assert_error(post(owner, "/api/addonValueType/save", body), 409, "stale_version")
        listed = owner.get("/api/addonValueTypes/get").json()
        assert listed == {"addonValueTypes": [changed]}

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"name": " "}, "name"),
            ({"values": []}, "values"),
            ({"values": [{"label": "S", "is_active": False}]}, "values"),
            ({"values": [{"label": "S"}, {"label": "s "}]}, "values.1.label"),
            ({"values": [{"label": " "}]}, "values.0.label"),
            (
                {"values": [{"label": "S", "is_default": True}, {"label": "M", "is_default": True}]},
                "values.1.is_default",
            ),
            ({"values": [{"label": "S", "id": 999_999}]}, "values"),
            ({"values": [{"label": "🦑" * 200}]}, "values.0.label"),
        ],
    )
    def test_a_bad_field_is_named(self, owner: Client, body: Any, field: str) -> None:
        assert faults(post(owner, "/api/addonValueType/save", {**SIZES, **body})) == {field}

    def test_archived_only_when_nothing_offers_them(self, owner: Client, tour: Experience) -> None:
        sizes = done(post(owner, "/api/addonValueType/save", SIZES))["id"]
        body = {"name": "Fins", "scope": "booking", "input": "select", "value_type_id": sizes}
        [fins] = done(save(owner, tour, **body))["addons"]
        path = f"/api/addonValueType/{sizes}"
        assert_error(post(owner, f"{path}/archive"), 409, "in_use")
        done(post(owner, f"/api/experience/{tour.pk}/addon/{fins['id']}/archive"))
        assert done(post(owner, f"{path}/archive"))["is_archived"] is True
        assert faults(save(owner, tour, **body)) == {"value_type_id"}
        assert done(post(owner, f"{path}/restore"))["is_archived"] is False


class TestAddons:
    def test_made_read_and_changed(self, owner: Client, tour: Experience, client_for: Any) -> None:
        mug = Product.objects.create(name="Mug", price=900, is_track_stock=True, stock_qty=4)
        sizes = done(post(owner, "/api/addonValueType/save", SIZES))["id"]
        adult = CustomerType.objects.get(slug="adult").pk
        body = {
            "name": "Mug",
            "description": "With a whale",
            "scope": "booking",
            "input": "select",
            "value_type_id": sizes,
            "is_required": True,
            "min_qty": 1,
            "max_qty": 1,
            "price": 900,
            "price_per": "unit",
            "tax_ids": None,
            "is_taxable": False,
            "is_commissionable": False,
            "stock_product_id": mug.pk,
            "enabled_customer_type_ids": [adult],
            "methods": ["ecommerce", "pos"],
        }
        [made] = done(save(owner, tour, **body))["addons"]
        assert {name: made[name] for name in body} == body
        assert (made["stock_left"], len(made["values"]), made["version"]) == (4, 3, 1)
        [same] = done(save(owner, tour, **body, id=made["id"], version=1))["addons"]
        assert same == made
        changed = {**body, "price": 1000, "id": made["id"]}
        assert done(save(owner, tour, **changed))["addons"][0]["version"] == 2
        assert_error(save(owner, tour, **changed, version=1), 409, "stale_version")
        path = f"/api/experience/{tour.pk}/get"
        [shown] = client_for("reef").get(path).json()["experience"]["addons"]
        assert (shown["name"], shown["price"], len(shown["values"])) == ("Mug", 1000, 3)
        hidden = ("tax_ids", "stock_product_id", "stock_left", "is_commissionable")
        assert {shown[name] for name in hidden} == {None}

    def test_strangers_see_what_is_sold_online(
        self, owner: Client, tour: Experience, client_for: Any
    ) -> None:
        save(owner, tour, **PHOTO, methods=["pos"])
        path = f"/api/experience/{tour.pk}/get"
        assert client_for("reef").get(path).json()["experience"]["addons"] == []
        assert len(owner.get(path).json()["experience"]["addons"]) == 1

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"name": "  "}, "name"),
            ({"name": "📷" * 200}, "name"),
            ({"input": "select"}, "value_type_id"),
            ({"input": "select", "value_type_id": 999_999}, "value_type_id"),
            ({"value_type_id": 1}, "value_type_id"),
            ({"input": "quantity", "min_qty": 3, "max_qty": 2}, "max_qty"),
            ({"is_required": True, "max_qty": 0}, "max_qty"),
            ({"min_qty": 2}, "min_qty"),
            ({"stock_product_id": 999_999}, "stock_product_id"),
            ({"enabled_customer_type_ids": [999_999]}, "enabled_customer_type_ids"),
            ({"tax_ids": [999_999]}, "tax_ids"),
            ({"methods": ["telepathy"]}, "methods.0"),
            ({"price": -1}, "price"),
            ({"price": 10**13}, "price"),
            ({"scope": "day"}, "scope"),
        ],
    )
    def test_a_bad_field_is_named(self, owner: Client, tour: Experience, given: Any, field: str) -> None:
        assert faults(save(owner, tour, **{**PHOTO, **given})) == {field}

    def test_ordered_archived_and_restored(self, owner: Client, tour: Experience) -> None:
        base = f"/api/experience/{tour.pk}"
        one = done(save(owner, tour, **PHOTO))["addons"][0]["id"]
        other = done(save(owner, tour, **PHOTO))["addons"][1]["id"]
        turned = done(post(owner, f"{base}/addons/reorder", {"ids": [other, one]}))["addons"]
        assert [addon["id"] for addon in turned] == [other, one]
        assert faults(post(owner, f"{base}/addons/reorder", {"ids": [one]})) == {"ids"}
        left = done(post(owner, f"{base}/addon/{one}/archive"))["addons"]
        assert [addon["id"] for addon in left] == [other]
        gone = owner.get(f"{base}/addons/get?is_archived=true").json()["addons"]
        assert [addon["id"] for addon in gone] == [one]
        assert len(done(post(owner, f"{base}/addon/{one}/restore"))["addons"]) == 2

    def test_strangers_neighbours_and_other_experiences(
        self, owner: Client, tour: Experience, client_for: Any
    ) -> None:
        made = done(save(owner, tour, **PHOTO))["addons"][0]["id"]
        path = f"/api/experience/{tour.pk}/addons/get"
        assert_error(client_for("reef").get(path), 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert_error(peak.get(path), 404, "not_found")
        other = f"/api/experience/{make_experience().pk}/addon/{made}/archive"
        assert_error(post(owner, other), 404, "not_found")
        assert_error(post(peak, f"/api/experience/{tour.pk}/addon/{made}/archive"), 404)
        assert_error(save(owner, make_experience(), **PHOTO, id=made), 404, "not_found")
