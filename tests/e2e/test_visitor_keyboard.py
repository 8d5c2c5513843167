"""A trip is chosen by keys alone, and told to somebody who does not see it."""

import re
import secrets
from datetime import date

from playwright.sync_api import Page, expect

from tests.e2e.support.booking import VISA, Guest
from tests.e2e.support.keyboard import Keyboard
from tests.e2e.support.reader import Reader
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.visitor_calendar import VisitorCalendar, spoken


def _walk_to(page: Page, day: date) -> None:
    """Move the cursor of the grid from where it stands to a day."""
    for _ in range(60):
        here = page.evaluate("document.activeElement.dataset.date")
        away = (day - date.fromisoformat(here)).days
        if away == 0:
            return
        step = "Down" if away >= 7 else "Up" if away <= -7 else "Right" if away > 0 else "Balance"
        page.keyboard.press(f"Arrow{step}")
        expect(page.locator(":focus[data-date]")).to_be_visible()
    raise AssertionError(f"{day} was not reached")


def write_contact(page: Page, keys: Keyboard, email: str) -> None:
    """Say who books; the first field may have the focus already."""
    for label, text in (
        ("First name", "Mara"),
        ("Last name", "Lund"),
        ("Email", email),
        ("Phone", "+351 912 345 678"),
    ):
        if keys.name.startswith(label):
            page.keyboard.type(text)
        else:
            keys.write(label, text)


def pay(page: Page, keys: Keyboard) -> None:
    """Pay by card."""
    for label, text in (
        ("Card number", VISA),
        ("Expiry", "12 / 34"),
        ("CVC", "123"),
        ("Postal code", "1100-148"),
    ):
        keys.write(label, text)
    if page.get_by_label("I accept the terms and conditions").count():
        keys.press("I accept the terms", "Space")
    keys.press("Pay ")


def test_a_trip_is_booked_by_keys_alone(page: Page, shop: Shop) -> None:
    """From the grid of the calendar to the confirmation, and what is told on the way."""
    reader = Reader(page.context)
    email = f"mara.{secrets.token_hex(4)}@guests.example"
    tour = shop.add_tour(seats=6, days_ahead=9)
    calendar, keys, guest = VisitorCalendar(page, shop.url), Keyboard(page), Guest(page, email)
    calendar.open(f"language=en&experience={tour.id}")
    keys.reach("Next month")
    keys.reach(f" {tour.day.year}")
    _walk_to(page, tour.day)
    page.keyboard.press("Enter")

    expect(guest.heading("Choose a time")).to_be_visible()
    keys.press("9:00")
    expect(guest.heading("Who is coming?")).to_be_focused()
    keys.press("Add one")
    keys.press("Continue")
    expect(guest.heading("Your details")).to_be_focused()
    write_contact(page, keys, email)
    keys.press("Continue to payment")
    expect(guest.heading("Payment")).to_be_focused()
    expect(page.get_by_label("Card number")).to_be_visible()
    pay(page, keys)
    guest.expect_booked()
    assert keys.unseen == []
    expect(guest.heading("You’re booked, Mara")).to_be_focused()
    assert shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]
    told = [
        f"{tour.day:%B %Y}: 1 day with availability",
        f"> {spoken(tour.day)}, available, from ",
        "> 9:00",
        "> Who is coming?",
        "> Add one: Adult",
        "Holding your seats",
        "> Your details",
        "> Payment",
        "Paying. Please keep this page open.",
        "> You’re booked, Mara",
    ]
    assert reader.missing(told) == []


def test_the_calendar_is_told_to_who_does_not_see_it(page: Page, shop: Shop) -> None:
    tour = shop.add_tour(seats=6, days_ahead=9)
    VisitorCalendar(page, shop.url).open(f"language=en&experience={tour.id}&date={tour.day}")
    months = f"{tour.day:%B %Y}"
    said = spoken(tour.day)
    expect(page.get_by_role("main")).to_match_aria_snapshot(f"""
      - main "Booking calendar":
        - heading "Shop for {tour.name}" [level=1]
        - paragraph: Choose your date
        - button "Previous month"
        - heading "{months}" [level=2]
        - button "Next month"
        - grid "{months}":
          - rowgroup:
            - row "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"
          - rowgroup
        - button "Previous day"
        - paragraph: {said}
        - button "Next day"
        - button "See times"
        - status: '{months}: 1 day with availability'
    """)
    cell = page.get_by_role("gridcell", name=re.compile(f"^{said}, available, from "))
    expect(cell).to_have_attribute("aria-selected", "true")
