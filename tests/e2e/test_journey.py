"""From nothing to a paid booking and a guest who is checked in, as people do it."""

import re
import secrets
from datetime import date

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import office
from tests.e2e.support.foreign import ForeignSite
from tests.e2e.support.newcomer import TOUR, ZONE, book, sign_up, tomorrow
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import Stack
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

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
