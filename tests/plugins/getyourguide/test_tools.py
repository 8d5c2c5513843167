"""What staff have GetYourGuide do on the connection's page, through the host's own routes."""

import json
from typing import Any

import pytest

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.channels.models import AvailabilityPush, ChannelCall, ProductMapping
from outfitter_tenants.people.models import Role, UserAvatar
from tests.plugins.getyourguide.test_push import refusal, server
from tests.support import database
from tests.support.owner_client import owner_of

__all__ = ["server"]

DEAL = {
    "deal_name": "Late",
    "deal_type": "last_minute",
    "date_from": "2027-06-01",
    "date_to": "2027-06-30",
    "discount_percentage": 10.5,
    "notice_period_days": 3,
    "max_vacancies": None,
}
SUPPLIER = {
    "legal_company_name": "Reef",
    "legal_status": "company",
    "first_name": "A",
    "last_name": "B",
    "email": "a@b.example",
    "mobile_number": "",
    "website_url": "https://reef.example",
    "country": "pt",
    "currency": "eur",
    "city": "pt lis",
    "postal_code": "",
    "state_or_region": "",
}


@pytest.fixture
def owner(stall, client_for):
    return owner_of(client_for)


@pytest.fixture
def ask(owner, stall):
    """Use a tool: `get`, `run` or `remove`; returns the answer."""

    def go(tool: str, what: str, language: str = "en", **body: Any) -> Any:
        path = f"/api/ota/connection/{stall.id}/tool/{tool}/{what}"
        headers = {"Accept-Language": language}
        if what == "get":
            return owner.get(path, body, headers=headers)
        return owner.post(path, json.dumps(body), content_type="application/json", headers=headers)

    return go


@pytest.fixture
def mapping(stall) -> int:
    return ProductMapping.objects.get(product_ref="CAVES").pk


class TestDeals:
    LISTED = {
        "deals": [
            {
                "dealId": 36,
                "dealName": "Standard",
                "dealType": "last_minute",
                "dateRange": {"start": "2027-06-01", "end": "2027-06-30"},
                "discountPercentage": 10.5,
            }
        ]
    }

    def test_made_listed_and_ended(self, ask, mapping, server):
        server.answers = [
            (201, {"deals": [{"dealId": 36, "gygTourOptionId": 9}]}),
            (200, self.LISTED),
            (204, None),
        ]
        assert ask("deals", "run", mapping_id=mapping, values=DEAL).json() == {"message": ""}
        [row] = ask("deals", "get", mapping_id=mapping).json()["rows"]
        assert (row["id"], row["cells"]["discount"], row["cells"]["type"]) == ("36", "10.5%", "Last minute")
        assert row["cells"]["from"] == "2027-06-01"
        assert ask("deals", "remove", mapping_id=mapping, row_id="36").json() == {"ok": True}
        assert server.targets == [
            ("POST", "/deals"),
            ("GET", "/deals?externalProductId=CAVES"),
            ("DELETE", "/deals/36"),
        ]
        [sent] = server.bodies
        assert sent["data"] == {
            "externalProductId": "CAVES",
            "dealName": "Late",
            "dealType": "last_minute",
            "dateRange": {"start": "2027-06-01", "end": "2027-06-30"},
            "discountPercentage": 10.5,
            "noticePeriodDays": 3,
        }
        used = AuditLog.objects.filter(action="channel.tool_used").order_by("id")
        assert [row.after["what"] for row in used] == ["run", "removed"]

    def test_words_are_in_the_readers_language_and_names_are_not(self, ask, mapping, server):
        server.answers = [(200, self.LISTED)]
        [row] = ask("deals", "get", "de", mapping_id=mapping).json()["rows"]
        assert (row["cells"]["type"], row["cells"]["name"]) == ("Last Minute", "Standard")

    def test_another_option_has_its_own_name(self, ask, mapping, server):
        ProductMapping.objects.update(option_ref="SUNSET")
        server.answers = [(200, {"deals": []})]
        assert ask("deals", "get", mapping_id=mapping).json()["rows"] == []
        assert server.targets == [("GET", "/deals?externalProductId=CAVES%3ASUNSET")]

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"discount_percentage": 0}, "values.discount_percentage"),
            ({"deal_type": "other"}, "values.deal_type"),
            ({"date_from": "soon"}, "values.date_from"),
            ({"more": 1}, "values.more"),
        ],
    )
    def test_what_fits_no_field_is_said_at_the_field(self, ask, mapping, server, change, field):
        answer = ask("deals", "run", mapping_id=mapping, values={**DEAL, **change})
        assert answer.status_code == 422
        assert list(answer.json()["detail"]["fields"]) == [field]
        assert server.calls == []

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            ({"notice_period_days": 4}, "Last minute is at most 3 days ahead."),
            ({"deal_type": "early_bird"}, "An early bird books at least 7 days ahead."),
            ({"date_to": "2027-05-01"}, "A deal must end after it starts."),
        ],
    )
    def test_what_they_would_refuse_is_not_sent(self, ask, mapping, server, change, says):
        answer = ask("deals", "run", mapping_id=mapping, values={**DEAL, **change})
        assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (
            422,
            "channel_refused",
            says,
        )
        assert server.calls == []

    def test_their_refusal_is_told_in_their_words(self, ask, mapping, server):
        server.answers = [(401, refusal("AUTHORIZATION_FAILURE", "DealsOverApi feature is not enabled"))]
        answer = ask("deals", "get", mapping_id=mapping)
        assert (answer.status_code, answer.json()["message"]) == (422, "DealsOverApi feature is not enabled")
        assert answer.json()["detail"] == {"status": 401, "code": "AUTHORIZATION_FAILURE"}

    def test_when_they_do_not_answer(self, ask, mapping, server):
        server.answers = [(503, None)]
        answer = ask("deals", "get", mapping_id=mapping)
        assert (answer.status_code, answer.json()["code"]) == (503, "channel_away")

    @pytest.mark.parametrize("wrong", [None, 999_999])
    def test_a_product_has_to_be_one_of_the_connection(self, ask, server, wrong):
        body = {"mapping_id": wrong} if wrong else {}
        assert ask("deals", "get", **body).status_code == 404
        assert ask("deals", "run", values=DEAL, **body).status_code == 404
        assert server.calls == []

    def test_a_row_that_is_no_deal(self, ask, mapping, server):
        assert ask("deals", "remove", mapping_id=mapping, row_id="../1").json()["code"] == "channel_refused"
        assert server.calls == []


class TestActivation:
    def test_a_product_is_sold_again_and_told_anew(self, ask, mapping, server):
        ProductMapping.objects.update(settings={"gyg_option_id": 123})
        assert ask("activate", "get", mapping_id=mapping).json() == {
            "rows": [],
            "initial": {"gyg_option_id": 123},
        }
        server.answers = [(200, {"data": {"message": "reactivated"}})]
        answer = ask("activate", "run", mapping_id=mapping, values={"gyg_option_id": 123})
        assert answer.json() == {"message": "reactivated"}
        assert server.targets == [("PATCH", "/products/123/activate")]
        assert server.bodies == [{"data": {"externalProductId": "CAVES"}}]
        assert AvailabilityPush.objects.exists()

    def test_nothing_is_listed_and_nothing_removed(self, ask, mapping):
        assert ask("activate", "remove", mapping_id=mapping, row_id="1").status_code == 404


class TestRegistration:
    def test_it_starts_with_what_is_known(self, ask):
        found = ask("register", "get").json()["initial"]
        assert (found["currency"], found["country"]) == ("USD", "PT")
        assert found["website_url"].startswith("http")

    def test_an_operator_is_registered_once(self, ask, stall, server):
        server.answers = [(202, {"data": {"message": "accepted"}}), (409, refusal("RESOURCE_ALREADY_EXISTS"))]
        first, again = (ask("register", "run", values=SUPPLIER) for _ in range(2))
        assert first.json() == {"message": "accepted"}
        assert again.json()["detail"] == {"status": 409, "code": "RESOURCE_ALREADY_EXISTS"}
        assert server.bodies[0]["data"] == {
            "externalSupplierId": stall.uuid,
            "legalCompanyName": "Reef",
            "legalStatus": "company",
            "firstName": "A",
            "lastName": "B",
            "email": "a@b.example",
            "websiteUrl": "https://reef.example",
            "country": "PRT",
            "currency": "EUR",
            "city": "PT LIS",
        }
        row = ChannelCall.objects.filter(direction="out").first()
        assert "a@b.example" not in row.asked

    def test_a_country_that_is_none(self, ask, server):
        answer = ask("register", "run", values={**SUPPLIER, "country": "Portugal"})
        assert (answer.status_code, answer.json()["code"]) == (422, "channel_refused")
        assert server.calls == []


class TestDoor:
    def test_what_the_channel_cannot_do(self, ask):
        assert ask("party", "get").status_code == 404

    def test_who_may_not_set_plugins_up(self, ask, mapping, server):
        role = Role.objects.create(slug="desk", name="Desk", permissions=["reseller.manage", "reseller.view"])
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
        assert ask("deals", "get", mapping_id=mapping).status_code == 403
        assert ask("deals", "run", mapping_id=mapping, values=DEAL).status_code == 403
        assert ask("deals", "remove", mapping_id=mapping, row_id="1").status_code == 403
        assert server.calls == []

    def test_another_operator_has_no_such_connection(self, stall, client_for, peak):
        other = owner_of(client_for, "peak")
        assert other.get(f"/api/ota/connection/{stall.id}/tool/deals/get").status_code == 404

    def test_the_screen_knows_what_there_is(self, owner, stall):
        known = owner.get("/api/ota/channels/get", headers={"Accept-Language": "de"}).json()
        found = next(one for one in known if one["channel"] == "getyourguide")
        assert [one["name"] for one in found["tools"]] == ["deals", "activate", "register"]
        deals = found["tools"][0]
        assert (deals["action"], deals["has_rows"], deals["can_remove"]) == ("Angebot anlegen", True, True)
        assert deals["form_schema"]["properties"]["date_from"]["title"] == "Erster Tag"
        names = deals["form_schema"]["properties"]["deal_type"]["x-names"]
        assert names["early_bird"] == "Frühbucher"
        row = owner.get(f"/api/ota/connection/{stall.id}/get").json()
        assert (row["has_tools"], row["has_subscriptions"]) == (True, False)
