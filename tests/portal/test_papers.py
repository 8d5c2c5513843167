"""Papers on the customer's page: the receipt and what was signed, behind the trip's own link."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.pdf.recipient import Recipient, words
from outfitter_tenants.checkout.printouts.trip_receipt import printout
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.waivers.models import Waiver
from tests.checkout.front_desk import Desk
from tests.portal.customer_page import Page
from tests.support.database import PEAK
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, CHILD, Offer
from tests.support.sold_trips import pay, sell
from tests.waivers.conftest import Signer, Tour, signer, tour

__all__ = ["signer", "tour"]
TOTAL = 2 * ADULT + CHILD


def documents(page: Page) -> dict[str, Any]:
    return {one["slug"]: one for one in page.init()["documents"]}


def fetch(page: Page, document: dict[str, str]) -> Any:
    return page.client.get("/api/" + document["url"].partition("/api/")[2])


class TestReceipt:
    def test_what_was_paid_and_given_back(self, page: Page, trip_id: int) -> None:
        paid = pay(trip_id, TOTAL)
        Payment.objects.create(
            trip_id=trip_id,
            parent_payment=paid,
            kind="refund",
            method="cash",
            amount=2000,
            currency="USD",
            status="succeeded",
            received_at=utc_now(),
            created_at=utc_now(),
        )
        reader = Recipient(printout.WORDS, "en-US", "America/New_York", "USD", "Reef", "US")

        shown: Any = printout.sheet(
            trip_full(trip_id=trip_id, at=utc_now()), reader, sender="Reef Ltd", at=utc_now()
        )

        told = [(row["name"].split(" ")[0], row["amount"]) for row in shown["payments"]]
        assert sorted(told) == [("Card", "$127.00"), ("Refund:", "-$20.00")]
        assert (shown["name"], shown["sender"]) == ("Ana Ruiz", "Reef Ltd")
        assert [row["amount"] for row in shown["bill"][0]["rows"]] == ["$98.00", "$29.00"]

    def test_a_paper_of_the_page(self, page: Page, trip_id: int) -> None:
        assert "receipt" not in documents(page)
        assert page.get("receipt.pdf").status_code == 404
        pay(trip_id, 5000)

        answer = fetch(page, documents(page)["receipt"])

        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF-")
        assert Trip.objects.get(pk=trip_id).confirmation_code in answer["Content-Disposition"]
        assert answer["Cache-Control"] == "private, no-store"

    def test_money_that_a_partner_took_is_the_partners_to_confirm(self, page: Page, trip_id: int) -> None:
        pay(trip_id, 5000)
        Trip.objects.filter(pk=trip_id).update(reseller_id=make_reseller(), collect_type="reseller_collects")

        assert "receipt" not in documents(page)
        assert page.get("receipt.pdf").status_code == 404

    def test_a_trip_that_is_gone(self, page: Page, trip_id: int) -> None:
        pay(trip_id, 5000)
        Trip.objects.filter(pk=trip_id).update(status="deleted")

        assert page.get("receipt.pdf").status_code == 404

    @pytest.mark.parametrize("locale", [*ROUTE_LOCALES, "ar", "el", "he", "hi", "zh-TW"])
    def test_in_every_language(self, page: Page, trip_id: int, locale: str) -> None:
        assert words(printout.WORDS, locale).keys() == words(printout.WORDS, "en").keys()
        pay(trip_id, 5000)
        Trip.objects.filter(pk=trip_id).update(locale=locale)

        assert page.get("receipt.pdf").content.startswith(b"%PDF-")


class TestWaivers:
    @pytest.fixture
    def signed(self, tour: Tour, signer: Signer, client_for: Callable[[str], Any]) -> Page:
        """A trip of one whose guest has signed."""
        trip_id = tour.book(adults=1)
        signer.done(hash=Trip.objects.get(pk=trip_id).hash)
        return Page(client_for("reef"), trip_id)

    def paper(self, page: Page) -> dict[str, Any]:
        [one] = [one for slug, one in documents(page).items() if slug.startswith("waiver-")]
        return dict(one)

    def test_a_copy_for_who_holds_the_link(self, signed: Page) -> None:
        paper = self.paper(signed)
        assert paper["title"] == "Risks · Ana Ruiz"

        answer = fetch(signed, paper)

        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF-")

    def test_a_new_link_closes_it(self, signed: Page, desk: Desk) -> None:
        """What opens a copy for ever is not told to whoever holds the trip's link."""
        paper = self.paper(signed)
        key = Waiver.objects.get().hash
        assert key not in json.dumps(signed.init())

        desk.done(f"/api/trip/{signed.trip_id}/link/renew")

        assert fetch(signed, paper).status_code == 404
        assert fetch(signed, self.paper(signed)).status_code == 200

    def test_of_another_trip(self, signed: Page, tour: Tour, client_for: Callable[[str], Any]) -> None:
        number = self.paper(signed)["slug"].partition("-")[2]
        other = Page(client_for("reef"), tour.book(adults=1))

        assert other.get(f"waivers/{number}/pdf").status_code == 404
        assert other.get("waivers/999999/pdf").status_code == 404
        assert [slug for slug in documents(other) if slug.startswith("waiver-")] == []

    def test_of_another_operator(self, signed: Page, client_for: Callable[[str], Any]) -> None:
        path = self.paper(signed)["url"].partition("/api/")[2]
        with in_schema(PEAK.schema_name):
            assert client_for("peak").get(f"/api/{path}").status_code == 404


def test_paths_of_nobody(page: Page, offer: Offer) -> None:
    sell(offer)
    for path in ("receipt.pdf", "waivers/1/pdf"):
        assert page.client.get(f"/api/customerPortal/{'x' * 24}/{path}").status_code == 404
