"""The visitor's calendar in a browser: keys, every state without a violation, sizes, speed."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support.quiet import TWO_FRAMES
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.visitor_calendar import RANGE, READY, SHIFTS, VisitorCalendar, full_days, spoken
from tests.e2e.support.watch import Watch

WIDTHS = (320, 375, 768, 1200)
LANGUAGES = ("en", "de", "ja", "ar")
IDS = range(9001, 9011)
# As the frame reports it.
HEIGHT = "Math.ceil(document.body.getBoundingClientRect().height)"
# What stands below the calendar, counted as its height and empty.
BLANK = """['body', 'main'].map(name => document.querySelector(name).getBoundingClientRect().bottom)
  .reduce((page, calendar) => page - calendar)"""
# Milliseconds; a tenth of what a person calls at once.
NEXT_MONTH, CHOSEN = 30, 50


@pytest.fixture(scope="module")
def tour(shop: Shop) -> Tour:
    """One tour that is on in the days to come."""
    return shop.add_tour(seats=8, days_ahead=9)


@pytest.fixture
def calendar(page: Page, shop: Shop) -> VisitorCalendar:
    """The calendar of the operator of the tests."""
    return VisitorCalendar(page, shop.url)


def _month(first: str, last: str) -> list[str]:
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return [str(start + timedelta(days=one)) for one in range((end - start).days + 1)]


def _busy(calendar: VisitorCalendar) -> None:
    """Let ten experiences go every day."""
    live = {"id": 1, "slug": "live", "name": "Live"}
    kind = {"id": 2, "slug": "timeslot", "name": "Timeslot"}
    experiences = [
        {
            "id": one,
            "name": f"Activity number {one}",
            "slug": f"a-{one}",
            "status": live,
            "capacity_type": kind,
            "is_allow_manual_overbooking": False,
            "category_ids": [],
            "next_available_date": None,
            "short_description": "",
            "hero_image": None,
            "duration_minutes": 60,
            "color": "#0f766e",
            "min_price": 5300,
        }
        for one in IDS
    ]
    calendar.change_init(experiences=experiences)
    calendar.answer(lambda first, last: full_days(IDS, _month(first, last)))


def _unfilled(page: Page) -> None:
    """Ask for everything, as a page does that came without data."""
    page.add_init_script("""new MutationObserver(() => document.getElementById('first')?.remove())
      .observe(document, { childList: true, subtree: true })""")


def test_keys_move_through_the_grid_as_in_any_grid(calendar: VisitorCalendar, tour: Tour) -> None:
    calendar.open(f"language=en&experience={tour.id}&date={tour.day}")
    day = tour.day
    calendar.day(str(day)).focus()
    sunday = day - timedelta(days=(day.weekday() + 1) % 7)
    for key, expected in (
        ("ArrowRight", day + timedelta(days=1)),
        ("ArrowLeft", day),
        ("ArrowDown", day + timedelta(days=7)),
        ("ArrowUp", day),
        ("End", sunday + timedelta(days=6)),
        ("Home", sunday),
    ):
        calendar.page.keyboard.press(key)
        due = str(max(expected, date.today().replace(day=1)))
        expect(calendar.page.locator(":focus")).to_have_attribute("data-date", due)
    before = calendar.page.locator("#month").inner_text()
    calendar.page.keyboard.press("PageDown")
    expect(calendar.page.locator("#month")).not_to_have_text(before)
    assert calendar.focused_date is not None
    calendar.page.keyboard.press("PageUp")
    expect(calendar.page.locator("#month")).to_have_text(before)


def test_a_day_is_read_with_its_price_and_its_availability(calendar: VisitorCalendar, tour: Tour) -> None:
    calendar.open(f"language=en&experience={tour.id}&date={tour.day}")
    said = calendar.day(str(tour.day)).get_attribute("aria-label") or ""
    assert said.startswith(spoken(tour.day))
    assert ", available, from " in said
    expect(calendar.page.get_by_role("status")).to_contain_text("1 day with availability")


def test_no_state_locks_anybody_out(calendar: VisitorCalendar, tour: Tour) -> None:
    page, looks = calendar.page, Looks()
    page.set_viewport_size({"width": 768, "height": 900})
    calendar.open("language=en")
    looks.at(page, "all experiences")
    calendar.open(f"language=en&experience={tour.id}&date={tour.day}")
    looks.at(page, "one experience, a day chosen")
    calendar.open(f"language=en&experience={tour.id}&display=compact")
    looks.at(page, "compact")
    calendar.open(f"language=en&experience={tour.id}&rebook=true&date={tour.day}")
    expect(page.locator(".departures button").first).to_be_visible()
    looks.at(page, "rebooking")
    calendar.open(f"language=en&experience={tour.id}")
    for _ in range(4):
        calendar.button("Next month").click()
    expect(page.locator(".empty")).to_be_visible()
    looks.at(page, "an empty month")
    calendar.open("")
    page.locator(".language > button").click()
    expect(page.get_by_role("listbox")).to_be_visible()
    looks.at(page, "the languages")
    looks.settle()


def test_failures_and_waiting_lock_nobody_out(calendar: VisitorCalendar, watch: Watch) -> None:
    watch.expect(r"answer 503", r"status of 503")
    page, looks = calendar.page, Looks()
    _unfilled(page)
    page.route(RANGE, lambda route: route.fulfill(status=503, json={}))
    calendar.page.goto(f"{calendar.url}?language=en")
    expect(page.get_by_role("alert")).to_be_visible()
    looks.at(page, "a failure")
    page.unroute(RANGE)
    page.route(RANGE, lambda _: None)
    calendar.button("Try again").click()
    expect(page.locator("tbody[aria-busy=true]")).to_be_visible()
    looks.at(page, "waiting")
    looks.settle()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_width_holds_every_language(
    new_context: NewContext, shop: Shop, tour: Tour, language: str
) -> None:
    page = new_context(viewport={"width": 320, "height": 700}).new_page()
    calendar, looks = VisitorCalendar(page, shop.url), Looks()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for query in ("", f"&experience={tour.id}&date={tour.day}"):
            calendar.open(f"language={language}{query}")
            looks.at(page, f"{language} {width} {query}")
    looks.settle()


def test_text_may_be_twice_as_large(calendar: VisitorCalendar, tour: Tour) -> None:
    # 200 % of 1280 are 640 pixels of style sheet; 400 % are the 320 of reflow.
    page = calendar.page
    for width in (640, 320):
        page.set_viewport_size({"width": width, "height": 512})
        calendar.open(f"language=de&experience={tour.id}&date={tour.day}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_month_is_as_tall_as_every_other(calendar: VisitorCalendar, tour: Tour) -> None:
    page = calendar.page
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for query in ("", f"experience={tour.id}", f"experience={tour.id}&display=compact"):
            calendar.open(f"language=en&{query}")
            found = set()
            for _ in range(7):
                found.add(page.evaluate(HEIGHT))
                assert page.evaluate(BLANK) < 1, (width, query)
                calendar.button("Next month").click()
                expect(page.locator(READY)).to_be_visible()
            assert len(found) == 1, (width, query, found)


def test_prices_can_be_read_on_a_narrow_phone(new_context: NewContext, shop: Shop, tour: Tour) -> None:
    page = new_context(viewport={"width": 320, "height": 700}).new_page()
    VisitorCalendar(page, shop.url).open(f"language=en&experience={tour.id}")
    sizes = page.locator(".price").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert sizes
    assert min(sizes) >= 11
    outside = """all => all.filter(one => {
      const [own, cell] = [one, one.closest('td')].map(box => box.getBoundingClientRect())
      const above = one.parentElement.firstElementChild.getBoundingClientRect()
      return own.top < above.bottom - 1 || own.bottom > cell.bottom || own.width > cell.width
    }).map(one => one.textContent)"""
    assert page.locator(".price").evaluate_all(outside) == []


def test_nothing_moves_while_it_comes(new_context: NewContext, shop: Shop, tour: Tour) -> None:
    for width in WIDTHS:
        page = new_context(viewport={"width": width, "height": 1100}).new_page()
        page.add_init_script(f"({SHIFTS})()")
        calendar = VisitorCalendar(page, shop.url)
        calendar.open(f"language=en&experience={tour.id}")
        page.wait_for_load_state("networkidle")
        calendar.button("Next month").click()
        expect(page.locator(READY)).to_be_visible()
        page.evaluate(TWO_FRAMES)
        assert page.evaluate("window.shift") < 0.001, width


def _speed(page: Page, calendar: VisitorCalendar) -> Iterator[tuple[float, float]]:
    for _ in range(5):
        calendar.open("language=en")
        # The months beside the shown one have come then.
        page.wait_for_load_state("networkidle")
        month = calendar.painted_after('[aria-label="Next month"]', f"{READY} .has-availability")
        chosen = calendar.painted_after(".has-availability:not(.selected)", ".day.selected")
        yield month, chosen


def test_paging_and_choosing_are_painted_at_once(page: Page, shop: Shop) -> None:
    calendar = VisitorCalendar(page, shop.url)
    _unfilled(page)
    _busy(calendar)
    # The page around it takes the message; alone, the calendar would go to the next page.
    page.add_init_script("Object.defineProperty(window, 'parent', { value: { postMessage() {} } })")
    found: list[Any] = list(_speed(page, calendar))
    assert min(month for month, _ in found) < NEXT_MONTH, found
    assert min(chosen for _, chosen in found) < CHOSEN, found
