"""What people type, and what they expect to see first."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from outfitter.api.principal import Principal
from outfitter_tenants.catalog.models import Product
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.search.operations import find_drift
from tests.calls.support import make_call
from tests.search.conftest import NOW
from tests.search.support import make_invoice, make_reseller


def names(results) -> list[tuple[str, int]]:
    return [(row.type, row.id) for row in results]


class TestCustomers:
    @pytest.mark.parametrize(
        ("typed", "who"),
        [
            ("smith", "john"),
            ("john smith", "john"),
            ("smith john", "john"),
            ("Smith, John", "john"),
            ("jo smi", "john"),
            ("j smith", "john"),
            ("SMITH", "john"),
            ("smiht", "john"),
            ("jonh smith", "john"),
            ("jonh smiht", "john"),
            ("smth", "john"),
            ("smitth", "john"),
            ("john.smith", "john"),
            ("john.smith@acme.example", "john"),
            ("JOHN.SMITH@ACME", "john"),
            ("obrien", "brien"),
            ("o'brien", "brien"),
            ("O’Brien", "brien"),
            ("sinead", "brien"),
            ("Sinéad O'Brien", "brien"),
            ("田中", "tanaka"),
            ("太郎", "tanaka"),
            ("田中太郎", "tanaka"),
            ("中", "tanaka"),
            ("김민준", "kim"),
            ("민준", "kim"),
            ("иванов", "ivanov"),
            ("ИВАН", "ivanov"),
            ("ивонов", "ivanov"),
            ("acme outdoor", "acme"),
            ("outdor", "acme"),
            ("schwarzenegger", "schwarz"),
            ("schwarzeneger", "schwarz"),
            ("schwartzeneger", "schwarz"),
            ("anne marie", "dash"),
            ("anne-marie", "dash"),
            ("cruz", "dash"),
            ("de la cruz", "dash"),
        ],
    )
    def test_is_found_first(self, people, look, typed, who):
        assert names(look(typed))[:1] == [("customer", people[who])]

    @pytest.mark.parametrize(
        "typed",
        [
            "+15550102000",
            "+1 555 010 2000",
            "+1 (555) 010-2000",
            "5550102000",
            "555-010-2000",
            "(555) 010 2000",
            "15550102000",
            "001 555 0102000",
            "0102000",
            "2000",
            "+1555",
            "555 010",
            "555.010.2000",
            "smith 2000",
            "2000 smith",
        ],
    )
    def test_phone_in_any_format(self, people, look, typed):
        assert names(look(typed))[:1] == [("customer", people["john"])]

    @pytest.mark.parametrize("typed", ["0171 12345678", "+49 (0)171 1234 5678", "0049 171 12345678"])
    def test_phone_with_trunk_zero(self, people, look, typed):
        assert names(look(typed))[:1] == [("customer", people["müller"])]

    @pytest.mark.parametrize("typed", ["müller", "Muller", "mueller", "MÜLLER", "mull", "muell"])
    def test_umlauts_in_every_spelling(self, people, look, typed):
        found = {key for _, key in names(look(typed))}

        assert found == {people["müller"], people["muller"], people["mueller"]}

    @pytest.mark.parametrize(
        "typed", ["", "   ", "-", "()", "@", "%", "_", "\\", "xyzzyq", "\x00", "'", "o_b%", "+"]
    )
    def test_finds_nothing_in_nothing(self, people, look, typed):
        assert look(typed) == []

    def test_exact_word_before_longer_ones(self, people, look):
        assert [key for _, key in names(look("ann"))][:2] == [people["ann"], people["anna"]]

    def test_exact_name_needs_no_guesses(self, people, look):
        assert names(look("smith")) == [("customer", people["john"])]

    def test_tells_who_it_is(self, people, look):
        (found,) = look("smith")

        assert (found.title, found.subtitle, found.url, found.status) == (
            "John Smith",
            "john.smith@acme.example · +15550102000",
            f"/customer/{people['john']}",
            None,
        )

    def test_names_a_firm_without_person(self, people, look):
        assert look("outdoor")[0].title == "Acme Outdoor"


class TestTrips:
    @pytest.mark.parametrize(
        ("typed", "which"),
        [
            ("WXYZ-2345", "tomorrow"),
            ("wxyz2345", "tomorrow"),
            ("wxyz 2345", "tomorrow"),
            ("wxyz-2346", "next year"),
            ("wxyz", "tomorrow"),
            ("qrst-7777", "last week"),
            ("hansen", "group"),
            ("wedding hansen", "group"),
            ("gyg-501l", "group"),
            ("GYG5o1i", "group"),
        ],
    )
    def test_is_found_first(self, trips, look, typed, which):
        assert names(look(typed))[:1] == [("trip", trips[which])]

    def test_what_is_near_in_time_comes_first(self, trips, look):
        order = ["tomorrow", "last week", "next year", "long ago"]

        assert [key for _, key in names(look("rivers"))] == [trips[name] for name in order]

    def test_tells_when_it_is(self, trips, look):
        found = look("wxyz-2345")[0]

        assert found.title == "Sam Rivers"
        assert found.subtitle.startswith("WXYZ-2345 · ")
        assert found.url.startswith("/trip/")

    def test_limit_holds(self, trips, look):
        assert len(look("rivers", limit=2)) == 2

    def test_types_choose(self, people, trips, look):
        assert {kind for kind, _ in names(look("sam", types="trip"))} == {"trip"}
        assert look("sam", types="customer") == []
        assert look("sam", types="gift_card") == []


@pytest.mark.usefixtures("reef")
class TestResellersAndProducts:
    def test_a_reseller_leads_to_the_trips_it_sold(self, look):
        contact = {
            "name": "Pia Lund",
            "email": "pia@harbor-tours.example",
            "phone": "",
            "is_accounting": False,
        }
        partner = make_reseller("Harbor Tours", contacts=[contact])

        [found] = look("harbor tou", types="reseller")

        assert (found.type, found.id, found.title) == ("reseller", partner, "Harbor Tours")
        condition = json.loads(parse_qs(urlsplit(found.url).query)["filters"][0])[0]
        assert condition == {"field": "reseller", "op": "in", "value": [partner]}
        assert names(look("pia@harbor", types="reseller")) == [("reseller", partner)]

    def test_an_invoice_by_number_and_by_reseller(self, look):
        made, partner = make_invoice("Harbor Tours", "INV-00042")

        [found] = look("inv-00042", types="invoice")

        assert (found.type, found.id, found.title) == ("invoice", made, "INV-00042 · Harbor Tours")
        assert (found.subtitle, found.url) == ("$120.50 · Jul 1, 2026", f"/{made}/invoice")
        Reseller.objects.filter(pk=partner).update(name="Sunset Tours")
        assert look("harbor", types="invoice") == []
        assert names(look("sunset", types="invoice")) == [("invoice", made)]
        Invoice.objects.filter(pk=made).update(status="void", voided_at=NOW)
        assert look("inv-00042", types="invoice")[0].status == "void"
        assert find_drift() == []

    def test_products_by_name_and_code(self, look):
        cap = Product.objects.create(name="Reef cap", sku="CAP-17", price=1500)

        assert names(look("reef ca", types="product")) == [("product", cap.pk)]
        assert names(look("cap-17", types="product")) == [("product", cap.pk)]
        cap.is_active = False
        cap.save()
        assert look("reef cap", types="product")[0].status == "archived"

    def test_only_for_who_may_see_them(self, look):
        make_reseller("Harbor Tours")
        guide = Principal("staff", 1, 1, "Gil", permissions=frozenset({"trip.view"}))

        assert look("harbor", types="reseller,product", caller=guide) == []


@pytest.mark.usefixtures("reef")
class TestCalls:
    @pytest.mark.parametrize("typed", ["+12125550188", "212-555-0188", "0188", "kaylah"])
    def test_by_number_and_name(self, look, typed):
        made = make_call(caller_name="Kaylah Mills")

        [found] = look(typed, types="call")

        assert (found.type, found.id, found.title) == ("call", made.pk, "Kaylah Mills")
        assert (found.url, "+12125550188" in found.subtitle) == (f"/call/{made.pk}", True)
        assert find_drift() == []

    def test_a_part_of_another_is_not_found(self, look):
        whole = make_call()
        make_call(part_of_id=whole.pk, provider="dialpad")

        assert names(look("0188", types="call")) == [("call", whole.pk)]
