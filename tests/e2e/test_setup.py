"""
Journeys of an owner who sets up, each with real clicks.

1. Lists of the operator's own: a question for guests, boats, a waiver, a till.
2. Business data and a new tax: the next guest is charged with it.
3. The team: somebody is invited, joins from the mail and sees what the role shows; then the role is
   cut while they work, and its power ends at once, on the screen and behind it.
"""

import re
import secrets

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import crew, office
from tests.e2e.support.booking import guest_at_payment
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

TAXED = 2 * ADULT * 110 // 100


def test_setting_up(page: Page, demo: Shop) -> None:
    name = secrets.token_hex(3)
    office.enter(page, demo)
    page.goto(f"{demo.url}/setup/customFields")
    page.get_by_role("button", name="New field").first.click()
    page.get_by_label("Question").fill(f"Shoe size {name}?")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(f"Shoe size {name}?")).to_be_visible()

    page.goto(f"{demo.url}/setup/resources")
    page.get_by_role("button", name="New group").first.click()
    page.get_by_label("Group name").fill(f"Kayaks {name}")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name=f"Kayaks {name}")).to_be_visible()

    page.goto(f"{demo.url}/setup/waiver/new/edit")
    page.get_by_label("Name", exact=True).fill(f"Risks {name}")
    page.get_by_label("Text", exact=True).fill("# Risks\n\nWater is wet.\n\n- Cold\n- Deep")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/setup/waiver/\d+/edit"))
    expect(page.get_by_role("heading", name=f"Risks {name}", level=1)).to_be_visible()

    page.goto(f"{demo.url}/setup/devices")
    page.get_by_role("button", name="Register a device").first.click()
    page.get_by_label("Name", exact=True).fill(f"Till {name}")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Device token")).to_be_visible()
    page.get_by_role("button", name="I’ve entered it").click()
    expect(page.get_by_text(f"Till {name}")).to_be_visible()


def add_tax(page: Page, shop: Shop, name: str) -> None:
    """Add ten per cent on top of every price."""
    page.goto(f"{shop.url}/setup/general/taxes")
    page.get_by_role("button", name="Add tax").first.click()
    dialog = page.get_by_role("dialog", name="Add tax")
    dialog.get_by_label("Name on the receipt").fill(name)
    dialog.get_by_label("Percent").last.fill("10")
    dialog.get_by_text("Added to the price").click()
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("listitem").filter(has_text=name)).to_contain_text("10%")


def test_a_new_tax_is_charged(page: Page, new_context: NewContext, own_shop: Shop) -> None:
    name = f"Harbour tax {secrets.token_hex(2)}"
    tour = own_shop.add_tour(seats=6)
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/general")
    page.get_by_label("Name", exact=True).fill("Caves and Coves")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    add_tax(page, own_shop, name)

    email = f"mara.{secrets.token_hex(4)}@guests.example"
    visitor = new_context().new_page()
    guest = guest_at_payment(visitor, own_shop, tour, email)
    expect(visitor.get_by_text(name)).to_be_visible()
    expect(guest.pay_button).to_contain_text(f"{TAXED / 100:.2f}")
    guest.pay()
    guest.expect_booked()
    assert own_shop.payments_of(email) == [("payment", "succeeded", TAXED)]
    trip = own_shop.trip_of(email)
    page.goto(f"{own_shop.url}/trip/{trip['id']}/payments")
    expect(page.get_by_text(name)).to_be_visible()


def invite(page: Page, shop: Shop, name: str, email: str) -> str:
    """Invite somebody as a reservations agent; returns the address that the mail leads to."""
    page.goto(f"{shop.url}/setup/team")
    page.get_by_role("button", name="Invite someone").first.click()
    dialog = page.get_by_role("dialog", name="Invite someone")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Email").fill(email)
    dialog.get_by_role("button", name=re.compile("Role")).click()
    page.get_by_role("option", name="Reservations agent").click()
    dialog.get_by_role("button", name="Send invitation").click()
    expect(dialog).to_be_hidden()
    mail = wait_for(lambda: shop.stack.mailbox(email), "the invitation")[-1]
    found = re.search(r"http://\S+/register\?token=[\w-]+", mail["text"])
    assert found, mail["text"]
    return found[0]


def join(page: Page, address: str) -> None:
    """Register from the mail; a password that everybody uses is refused first."""
    page.goto(address)
    expect(page.get_by_role("heading", name=re.compile("^Welcome to"))).to_be_visible()
    expect(page.get_by_text("Reservations agent")).to_be_visible()
    field = page.get_by_label("Choose a password")
    field.fill(crew.PASSWORD)
    page.get_by_role("button", name=re.compile("^Join")).click()
    page.wait_for_url("**/manifest")


def cut_role(page: Page, shop: Shop, name: str) -> None:
    """Make a guide of somebody."""
    page.goto(f"{shop.url}/setup/team")
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    page.get_by_role("button", name=re.compile("Reservations agent")).click()
    page.get_by_role("option", name="Guide", exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def test_somebody_joins_and_loses_power(
    page: Page, new_context: NewContext, watches: dict[object, Watch], own_shop: Shop
) -> None:
    word = secrets.token_hex(3)
    name, email = f"Nina {word.title()}", f"nina.{word}@crew.example"
    office.enter(page, own_shop)
    address = invite(page, own_shop, name, email)

    theirs = new_context()
    watches[theirs].expect(r"answer 403: \S+ \S+/api/", r"status of 403")
    screen = theirs.new_page()
    join(screen, address)
    expect(screen.get_by_role("navigation").get_by_role("link", name="Customers")).to_be_visible()
    expect(screen.get_by_role("link", name="Setup")).to_have_count(0)
    screen.goto(f"{own_shop.url}/setup/general")
    expect(screen.get_by_text("You don’t have access to this page")).to_be_visible()
    screen.goto(f"{own_shop.url}/customers")
    screen.get_by_role("button", name="Add customer").first.click()
    drawer = screen.get_by_role("dialog")
    drawer.get_by_label("Last name").fill(f"Late {word}")

    cut_role(page, own_shop, name)
    drawer.get_by_role("button", name="Save", exact=True).click()
    expect(drawer.get_by_text("Your role doesn’t allow this.")).to_be_visible()
    assert not own_shop.rows("SELECT 1 FROM customers_customer WHERE last_name = %s", f"Late {word}")
    screen.reload()
    expect(screen.get_by_text("You don’t have access to this page")).to_be_visible()
    nav = screen.get_by_role("navigation")
    expect(nav.get_by_role("link", name="Manifest").first).to_be_visible()
    expect(nav.get_by_role("link", name="Customers")).to_have_count(0)
