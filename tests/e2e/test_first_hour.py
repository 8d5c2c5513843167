"""
The first hour of a new operator, led by the product alone: signed up, the checklist says what is next
and leads there, until a visitor has booked and paid and every step is done.
"""

import re
import secrets
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import newcomer, office
from tests.e2e.support.foreign import ForeignSite
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import Stack
from tests.e2e.support.watch import Watch

SKIP = "Doesn’t apply to us"


class Owner:
    """Somebody who does what the checklist says is next."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines = ""
        self.done: list[str] = []
        self.deeds: dict[str, Callable[[], None]] = {
            "Complete your business profile": self.complete_profile,
            "Say where guests come to": self.say_where,
            "Create your first experience": self.create_experience,
        }

    def open_checklist(self) -> None:
        """Go to the checklist as somebody who looks for it."""
        self.page.get_by_role("link", name="Setup", exact=True).first.click()
        self.page.get_by_role("main").get_by_role("link", name="First steps").first.click()
        expect(self.page.get_by_role("heading", name="First steps", level=1)).to_be_visible()

    def next_step(self) -> str:
        """Return what the checklist says is next, "" when all is done."""
        heading = self.page.locator("#next-step")
        over = self.page.get_by_text("All set. Your first guests can come.")
        expect(heading.or_(over)).to_be_visible()
        return heading.inner_text() if heading.is_visible() else ""

    def follow(self, until: str) -> None:
        """Do one step after the other; what needs more than this hour does not apply."""
        while (step := self.next_step()) not in {until, ""}:
            assert step not in self.done, f"{step} was done, and is next once more"
            self.done.append(step)
            deed = self.deeds.get(step)
            if deed is None:
                self.page.get_by_role("button", name=SKIP).click()
                expect(self.page.locator("#next-step").filter(has_text=step)).to_have_count(0)
                continue
            self.page.get_by_role("link", name="Do it now").click()
            deed()
            self.open_checklist()

    def complete_profile(self) -> None:
        """Say how guests reach the business."""
        self.page.get_by_label("Guest phone line").fill("+1 212 555 0147")
        self.page.get_by_label("Address", exact=True).fill("Pier 5, Brooklyn, NY 11201")
        self.page.get_by_role("button", name="Save", exact=True).click()
        expect(self.page.get_by_text("Saved", exact=True)).to_be_visible()

    def say_where(self) -> None:
        """Add the place where guests come to."""
        self.page.get_by_role("button", name="Add location").first.click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Name", exact=True).fill("Boathouse")
        dialog.get_by_label("Address").fill("Pier 5, Brooklyn, NY 11201")
        dialog.get_by_role("button", name="Save", exact=True).click()
        expect(dialog).to_be_hidden()

    def create_experience(self) -> None:
        """Describe the first experience with prices and times, and keep the lines for the website."""
        office.describe_experience(self.page, newcomer.TOUR)
        self.lines = office.create_times(self.page)


def test_the_first_hour(
    new_context: NewContext,
    watches: dict[object, Watch],
    stack: Stack,
    shop: Shop,
    foreign_site: ForeignSite,
    looks: Looks,
) -> None:
    at_work = new_context(timezone_id=newcomer.ZONE)
    watches[at_work].expect(r"/signup/confirm-email", r"status of 422")
    page = at_work.new_page()
    slug = newcomer.sign_up(page, stack, taken=shop.slug)
    owner = Owner(page)
    owner.open_checklist()
    looks.at(page, "the checklist after sign-up")
    page.set_viewport_size(PHONE)
    looks.at(page, "the checklist after sign-up, phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    owner.follow(until="Try a booking yourself")
    assert owner.lines

    visitor = new_context(timezone_id=newcomer.ZONE, locale="en-US").new_page()
    day = newcomer.tomorrow()
    address = foreign_site.put(owner.lines)
    code = newcomer.book(visitor, address, f"mara.{secrets.token_hex(4)}@guests.example", day)

    page.reload()
    owner.follow(until="")
    # The booking and the page with the calendar were noticed: nobody said so.
    assert not {"Try a booking yourself", "Put the calendar on your website"} & set(owner.done)
    expect(page.get_by_text("All set. Your first guests can come.")).to_be_visible()
    looks.at(page, "the checklist when all is done")
    page.goto(f"{stack.tenant_url(slug)}/manifest?date={day}")
    expect(page.get_by_text(code)).to_be_visible()
    expect(office.check_in_button(page, "Mara Lund")).to_be_visible()
    page.goto(f"{stack.tenant_url(slug)}/trips")
    expect(page.get_by_role("link", name=re.compile("Mara Lund")).first).to_be_visible()
