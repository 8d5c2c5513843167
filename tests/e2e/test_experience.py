"""
The journey of an owner who makes an experience out of another one.

It is copied, its basics and guests are changed, what makes no sense stands at its field, it gets a
picture, a season, a special price, an add-on and a deposit, and is put first in the list. The
summary and the history tell of it.
"""

import re
import secrets

from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.support import office
from tests.e2e.support.shop import Shop
from tests.e2e.support.watch import Watch
from tests.support.picture_store import make_picture

PICTURE: FilePayload = {"name": "sea.jpg", "mimeType": "image/jpeg", "buffer": make_picture()}
LETTER: FilePayload = {"name": "sea.jpg", "mimeType": "image/jpeg", "buffer": b"Dear guest"}


def save(page: Page) -> None:
    """Press the button below the form and wait until it has nothing to save."""
    button = page.get_by_role("button", name="Save", exact=True)
    button.click()
    expect(button).to_be_disabled()


def saved(dialog: Locator) -> None:
    """Save a form in a window, which closes."""
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_be_hidden()


def part(page: Page, name: str) -> None:
    """Open a part of the editor."""
    page.get_by_role("navigation", name="Experience sections").get_by_role(
        "link", name=name, exact=True
    ).click()


def copy(page: Page, url: str, name: str) -> str:
    """Copy the first experience under another name; returns the copy's address in set-up."""
    page.goto(f"{url}/setup/experiences")
    page.get_by_role("button", name=re.compile("^More for")).first.click()
    page.get_by_role("menuitem", name="Duplicate").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(name)
    saved(dialog)
    page.wait_for_url(re.compile(r"/setup/experience/\d+/edit"))
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    return page.url.removesuffix("/edit")


def change_basics(page: Page, name: str) -> None:
    """Fill in what finding and sorting needs; a name that is too long is told at its field."""
    field = page.get_by_label("Name", exact=True)
    field.fill("🛶" * 200)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("That’s too long.")).to_be_visible()
    field.fill(name)
    page.get_by_label("URL name").fill(f"{name} at Dawn!")
    page.get_by_label("Minimum age").fill("12")
    page.get_by_label("Minimum age").blur()
    save(page)
    slug = re.sub("[^a-z0-9]+", "-", f"{name} at Dawn".lower())
    expect(page.get_by_label("URL name")).to_have_value(slug)


def change_guests(page: Page) -> None:
    """Set a price; one below nothing and reversed ages are told at their fields."""
    part(page, "Guests and prices")
    price = page.get_by_placeholder("Price", exact=True).first
    price.fill("-1")
    page.get_by_role("button", name=re.compile("^Rules")).first.click()
    page.get_by_label("Min age").first.fill("18")
    page.get_by_label("Max age").first.fill("4")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("That’s too small.")).to_be_visible()
    expect(page.get_by_text("The end has to be after the start.")).to_be_visible()
    price.fill("40")
    page.get_by_label("Max age").first.fill("99")
    page.get_by_label("Max age").first.blur()
    save(page)


def add_picture(page: Page) -> None:
    """Upload the main picture; a letter that says it is one is refused."""
    part(page, "Photos")
    files = page.locator("input[type=file]").first
    files.set_input_files(LETTER)
    expect(page.get_by_text("Please choose a JPEG, PNG, WebP or AVIF image.")).to_be_visible()
    files.set_input_files(PICTURE)
    what = page.get_by_label("Alt text").first
    what.fill("Two kayaks at dawn")
    what.blur()
    expect(page.get_by_role("img", name="Two kayaks at dawn")).to_be_visible()


def add_prices(page: Page, season: str) -> None:
    """Make a season that is now, and a price of 30 in it: the plan shows the letter of it."""
    part(page, "Special rates")
    page.get_by_role("button", name="Add season").click()
    dialog = page.get_by_role("dialog", name="Add season")
    dialog.get_by_label("Name").fill(season)
    saved(dialog)
    page.get_by_role("button", name="Add special rate").click()
    dialog = page.get_by_role("dialog", name="Add special rate")
    dialog.get_by_label("Name", exact=True).fill(f"{season} fare")
    dialog.get_by_role("button", name=re.compile("Price change for")).first.click()
    page.get_by_role("option", name="Fixed price").click()
    dialog.get_by_label(re.compile("Amount for")).fill("30")
    dialog.get_by_role("button", name=re.compile("Seasons")).click()
    page.get_by_role("option", name=season).click()
    page.keyboard.press("Escape")
    saved(dialog)
    row = page.get_by_role("listitem").filter(has_text=f"{season} fare")
    expect(row).to_contain_text("30.00")
    expect(page.get_by_role("heading", name="Rate calendar")).to_be_visible()


def add_extras(page: Page, name: str) -> None:
    """Offer an add-on with a picture and two choices, and ask for a deposit."""
    part(page, "Add-ons")
    page.get_by_role("button", name="Add add-on").click()
    dialog = page.get_by_role("dialog", name="Add add-on")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.locator("input[type=file]").set_input_files(PICTURE)
    dialog.get_by_label("Price", exact=True).fill("12")
    dialog.get_by_text("Multiple choice").click()
    for place, label in enumerate(("Small", "Large"), 1):
        dialog.get_by_role("button", name="Add choice").click()
        dialog.get_by_label(f"Choice {place}", exact=True).fill(label)
    saved(dialog)
    row = page.get_by_role("listitem").filter(has_text=name)
    expect(row).to_contain_text("Small, Large")
    expect(row.locator("img")).to_be_visible()
    part(page, "Deposit and cancellation")
    page.get_by_text("Custom deposit").click()
    page.get_by_role("button", name=re.compile("Due at booking")).click()
    page.get_by_role("option", name="Percent of each order").click()
    page.get_by_label("Percent", exact=True).fill("25")
    page.get_by_label("Percent", exact=True).blur()
    save(page)


def move_first(page: Page, url: str, name: str) -> None:
    """Put the copy first by the keyboard; the order is the server's afterwards."""
    page.goto(f"{url}/setup/experiences")
    handle = page.get_by_role("button", name=f"Move {name}")
    handle.focus()
    with page.expect_response("**/setup/experiences/reorder") as told:
        handle.press("Home")
    assert told.value.ok
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Move ")).first).to_have_accessible_name(
        f"Move {name}"
    )


def test_an_experience_is_made_of_another(page: Page, watch: Watch, own_shop: Shop) -> None:
    watch.expect(r"answer 422: \S+ \S+/uploadHeroImage", r"status of 422 .*/uploadHeroImage")
    word = secrets.token_hex(3)
    name, lunch = f"Kayak {word}", f"Lunch {word}"
    own_shop.add_tour(seats=6)
    office.enter(page, own_shop)
    address = copy(page, own_shop.url, name)
    change_basics(page, name)
    change_guests(page)
    add_picture(page)
    add_prices(page, f"Dawn {word}")
    add_extras(page, lunch)
    move_first(page, own_shop.url, name)

    page.goto(f"{address}/summary")
    expect(page.get_by_role("img", name="Two kayaks at dawn")).to_be_visible()
    for told in ("40.00", lunch, "It has a photo", "Make it live"):
        expect(page.get_by_text(told).first).to_be_visible()
    page.goto(f"{address}/audit")
    for deed in ("Experience duplicated", "Photo added"):
        expect(page.get_by_text(deed)).to_be_visible()
