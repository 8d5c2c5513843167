"""
Journeys of a new operator and of who runs the platform: the checklist with its sample, news that are
written and read, terms that are announced, agreed to and proved, and a link that recommends.
"""

import json
import secrets

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.platform_cookies import enter_desk
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import Stack
from tests.e2e.support.watch import Watch

Watches = dict[BrowserContext, Watch]
# One more than a page of agreements shows.
MANY = 101


def test_a_new_operator_follows_the_checklist(page: Page, own_shop: Shop, looks: Looks, watch: Watch) -> None:
    shop = own_shop
    office.enter(page, shop)
    page.goto(f"{shop.url}/setup/start")
    expect(page.get_by_role("heading", name="First steps")).to_be_visible()
    expect(page.get_by_text("What’s next")).to_be_visible()
    looks.at(page, "the checklist of a new operator")

    page.get_by_role("button", name="Create sample").click()
    page.wait_for_url("**/setup/experience/*/edit")
    page.goto(f"{shop.url}/setup/start")
    expect(page.get_by_role("link", name="Open sample")).to_be_visible()
    looks.at(page, "the checklist with a sample")

    # Guests are booked on it: it stays.
    shop.rows("UPDATE scheduling_timeslot SET booked_pax_cnt = 1 RETURNING id")
    watch.expect("/api/setup/sample/remove")
    page.get_by_role("button", name="Remove sample").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove sample").click()
    expect(page.get_by_text("This experience has bookings. Archive it instead.")).to_be_visible()
    shop.rows("UPDATE scheduling_timeslot SET booked_pax_cnt = 0 RETURNING id")
    page.get_by_role("button", name="Remove sample").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove sample").click()
    expect(page.get_by_role("button", name="Create sample")).to_be_visible()

    first = page.locator("#next-step").inner_text()
    page.get_by_role("button", name="Doesn’t apply to us").click()
    expect(page.locator("#next-step")).not_to_have_text(first)
    page.set_viewport_size(PHONE)
    looks.at(page, "the checklist on a phone")
    page.set_viewport_size(DESK)


def test_news_is_published_and_read(
    new_context: NewContext, watches: Watches, stack: Stack, own_shop: Shop, looks: Looks
) -> None:
    title = f"New statements {secrets.token_hex(3)}"
    desk, owner = new_context().new_page(), new_context().new_page()
    enter_desk(desk, stack)
    office.enter(owner, own_shop)
    desk.goto(f"{stack.apex_url}/platform/news")
    desk.get_by_role("button", name="Write news").click()
    form = desk.get_by_role("dialog", name="Write news")
    watches[desk.context].expect("/api/platform/news/save")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_text("Please write it in English").first).to_be_visible()
    form.get_by_role("textbox", name="Title").fill(title)
    form.get_by_role("textbox", name="Text").fill("They come on the first of each month.")
    form.get_by_label("Importance").click()
    desk.get_by_role("option", name="Important").click()
    looks.at(desk, "news that are being written")
    form.get_by_role("button", name="Save").click()
    item = desk.get_by_role("listitem").filter(has_text=title)
    item.get_by_role("button", name="Publish").click()
    expect(item.get_by_text("Showing")).to_be_visible()
    looks.at(desk, "news of the platform")
    try:
        owner.goto(f"{own_shop.url}/dashboard")
        expect(owner.get_by_text(title)).to_be_visible(timeout=20_000)
        looks.at(owner, "news as a banner")
        owner.get_by_role("button", name="Got it").click()
        expect(owner.get_by_text(title)).to_have_count(0)
        owner.goto(f"{own_shop.url}/notifications")
        expect(owner.get_by_text("Notifications").first).to_be_visible()
    finally:
        item.get_by_role("button", name="Withdraw").click()
        expect(item.get_by_text("Withdrawn")).to_be_visible()


def publish_terms(desk: Page, stack: Stack, looks: Looks) -> None:
    """Write terms at the desk, look at them and publish them."""
    desk.goto(f"{stack.apex_url}/platform/terms")
    desk.get_by_role("button", name="New draft").click()
    form = desk.get_by_role("dialog", name="New draft")
    form.get_by_role("button", name="Save draft").click()
    expect(form.get_by_text("The English text is what counts").first).to_be_visible()
    form.get_by_role("textbox", name="Title").fill("Operator agreement")
    form.get_by_role("textbox", name="Text").fill("<h2>Fees</h2><p>We charge nothing.</p>")
    form.get_by_role("button", name="Save draft").click()
    desk.get_by_role("button", name="Preview").first.click()
    preview = desk.get_by_role("dialog", name="Operator agreement")
    expect(preview.get_by_role("heading", name="Fees")).to_be_visible()
    looks.at(desk, "terms before they are published")
    preview.get_by_role("button", name="Publish for good").click()
    expect(preview).to_have_count(0)


def take_back_terms(stack: Stack) -> None:
    """Delete what was published for good: the other journeys share this installation."""
    stack.sql("ALTER TABLE tos_tos DISABLE TRIGGER tos_immutable")
    stack.sql("DELETE FROM tos_tosagreement USING tos_tos t WHERE t.id = tos_id AND t.version > 1")
    stack.sql("DELETE FROM accounts_user WHERE email LIKE 'many%%@example.com'")
    stack.sql("DELETE FROM tos_tos WHERE version > 1")
    stack.sql("ALTER TABLE tos_tos ENABLE TRIGGER tos_immutable")


def agree_by_many(stack: Stack, shop: Shop) -> None:
    """Have more people of an operator agree to the newest terms than a page of them shows."""
    stack.sql(
        "INSERT INTO accounts_user (password, email, first_name, last_name, locale, is_active,"
        " is_platform_admin, has_second_factor) SELECT '', 'many' || n || '@example.com', 'Many ' || n, '',"
        " 'en', true, false, false FROM generate_series(1, %s) n",
        MANY,
    )
    stack.sql(
        "INSERT INTO tos_tosagreement (tos_id, user_id, account_id, agreed_at, user_agent, sha256)"
        " SELECT t.id, u.id, a.id, now(), '', t.sha256 FROM accounts_user u, accounts_account a,"
        " (SELECT id, sha256 FROM tos_tos WHERE locale = 'en' ORDER BY version DESC LIMIT 1) t"
        " WHERE u.email LIKE 'many%%@example.com' AND a.slug = %s",
        shop.slug,
    )


def look_at_all(desk: Page, looks: Looks) -> None:
    """Read the list of who agreed to its end."""
    dialog = desk.get_by_role("dialog")
    rows = dialog.get_by_role("row")
    expect(rows).to_have_count(1 + 100)
    looks.at(desk, "who agreed to a version")
    desk.set_viewport_size(PHONE)
    looks.at(desk, "who agreed to a version, phone")
    desk.set_viewport_size(DESK)
    dialog.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(1 + MANY + 1)
    expect(dialog.get_by_role("button", name="Show more")).to_have_count(0)


def test_terms_are_announced_agreed_to_and_proved(
    new_context: NewContext, watches: Watches, stack: Stack, own_shop: Shop, looks: Looks
) -> None:
    desk, owner = new_context().new_page(), new_context().new_page()
    enter_desk(desk, stack)
    office.enter(owner, own_shop)
    watches[desk.context].expect("/api/platform/terms/draft/save")
    publish_terms(desk, stack, looks)
    try:
        owner.goto(f"{own_shop.url}/dashboard")
        owner.get_by_role("button", name="Read and agree").click(timeout=20_000)
        dialog = owner.get_by_role("dialog")
        expect(dialog.get_by_text("We charge nothing.")).to_be_visible()
        looks.at(owner, "announced terms")
        dialog.get_by_role("button", name="I agree").click()
        expect(owner.get_by_role("button", name="Read and agree")).to_have_count(0)
        agree_by_many(stack, own_shop)
        desk.reload()
        desk.get_by_role("button", name="Operator agreement, version").first.click()
        look_at_all(desk, looks)
        with desk.expect_download() as download:
            desk.get_by_role("link", name="Evidence as JSON").click()
        with download.value.path().open() as file:
            proof = json.load(file)
        assert [one["slug"] for one in proof["agreements"]] == [own_shop.slug] * (MANY + 1)
    finally:
        take_back_terms(stack)


def test_features_and_referrals_at_the_desk(page: Page, stack: Stack, looks: Looks, watch: Watch) -> None:
    enter_desk(page, stack)
    page.goto(f"{stack.apex_url}/platform/features")
    page.get_by_role("button", name="Switch for one operator").first.click()
    form = page.get_by_role("dialog", name="Switch for one operator")
    form.get_by_role("textbox", name="Operator’s address").fill("nobody-here")
    form.get_by_role("textbox", name="Reason").fill("Spam from this account")
    watch.expect("/api/platform/features/bulk_messages/override")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_text("There is no such operator.")).to_be_visible()
    looks.at(page, "a feature that is switched for one operator")
    page.keyboard.press("Escape")
    looks.at(page, "features that can be switched")
    page.goto(f"{stack.apex_url}/platform/referrals")
    expect(page.get_by_role("heading", name="Referrals")).to_be_visible()


def test_a_link_recommends(page: Page, new_context: NewContext, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    office.enter(page, shop)
    page.goto(f"{shop.url}/setup/referral")
    page.get_by_role("button", name="Get my link").click()
    link = page.get_by_label("Your link", exact=True).last.inner_text().strip()
    assert "/signup?ref=" in link
    looks.at(page, "a link that recommends")
    visitor = new_context().new_page()
    visitor.goto(link)
    visitor.get_by_label("Business name").fill("Sunny Kayaks")
    visitor.get_by_label("First name").fill("Bo")
    visitor.get_by_label("Last name").fill("Sun")
    visitor.get_by_label("Email").fill(f"bo{secrets.token_hex(4)}@sunny.example")
    with visitor.expect_request("**/signup/account") as sent:
        visitor.get_by_role("button", name="Continue").click()
    assert sent.value.post_data_json["referral"] == link.partition("?ref=")[2]
