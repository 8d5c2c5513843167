"""What comes between a visitor and a booking: no network, a slow one, midnight."""

import re
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support.booking import VISA, Guest, guest_at
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.visitor_calendar import READY, VisitorCalendar
from tests.e2e.support.watch import Watch

LOST = "The connection was lost. Everything you entered is still here."
# Of the operators of the tests.
ZONE = ZoneInfo("Europe/Lisbon")
# Milliseconds there and back, bytes a second: a train between two stations.
SLOW = {"offline": False, "latency": 700, "downloadThroughput": 60_000, "uploadThroughput": 20_000}


def _email() -> str:
    return f"mara.{secrets.token_hex(4)}@guests.example"


def _words(*names: str) -> re.Pattern[str]:
    return re.compile("".join(rf"(?=.*\b{name}\b)" for name in names))


def _lose(page: Page, guest: Guest, press: str) -> None:
    """Press a button without a network: it says so, keeps everything, and goes on when asked."""
    page.context.set_offline(True)
    guest.button(press).click()
    expect(guest.place.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    page.context.set_offline(False)
    guest.button("Try again").click()


def test_offline_in_the_middle_of_a_booking(
    page: Page, watch: Watch, shop: Shop, foreign_page: Callable[..., str]
) -> None:
    watch.expect(r"ERR_INTERNET_DISCONNECTED")
    tour, email = shop.add_tour(seats=6), _email()
    page.goto(foreign_page(shop.slug, experience=tour.id, date=tour.day, language="en"))
    page.frame_locator("main iframe").get_by_role("button", name="See times").click()
    guest = Guest(page.frame_locator("dialog iframe"), email)
    guest.choose_time("9:00")
    guest.set_guests(adults=2)
    _lose(page, guest, "Continue")
    expect(guest.heading("Your details")).to_be_visible()
    assert shop.seats(tour.timeslot_ids[0]) == (0, 2)
    guest.fill_contact()
    _lose(page, guest, "Continue to payment")
    guest.give_card(VISA)
    guest.pay_button.click()
    guest.expect_booked()
    assert shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]


# Browsers that keep other sites' frames from storing anything.
NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage']) if (self !== top)
  Object.defineProperty(self, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })"""


# What scripts of the page around it can read: its messages, its storage, the addresses of its frames.
OVERHEARD = """if (self === top) {
  self.overheard = []
  self.addEventListener('message', ({ data }) => overheard.push(data))
  self.everythingHeard = () => JSON.stringify([
    overheard, { ...sessionStorage }, { ...localStorage }, performance.getEntries().map(({ name }) => name),
    [...document.querySelectorAll('iframe')].map(({ src, name }) => [src, name]), document.cookie,
  ])
}"""


def test_a_reload_at_payment_where_frames_store_nothing(
    new_context: NewContext, shop: Shop, foreign_page: Callable[..., str]
) -> None:
    tour, email = shop.add_tour(seats=6), _email()
    context = new_context()
    context.add_init_script(OVERHEARD)
    context.add_init_script(NO_STORAGE)
    page = context.new_page()
    page.goto(foreign_page(shop.slug, experience=tour.id, date=tour.day, language="en"))
    page.frame_locator("main iframe").get_by_role("button", name="See times").click()
    guest = Guest(page.frame_locator("dialog iframe"), email)
    guest.choose_time("9:00")
    guest.choose_guests(adults=2)
    guest.give_contact()
    expect(guest.pay_button).to_be_visible()
    (trip,) = shop.rows("SELECT hash FROM trips_trip WHERE contact_email = %s", email)
    # The frame alone, then the page around it, twice.
    for again in ("frame", "page", "page"):
        if again == "page":
            page.reload()
        else:
            next(one for one in page.frames if "/tripBuilder" in one.url).evaluate("location.reload()")
        expect(guest.pay_button).to_be_visible()
        assert shop.seats(tour.timeslot_ids[0]) == (0, 2)
        heard = page.evaluate("everythingHeard()")
        assert "resume=" in heard
        assert trip["hash"] not in heard
    guest.give_card(VISA)
    guest.pay_button.click()
    guest.expect_booked()
    assert shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]
    page.reload()
    expect(page.frame_locator("main iframe").locator(READY)).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)


def test_what_was_lost_can_be_read_by_everybody(page: Page, watch: Watch, shop: Shop, looks: Looks) -> None:
    watch.expect(r"ERR_INTERNET_DISCONNECTED")
    tour = shop.add_tour(seats=6)
    guest = guest_at(page, shop, tour, _email())
    guest.choose_time("9:00")
    guest.set_guests(adults=1)
    page.context.set_offline(True)
    guest.button("Continue").click()
    expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    looks.at(page, "no network")
    page.context.set_offline(False)


def test_a_slow_network_costs_time_and_nothing_else(page: Page, shop: Shop) -> None:
    tour, email = shop.add_tour(seats=6), _email()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    calendar = VisitorCalendar(page, shop.url)
    calendar.open(f"language=en&experience={tour.id}&date={tour.day}")
    month = page.locator("#month").inner_text()
    # Faster than the answers come: those that are late are dropped.
    for name in ("Next month", "Next month", "Next month", *["Previous month"] * 3):
        calendar.button(name).click()
    expect(page.locator("#month")).to_have_text(month)
    expect(page.locator(READY)).to_be_visible()
    free = page.locator(".has-availability")
    expect(free).to_have_count(1)
    expect(free).to_have_attribute("data-date", str(tour.day))
    calendar.button("See times").click()
    guest = Guest(page, email)
    guest.choose_time("9:00")
    guest.set_guests(adults=2)
    guest.button("Continue").dblclick()
    expect(guest.heading("Your details")).to_be_visible()
    assert shop.seats(tour.timeslot_ids[0]) == (0, 2)


def test_midnight_at_the_operator(new_context: NewContext, own_shop: Shop) -> None:
    # The visitor is where it is another day already; only the operator's midnight counts.
    page = new_context(timezone_id="Pacific/Auckland").new_page()
    now = datetime.now(ZONE)
    today, tomorrow = now.date(), now.date() + timedelta(days=1)
    tour = own_shop.add_tour(seats=6, days_ahead=(tomorrow - today).days)
    midnight = datetime.combine(tomorrow, datetime.min.time(), ZONE)
    page.clock.install()
    calendar = VisitorCalendar(page, own_shop.url)
    calendar.open(f"language=en&experience={tour.id}&date={tour.day}")
    expect(calendar.day(str(today))).to_have_attribute("aria-current", "date")
    expect(calendar.day(str(tour.day))).to_have_class(_words("has-availability", "selected"))

    rows = [{"audience": "online", "cutoff_minutes": 2 * 1440}]
    made = own_shop.client.post("/api/restriction/save", {"name": "Two days before", "rows": rows})
    path = f"/api/restriction/{made['restriction']['id']}/assign"
    own_shop.client.post(path, {"experience_ids": [tour.id]})
    page.clock.fast_forward(int((midnight - now).total_seconds() + 90) * 1000)

    expect(calendar.day(str(tomorrow))).to_have_attribute("aria-current", "date")
    expect(calendar.day(str(tomorrow))).to_have_class(_words("today", "no-availability"))
    if today.month == tomorrow.month:
        expect(calendar.day(str(today))).to_have_class(_words("past"))
        expect(calendar.day(str(today))).to_have_attribute("aria-disabled", "true")
    # What was chosen can no longer be booked, and is not chosen any more.
    expect(page.get_by_role("button", name="See times")).to_have_count(0)
    expect(page.locator(".day.selected")).to_have_count(0)
