"""
Tickets before a camera.

1. Online: a ticket checks its party in; held up again it says since when; what is no ticket, nobody's
   or another day's is said in words, typed or keyed by a scanner.
2. Without signal: the phone is opened anew, reads the ticket and keeps what it did until it is back.

How long it takes from the frame to the answer is noted among the figures.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import ARGUMENTS, PHONE
from tests.e2e.support import dock, figures
from tests.e2e.support.screens import Looks, keep
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.tickets_on_film import browser_with_camera, film
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

TODAY = (
    "UPDATE scheduling_timeslot SET start_at = now() + interval '1 hour',"
    " end_at = now() + interval '3 hours',"
    " date = (now() AT TIME ZONE (SELECT time_zone FROM people_properties LIMIT 1))::date"
    " WHERE id = %s"
)
GUESTS = (
    "SELECT b.ticket_code, s.slug, t.confirmation_code FROM trips_booking b"
    " JOIN trips_bookingstatus s ON s.id = b.booking_status_id"
    " JOIN trips_triporder o ON o.id = b.trip_order_id JOIN trips_trip t ON t.id = o.trip_id"
    " WHERE t.contact_email = %s ORDER BY b.id"
)
TOOK = "() => Math.max(...performance.getEntriesByName('scan').map((one) => one.duration))"


def _party(shop: Shop, tour: Tour, timeslot: int, email: str, adults: int = 2) -> list[dict[str, Any]]:
    shop.buy(tour, tour.timeslot_ids[timeslot], adults=adults, email=email)
    return shop.rows(GUESTS, email)


def _statuses(shop: Shop, email: str) -> list[str]:
    return [row["slug"] for row in shop.rows(GUESTS, email)]


def _answer(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("[data-answer]")).to_contain_text(text)


def _type(page: Page, code: str) -> None:
    page.get_by_label("Ticket or booking code").fill(code)
    page.get_by_role("button", name="Find").click()


@contextmanager
def _scanner(browser: Browser, shop: Shop, path: Path, **options: Any) -> Iterator[BrowserContext]:
    with browser_with_camera(browser, path, ARGUMENTS) as started:
        context = started.new_context(locale="en-US", reduced_motion="reduce", **options)
        watch = Watch(context)
        watch.expect(*dock.NO_SIGNAL, "ticket/find", "404")
        context.add_cookies(
            [{"name": name, "value": value, "url": shop.url} for name, value in shop.client.cookies.items()]  # type: ignore[list-item]
        )
        yield context
        assert not watch.unexpected()


def test_a_ticket_before_the_camera(browser: Browser, own_shop: Shop, tmp_path: Path, looks: Looks) -> None:
    tour = own_shop.add_tour(seats=12)
    here = _party(own_shop, tour, 0, "ines@guests.example")
    later = _party(own_shop, tour, 1, "later@guests.example")
    own_shop.rows(TODAY, tour.timeslot_ids[0])
    ticket = here[0]["ticket_code"]
    path = film(tmp_path / "ticket.y4m", [(None, 3), (ticket, 3), (None, 3)])
    with _scanner(browser, own_shop, path, viewport=PHONE) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/scanner")
        _answer(page, "Ines Vaz: 2 checked in")
        keep(page, "scanner-done")
        figures.note("ticket: from frame to answer", page.evaluate(TOOK) / 1000)
        wait_for(lambda: _statuses(own_shop, "ines@guests.example") == ["checked_in"] * 2, "the check-ins")
        _answer(page, "Already checked in at")
        page.get_by_role("button", name="Turn camera off").click()
        looks.at(page, "scanner")
        page.get_by_role("button", name="Undo check-in").click()
        _answer(page, "check-in undone")
        wait_for(lambda: _statuses(own_shop, "ines@guests.example") == ["not_checked_in"] * 2, "the undoing")

        _type(page, "https://example.com/menu")
        _answer(page, "Not a ticket")
        _type(page, "A" * 24)
        _answer(page, "Unknown ticket")
        keep(page, "scanner-unknown")
        _type(page, here[0]["confirmation_code"].lower().replace("-", " "))
        _answer(page, "2 checked in")
        page.get_by_role("heading", name="Scan tickets").click()
        page.keyboard.type(later[0]["ticket_code"])
        page.keyboard.press("Enter")
        _answer(page, "This ticket isn’t for today.")
        page.get_by_role("button", name="Check in 2 anyway").click()
        _answer(page, "2 checked in")
        wait_for(lambda: _statuses(own_shop, "later@guests.example") == ["checked_in"] * 2, "the early ones")


def test_a_ticket_without_signal(browser: Browser, own_shop: Shop, tmp_path: Path) -> None:
    tour = own_shop.add_tour(seats=12)
    [guest] = _party(own_shop, tour, 0, "noel@guests.example", adults=1)
    own_shop.rows(TODAY, tour.timeslot_ids[0])
    path = film(tmp_path / "ticket.y4m", [(None, 3), (guest["ticket_code"], 3)])
    with _scanner(browser, own_shop, path, viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(f"{own_shop.url}/manifest")
        expect(page.get_by_role("link", name="Scan tickets")).to_be_visible()
        page.goto(f"{own_shop.url}/scanner?departure={tour.timeslot_ids[1]}")
        wait_for(lambda: page.evaluate(dock.KEPT, "/scanner"), "the page to be kept", 40)
        _answer(page, re.compile("Booked for"))
        context.set_offline(True)
        context.route("**/api/**", lambda route: route.abort("internetdisconnected"))
        page.goto(f"{own_shop.url}/scanner")
        _answer(page, "Saved on this device.")
        figures.note("ticket without signal: from frame to answer", page.evaluate(TOOK) / 1000)
        page.get_by_role("button", name="Turn camera off").click()
        keep(page, "scanner-offline")
        _type(page, "B" * 24)
        _answer(page, "Not on the saved list")
        assert _statuses(own_shop, "noel@guests.example") == ["not_checked_in"]
        context.unroute("**/api/**")
        context.set_offline(False)
        wait_for(lambda: _statuses(own_shop, "noel@guests.example") == ["checked_in"], "the check-in", 40)
