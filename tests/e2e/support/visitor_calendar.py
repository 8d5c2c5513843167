"""The visitor's calendar as a page of its own: its states, and how long they take to be painted."""

import json
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Route, expect

RANGE = "**/api/experiences/getInDateRange/**"
READY = "tbody[aria-busy=false]"
# From the event to the frame after the one that shows what it did.
PAINTED = """([selector, wanted]) => new Promise(done => {
  const control = document.querySelector(selector)
  const from = performance.now()
  control.click()
  const look = () => document.querySelector(wanted)
    ? requestAnimationFrame(() => done(performance.now() - from)) : requestAnimationFrame(look)
  look()
})"""
SHIFTS = """() => {
  window.shift = 0
  new PerformanceObserver(list => list.getEntries()
    .forEach(one => { if (!one.hadRecentInput) window.shift += one.value }))
    .observe({ type: 'layout-shift', buffered: true })
}"""


class VisitorCalendar:
    """A calendar at an address; `query` is what stands behind its question mark."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = f"{url}/widgets/calendar"

    def open(self, query: str = "") -> None:
        """Open it and wait until its days are there."""
        self.page.goto(f"{self.url}?{query}")
        expect(self.page.locator(READY)).to_be_visible()

    def button(self, name: str) -> Locator:
        """Return a control by its name."""
        return self.page.get_by_role("button", name=name)

    def day(self, date: str) -> Locator:
        """Return the cell of a day."""
        return self.page.locator(f'[data-date="{date}"]')

    @property
    def focused_date(self) -> str | None:
        """Return the day that has the focus."""
        found: str | None = self.page.evaluate("document.activeElement.dataset.date ?? null")
        return found

    def answer(self, dates: Callable[[str, str], dict[str, Any]]) -> None:
        """Answer every question for days with `dates(first, last)`."""

        def fulfill(route: Route) -> None:
            parts = route.request.url.split("/getInDateRange/")[1].split("/")
            asked = json.loads(route.request.post_data or "{}")
            body = {"requestId": asked["requestId"], "dates": dates(parts[0], parts[1])}
            route.fulfill(json=body)

        self.page.route(RANGE, fulfill)

    def change_init(self, **changes: Any) -> None:
        """Change the shared data that the page is given or asks for."""

        def fulfill(route: Route) -> None:
            asked = urlsplit(route.request.url)
            # The driver has no browser's knowledge of names below "localhost".
            there = asked._replace(netloc=f"127.0.0.1:{asked.port}").geturl()
            answer = route.fetch(url=there, headers={**route.request.headers, "host": asked.netloc})
            found = answer.json()
            for name, value in changes.items():
                old = found.get(name)
                found[name] = {**old, **value} if isinstance(old, dict) else value
            route.fulfill(response=answer, json=found)

        self.page.route("**/api/init", fulfill)

    def painted_after(self, selector: str, wanted: str) -> float:
        """Press a control and return the milliseconds until what is wanted was painted."""
        return float(self.page.evaluate(PAINTED, [selector, wanted]))


def spoken(day: date) -> str:
    """Return a day as the calendar of the tests' operators says it."""
    return f"{day:%A}, {day.day} {day:%B} {day.year}"


def full_days(ids: Sequence[int], days: Sequence[str]) -> dict[str, Any]:
    """Return days with every experience of `ids` on them, four departures each."""
    slots = [
        {
            "id": number,
            "start_time": f"{9 + number:02}:00:00",
            "min_price": 5300 + 100 * number,
            "availabilities": [{"customer_type": {"id": one}} for one in (1, 2, 3)],
        }
        for number in range(4)
    ]
    return {
        day: [
            {
                "experience_id": one,
                "experience": {"id": one, "name": f"Activity number {one}"},
                "total_availability_cnt": 12,
                "online_availability_cnt": 12,
                "open_direct_timeslot_cnt": 4,
                "open_online_timeslot_cnt": 4,
                "pax_cnt": 0,
                "timeslots": slots,
            }
            for one in ids
        ]
        for day in days
    }
