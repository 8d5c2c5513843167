"""Guest types are called as their reader calls them; the operator's own translation wins."""

import base64
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.customer_kinds import CUSTOMER_KINDS
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames, counted, counts, words
from outfitter_tenants.catalog.models import CustomerType
from outfitter_tenants.messaging import translations
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.support.customers import make_customer
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import guests_of, sell

ROOT = Path(__file__).parents[2]
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
            (("en",), "de-DE", "Erwachsene", "Adult"),
            (("ja",), "de-DE", "Erwachsene", "大人"),
            (("ja",), "en-US", "Erwachsene", "Erwachsene"),
            (("de",), "en-US", "Early bird", "Early bird"),
            (("de",), "en-US", "Private boat", "Privatboot"),
            (("pt-PT",), "en-US", "Private boat", "Barco privado"),
            (("ja",), "en-US", "Private boat", "Private boat"),
        ],
    )
    def test_the_table(self, languages: Any, own: str, name: str, told: str) -> None:
        assert GuestTypeNames(languages, OWN, own).of(name) == told

    def test_every_name_has_every_plural_form_of_its_language(self) -> None:
        assert list(counts()) == list(words())
        for code, kinds in counts().items():
            assert list(kinds) == list(words()[code]), code
            rules = Locale.parse({"tl": "fil", "zh-CN": "zh", "zh-TW": "zh"}.get(code, code))
            needed = {rules.plural_form(n) for n in range(1, 200)} - {"zero"}
            for kind, forms in kinds.items():
                # Tagalog has two forms by its rules, and names that are the same in both.
                assert needed <= set(forms) or code == "tl", (code, kind)
                assert all("{n}" in text for form, text in forms.items() if form not in {"one", "two"})

    @pytest.mark.parametrize(
        ("language", "name", "n", "told"),
        [
            ("en-US", "Adult", 7, "7 Adults"),
            ("en", "Adult", 1, "1 Adult"),
            ("en", "Child", 2, "2 Children"),
            ("de-AT", "Erwachsene", 1, "1 Erwachsener"),
            ("de", "Kind", 2, "2 Kinder"),
            ("ja", "大人", 5, "大人5名"),
            ("ru", "Ребёнок", 22, "22 ребёнка"),
            ("ru", "Ребёнок", 11, "11 детей"),
            ("ar", "طفل", 2, "طفلان"),
            ("tl", "Matanda", 4, "4 matanda"),
            ("zh-HK", "兒童", 3, "3 位兒童"),
            ("de", "Kind bis 12", 2, "2 × Kind bis 12"),
            ("xx", "Private boat", 2, "2 × Private boat"),
        ],
    )
    def test_counts(self, language: str, name: str, n: int, told: str) -> None:
        assert counted(name, n, language=language) == told

    def test_the_back_office_has_the_same_names_and_counts(self) -> None:
        """Screens count by themselves: names would lose their plural where the two differ."""
        for folder in sorted((ROOT / "web/src/messages").iterdir()):
            if not folder.is_dir():
                continue
            told = json.loads((folder / "common.json").read_text(encoding="utf-8"))
            code = {"zh": "zh-CN"}.get(folder.name, folder.name)
            for kind, name in words()[code].items():
                assert told[f"guestType_{kind}"] == name, folder.name
                assert told[f"guestCount_{kind}"] == _icu(counts()[code][kind]), folder.name


def _icu(forms: dict[str, str]) -> str:
    if list(forms) == ["other"]:
        return forms["other"]
    return "{n, plural, " + " ".join(f"{k} {{{v.replace('{n}', '#')}}}" for k, v in forms.items()) + "}"


@pytest.mark.usefixtures("reef")
class TestReaders:
    def test_visitors_and_staff_read_their_language(self, client_for: Any) -> None:
        slot = make_timeslot(day=utc_now().date() + timedelta(days=3))
        CustomerType.objects.filter(slug="child").update(translations={"de": "Kind bis 12"})
        path = f"/api/prices/getForTimeslot/{slot.pk}/ecommerce"
        german = {"accept-language": "de-DE"}

        def told(client: Any, **headers: str) -> list[str]:
            return [one["label"] for one in client.get(path, headers=headers).json()["prices"]]

        assert told(client_for("reef"), **german) == ["Erwachsene", "Kind bis 12"]
        assert told(client_for("reef")) == ["Adult", "Child"]
        assert told(owner_of(client_for), **german) == ["Erwachsene", "Kind bis 12"]
        assert told(owner_of(client_for)) == ["Adult", "Child"]

    def test_the_setup_shows_what_was_written_beside_what_the_reader_calls_it(self, client_for: Any) -> None:
        CustomerType.objects.filter(slug="child").update(translations={"de": "Kind bis 12"})
        rows = owner_of(client_for).get("/api/customerTypes/get", headers={"accept-language": "de"}).json()
        told = {row["slug"]: (row["name"], row["local_name"]) for row in rows}
        assert told["adult"] == ("Adult", "Erwachsene")
        assert told["child"] == ("Child", "Kind bis 12")

    def test_an_experience_names_its_types_and_keeps_the_labels_that_staff_edit(
        self, client_for: Any
    ) -> None:
        slot = make_timeslot(day=utc_now().date() + timedelta(days=3))
        slot.experience.experience_customer_types.filter(customer_type__slug="child").update(label="Youth")
        path = f"/api/experience/{slot.experience_id}/get"

        def told(client: Any) -> list[tuple[str, str]]:
            found = client.get(path, headers={"accept-language": "de"}).json()["experience"]["customerTypes"]
            return [(one["customer_type"]["name"], one["label"]) for one in found]

        assert told(owner_of(client_for)) == [("Erwachsene", ""), ("Kind", "Youth")]
        assert told(client_for("reef")) == [("Erwachsene", ""), ("Kind", "Jugendliche")]

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

    def test_manifest_trip_and_customer_pages_call_types_as_staff_read_them(self, client_for: Any) -> None:
        offer = make_offer()
        trip_id = sell(offer, adults=2, children=1)
        customer = make_customer()
        Trip.objects.filter(pk=trip_id).update(customer_id=customer)
        owner = owner_of(client_for)
        order = TripOrder.objects.get(trip_id=trip_id)

        def read(path: str) -> Any:
            found = owner.get(path, headers={"accept-language": "ja"})
            assert found.status_code == 200, found.content
            return found.json()

        day = Timeslot.objects.get(pk=offer.timeslot_id).date
        [slot] = read(f"/api/manifest/getManifestOnDay/{day}")["experiences"][0]["timeslots"]
        [one] = read(f"/api/timeslot/{offer.timeslot_id}/manifest")["experience"]["timeslots"]
        for departure in (slot, one):
            assert [row["name"] for row in departure["by_type"]] == ["大人", "子ども"]
            guests = departure["tripOrders"][0]["bookings"]
            assert {guest["customerType"]["name"] for guest in guests} == {"大人", "子ども"}
        trip = read(f"/api/trip/{trip_id}/get")
        assert {one["label"] for one in trip["priceLines"] if one["kind"] == "ticket"} == {"大人", "子ども"}
        same = read(f"/api/tripOrder/{order.pk}/get")["tripOrder"]["bookings"]
        assert {guest["customerType"]["name"] for guest in same} == {"大人", "子ども"}
        booked = read(f"/api/customer/{customer}/bookings/get")["data"]
        assert {row["customerType"]["name"] for row in booked} == {"大人", "子ども"}

    def test_a_printed_ticket_is_in_its_customers_language(self, client_for: Any) -> None:
        trip_id = sell(make_offer(), adults=1)
        Trip.objects.filter(pk=trip_id).update(locale="de")
        booking = guests_of(trip_id)[0]
        path = f"/api/booking/{booking.pk}/ticketPrinting/rawData"
        [page] = owner_of(client_for).get(path, {"format": "html"}).json()["jobs"]
        assert "Erwachsene" in base64.b64decode(page["data_base64"]).decode()

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
