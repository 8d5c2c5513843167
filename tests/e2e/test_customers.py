"""
Journeys with customers, each with real clicks.

1. One person who stands there twice: found, compared, merged with a value from each, taken back.
2. The right to be forgotten: what goes and what stays is said, then who it was is gone.
3. No connection: the banner says so, what is saved waits, and is sent when the connection is back.
4. The session ends while somebody writes: after signing in again the text is back.
"""

import re
import secrets
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support import crew, office
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch


def add_customer(shop: Shop, **fields: Any) -> dict[str, Any]:
    """Make a customer over HTTP."""
    made: dict[str, Any] = shop.client.post("/api/customer/create", fields)
    return made


def twice(shop: Shop) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make one person twice, as two people at the desk would."""
    word = secrets.token_hex(3)
    last, phone = f"Quist {word}", f"+35191{secrets.randbelow(10**7):07d}"
    first = add_customer(shop, first_name="Mina", last_name=last, phone=phone, company="Old pier")
    email = f"mina.{word}@guests.example"
    second = add_customer(
        shop, first_name="Mina", last_name=last, phone=phone, company="New pier", email=email
    )
    return first, second


def test_a_person_who_stands_there_twice(page: Page, shop: Shop) -> None:
    first, second = twice(shop)
    office.enter(page, shop)
    page.goto(f"{shop.url}/customer/{first['id']}/duplicates")
    pair = page.get_by_role("listitem").filter(has_text=f"#{second['id']}")
    expect(pair).to_contain_text("Same phone")
    pair.get_by_role("button", name="Compare and merge").click()

    dialog = page.get_by_role("dialog")
    company = dialog.get_by_role("radiogroup", name="Company")
    company.get_by_text("New pier").click()
    dialog.get_by_role("button", name="Merge 2 customers").click()
    expect(dialog).to_be_hidden()
    page.wait_for_url(f"**/customer/{first['id']}")
    expect(page.get_by_text("New pier").first).to_be_visible()
    expect(page.get_by_text(second["email"]).first).to_be_visible()

    page.reload()
    expect(page.get_by_text("Can be undone until")).to_be_visible()
    page.get_by_role("button", name="Undo merge").click()
    expect(page.get_by_text("Merge undone.")).to_be_visible()
    expect(page.get_by_text("Old pier").first).to_be_visible()
    page.goto(f"{shop.url}/customer/{second['id']}")
    expect(page.get_by_text("New pier").first).to_be_visible()


def test_the_right_to_be_forgotten(page: Page, shop: Shop) -> None:
    name = f"Nobody {secrets.token_hex(3)}"
    customer = add_customer(shop, first_name="Sven", last_name=name, notes="Afraid of seals.")
    office.enter(page, shop)
    page.goto(f"{shop.url}/customer/{customer['id']}")
    expect(page.get_by_text("Afraid of seals.")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Anonymize").click()
    dialog = page.get_by_role("alertdialog", name=re.compile("^Anonymize"))
    expect(dialog).to_contain_text(name)
    dialog.get_by_role("button", name="Anonymize permanently").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(r"Anonymized customer \d+"))
    expect(page.get_by_text("Afraid of seals.")).to_have_count(0)
    page.goto(f"{shop.url}/search?q={name.partition(' ')[2]}")
    expect(page.get_by_text("No results").first).to_be_visible()


def write_note(page: Page, text: str) -> Locator:
    """Open the drawer of the customer on the page and write a note; returns the drawer."""
    page.get_by_role("button", name="Edit", exact=True).click()
    drawer = page.get_by_role("dialog")
    drawer.get_by_label("Notes").fill(text)
    return drawer


def notes_of(shop: Shop, customer: dict[str, Any]) -> str:
    """Return the notes about a customer as they are kept."""
    return str(shop.client.get(f"/api/customer/{customer['id']}/get")["notes"])


def test_no_connection(page: Page, watch: Watch, shop: Shop) -> None:
    # What the page fetches ahead of its use fails meanwhile; nobody is told of it.
    watch.expect(r"ERR_INTERNET_DISCONNECTED")
    customer = add_customer(shop, first_name="Ola", last_name=f"Berg {secrets.token_hex(3)}")
    office.enter(page, shop)
    page.goto(f"{shop.url}/customer/{customer['id']}")
    drawer = write_note(page, "Brings a dog.")
    page.context.set_offline(True)
    expect(page.get_by_text("You’re offline. What you see may be out of date")).to_be_attached()
    drawer.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("1 change waiting to be sent.")).to_be_attached()
    assert notes_of(shop, customer) != "Brings a dog."

    page.context.set_offline(False)
    expect(drawer).to_be_hidden()
    wait_for(lambda: notes_of(shop, customer) == "Brings a dog.", "the note")
    expect(page.get_by_text("You’re offline. What you see may be out of date")).to_have_count(0)


def test_a_note_survives_a_reload(page: Page, shop: Shop) -> None:
    customer = add_customer(shop, first_name="Ida", last_name=f"Berg {secrets.token_hex(3)}")
    office.enter(page, shop)
    page.goto(f"{shop.url}/customer/{customer['id']}")
    write_note(page, "Comes by boat.")
    page.context.set_offline(True)
    expect(page.get_by_text("You’re offline. What you see may be out of date")).to_be_attached()
    page.context.set_offline(False)
    page.reload()
    page.get_by_role("button", name="Edit", exact=True).click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_label("Notes")).to_have_value("Comes by boat.")
    expect(drawer.get_by_text("We restored what you were typing.")).to_be_visible()
    drawer.get_by_role("button", name="Discard").click()
    expect(drawer.get_by_label("Notes")).to_have_value("")


def test_the_session_ends_while_somebody_writes(page: Page, watch: Watch, shop: Shop) -> None:
    watch.expect(r"answer 40[13]: \S+ \S+/(app|api)/", r"status of 40[13]")
    member = crew.hire(shop, "manager")
    customer = add_customer(shop, first_name="Per", last_name=f"Holm {secrets.token_hex(3)}")
    page.goto(f"{shop.url}/signin")
    crew.knock(page, member.email)
    page.wait_for_url("**/manifest")
    page.goto(f"{shop.url}/customer/{customer['id']}")
    drawer = write_note(page, "Wants the red kayak.")
    member.client.post("/api/me/sessions/endOthers", {})
    drawer.get_by_role("button", name="Save", exact=True).click()

    page.wait_for_url("**/signin?next=**")
    crew.knock(page, member.email)
    page.wait_for_url(f"**/customer/{customer['id']}")
    page.get_by_role("button", name="Edit", exact=True).click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_label("Notes")).to_have_value("Wants the red kayak.")
    drawer.get_by_role("button", name="Save", exact=True).click()
    expect(drawer).to_be_hidden()
    assert notes_of(shop, customer) == "Wants the red kayak."
