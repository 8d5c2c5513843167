"""Guest types are called as their reader calls them; the operator's own translation wins."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames, words
from outfitter_tenants.catalog.models import CUSTOMER_KINDS, CustomerType
from outfitter_tenants.messaging import translations
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of

OWN = {"Private boat": {"de": "Privatboot", "pt-BR": "Barco privado"}}


@pytest.mark.rules
class TestNames:
    def test_every_language_has_every_usual_name(self) -> None:
        assert set(words()) == set(translations.languages())
        usual = set(CUSTOMER_KINDS) - {"unit", "other"}
        for code, names in words().items():
            assert set(names) == usual, code
            assert all(name.strip() == name and name for name in names.values()), code

    @pytest.mark.parametrize(
        ("languages", "own", "name", "told"),
        [
            ((), "en-US", "Adult", "Adult"),
            (("en",), "en-US", "Adult", "Adult"),
            (("de-AT",), "en-US", "Adult", "Erwachsene"),
            (("de",), "en-US", "adult", "Erwachsene"),
            (("xx", "ja"), "en-US", "Child", "子ども"),
            (("zh-HK",), "en-US", "Child", "兒童"),
            (("zh",), "en-US", "Child", "儿童"),
            (("de",), "de-DE", "Adult", "Erwachsene"),
            (("de",), "en-US", "Early bird", "Early bird"),
            (("de",), "en-US", "Private boat", "Privatboot"),
            (("pt-PT",), "en-US", "Private boat", "Barco privado"),
            (("ja",), "en-US", "Private boat", "Private boat"),
        ],
    )
    def test_the_table(self, languages: Any, own: str, name: str, told: str) -> None:
        assert GuestTypeNames(languages, OWN, own).of(name) == told


@pytest.mark.usefixtures("reef")
class TestReaders:
    def test_visitors_read_their_language_and_staff_what_was_written(self, client_for: Any) -> None:
        slot = make_timeslot(day=utc_now().date() + timedelta(days=3))
        CustomerType.objects.filter(slug="child").update(translations={"de": "Kind bis 12"})
        path = f"/api/prices/getForTimeslot/{slot.pk}/ecommerce"
        german = {"accept-language": "de-DE"}

        def told(client: Any, **headers: str) -> list[str]:
            return [one["label"] for one in client.get(path, headers=headers).json()["prices"]]

        assert told(client_for("reef"), **german) == ["Erwachsene", "Kind bis 12"]
        assert told(client_for("reef")) == ["Adult", "Child"]
        assert told(owner_of(client_for), **german) == ["Adult", "Child"]

    def test_a_cart_tells_its_guests_and_its_bill_alike(self, client_for: Any) -> None:
        slot = make_timeslot(day=utc_now().date() + timedelta(days=3))
        ticket = slot.experience.experience_customer_types.order_by("id").first()
        quantities = [{"experience_customer_type_id": ticket.pk, "qty": 2}]
        order = {"experience_id": slot.experience_id, "timeslot_id": slot.pk, "quantities": quantities}
        saved = client_for("reef").post(
            "/api/trip/save",
            {"orders": [order]},
            content_type="application/json",
            headers={"accept-language": "ja"},
        )
        assert saved.status_code == 200, saved.content
        trip = saved.json()["trip"]
        assert {one["customerType"]["name"] for one in trip["tripOrders"][0]["bookings"]} == {"大人"}
        assert [line["label"] for line in trip["billLines"] if line["kind"] == "ticket"] == ["大人"]

    def test_the_operators_translations_are_kept_and_emptied(self, client_for: Any) -> None:
        owner = owner_of(client_for)
        row = CustomerType.objects.create(name="Boat", slug="boat", kind="unit")

        def save(**more: Any) -> Any:
            body = {"id": row.pk, "name": "Boat", "slug": "boat", "kind": "unit", **more}
            return owner.post("/api/customerType/save", body, content_type="application/json")

        assert save(translations={"de": "Boot", "pt_br": "Barco", "fr": ""}).status_code == 422
        assert save(translations={"de": "Boot", "pt-BR": "Barco", "fr": ""}).status_code == 200
        row.refresh_from_db()
        assert row.translations == {"de": "Boot", "pt-BR": "Barco"}
        assert save().status_code == 200
        row.refresh_from_db()
        assert row.translations == {"de": "Boot", "pt-BR": "Barco"}
        save(translations={})
        row.refresh_from_db()
        assert row.translations == {}
        refused = save(translations={"de": "x" * 61})
        assert (refused.status_code, refused.json()["code"]) == (422, "validation_failed")
