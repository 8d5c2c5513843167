"""Partners over HTTP."""

import json

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Restriction
from outfitter_tenants.people.models import Role
from tests.support.api_operations import assert_error
from tests.support.database import PEAK, REEF
from tests.support.owner_client import owner_of
from tests.support.resellers import make_agent, make_reseller
from tests.support.team import browser_of, make_colleague
from tests.support.tenant_clients import enter_operator

NEW = {
    "name": "Harbor Hotel",
    "reseller_type": "concierge",
    "payment_method": "invoice_manual",
    "collect_type": "reseller_collects",
    "commission_ppm": 200_000,
}


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def post(client, path, body):
    return client.post(path, body, content_type="application/json")


def test_a_partner_is_added_once(staff):
    made = post(staff, "/api/reseller/create", NEW).json()

    assert (made["name"], made["status"], made["commission_ppm"]) == ("Harbor Hotel", "active", 200_000)
    again = post(staff, "/api/reseller/create", {**NEW, "name": "harbor hotel"})
    assert "name" in assert_error(again, 422, "validation_failed")["detail"]["fields"]
    assert_error(post(staff, "/api/reseller/create", {**NEW, "commission_ppm": 1_000_001}), 422)


def test_lists_and_search(staff):
    kept, gone = make_reseller(), make_reseller("Old Inn", status="archived")
    agent = make_agent(kept)

    assert [row["id"] for row in staff.get("/api/resellers/get").json()["data"]] == [kept]
    both = json.dumps([{"field": "status", "op": "in", "value": ["active", "archived"]}])
    everybody = staff.get("/api/resellers/get", {"filters": both}).json()
    assert [row["id"] for row in everybody["data"]] == [kept, gone]
    found = staff.get("/api/resellers/search", {"q": "harb"}).json()
    assert [(row["id"], row["agents"][0]["id"]) for row in found] == [(kept, agent.pk)]
    assert staff.get("/api/resellers/search", {"q": "nobody"}).json() == []
    by_agent = staff.get("/api/resellers/search", {"q": "ada@hotel"}).json()
    assert [(row["id"], row["agents"][0]["name"]) for row in by_agent] == [(kept, "Ada")]
    agents = staff.get(f"/api/reseller/{kept}/agents/get").json()
    assert [one["name"] for one in agents] == ["Ada"]
    assert_error(staff.get("/api/reseller/999999/agents/get"), 404)
    assert staff.get(f"/api/reseller/{kept}/get").json()["id"] == kept
    assert_error(staff.get("/api/reseller/999999/get"), 404)
    for what, first in (
        ("payment_methods", "auto_apply"),
        ("collect_types", "operator_collects"),
        ("resellerTypes", "ota"),
    ):
        assert staff.get(f"/api/resellers/{what}/get").json()[0]["slug"] == first


def test_settings_by_tab(staff):
    reseller = make_reseller()
    path = f"/api/reseller/{reseller}/settings/edit"

    general = post(
        staff,
        path,
        {
            "tab": "general",
            "general": {
                "name": "Harbor Inn",
                "is_voucher_required": True,
                "contacts": [{"name": "Ada", "email": "ada@hotel.example"}],
            },
        },
    ).json()
    assert (general["name"], general["is_voucher_required"]) == ("Harbor Inn", True)
    assert general["collect_type"] == "reseller_collects"
    rates = post(
        staff, path, {"tab": "rates", "rates": {"commission_amount": 500, "credit_limit_amount": 50_000}}
    ).json()
    assert (rates["commission_ppm"], rates["commission_amount"]) == (None, 500)
    terms = [{"experience_id": 1, "commission_ppm": 100_000}]
    last = post(staff, path, {"tab": "experiences", "experiences": {"terms": terms}}).json()
    assert [term["commission_ppm"] for term in last["terms"]] == [100_000]

    assert_error(post(staff, path, {"tab": "rates"}), 422, "validation_failed")
    assert last["commission_amount"] == 500  # another tab is left alone
    stale = {"tab": "general", "general": {"name": "A"}, "version": 1}
    assert_error(post(staff, path, stale), 409, "stale_version")
    missing = "/api/reseller/999999/settings/edit"
    assert_error(post(staff, missing, {"tab": "general", "general": {"name": "A"}}), 404)


def test_who_comes_back_needs_a_name_of_their_own(staff):
    old = make_reseller(status="archived")
    make_reseller()
    path = f"/api/reseller/{old}/settings/edit"

    refused = post(staff, path, {"tab": "general", "general": {"status": "active"}})
    assert assert_error(refused, 422)["detail"]["fields"] == {"name": ["This name is already in use."]}
    both = {"tab": "general", "general": {"status": "active", "name": "Harbor Inn"}}
    assert post(staff, path, both).json()["status"] == "active"


def test_who_may_look_may_not_change(reef, client_for):
    Role.objects.create(slug="desk", name="Desk", permissions=["reseller.view"])
    client = browser_of(client_for, make_colleague("Noa", "desk"))

    assert client.get("/api/resellers/get").json()["data"] == []
    assert_error(post(client, "/api/reseller/create", NEW), 403, "forbidden")


def test_what_agents_may_do_and_codes(staff):
    first, second = make_reseller(), make_reseller("Beach Bar")
    path = "/api/reseller/{}/settings/edit"
    assert staff.get(f"/api/reseller/{first}/get").json()["allow"] == {
        "edit": False,
        "cancel": False,
        "override_price": False,
        "see_price": True,
    }

    def general(reseller, **values):
        return post(staff, path.format(reseller), {"tab": "general", "general": values})

    changed = general(first, allow={"edit": True, "see_price": False}, promo_link_code="Harbor-5").json()
    assert changed["allow"] == {"edit": True, "cancel": False, "override_price": False, "see_price": False}
    assert changed["promo_link_code"] == "Harbor-5"
    taken = assert_error(general(second, promo_link_code="HARBOR-5"), 422, "validation_failed")
    assert "promo_link_code" in taken["detail"]["fields"]
    assert_error(general(second, promo_link_code="a b"), 422, "validation_failed")
    assert general(first, promo_link_code="").json()["promo_link_code"] is None


def test_commissions_remittance_and_communication(staff):
    reseller = make_reseller()
    path = f"/api/reseller/{reseller}/settings/edit"

    shares = post(
        staff,
        path,
        {"tab": "commissions", "commissions": {"is_addons_commissionable": True, "rounding": "down"}},
    ).json()
    assert (shares["is_addons_commissionable"], shares["rounding"]) == (True, "down")
    assert shares["commission_ppm"] == 200_000  # rates are another tab
    paid = post(
        staff,
        path,
        {"tab": "remittance", "remittance": {"method": "check", "payee": "Ada", "invoice_terms_days": 14}},
    ).json()
    assert (paid["remittance"]["payee"], paid["remittance"]["account"]) == ("Ada", "")
    assert paid["invoice_terms_days"] == 14
    told = {"recipients": ["reseller", "customer"], "emails": ["desk@hotel.example", "desk@hotel.example"]}
    written = post(staff, path, {"tab": "communication", "communication": told}).json()
    assert written["communication"] == {
        "recipients": ["customer", "reseller"],
        "emails": ["desk@hotel.example"],
    }
    nobody = {"tab": "communication", "communication": {"recipients": []}}
    assert_error(post(staff, path, nobody), 422, "validation_failed")
    wrong = {"tab": "commissions", "commissions": {"rounding": "sideways"}}
    assert_error(post(staff, path, wrong), 422, "validation_failed")


def test_a_restriction_of_its_own(staff):
    reseller = make_reseller()
    terms, gone = (Restriction.objects.create(name=name) for name in ("Concierges", "Old"))
    Restriction.objects.filter(pk=gone.pk).update(archived_at=utc_now())

    def general(**values):
        body = {"tab": "general", "general": values}
        return post(staff, f"/api/reseller/{reseller}/settings/edit", body)

    assert staff.get(f"/api/reseller/{reseller}/get").json()["restriction_id"] is None
    assert general(restriction_id=terms.pk).json()["restriction_id"] == terms.pk
    # What is not named stays; what is named as nothing goes.
    assert general(tax_id="42").json()["restriction_id"] == terms.pk
    for other in (gone.pk, terms.pk + 1_000_000):
        fields = assert_error(general(restriction_id=other), 422, "validation_failed")["detail"]["fields"]
        assert fields == {"restriction_id": ["There are no such terms."]}

    refused = post(staff, f"/api/restriction/{terms.pk}/archive", {})
    assert assert_error(refused, 409, "in_use")["detail"] == {"reseller_cnt": 1}
    assert general(restriction_id=None).json()["restriction_id"] is None
    assert post(staff, f"/api/restriction/{terms.pk}/archive", {}).status_code == 200


def test_a_restriction_of_another_operator_is_unknown(staff):
    enter_operator(PEAK.schema_name)
    foreign = Restriction.objects.create(name="Theirs").pk
    enter_operator(REEF.schema_name)
    body = {"tab": "general", "general": {"restriction_id": foreign}}

    answer = post(staff, f"/api/reseller/{make_reseller()}/settings/edit", body)

    assert "restriction_id" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]
