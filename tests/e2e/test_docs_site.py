"""Somebody who writes a program reads the documentation: guides, the API, the hooks, and finds a word."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.support.screens import Looks
from tests.e2e.support.stack import Stack


def test_reading_and_searching(page: Page, stack: Stack, looks: Looks) -> None:
    page.goto(f"{stack.apex_url}/docs/")
    expect(page.get_by_role("heading", name="Outfitter for developers", level=1)).to_be_visible()
    looks.at(page, "documentation front page")
    main = page.get_by_role("main")
    main.get_by_role("link", name="API reference", exact=True).first.click()
    main.get_by_role("link", name="Gift cards", exact=True).click()
    expect(page.get_by_role("heading", name="Gift cards", level=1)).to_be_visible()
    expect(main.get_by_text("Access: ").first).to_be_visible()
    looks.at(page, "documentation of operations")

    page.goto(f"{stack.apex_url}/docs/search.html?q=webhook-signature")
    expect(main.get_by_role("link", name="Webhooks").first).to_be_visible()

    page.set_viewport_size(PHONE)
    page.goto(f"{stack.apex_url}/docs/reference/hooks.html")
    expect(page.get_by_role("heading", name="Hooks", level=1)).to_be_visible()
    looks.at(page, "hooks on a phone")


def test_there_is_nothing_at_a_wrong_address(page: Page, stack: Stack) -> None:
    answer = page.request.get(f"{stack.apex_url}/docs/none.html")
    assert answer.status == 404
