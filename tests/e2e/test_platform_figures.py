"""
Whoever runs the platform looks at its figures: months of an operator's sales, in a currency that lacks
its rates until they are entered, where its notice leads; each chart with its table and its formula; from
a stage to operators; a deal with the day it closes and the operator it became, and its end.
"""

import re
from datetime import date, timedelta

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import platform_admins, sold_months
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.watch import Watch

CHARTED = ("Revenue", "Volume", "Conversion", "Cards", "Fees")
ENTER = re.compile("^Enter USD")
# Who isn't signed in yet is told so.
CLOSED = (r"answer 40[134]: \S+ \S+/(app|api)/", r"status of 40[134]")


def look(page: Page, looks: Looks, name: str) -> None:
    """Look at the screen at a desk and on a phone, in both lights."""
    looks.at(page, f"figures: {name}")
    page.set_viewport_size(PHONE)
    looks.at(page, f"figures: {name}, phone")
    page.set_viewport_size(DESK)


def open_tab(page: Page, name: str) -> None:
    """Open a part of the figures."""
    page.get_by_role("tab", name=name, exact=True).click()
    expect(page.get_by_role("tabpanel").locator(".animate-pulse")).to_have_count(0)


def enter_rates(page: Page) -> None:
    """Enter every rate that is missing."""
    while (button := page.get_by_role("button", name=ENTER)).count():
        left = button.count()
        button.first.click()
        window = page.get_by_role("dialog")
        window.get_by_label("Average").fill("1.1")
        window.get_by_label("End of month").fill("1.12")
        window.get_by_role("button", name="Save").click()
        expect(window).to_be_hidden()
        expect(button).to_have_count(left - 1)


def test_the_figures_of_a_platform(page: Page, watch: Watch, own_shop: Shop, looks: Looks) -> None:
    watch.expect(*CLOSED)
    sold_months.tell(own_shop)
    platform_admins.enter(page, platform_admins.appoint(own_shop))
    page.get_by_role("link", name="Figures").click()
    expect(page.get_by_text(re.compile("^No exchange rate for EUR")).first).to_be_visible()
    look(page, looks, "a rate is missing")
    page.get_by_role("link", name="Enter exchange rates").first.click()
    expect(page.get_by_role("tab", name="Rates", exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("Missing rates")).to_be_visible()
    look(page, looks, "rates that are missing")
    enter_rates(page)
    expect(page.get_by_role("table", name="Exchange rates").get_by_text("Entered").first).to_be_visible()
    expect(page.get_by_role("table", name="Updates").get_by_text("Daily figures")).to_be_visible()
    look(page, looks, "rates")

    for name in CHARTED:
        open_tab(page, name)
        panel = page.get_by_role("tabpanel")
        expect(panel.get_by_role("heading", name="Formula").first).to_be_visible()
        tables = panel.get_by_text("Show as table")
        expect(tables).to_have_count(panel.get_by_role("figure").count())
        tables.first.click()
        expect(panel.get_by_role("table").first).to_be_visible()
        look(page, looks, name.lower())
    open_tab(page, "Volume")
    expect(page.get_by_text(re.compile(r"\$1\d\d")).first).to_be_visible()

    open_tab(page, "Onboarding")
    expect(page.get_by_role("table", name="Operators by stage")).to_be_visible()
    look(page, looks, "onboarding")
    page.get_by_role("tabpanel").get_by_role("link", name="First booking").click()
    page.wait_for_url("**/platform?stage=live")
    expect(page.get_by_role("button", name=re.compile("First booking")).first).to_be_visible()


def test_a_deal_and_the_operator_it_became(page: Page, watch: Watch, own_shop: Shop, looks: Looks) -> None:
    watch.expect(*CLOSED)
    name = f"Deal with {own_shop.slug}"
    platform_admins.enter(page, platform_admins.appoint(own_shop))
    page.get_by_role("link", name="Pipeline").click()
    page.get_by_role("button", name="New deal").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Business").fill(name)
    closes = date.today() + timedelta(days=30)
    day = window.get_by_role("group", name="Expected close")
    for part, value in (("month", closes.month), ("day", closes.day), ("year", closes.year)):
        day.get_by_role("spinbutton", name=re.compile(part)).fill(str(value))
    window.get_by_label("Find operator").fill(own_shop.slug)
    window.get_by_role("button", name=re.compile("Operator$")).click()
    page.get_by_role("option", name=re.compile(own_shop.slug)).click()
    looks.at(page, "figures: a deal")
    window.get_by_role("button", name="Save").click()
    expect(window).to_be_hidden()
    card = page.get_by_role("listitem").filter(has_text=name)
    expect(card.get_by_text(re.compile("^Closes "))).to_be_visible()
    look(page, looks, "pipeline")
    card.get_by_role("link", name=re.compile(own_shop.slug)).click()
    page.wait_for_url("**/platform/operator/*")
    expect(page.get_by_role("heading", name=re.compile(own_shop.slug)).first).to_be_visible()
    page.go_back()
    delete(page, looks, name)


def delete(page: Page, looks: Looks, name: str) -> None:
    """Delete a deal from its form, after the question."""
    page.get_by_role("button", name=name, exact=True).click()
    window = page.get_by_role("dialog")
    expect(window.get_by_label("Business")).to_have_value(name)
    look(page, looks, "a deal, to be edited")
    window.get_by_role("button", name="Delete deal").click()
    question = page.get_by_role("alertdialog")
    expect(question.get_by_text("This can’t be undone.")).to_be_visible()
    look(page, looks, "a deal, to be deleted")
    question.get_by_role("button", name="Delete deal").click()
    expect(page.get_by_text("Deal deleted.")).to_be_visible()
    expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
