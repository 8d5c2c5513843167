"""
Journeys with resellers, each with real clicks.

1. A new partner: added, paid by a share, kept from one experience, with an agent and a note; then
   deleted, which archives them, and made active again.
2. Two people change one partner at once: the second is told, and keeps what they typed.
3. What was typed on one part of the page is there after another one was opened.
"""

import re
import secrets
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support import office
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch


def partner(shop: Shop) -> dict[str, Any]:
    """Make a reseller over HTTP who collects the guests' money for a tenth of it."""
    wanted = {
        "name": f"Harbour Hotel {secrets.token_hex(3)}",
        "reseller_type": "concierge",
        "payment_method": "invoice_manual",
        "collect_type": "reseller_collects",
        "commission_ppm": 100_000,
    }
    made: dict[str, Any] = shop.client.post("/api/reseller/create", wanted)
    return made


def kept(shop: Shop, reseller: int) -> dict[str, Any]:
    """Return a reseller as the server has them."""
    found: dict[str, Any] = shop.client.get(f"/api/reseller/{reseller}/get")
    return found


def save(page: Page) -> None:
    """Save the part that is open, and wait until it is."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Unsaved changes")).to_be_hidden()


def open_part(page: Page, name: str) -> None:
    """Open a part of the page."""
    page.get_by_role("navigation", name="Reseller sections").get_by_role("link", name=name).click()


def add_partner(page: Page, shop: Shop, name: str) -> int:
    """Add a reseller from the list; returns their id."""
    page.goto(f"{shop.url}/resellers")
    page.get_by_role("button", name="New reseller").first.click()
    dialog = page.get_by_role("dialog", name="New reseller")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("Commission", exact=True).fill("12.5")
    dialog.get_by_role("radio", name="Reseller collects").check()
    dialog.get_by_role("button", name="Add reseller").click()
    page.wait_for_url(re.compile(r"/\d+/reseller$"))
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    return int(page.url.rsplit("/", 2)[1])


def agree_on_terms(page: Page, shop: Shop, reseller: int, hidden: Tour) -> None:
    """Give a reseller a fixed amount for each guest, and keep one experience from them."""
    open_part(page, "Rates")
    page.get_by_role("radio", name="Fixed commission").check()
    page.get_by_label("Commission per guest").fill("7.50")
    save(page)
    expect(page.get_by_text("€7.50 per guest").first).to_be_visible()
    now = kept(shop, reseller)
    assert (now["commission_amount"], now["commission_ppm"]) == (750, None)

    open_part(page, "Experiences")
    row = page.get_by_role("group", name=hidden.name)
    row.get_by_role("switch", name="Hidden from this reseller").check()
    save(page)
    terms = kept(shop, reseller)["terms"]
    assert [term["experience_id"] for term in terms if term["is_hidden"]] == [hidden.id]


def invite_agent(page: Page, shop: Shop, email: str) -> Locator:
    """Add somebody who sells for the reseller on the page; returns their row."""
    open_part(page, "Agents")
    page.get_by_role("button", name="Add agent").first.click()
    dialog = page.get_by_role("dialog", name="Add agent")
    dialog.get_by_label("Name", exact=True).fill("Lia Brandt")
    dialog.get_by_label("Email", exact=True).fill(email)
    dialog.get_by_role("button", name="Add agent").click()
    agent = page.get_by_role("listitem").filter(has_text="Lia Brandt")
    expect(agent.get_by_text("Invited")).to_be_visible()
    wait_for(lambda: shop.stack.mailbox(email), "the invitation")
    return agent


def test_a_partner_from_first_to_last(page: Page, shop: Shop) -> None:
    tour = shop.add_tour(seats=4)
    office.enter(page, shop)
    reseller = add_partner(page, shop, f"Quay Concierge {secrets.token_hex(3)}")
    assert kept(shop, reseller)["commission_ppm"] == 125_000
    agree_on_terms(page, shop, reseller, tour)
    agent = invite_agent(page, shop, f"lia.{secrets.token_hex(3)}@quay.example")
    agent.get_by_role("button", name="Disable").click()
    expect(agent.get_by_text("Disabled")).to_be_visible()

    open_part(page, "Notes")
    page.get_by_label("Add a note").fill("Pays on the tenth.")
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_role("listitem").filter(has_text="Pays on the tenth.")).to_be_visible()

    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("was archived, not deleted")).to_be_visible()
    expect(page.get_by_text("This reseller is archived")).to_be_visible()
    assert kept(shop, reseller)["status"] == "archived"
    page.get_by_role("button", name="Reactivate").click()
    expect(page.get_by_text("This reseller is archived")).to_be_hidden()
    open_part(page, "History")
    expect(page.get_by_role("listitem").filter(has_text="Archived → Active").first).to_be_visible()


def test_two_people_change_one_partner(page: Page, watch: Watch, shop: Shop) -> None:
    watch.expect(r"answer 409: POST \S+/settings/edit", r"status of 409")
    made = partner(shop)
    office.enter(page, shop)
    page.goto(f"{shop.url}/reseller/{made['id']}/remittance")
    days = page.get_by_label("Payment terms (days)")
    days.fill("14")
    page.get_by_label("Payee").fill("Harbour Hotel Ltd")
    theirs = {"tab": "general", "general": {"tax_id": "PT 509"}, "version": made["version"]}
    shop.client.post(f"/api/reseller/{made['id']}/settings/edit", theirs)

    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Someone else changed this reseller")).to_be_visible()
    expect(days).to_have_value("14")
    save(page)
    now = kept(shop, made["id"])
    assert (now["invoice_terms_days"], now["remittance"]["payee"]) == (14, "Harbour Hotel Ltd")
    assert now["tax_id"] == "PT 509"


def test_what_was_typed_waits_on_its_part(page: Page, shop: Shop) -> None:
    made = partner(shop)
    office.enter(page, shop)
    page.goto(f"{shop.url}/reseller/{made['id']}/remittance")
    page.get_by_label("Payee").fill("Harbour Hotel Ltd")
    open_part(page, "Notes")
    expect(page.get_by_text("No notes about this reseller.")).to_be_visible()
    open_part(page, "Remittance")
    expect(page.get_by_label("Payee")).to_have_value("Harbour Hotel Ltd")
    expect(page.get_by_text("We restored what you were typing.")).to_be_visible()
    page.get_by_role("button", name="Discard changes").click()
    expect(page.get_by_label("Payee")).to_have_value("")
