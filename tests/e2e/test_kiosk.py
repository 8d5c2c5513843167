"""
Guests before a kiosk.

1. A ticket is held up, one of two is checked in, and the next guest finds nothing of it; typed codes,
   names, days that are not today and balances are answered in words.
2. Who has not signed signs there, comes back and is checked in; whoever goes away leaves nothing behind.
3. Who owes something pays on a phone of their own, and the kiosk goes on.
4. Staff leave by the PIN, which the office sets, changes and removes; a lost connection and a tablet that is
   no kiosk say so, and one that restarts without a connection waits for it.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import ARGUMENTS
from tests.e2e.support import dock
from tests.e2e.support.booking import VISA
from tests.e2e.support.office import enter
from tests.e2e.support.payments import booked, give_card
from tests.e2e.support.screens import Looks, keep
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.tickets_on_film import browser_with_camera, film
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch
from tests.e2e.test_scanner import GUESTS, TODAY

LANDSCAPE = {"width": 1180, "height": 820}
PORTRAIT = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}
# What a kiosk is told on purpose.
REFUSED = ("/api/kiosk/(find|checkIn|leave|open)", "40[349]", "422")
DESK = {"width": 1440, "height": 900}
ITS_SLOT = "SELECT timeslot_id FROM trips_triporder WHERE trip_id = %s"


def _party(shop: Shop, tour: Tour, timeslot: int, email: str, adults: int = 2) -> list[dict[str, Any]]:
    shop.buy(tour, tour.timeslot_ids[timeslot], adults=adults, email=email)
    return shop.rows(GUESTS, email)


def _statuses(shop: Shop, email: str) -> list[str]:
    return sorted(row["slug"] for row in shop.rows(GUESTS, email))


def _terms(shop: Shop, **changed: Any) -> None:
    kept = shop.client.get("/api/devices/kiosk/get")
    kept.pop("has_pin")
    shop.client.post("/api/devices/kiosk/save", {**kept, **changed})


@contextmanager
def _kiosk(browser: Browser, shop: Shop, path: Path, **options: Any) -> Iterator[BrowserContext]:
    device = shop.client.post("/api/device/register", {"name": "Pier 3", "kind": "kiosk"})
    with browser_with_camera(browser, path, ARGUMENTS) as started:
        context = started.new_context(locale="en-US", reduced_motion="reduce", **options)
        # A page that is not there yet keeps nothing.
        kept = f"localStorage.setItem('outfitter_device', '{device['token']}')"
        context.add_init_script(f"if (location.origin !== 'null') {kept}")
        watch = Watch(context)
        watch.expect(*dock.NO_SIGNAL, *REFUSED)
        yield context
        assert not watch.unexpected()


def _heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", name=text)).to_be_visible()


def _type(page: Page, code: str) -> None:
    page.get_by_label("Booking code").fill(code)
    page.get_by_role("button", name="Find my booking").click()


def _two_parties(shop: Shop) -> tuple[Tour, list[dict[str, Any]], list[dict[str, Any]]]:
    """One party of today and one of later, and kiosks that find by name."""
    tour = shop.add_tour(seats=12)
    here = _party(shop, tour, 0, "ines@guests.example")
    later = _party(shop, tour, 1, "later@guests.example")
    shop.rows(TODAY, tour.timeslot_ids[0])
    _terms(shop, finds_by_name=True)
    return tour, here, later


def test_a_party_before_the_camera(browser: Browser, own_shop: Shop, tmp_path: Path, looks: Looks) -> None:
    tour, here, _ = _two_parties(own_shop)
    path = film(tmp_path / "ticket.y4m", [(None, 6), (here[0]["ticket_code"], 3), (None, 90)])
    with _kiosk(browser, own_shop, path, viewport=LANDSCAPE) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/kiosk")
        _heading(page, "Welcome! Check in here")
        keep(page, "kiosk-start")
        _heading(page, "Who’s here?")
        expect(page.get_by_text("Vaz")).to_have_count(0)
        looks.at(page, "kiosk party")
        page.get_by_role("button", name=re.compile("Guest 2")).click()
        page.get_by_role("button", name="Check in (1)").click()
        _heading(page, "You’re checked in")
        looks.at(page, "kiosk done")
        one_of_two = ["checked_in", "not_checked_in"]
        wait_for(lambda: _statuses(own_shop, "ines@guests.example") == one_of_two, "one of two")
        page.get_by_role("button", name="Done").click()
        _heading(page, "Welcome! Check in here")
        expect(page.get_by_text(tour.name)).to_have_count(0)
        shown = own_shop.client.get("/api/devices/get")["devices"]
        assert [row["showing"] for row in shown if row["name"] == "Pier 3"] == ["kiosk"]


def test_what_is_typed(browser: Browser, own_shop: Shop, tmp_path: Path, looks: Looks) -> None:
    _, _, later = _two_parties(own_shop)
    path = film(tmp_path / "nothing.y4m", [(None, 3)])
    with _kiosk(browser, own_shop, path, viewport=LANDSCAPE) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/kiosk")
        _type(page, "hello")
        expect(page.get_by_text("That isn’t a ticket code.")).to_be_visible()
        _type(page, "A" * 24)
        expect(page.get_by_text("We can’t find a booking with that.")).to_be_visible()
        looks.at(page, "kiosk, unknown code")
        _type(page, later[0]["confirmation_code"])
        _heading(page, "This isn’t for today")
        looks.at(page, "kiosk, another day")
        page.get_by_role("button", name="Start over").click()
        page.get_by_role("button", name="No code? Find by name").click()
        page.get_by_label("Last name").fill("vaz")
        page.get_by_label("Last 4 digits of your phone number").fill("0111")
        page.get_by_role("button", name="Find my booking").click()
        page.get_by_role("button", name="Check in (2)").click()
        _heading(page, "You’re checked in")
        wait_for(lambda: _statuses(own_shop, "ines@guests.example") == ["checked_in"] * 2, "both")


def _with_waiver(shop: Shop) -> Tour:
    made = shop.add_tour(seats=12)
    ask = {
        "name": f"Risks {secrets.token_hex(3)}",
        "texts": [{"locale": "en", "body_html": "<p>Water is <strong>wet</strong>.</p>"}],
    }
    template = shop.client.post("/api/waiverTemplate/save", ask)["waiverTemplate"]["id"]
    shop.client.post(f"/api/experience/{made.id}/waivers/edit", {"template_ids": [template]})
    shop.rows(
        "UPDATE catalog_experiencecustomertype SET requires_waiver = 'adult' WHERE id = %s", made.adult_id
    )
    return made


def _sign(page: Page, first: str, last: str) -> None:
    page.get_by_label("First name").fill(first)
    page.get_by_label("Last name").fill(last)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("checkbox", name="I have read this and agree to it.").check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Type my name instead").click()
    page.get_by_label("Type your full name").fill(f"{first} {last}")
    page.get_by_role("button", name="Sign", exact=True).click()


def test_who_has_not_signed_signs_there(
    browser: Browser, own_shop: Shop, tmp_path: Path, looks: Looks
) -> None:
    tour = _with_waiver(own_shop)
    [guest] = _party(own_shop, tour, 0, "noel@guests.example", adults=1)
    own_shop.rows(TODAY, tour.timeslot_ids[0])
    own_shop.rows("UPDATE people_properties SET waiver_gate = 'block'")
    path = film(tmp_path / "nothing.y4m", [(None, 3)])
    with _kiosk(browser, own_shop, path, viewport=PORTRAIT, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/kiosk")
        _type(page, guest["ticket_code"])
        expect(page.get_by_text("Please sign before you check in.")).to_be_visible()
        expect(page.get_by_role("button", name="Check in (1)")).to_be_disabled()
        looks.at(page, "kiosk, unsigned")
        page.get_by_role("button", name="Sign now").click()
        expect(page).to_have_url(re.compile("/waiverPortal$"))
        _sign(page, "Ines", "Vaz")
        _heading(page, "Thank you, Ines")
        keep(page, "kiosk-signed")
        page.get_by_role("button", name="Back to check-in").first.click()
        page.get_by_role("button", name="Check in (1)").click()
        _heading(page, "You’re checked in")
        wait_for(lambda: _statuses(own_shop, "noel@guests.example") == ["checked_in"], "the check-in")
        page.go_back()
        expect(page.get_by_text("Water is")).to_have_count(0)


def test_staff_leave_by_the_pin_and_guests_in_their_language(
    browser: Browser, own_shop: Shop, tmp_path: Path, looks: Looks
) -> None:
    _terms(own_shop, pin="4711", idle_seconds=15)
    path = film(tmp_path / "nothing.y4m", [(None, 3)])
    with _kiosk(browser, own_shop, path, viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/kiosk")
        _heading(page, "Welcome! Check in here")
        looks.at(page, "kiosk on a phone")
        page.get_by_label("Language").select_option("ar")
        _heading(page, "مرحبًا! سجّلوا وصولكم هنا")
        assert page.evaluate("document.documentElement.dir") == "rtl"
        looks.at(page, "kiosk in Arabic")
        page.set_viewport_size(LANDSCAPE)
        page.get_by_label("اللغة").select_option("de")
        page.get_by_label("Buchungscode").fill("WXYZ")
        expect(page.get_by_role("alertdialog")).to_be_visible()
        keep(page, "kiosk-still")
        # Left alone, it forgets what was typed and in which language.
        _heading(page, "Welcome! Check in here")
        expect(page.get_by_label("Booking code")).to_have_value("")

        page.get_by_role("button", name="Staff").click()
        page.get_by_label("PIN").fill("0000")
        page.get_by_role("button", name="Leave this page").click()
        expect(page.get_by_text("That isn’t the PIN.")).to_be_visible()
        looks.at(page, "kiosk, the PIN")
        context.route("**/api/kiosk/**", lambda route: route.abort("internetdisconnected"))
        page.get_by_role("button", name="Close").click()
        _type(page, "WXYZ-2345")
        expect(page.get_by_text("No connection right now")).to_be_visible()
        context.unroute("**/api/kiosk/**")
        page.get_by_role("button", name="Staff").click()
        page.get_by_label("PIN").fill("4711")
        page.get_by_role("button", name="Leave this page").click()
        expect(page).to_have_url(re.compile("/device$"))


def _pay(browser: Browser, address: str, looks: Looks) -> None:
    """Pay on a guest's phone what the code on the kiosk leads to."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-US")
    page = context.new_page()
    page.goto(address)
    _heading(page, "Pay for your trip")
    # Strangers see the screen: nothing on the page says whose trip it is.
    expect(page.get_by_text("Confirmation")).to_have_count(0)
    give_card(page, VISA)
    looks.at(page, "paying what a kiosk showed")
    page.get_by_role("button", name=re.compile("^Pay ")).tap()
    _heading(page, "Paid, thank you")
    context.close()


def test_who_owes_pays_on_their_phone(browser: Browser, own_shop: Shop, tmp_path: Path, looks: Looks) -> None:
    trip = booked(own_shop)
    email = trip["contact"]["email"]
    own_shop.rows(TODAY, own_shop.rows(ITS_SLOT, trip["id"])[0]["timeslot_id"])
    ticket = own_shop.rows(GUESTS, email)[0]["ticket_code"]
    path = film(tmp_path / "nothing.y4m", [(None, 3)])
    with _kiosk(browser, own_shop, path, viewport=LANDSCAPE) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/kiosk")
        _type(page, ticket)
        expect(page.get_by_text("Please pay before you check in")).to_be_visible()
        expect(page.get_by_role("button", name="Check in (2)")).to_have_count(0)
        looks.at(page, "kiosk, unpaid")
        page.get_by_role("button", name=re.compile("Guest 2")).click()
        with page.expect_response("**/api/kiosk/pay") as shown:
            page.get_by_role("button", name="Pay with my phone").click()
        expect(page.get_by_role("img", name="QR code to pay with")).to_be_visible()
        looks.at(page, "kiosk, a code to pay by")
        page.set_viewport_size(PHONE)
        looks.at(page, "kiosk, a code to pay by, on a phone")
        page.set_viewport_size(LANDSCAPE)
        _pay(browser, shown.value.json()["url"], looks)
        # Nobody touched the kiosk; who was chosen still is.
        expect(page.get_by_text("Paid, thank you!")).to_be_visible()
        looks.at(page, "kiosk, paid")
        page.get_by_role("button", name="Check in (1)").click()
        _heading(page, "You’re checked in")
        wait_for(lambda: _statuses(own_shop, email) == ["checked_in", "not_checked_in"], "one of two")


def test_a_kiosk_restarts_without_a_connection(
    browser: Browser, own_shop: Shop, tmp_path: Path, looks: Looks
) -> None:
    path = film(tmp_path / "nothing.y4m", [(None, 3)])
    with _kiosk(browser, own_shop, path, viewport=LANDSCAPE) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/kiosk")
        _heading(page, "Welcome! Check in here")
        expect(page.locator("html[data-kept]")).to_be_attached()
        context.set_offline(True)
        page.reload()
        _heading(page, "Waiting for a connection")
        expect(page.get_by_text("Pier 3")).to_be_visible()
        looks.at(page, "kiosk without a connection")
        page.get_by_label("Language").select_option("de")
        _heading(page, "Warten auf eine Verbindung")
        context.set_offline(False)
        _heading(page, "Willkommen! Hier einchecken")


def test_the_office_sets_and_removes_the_pin(page: Page, own_shop: Shop, looks: Looks) -> None:
    enter(page, own_shop)
    page.set_viewport_size(DESK)
    page.goto(f"{own_shop.url}/setup/devices")
    card = page.locator("section", has=page.get_by_role("heading", name="Self check-in"))
    expect(card.get_by_text("There’s no PIN yet")).to_be_visible()
    window = page.get_by_role("dialog", name="Self check-in")
    card.get_by_role("button", name="Change").click()
    window.get_by_label("PIN to leave the page").fill("47")
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_label("PIN to leave the page")).to_have_attribute("aria-invalid", "true")
    window.get_by_label("PIN to leave the page").fill("4711")
    looks.at(page, "kiosk settings")
    window.get_by_role("button", name="Save").click()
    expect(card.get_by_text("A PIN is set.")).to_be_visible()
    card.get_by_role("button", name="Change").click()
    window.get_by_role("radio", name="Set another one").check()
    expect(window.get_by_label("New PIN")).to_be_visible()
    window.get_by_role("radio", name="Remove it").check()
    expect(window.get_by_text("Without a PIN, no one can leave")).to_be_visible()
    page.set_viewport_size(PHONE)
    looks.at(page, "kiosk settings on a phone")
    window.get_by_role("button", name="Save").click()
    expect(card.get_by_text("There’s no PIN yet")).to_be_visible()
    card.get_by_role("link", name="How self check-in works").click()
    _heading(page, "Self check-in at a kiosk")


def test_a_tablet_that_is_no_kiosk(browser: Browser, own_shop: Shop) -> None:
    context = browser.new_context(viewport=PORTRAIT, locale="en-US")
    page = context.new_page()
    page.goto(f"{own_shop.url}/kiosk")
    _heading(page, "This tablet isn’t set up")
    keep(page, "kiosk-unpaired")
    context.close()
