"""Offer codes as the operator makes them, through HTTP."""

from typing import Any

import pytest

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import Role
from outfitter_tenants.pricing.models import OfferCode
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer

CODE: dict[str, Any] = {"code": "spring-10", "kind": "percent", "value": 100_000}


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


def save(client, **more):
    return post(client, "/api/offerCode/save", {**CODE, **more})


class TestSave:
    def test_a_code_is_made_read_and_changed(self, staff):
        offer = make_offer()
        made = save(
            staff,
            weekdays=[0, 6],
            book_to="2030-01-01",
            blackout_dates=["2029-12-25"],
            experience_ids=[offer.experience_id],
            methods=["ecommerce"],
            usage_limit=50,
        ).json()["offerCodes"][0]
        listed = staff.get("/api/offerCodes/get").json()["offerCodes"]
        changed = save(staff, id=made["id"], version=made["version"], value=200_000)
        stale = save(staff, id=made["id"], version=made["version"])

        assert (made["code"], made["weekdays"], made["status"]) == ("SPRING-10", [0, 6], "available")
        assert listed == [made]
        assert changed.json()["offerCodes"][0]["value"] == 200_000
        assert_error(stale, 409, "stale_version")
        actions = AuditLog.objects.filter(entity_type="offer_code").values_list("action", flat=True)
        assert sorted(actions) == ["offer_code.changed", "offer_code.created"]

    def test_the_same_code_in_other_case_is_the_same(self, staff):
        save(staff)
        answer = save(staff, code="Spring-10")
        assert list(assert_error(answer, 422, "validation_failed")["detail"]["fields"]) == ["code"]

    @pytest.mark.parametrize(
        ("field", "more"),
        [
            ("value", {"value": 1_000_001}),
            ("value", {"value": 0}),
            ("code", {"code": "ab"}),
            ("code", {"code": "two words"}),
            ("book_to", {"book_from": "2030-01-02", "book_to": "2030-01-01"}),
            ("max_pax", {"min_pax": 5, "max_pax": 4}),
            ("methods", {"methods": ["by_pigeon"]}),
            ("experience_ids", {"experience_ids": [10**9]}),
            ("customer_type_ids", {"customer_type_ids": [10**9]}),
            ("max_guests_per_trip", {"max_guests_per_trip": 2}),
            ("usage_limit", {"usage_limit": 0}),
        ],
    )
    def test_what_makes_no_sense_is_named(self, staff, field, more):
        error = assert_error(save(staff, **more), 422, "validation_failed")
        assert any(field in name for name in error["detail"]["fields"])
        assert not OfferCode.objects.exists()

    def test_only_who_manages_codes(self, staff):
        made = save(staff).json()["offerCodes"][0]
        Role.objects.filter(slug="owner").update(permissions=["offer.apply"])
        assert_error(save(staff, code="OTHER"), 403, "forbidden")
        assert_error(staff.get("/api/offerCodes/get"), 403, "forbidden")
        for what in ("archive", "restore"):
            path = f"/api/offerCode/{made['id']}/{what}"
            assert_error(post(staff, path), 403, "forbidden")


class TestArchive:
    def test_a_code_goes_and_comes_back(self, staff):
        made = save(staff).json()["offerCodes"][0]
        gone = post(staff, f"/api/offerCode/{made['id']}/archive").json()
        archived = staff.get("/api/offerCodes/get?is_archived=true").json()["offerCodes"]
        back = post(staff, f"/api/offerCode/{made['id']}/restore").json()["offerCodes"]

        assert gone == {"offerCodes": []}
        assert archived[0]["status"] == "archived"
        assert [one["status"] for one in back] == ["available"]
        assert_error(post(staff, "/api/offerCode/99/archive"), 404, "not_found")
