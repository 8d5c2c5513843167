"""From nothing to a paid booking and a guest who is checked in, as people do it."""

import re
import secrets
import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import FrameLocator, Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import figures, office
from tests.e2e.support.booking import Guest
from tests.e2e.support.foreign import ForeignSite
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import Stack
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

ZONE = "America/New_York"
TOUR = "Harbor kayak tour"
TOTAL = 2 * 8_900 + 4_500


def test_from_sign_up_to_check_in(
    new_context: NewContext, watches: dict[object, Watch], stack: Stack, shop: Shop, foreign_site: ForeignSite
) -> None:
    at_work = new_context(timezone_id=ZONE)
    watches[at_work].expect(r"/signup/confirm-email", r"status of 422")
    page = at_work.new_page()
    slug = sign_up(page, stack, taken=shop.slug)
    office.create_experience(page, TOUR)
    lines = office.create_times(page)

    visitor = new_context(timezone_id=ZONE, locale="en-US").new_page()
    email = f"mara.{secrets.token_hex(4)}@guests.example"
    day = tomorrow()
    code = book(visitor, foreign_site.put(lines), email, day)

    look_at_mail(visitor, stack, email, code)
    check_in(page, stack, slug, day, code)


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


def look_at_mail(page: Page, stack: Stack, email: str, code: str) -> None:
    """The confirmation: text, HTML, calendar entry, and a link that opens the portal."""
    mail = wait_for(lambda: stack.mailbox(email), "the confirmation", 30)[-1]
    for body in (mail["text"], mail["html"]):
        assert code in body
        assert TOUR in body
        assert "Boathouse, Pier 5" in body
    (entry,) = [file for file in mail["attachments"] if "calendar" in file["content_type"]]
    calendar = stack.client().ask("GET", entry["url"]).body.decode()
    assert "BEGIN:VEVENT" in calendar
    assert "T090000" in calendar

    found = re.search(r"http://\S+/customerPortal\?trip=[\w-]+", mail["text"])
    assert found, mail["text"]
    page.goto(found[0])
    expect(page.get_by_role("heading", name="We look forward to seeing you, Mara")).to_be_visible()
    expect(page.get_by_text(code)).to_be_visible()


def check_in(page: Page, stack: Stack, slug: str, day: date, code: str) -> None:
    """Find the guests on the manifest, check them in, take it back, check them in again."""
    page.goto(f"{stack.tenant_url(slug)}/manifest?date={day}")
    expect(page.get_by_text(code)).to_be_visible()
    expect(page.get_by_text("2 Adults and 1 Child").first).to_be_visible()
    button = office.check_in_button(page, "Mara Lund")
    schema = stack.schema_of(slug)

    def here() -> int:
        query = "SELECT count(*) AS cnt FROM trips_booking WHERE checked_in_at IS NOT NULL"
        return int(stack.sql(query, schema=schema)[0]["cnt"])

    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    wait_for(lambda: here() == 3, "three guests who are here")
    page.get_by_role("button", name="Undo").click()
    expect(button).to_have_attribute("aria-pressed", "false")
    wait_for(lambda: here() == 0, "nobody here")
    button.click()
    wait_for(lambda: here() == 3, "three guests who are here again")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("3 of 3 checked in")).to_be_visible()

    (payment,) = stack.sql("SELECT * FROM ledger_payment", schema=schema)
    assert (payment["status"], payment["amount"]) == ("succeeded", TOTAL)
