"""Somebody new: an operator's owner who signs up, and the first visitor who books."""

import secrets
import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import FrameLocator, Page, expect

from tests.e2e.support import figures, office
from tests.e2e.support.booking import Guest
from tests.e2e.support.stack import Stack

ZONE = "America/New_York"
TOUR = "Harbor kayak tour"


def tomorrow() -> date:
    """Return the operator's next day: its departures have not begun."""
    return datetime.now(UTC).astimezone(ZoneInfo(ZONE)).date() + timedelta(days=1)


def sign_up(page: Page, stack: Stack, *, taken: str) -> str:
    """Sign a new operator up, up to its first screen; returns its subdomain."""
    slug = f"brook-{secrets.token_hex(3)}"
    visitor = office.SignUp(page, stack, f"ada@{slug}.example")
    visitor.start("Brook Kayaks")
    visitor.enter_code()
    visitor.choose_address(taken, slug)
    visitor.describe_business("paddles and lanterns")
    last = visitor.agree()
    began = time.monotonic()
    last.click()
    page.wait_for_url(f"{stack.tenant_url(slug)}/manifest")
    expect(page.get_by_role("heading", name="Welcome! Your day starts here.")).to_be_visible()
    figures.note("last button of sign-up to the first back-office screen", time.monotonic() - began)
    return slug


def book(page: Page, address: str, email: str, day: date) -> str:
    """Book two adults and a child on somebody else's page; returns the confirmation code."""
    page.goto(address)
    calendar = page.frame_locator("iframe[src*='/widgets/calendar']")
    open_day(calendar, day)
    builder = page.frame_locator("dialog iframe")
    guest = Guest(builder, email)
    guest.choose_time("9:00")
    guest.choose_guests(adults=2, children=1)
    guest.give_contact()
    expect(builder.get_by_text("We are holding your seats for")).to_be_visible()
    expect(builder.get_by_role("button", name="Pay $223.00")).to_be_visible()
    guest.pay()
    guest.expect_booked()
    expect(builder.get_by_text("$223.00 by card ending in 4242")).to_be_visible()
    return builder.locator(".code b").inner_text()


def open_day(calendar: FrameLocator, day: date) -> None:
    """Choose a day in the calendar, turning the page when it is in the next month."""
    expect(calendar.get_by_role("heading", name="Choose your date")).to_be_visible()
    cell = calendar.locator(f'td[data-date="{day}"]')
    if cell.count() == 0:
        calendar.get_by_role("button", name="Next month").click()
    expect(cell).to_contain_text("$")
    cell.get_by_role("button", name=TOUR).click()
