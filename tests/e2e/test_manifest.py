"""
The manifest, at the desk and on a dock.

1. A guide without signal: the page opens, guests are checked in, the phone is even restarted; back
   at the pier everything is sent, and the desk sees it.
2. The desk was later: what comes out otherwise is told to who was offline.
3. A whole departure is checked in at once and taken back.
4. The day is sieved and grouped; a departure gets a note.
5. On a phone the sieves are one line, whatever the language.
6. A day that has not changed is neither sent nor drawn again; of one that has, only the row that has.
"""

import re
import secrets

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import dock, office
from tests.e2e.support.places import LOCALES
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch


def _party(shop: Shop, tour: Tour, adults: int) -> str:
    email = f"ines.{secrets.token_hex(4)}@guests.example"
    shop.buy(tour, tour.timeslot_ids[0], adults=adults, email=email)
    return email


def _statuses(shop: Shop, email: str) -> list[str]:
    query = (
        "SELECT s.slug FROM trips_booking b"
        " JOIN trips_bookingstatus s ON s.id = b.booking_status_id"
        " JOIN trips_triporder o ON o.id = b.trip_order_id JOIN trips_trip t ON t.id = o.trip_id"
        " WHERE t.contact_email = %s ORDER BY b.id"
    )
    return [row["slug"] for row in shop.rows(query, email)]


def test_a_guide_without_signal_checks_guests_in(
    page: Page, new_context: NewContext, watches: dict[BrowserContext, Watch], own_shop: Shop
) -> None:
    tour = own_shop.add_tour(seats=8, days_ahead=1)
    email = _party(own_shop, tour, 3)
    guide = dock.guide_of(own_shop, tour)
    phone = dock.Phone(guide, str(tour.day), new_context, watches)
    phone.take_along()

    phone.lose_signal()
    phone.page.reload()
    expect(phone.banner("You’re offline")).to_be_visible()
    expect(phone.page.get_by_text("As of")).to_be_visible()
    office.check_in_button(phone.page, "Ines Vaz").tap()
    expect(phone.page.get_by_text("3 of 3 checked in")).to_be_visible()
    expect(phone.banner("1 change waiting")).to_be_visible()
    phone.restart()
    expect(phone.banner("1 change waiting")).to_be_visible()
    expect(phone.page.get_by_text("3 of 3 checked in")).to_be_visible()
    assert _statuses(own_shop, email) == ["not_checked_in"] * 3

    phone.find_signal()
    wait_for(lambda: _statuses(own_shop, email) == ["checked_in"] * 3, "the check-ins", 40)
    expect(phone.banner("You’re offline")).to_be_hidden()
    office.enter(page, own_shop)
    dock.open_page(page, own_shop, tour)
    expect(page.get_by_text("3 of 3 checked in")).to_be_visible()
    expect(office.check_in_button(page, "Ines Vaz")).to_have_attribute("aria-pressed", "true")


def test_what_the_desk_did_later_stands_and_the_guide_is_told(
    new_context: NewContext, watches: dict[BrowserContext, Watch], own_shop: Shop
) -> None:
    tour = own_shop.add_tour(seats=8, days_ahead=1)
    email = _party(own_shop, tour, 1)
    guide = dock.guide_of(own_shop, tour)
    phone = dock.Phone(guide, str(tour.day), new_context, watches)
    phone.take_along()
    phone.lose_signal()
    phone.page.reload()
    office.check_in_button(phone.page, "Ines Vaz").tap()
    expect(phone.banner("1 change waiting")).to_be_visible()

    query = (
        "SELECT o.id FROM trips_triporder o JOIN trips_trip t ON t.id = o.trip_id WHERE t.contact_email = %s"
    )
    order = own_shop.rows(query, email)[0]["id"]
    office.open_check_in(own_shop, order)
    own_shop.client.post(f"/api/tripOrder/{order}/noshow", {})
    phone.find_signal()
    report = "One change didn’t go through as entered"
    expect(phone.banner(report)).to_contain_text("Ines Vaz")
    assert _statuses(own_shop, email) == ["no_show"]
    phone.restart()
    expect(phone.banner(report)).to_be_visible()
    phone.page.get_by_role("button", name="Got it").tap()
    expect(phone.banner(report)).to_be_hidden()


def _departure_menu(page: Page, tour: Tour, entry: str) -> None:
    page.get_by_role("button", name=re.compile(f"^More for .*{tour.name}")).first.click()
    page.get_by_role("menuitem", name=entry).click()


def test_a_whole_departure_arrives_and_it_is_taken_back(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=8)
    emails = [_party(own_shop, tour, 2), _party(own_shop, tour, 3)]
    office.enter(page, own_shop)
    dock.open_page(page, own_shop, tour)
    _departure_menu(page, tour, "Check in all 5 guests")
    expect(page.get_by_text("5 of 5 checked in")).to_be_visible()
    everybody = [["checked_in"] * 2, ["checked_in"] * 3]
    wait_for(lambda: [_statuses(own_shop, one) for one in emails] == everybody, "all check-ins")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("0 of 5 checked in")).to_be_visible()
    nobody = [["not_checked_in"] * 2, ["not_checked_in"] * 3]
    wait_for(lambda: [_statuses(own_shop, one) for one in emails] == nobody, "the undoing")


def test_a_day_is_sieved_grouped_and_noted(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=8)
    guide = dock.guide_of(own_shop, tour)
    _party(own_shop, tour, 2)
    office.enter(page, own_shop)
    dock.open_page(page, own_shop, tour)
    page.get_by_role("button", name=re.compile("^Not here yet")).click()
    expect(page.get_by_role("heading", name=tour.name)).to_have_count(1)
    page.get_by_role("button", name="Grouping: By departure").click()
    page.get_by_role("menuitemradio", name="By guide").or_(
        page.get_by_role("menuitem", name="By guide")
    ).click()
    expect(page.get_by_role("heading", name=guide.name)).to_be_visible()
    _departure_menu(page, tour, "Add a note")
    dialog = page.get_by_role("dialog", name=f"Note: {tour.name}")
    dialog.get_by_label("Note", exact=True).fill("Low tide: meet at gate 5.")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Low tide: meet at gate 5.")).to_be_visible()


# On how many lines the sieves and buttons above the departures stand, how many they are, how wide it all is.
LINES = """() => {
  const row = document.querySelector('main ol').previousElementSibling
  const tops = [...row.querySelectorAll('button')].map((one) => {
    const box = one.getBoundingClientRect()
    return Math.round(box.top + box.height / 2)
  })
  return [new Set(tops).size, tops.length, document.documentElement.scrollWidth]
}"""


def test_on_a_phone_the_sieves_are_one_line_in_every_language(
    new_context: NewContext, own_shop: Shop
) -> None:
    tour = own_shop.add_tour(seats=8)
    _party(own_shop, tour, 2)
    own_shop.rows("UPDATE trips_trip SET paid_amount = 0, total_amount = 17800")
    own_shop.rows("UPDATE trips_booking SET waiver_state = 'unsigned', waiver_required_cnt = 1")
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    office.enter(page, own_shop)
    for locale in LOCALES:
        page.goto(f"{own_shop.url}/{locale}/manifest?date={tour.day}")
        expect(page.get_by_role("heading", name=tour.name).first).to_be_visible()
        lines, buttons, width = page.evaluate(LINES)
        assert (lines, buttons, width) == (1, 5, PHONE["width"]), locale


# Notes each change to what the screen shows from here on: the trip of its row, or that it is elsewhere.
NOTE_CHANGES = """() => {
  window.changed = []
  const whereOf = (target) => {
    const element = target instanceof Element ? target : target.parentElement
    return element?.closest('li li')?.querySelector('a')?.getAttribute('href') ?? 'elsewhere'
  }
  new MutationObserver((records) => changed.push(...records.map(({ target }) => whereOf(target)))).observe(
    document.querySelector('main'), { subtree: true, childList: true, attributes: true, characterData: true })
}"""
# Somebody comes back to the page: a day that is older than a few seconds is asked for again.
COME_BACK = "window.dispatchEvent(new Event('visibilitychange'))"
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200)))"


class Polls:
    """What the page is answered when it asks for its day again."""

    def __init__(self, page: Page, tour: Tour) -> None:
        self.page = page
        self.statuses: list[int] = []
        path = f"/getManifestOnDay/{tour.day}"
        page.on(
            "response", lambda answer: self.statuses.append(answer.status) if path in answer.url else None
        )

    def next(self) -> int:
        """Return the status of the next one, once what it brought is drawn."""
        before = len(self.statuses)

        def is_answered() -> bool:
            self.page.evaluate(COME_BACK)
            return len(self.statuses) > before

        wait_for(is_answered, "the day to be asked for again", 30)
        self.page.evaluate(DRAWN)
        return self.statuses[before]


def test_only_what_has_changed_is_sent_and_drawn(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=8)
    _party(own_shop, tour, 2)
    arriving = own_shop.trip_of(_party(own_shop, tour, 1))
    office.enter(page, own_shop)
    polls = Polls(page, tour)
    dock.open_page(page, own_shop, tour)
    assert polls.next() == 304
    page.evaluate(NOTE_CHANGES)
    assert polls.next() == 304
    assert page.evaluate("changed") == []

    order = own_shop.rows("SELECT id FROM trips_triporder WHERE trip_id = %s", arriving["id"])[0]["id"]
    own_shop.client.post(f"/api/tripOrder/{order}/checkin", {})
    assert polls.next() == 200
    expect(page.get_by_text("1 of 3 checked in")).to_be_visible()
    changed = set(page.evaluate("changed"))
    assert {where for where in changed if where != "elsewhere"} == {f"/trip/{arriving['id']}"}
    assert polls.next() == 304
