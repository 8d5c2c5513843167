"""The customer's own page as a document: the trip is in it, its form needs no script, nobody keeps it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from outfitter.api import ssr
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.payment_facts import add

HTML = (
    '<!doctype html>\n<html lang="en"><head><style>.portal{color:red}</style>'
    '<script type="module" src="/widgets/assets/p-1.js"></script></head><body>'
    '<div id="portal"><div class="boot" aria-hidden="true"></div></div>'
    '<script type="application/json" id="first"></script></body></html>'
)
# Says what it was given.
SCRIPT = """
globalThis.drawPortal = ({ first }) => {
  const { language, portal, operator, is_unknown } = JSON.parse(first)
  const said = [language, portal && portal.trip.confirmation_code, operator.name, is_unknown]
  return `<div class="portal"><main>${said.join('|')}</main></div>`
}
"""


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build of the page whose script tells what it is given."""
    monkeypatch.setattr(settings, "WIDGET", tmp_path)
    (tmp_path / "portal.html").write_text(HTML)
    words = tmp_path / "assets" / "messages-1" / "portal"
    words.mkdir(parents=True)
    for language in ("en", "de", "zh", "ar"):
        (words / f"{language}.json").write_text(json.dumps({"title": "Your trip"}))
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "portal.js").write_text(SCRIPT)
    # Nobody waits that long where no machine is busy.
    monkeypatch.setattr(ssr, "PATIENCE", 60.0)
    ssr._studio_of.cache_clear()
    return tmp_path


@pytest.fixture
def trip(trip_id: int) -> Trip:
    """A trip of which all is still due."""
    return Trip.objects.get(pk=trip_id)


def text_of(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def main_of(answer: Any) -> str:
    found = re.search(r"<main>(.*?)</main>", text_of(answer))
    assert found, text_of(answer)
    return found[1]


def first_of(answer: Any) -> dict[str, Any]:
    found = re.search(r'id="first">(.*?)</script>', text_of(answer))
    assert found
    first: dict[str, Any] = json.loads(found[1])
    return first


class TestDocument:
    def test_the_trip_is_in_it(self, phone, trip):
        answer = phone.client.get(f"/customerPortal?trip={trip.hash}")

        assert answer.status_code == 200
        assert main_of(answer).startswith(f"en|{trip.confirmation_code}|")
        first = first_of(answer)
        assert first["portal"]["trip"]["hash"] == trip.hash
        assert first["portal"]["places"][0]["lines"] == ["The old boathouse"]
        assert "query=The%20old%20boathouse" in first["portal"]["places"][0]["map_url"]
        assert first["is_unknown"] is False

    def test_it_says_what_the_call_says(self, phone, trip):
        answer = phone.client.get(f"/customerPortal?trip={trip.hash}")
        asked = phone.client.get(f"/api/customerPortal/{trip.hash}/init/0").json()

        assert first_of(answer)["portal"] == asked

    def test_nobody_keeps_it_or_learns_its_address(self, phone, trip):
        answer = phone.client.get(f"/customerPortal?trip={trip.hash}")

        assert answer["Cache-Control"] == "no-store"
        assert "ETag" not in answer
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex"
        assert answer["X-Frame-Options"] == "DENY"
        policy = answer["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        # The page's own style, and the operator's look.
        assert policy.count("'sha256-") == 2
        assert ssr._studio()._drawings == {}

    def test_a_dead_link_is_told_so_and_finds_its_trips(self, phone):
        answer = phone.client.get("/customerPortal?trip=nonsense", headers={"accept": "text/html"})

        assert answer.status_code == 404
        assert main_of(answer).startswith("en||")
        assert first_of(answer)["is_unknown"] is True
        assert first_of(answer)["operator"]["name"]

    def test_a_deleted_trip_is_a_dead_link(self, phone, trip):
        Trip.objects.filter(pk=trip.pk).update(status="deleted")

        assert phone.client.get(f"/customerPortal?trip={trip.hash}").status_code == 404

    def test_without_a_trip_it_asks_for_an_address(self, phone):
        answer = phone.client.get("/customerPortal")

        assert answer.status_code == 200
        assert first_of(answer)["portal"] is None
        assert first_of(answer)["is_unknown"] is False

    def test_another_method(self, phone):
        assert phone.client.delete("/customerPortal").status_code == 404


class TestLanguage:
    @pytest.mark.parametrize(
        ("path", "cookie", "browser", "language"),
        [
            ("/de/customerPortal", "", "fr", "de"),
            ("/de/customerPortal", "ar", "fr", "de"),
            ("/customerPortal", "ar", "de", "ar"),
            ("/customerPortal", "", "zh-TW,en;q=0.5", "zh"),
            ("/customerPortal", "", "da", "en"),
        ],
    )
    def test_the_address_decides_then_what_was_chosen_then_the_browser(
        self, phone, trip, path, cookie, browser, language
    ):
        if cookie:
            phone.client.cookies["outfitter_pay_language"] = cookie

        answer = phone.client.get(f"{path}?trip={trip.hash}", headers={"accept-language": browser})

        assert main_of(answer).startswith(f"{language}|")
        direction = ' dir="rtl"' if language == "ar" else ""
        assert f'<html lang="{language}"{direction}' in text_of(answer)


class TestPaymentWithoutScript:
    def test_the_form_leads_to_the_payment_page(self, phone, trip, gateway):
        answer = phone.client.post(f"/customerPortal?trip={trip.hash}")

        assert answer.status_code == 303
        assert "/pay/" in answer["Location"]
        assert answer["Referrer-Policy"] == "no-referrer"

    def test_where_nothing_is_due_it_leads_back(self, desk, phone, trip, gateway):
        add(desk, trip.pk, amount=trip.total_amount)

        answer = phone.client.post(f"/customerPortal?trip={trip.hash}")

        assert (answer.status_code, answer["Location"]) == (303, f"/customerPortal?trip={trip.hash}")

    def test_of_a_trip_that_is_not_there(self, phone):
        assert (
            phone.client.post("/customerPortal?trip=nonsense")["Location"] == "/customerPortal?trip=nonsense"
        )


class TestWithoutPicture:
    def test_a_build_without_its_script_sends_the_page_with_its_data(self, built, phone, trip):
        (built / "server" / "portal.js").unlink()

        answer = phone.client.get(f"/customerPortal?trip={trip.hash}")

        assert '<div class="boot"' in text_of(answer)
        assert first_of(answer)["portal"]["trip"]["hash"] == trip.hash
