"""The operator's side as its people use it: sign-up, the first experience, the manifest."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.shop import Shop, Tour, code_from_mail
from tests.e2e.support.stack import Stack


def sign_in(page: Page, url: str, email: str, password: str) -> None:
    """Sign in through the door and wait for the manifest."""
    page.goto(f"{url}/signin")
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/manifest")


def enter(page: Page, shop: Shop) -> None:
    """Give a page the session of a shop's owner, without the way through the door."""
    cookies = [{"name": name, "value": value, "url": shop.url} for name, value in shop.client.cookies.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def open_check_in(shop: Shop, order_id: int) -> None:
    """Let the departure of an order be under way, so that guests can be missed."""
    shop.rows(
        "UPDATE scheduling_timeslot SET start_at = now(), end_at = now() + interval '2 hours' "
        "WHERE id = (SELECT timeslot_id FROM trips_triporder WHERE id = %s)",
        order_id,
    )


class SignUp:
    """Somebody who signs up, step by step."""

    def __init__(self, page: Page, stack: Stack, email: str) -> None:
        self.page = page
        self.stack = stack
        self.email = email

    def start(self, company: str) -> None:
        """Open the platform's front page, go to sign-up and say who asks."""
        page = self.page
        page.goto(self.stack.apex_url)
        page.get_by_role("link", name="Start free").click()
        page.get_by_label("Business name").fill(company)
        page.get_by_label("First name").fill("Ada")
        page.get_by_label("Last name").fill("Brook")
        page.get_by_label("Email address").fill(self.email)
        self.go_on()
        expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()

    def enter_code(self) -> None:
        """Type the six digits from the mail; a wrong code first, which is refused."""
        field = self.page.get_by_label("Six-digit code")
        code = code_from_mail(self.stack, self.email)
        field.fill("000000" if code != "000000" else "111111")
        expect(self.page.get_by_text("That’s not the code we sent. 4 attempts left.")).to_be_visible()
        field.fill(code)
        expect(self.page.get_by_role("heading", name="Your web address")).to_be_visible()

    def choose_address(self, taken: str, slug: str) -> None:
        """Try addresses that cannot be had, then take one that can."""
        field = self.page.get_by_label("Address", exact=True)
        for wrong, why in (
            ("ab", "At least 3 characters."),
            ("admin", "This address is reserved."),
            (taken, "This address is taken."),
        ):
            field.fill(wrong)
            expect(self.page.get_by_text(why)).to_be_visible()
            expect(self.page.get_by_role("button", name="Continue")).to_be_disabled()
        field.fill(slug)
        expect(self.page.get_by_text("is available.")).to_be_visible()
        self.go_on()

    def describe_business(self, password: str) -> None:
        """Look at what was guessed from the browser, and choose a password."""
        page = self.page
        expect(page.get_by_role("heading", name="How you work")).to_be_visible()
        expect(page.get_by_role("combobox", name="Country")).to_have_value("United States")
        expect(page.get_by_role("combobox", name="Time zone")).to_have_value("New York")
        page.get_by_label("Password").fill("short")
        self.go_on()
        expect(page.get_by_text("Use at least 10 characters.", exact=True)).to_be_visible()
        page.get_by_label("Password").fill(password)
        self.go_on()

    def agree(self) -> Locator:
        """Agree to the terms and return the last button."""
        page = self.page
        expect(page.get_by_role("heading", name="Terms")).to_be_visible()
        last = page.get_by_role("button", name="Create my account")
        expect(last).to_be_disabled()
        page.get_by_text("I have read the terms").click()
        expect(last).to_be_enabled()
        return last

    def go_on(self) -> None:
        """Press the button that leads on."""
        self.page.get_by_role("button", name="Continue").click()


def create_experience(page: Page, name: str) -> None:
    """Create the first experience from the empty manifest: an adult pays 89, a child 45."""
    page.get_by_role("link", name="Create an experience").click()
    describe_experience(page, name)


def describe_experience(page: Page, name: str) -> None:
    """Fill in the form of a new experience and go on to its times: an adult pays 89, a child 45."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Seats per departure").fill("6")
    page.get_by_label("Short description").fill("Paddle through the old harbour.")
    prices = page.get_by_label("Price", exact=True)
    prices.nth(0).fill("89")
    prices.nth(1).fill("45")
    page.get_by_label("Meeting point").fill("Boathouse, Pier 5")
    page.get_by_role("button", name="Save and add times").click()
    expect(page.get_by_role("heading", name="Dates and times")).to_be_visible()


def create_times(page: Page) -> str:
    """Create departures with the live preview, and return the lines to paste into a website."""
    made = page.get_by_role("status").filter(has_text="departures")
    # Today's departures are left out once they have begun.
    expect(made).to_contain_text(re.compile(r"\b9[01] departures"))
    page.get_by_role("button", name="Add time").click()
    second = page.get_by_role("group", name="Start time 2")
    second.get_by_role("spinbutton").first.focus()
    page.keyboard.type("0230PM")
    expect(made).to_contain_text(re.compile(r"\b18[012] departures"))
    button = page.get_by_role("button", name=re.compile(r"Create 18[012] departures"))
    words = button.inner_text()
    button.click()
    count = words.split()[1]
    expect(page.get_by_role("heading", name=f"{count} departures created")).to_be_visible()
    lines = page.get_by_label("Add the calendar to your website").inner_text()
    assert "data-outfitter-calendar" in lines, lines
    return lines


def check_in_button(page: Page, who: str) -> Locator:
    """Return the check-in button of a party on the manifest."""
    return page.get_by_role("button", name=f"Check in {who}", exact=True)


def choose_departure(page: Page, tour: Tour, at: str = "9:00") -> None:
    """Type a tour and a time; where the day that is open has none, go on to the one that has."""
    page.keyboard.type(f"{tour.name} {at.replace(':', '')}")
    line = page.get_by_role("option").filter(has_text=tour.name)
    onward = page.get_by_role("button", name=re.compile(f"Next: {tour.name}"))
    expect(line.or_(onward)).to_be_visible()
    if onward.is_visible():
        page.keyboard.press("Enter")
    expect(line).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Adult")).to_be_focused()
