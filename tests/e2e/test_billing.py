"""
A host bills an operator, from the first plan to the last statement.

1. The host says who sells and makes two plans; the desk puts an operator on one; it sells; its month
   ends with a statement on paper; its card fails, reminders go out, the public sale stops and the
   counter does not; another card pays, and visitors book again. A bigger plan is taken for the rest
   of the month; a credit goes back to the card; the business closes with its last statement and its
   data in a file.
2. A plan that includes two people and one place says so, at 80 and at 100 percent.
"""

import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.billing_days import do_today, forget_billing, pass_days, settle, wait_for_fee
from tests.e2e.support.booking import VISA
from tests.e2e.support.payments import give_card
from tests.e2e.support.platform_cookies import enter_desk
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.stack import Stack
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

# Each ends by deleting all that is billed in the installation.
pytestmark = pytest.mark.xdist_group("billing")
FAILS_LATER, GOOD = "4000000000000341", "5555555555554444"


def look(page: Page, looks: Looks, where: str) -> None:
    """Look at a screen at both sizes."""
    page.mouse.move(0, 0)
    looks.at(page, where)
    page.set_viewport_size(PHONE)
    looks.at(page, f"{where}, phone")
    page.set_viewport_size(DESK)


def name_seller(desk: Page, stack: Stack) -> None:
    """Say who sells, and the tax of one country."""
    desk.goto(f"{stack.apex_url}/platform/billing")
    desk.get_by_role("button", name="Edit").last.click()
    form = desk.get_by_role("dialog", name="Seller")
    form.get_by_label("Name", exact=True).fill("Harbor Software GmbH")
    form.get_by_label("Address").fill("Hafenstraße 1\n20457 Hamburg")
    form.get_by_label("Country").fill("DE")
    form.get_by_label("VAT ID").fill("DE123456789")
    form.get_by_label("Email").fill("bills@harbor.example")
    form.get_by_label("Beginning of statement numbers").fill("HS-")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    desk.get_by_role("button", name="Set tax of a country").click()
    form = desk.get_by_role("dialog", name="Set tax of a country")
    form.get_by_label("Country").fill("PT")
    form.get_by_label("What it is called").fill("IVA")
    form.get_by_label("Rate").fill("23")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()


def make_plan(desk: Page, name: str, price: str, *, people: int = 0, places: int = 0) -> None:
    """Make a plan with a price and one percent of each booking on the website or by phone."""
    desk.get_by_role("button", name="New plan").click()
    form = desk.get_by_role("dialog", name="New plan")
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Short name").fill(name.lower())
    form.get_by_label("Description").fill("Everything a small team needs.")
    form.get_by_role("button", name=re.compile("Kind$")).click()
    desk.get_by_role("option", name="Price and fee").click()
    form.get_by_label("Currency").fill("EUR")
    form.get_by_label("Price", exact=True).fill(price)
    form.get_by_label("Share of each booking").fill("1")
    form.get_by_role("button", name=re.compile("Sales with this fee")).click()
    for one in ("Website", "Phone"):
        desk.get_by_role("option", name=one, exact=True).click()
    desk.keyboard.press("Escape")
    for label, limit in (("People", people), ("Locations", places)):
        if limit:
            form.get_by_label(label, exact=True).fill(str(limit))
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()


def put_on_plan(desk: Page, shop: Shop, plan: str, looks: Looks | None = None) -> None:
    """Put an operator on its first plan by the desk's button."""
    desk.get_by_role("button", name="Put on a plan").click()
    form = desk.get_by_role("dialog", name="Put on a plan")
    form.get_by_role("searchbox", name="Find operator").fill(shop.slug)
    form.get_by_role("radio", name=re.compile(shop.slug)).check()
    form.get_by_role("button", name=re.compile("Plan$")).click()
    desk.get_by_role("option", name=re.compile(plan)).click()
    if looks:
        look(desk, looks, "billing desk: a first plan")
    form.get_by_role("button", name="Put on a plan").click()
    expect(form).to_be_hidden()
    expect(desk.get_by_role("button", name=shop.slug)).to_be_visible()


def sell(shop: Shop, tour: Tour, *, method: str = "phone") -> None:
    """Sell two seats at the office."""
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": 2}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[0], "quantities": quantities}
    contact = {"first_name": "Ines", "last_name": "Vaz", "email": "ines@guests.example"}
    cart = {"method": method, "contact": contact, "orders": [order]}
    trip = shop.client.post("/api/trip/save", cart)["trip"]
    shop.client.post(f"/api/trip/{trip['id']}/reserve", {"notify": False})


def keep_card(owner: Page, number: str) -> None:
    """Have a card kept through the payment service's own fields."""
    owner.get_by_role("button", name=re.compile("^(Add|Replace) card$")).click()
    form = owner.get_by_role("dialog", name="Add card")
    give_card(form, number)  # type: ignore[arg-type]
    form.get_by_role("button", name="Save card").click()
    expect(form).to_be_hidden(timeout=30_000)


def mails(shop: Shop, words: str) -> int:
    """Return how many mails to the owner have these words in their subject."""
    owner = f"{shop.slug}@caves.example"
    return sum(words in mail["subject"] for mail in shop.stack.mailbox(owner))


def visitor_status(shop: Shop, tour: Tour) -> int:
    """Return what a visitor who books is answered."""
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": 1}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[1], "quantities": quantities}
    return shop.stack.client(shop.slug).ask("POST", "/api/trip/save", {"orders": [order]}).status


def end_first_month(owner: Page, shop: Shop, looks: Looks) -> None:
    """Let the first month end: its statement has a price, a fee, a tax, and a paper."""
    owner.goto(f"{shop.url}/setup/billing")
    expect(owner.get_by_text("Fees by booking")).to_be_visible()
    look(owner, looks, "billing: the first month")
    settle(shop)
    owner.reload()
    keep_card(owner, FAILS_LATER)
    pass_days(shop, 31)
    owner.reload()
    row = owner.get_by_role("row").filter(has_text=re.compile(r"HS-\d+")).first
    expect(row).to_be_visible()
    number = int(shop.stack.sql("SELECT max(id) AS id FROM billing_billingstatement")[0]["id"])
    paper = shop.client.ask("GET", f"/api/billing/statement/{number}/pdf", Accept="application/pdf")
    assert paper.body.startswith(b"%PDF")
    wait_for(lambda: mails(shop, "Statement HS-") == 2, "the statement's mail")


def fall_behind(owner: Page, desk: Page, shop: Shop, tour: Tour, looks: Looks) -> None:
    """Let days go by with a card that fails, until the public sale stops."""
    # What the first month came to; the first price was asked for before there was a card.
    couldnt = "We couldn’t collect 62,46"
    wait_for(lambda: mails(shop, couldnt) == 1, "the first reminder")
    for step, days in enumerate((3, 4, 7), start=1):
        pass_days(shop, days)
        wait_for(lambda: mails(shop, couldnt) == 1 + step, f"reminder {step}")  # noqa: B023
    owner.reload()
    expect(owner.get_by_text(re.compile("is overdue"))).to_be_visible()
    pass_days(shop, 9)
    wait_for(lambda: mails(shop, "stops on") == 1, "the notice")
    owner.reload()
    expect(owner.get_by_text(re.compile("visitors and partners can’t book from"))).to_be_visible()
    look(owner, looks, "billing: notice of the stop")
    assert visitor_status(shop, tour) == 200
    pass_days(shop, 7)
    wait_for(lambda: mails(shop, "has stopped") == 1, "the mail about the stop")
    # Who answers remembers for some seconds whether an operator sells.
    wait_for(lambda: visitor_status(shop, tour) == 403, "the end of the public sale", 40, every=2)
    sell(shop, tour)
    owner.reload()
    expect(owner.get_by_text(re.compile("Online booking is stopped"))).to_be_visible()
    look(owner, looks, "billing: the sale is stopped")
    desk.reload()
    desk.get_by_role("switch", name="Only those who are late").check()
    expect(desk.get_by_text("Online booking stopped")).to_be_visible()
    look(desk, looks, "billing desk: who is late")
    desk.get_by_role("switch", name="Only those who are late").uncheck()


def pay_with_another_card(owner: Page, shop: Shop, tour: Tour) -> None:
    """Give a good card: everything is paid, and visitors book again."""
    keep_card(owner, GOOD)
    settle(shop)
    owner.reload()
    expect(owner.get_by_text(re.compile("Online booking is stopped"))).to_be_hidden()
    expect(owner.get_by_text("ending in 4444")).to_be_visible()
    wait_for(lambda: visitor_status(shop, tour) == 200, "the public sale", 40, every=2)
    # The first thanks were for the first statement.
    wait_for(lambda: mails(shop, "everything is paid") == 2, "the thanks")


def take_bigger_plan(owner: Page, looks: Looks) -> None:
    """Change to a dearer plan: the unused part comes back, the rest of the month is charged."""
    owner.get_by_role("button", name="Choose Fleet").click()
    form = owner.get_by_role("dialog", name="Change to Fleet")
    expect(form.get_by_text("Unused part of Skiff")).to_be_visible()
    look(owner, looks, "billing: another plan")
    form.get_by_role("button", name="Choose Fleet").click()
    expect(form).to_be_hidden()
    expect(owner.get_by_role("paragraph").filter(has_text=re.compile("^Fleet$"))).to_be_visible()


def give_back(desk: Page, shop: Shop, looks: Looks) -> None:
    """Give a credit at the desk, and pay it back to the card."""
    settle(shop)
    desk.reload()
    desk.get_by_role("button", name=shop.slug).click()
    window = desk.get_by_role("dialog", name=shop.slug)
    expect(window.get_by_text("Fees by booking")).to_be_visible()
    window.get_by_role("button", name="Give credit").click()
    form = desk.get_by_role("dialog", name="Give credit")
    form.get_by_label("Amount").fill("5")
    form.get_by_label("Reason").fill("Outage on Sunday")
    form.get_by_role("button", name="Give credit").click()
    expect(form).to_be_hidden()
    look(desk, looks, "billing desk: one operator")
    window.get_by_role("button", name="Pay credit back to card").click()
    desk.get_by_role("alertdialog").get_by_role("button", name="Pay credit back to card").click()
    expect(desk.get_by_text("Credit paid back").first).to_be_visible()
    window.get_by_role("button", name="Set discount").click()
    form = desk.get_by_role("dialog", name="Set discount")
    look(desk, looks, "billing desk: a discount")
    form.get_by_role("button", name="Cancel").click()
    window.get_by_role("button", name="Close", exact=True).last.click()


def close_business(desk: Page, owner: Page, shop: Shop, looks: Looks) -> None:
    """Close the business at the desk: the last statement is made, and the data is one file."""
    number = shop.stack.sql("SELECT id FROM accounts_account WHERE slug = %s", shop.slug)[0]["id"]
    desk.goto(f"{shop.stack.apex_url}/platform/operator/{number}")
    desk.get_by_role("button", name="Close account").click()
    form = desk.get_by_role("dialog")
    form.get_by_label("Reason").fill("Sold the boats")
    form.get_by_label(re.compile("^Type ")).fill(shop.slug)
    form.get_by_role("button", name="Close account").click()
    expect(form).to_be_hidden()
    do_today(shop)
    last = "SELECT kind FROM billing_billingstatement ORDER BY id DESC LIMIT 1"
    wait_for(lambda: shop.stack.sql(last)[0]["kind"] == "final", "the final statement")
    wait_for(lambda: mails(shop, "is ready to download") == 1, "the file of the data", 60)
    owner.goto(f"{shop.url}/setup/billing")
    expect(owner.get_by_text(re.compile(r"HS-\d+")).first).to_be_visible()
    expect(owner.get_by_role("button", name="Choose Skiff")).to_have_count(0)
    look(owner, looks, "billing: closed")


def test_a_host_bills_an_operator(
    new_context: NewContext, watches: dict[object, Watch], stack: Stack, own_shop: Shop, looks: Looks
) -> None:
    shop, tour = own_shop, own_shop.add_tour(seats=30)
    desk, owner = new_context().new_page(), new_context().new_page()
    watches[owner.context].expect("answer 40[34]", "status of 40[34]")
    enter_desk(desk, stack)
    office.enter(owner, shop)
    try:
        name_seller(desk, stack)
        make_plan(desk, "Skiff", "49")
        make_plan(desk, "Fleet", "99")
        put_on_plan(desk, shop, "Skiff", looks)
        look(desk, looks, "billing desk")
        owner.goto(f"{shop.url}/setup/billing")
        keep_card(owner, VISA)
        settle(shop)
        sell(shop, tour)
        wait_for_fee(shop, 1)
        end_first_month(owner, shop, looks)
        fall_behind(owner, desk, shop, tour, looks)
        pay_with_another_card(owner, shop, tour)
        take_bigger_plan(owner, looks)
        give_back(desk, shop, looks)
        close_business(desk, owner, shop, looks)
    finally:
        forget_billing(shop)


def test_a_plan_includes_so_much(
    new_context: NewContext, watches: dict[object, Watch], stack: Stack, own_shop: Shop, looks: Looks
) -> None:
    shop = own_shop
    desk, owner = new_context().new_page(), new_context().new_page()
    watches[owner.context].expect("answer 409", "status of 409")
    watches[desk.context].expect("answer 409", "status of 409")
    enter_desk(desk, stack)
    office.enter(owner, shop)
    role = shop.rows("SELECT id FROM people_role WHERE slug = 'manager'")[0]["id"]
    invitee = {"name": "Rui Paz", "role_id": role}
    try:
        desk.goto(f"{stack.apex_url}/platform/billing")
        make_plan(desk, "Dinghy", "9", people=2, places=5)
        put_on_plan(desk, shop, "Dinghy")
        owner.goto(f"{shop.url}/setup/billing")
        expect(owner.get_by_text("What the plan includes")).to_be_visible()
        first = shop.client.ask("POST", "/setup/team/user/invite", {**invitee, "email": mail_address()})
        assert first.status == 200, first.body
        second = shop.client.ask("POST", "/setup/team/user/invite", {**invitee, "email": mail_address()})
        assert (second.status, b"plan_limit_reached" in second.body) == (409, True)
        owner.reload()
        expect(owner.get_by_text("Used up: People")).to_be_visible()
        look(owner, looks, "billing: a limit is reached")
        desk.get_by_role("button", name="Delete").first.click()
        look(desk, looks, "billing desk: a plan to delete")
        desk.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
        expect(desk.get_by_text(re.compile("Operators are on this plan or have been")).first).to_be_visible()
    finally:
        forget_billing(shop)


def mail_address() -> str:
    """Return an address nobody has yet."""
    return f"{secrets.token_hex(4)}@guests.example"
