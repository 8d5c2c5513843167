"""The trip builder as a guest uses it, wherever it stands: in a dialog, or on a page of its own."""

import re

from playwright.sync_api import Frame, FrameLocator, Locator, Page, expect

from tests.e2e.support.shop import Shop, Tour

VISA, DECLINED = "4242424242424242", "4000000000000002"
Place = Page | Frame | FrameLocator


class Guest:
    """Somebody who books."""

    def __init__(self, place: Place, email: str = "mara.lund@guests.example") -> None:
        self.place = place
        self.email = email

    def heading(self, text: str) -> Locator:
        """Return the heading of a step or of a problem."""
        return self.place.get_by_role("heading", name=text)

    def button(self, text: str) -> Locator:
        """Return a button by its words."""
        return self.place.get_by_role("button", name=text)

    def choose_time(self, text: str) -> None:
        """Choose the departure whose button shows this time."""
        expect(self.heading("Choose a time")).to_be_visible()
        self.button(text).click()

    def choose_guests(self, *, adults: int, children: int = 0) -> None:
        """Set the party and hold its seats; the contact form is next when there is room."""
        self.set_guests(adults=adults, children=children)
        self.button("Continue").click()

    def set_guests(self, *, adults: int, children: int = 0) -> None:
        """Set the party; nothing is held yet."""
        expect(self.heading("Who is coming?")).to_be_visible()
        for name, wanted in (("Adult", adults), ("Child", children)):
            group = self.place.get_by_role("group", name=name, exact=True)
            shown = group.get_by_role("status")
            expect(shown).to_be_visible()
            for _ in range(wanted - int(shown.inner_text())):
                group.get_by_role("button", name="Add one").click()
            expect(shown).to_have_text(str(wanted))

    def give_contact(self) -> None:
        """Fill in who books and go on to the payment."""
        self.fill_contact()
        self.button("Continue to payment").click()

    def fill_contact(self) -> None:
        """Fill in who books."""
        expect(self.heading("Your details")).to_be_visible()
        self.place.get_by_label("First name").fill("Mara")
        self.place.get_by_label("Last name").fill("Lund")
        self.place.get_by_role("textbox", name="Email").fill(self.email)
        self.place.get_by_label("Phone").fill("+351 912 345 678")

    def give_card(self, number: str) -> None:
        """Fill in a card; the button that pays can be pressed then."""
        expect(self.heading("Payment")).to_be_visible()
        self.place.get_by_label("Card number").fill(number)
        self.place.get_by_label("Expiry").fill("12 / 34")
        self.place.get_by_label("CVC").fill("123")
        self.place.get_by_label("Postal code").fill("1100-148")
        self.accept_terms()
        expect(self.pay_button).to_be_enabled()

    def accept_terms(self) -> None:
        """Accept the operator's terms, where it has some."""
        box = self.place.get_by_label("I accept the terms and conditions")
        if box.count():
            box.check()

    @property
    def pay_button(self) -> Locator:
        """Return the one button that pays."""
        return self.place.get_by_role("button", name=re.compile(r"^Pay \S"))

    def pay(self, number: str = VISA) -> None:
        """Fill in a card and press the button."""
        self.give_card(number)
        self.pay_button.click()

    def expect_booked(self) -> None:
        """Wait for the confirmation."""
        expect(self.heading("You’re booked, Mara")).to_be_visible()


def guest_at(page: Page, shop: Shop, tour: Tour, email: str) -> Guest:
    """Open the trip builder of a tour on its day as a page of its own."""
    page.goto(f"{shop.url}/widgets/tripBuilder?experience={tour.id}&date={tour.day}&language=en")
    return Guest(page, email)


def guest_with_seats(page: Page, shop: Shop, tour: Tour, email: str, *, adults: int = 2) -> Guest:
    """Bring a guest to the contact form, with seats held on the first departure."""
    guest = guest_at(page, shop, tour, email)
    guest.choose_time("9:00")
    guest.choose_guests(adults=adults)
    expect(guest.heading("Your details")).to_be_visible()
    return guest


def guest_at_payment(page: Page, shop: Shop, tour: Tour, email: str, *, adults: int = 2) -> Guest:
    """Bring a guest to the payment, with seats held on the first departure."""
    guest = guest_with_seats(page, shop, tour, email, adults=adults)
    guest.give_contact()
    expect(guest.heading("Payment")).to_be_visible()
    return guest
