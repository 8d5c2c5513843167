"""
Journeys at the platform's desk.

1. Sign-in: an owner is turned away; an admin sets up an authenticator app, leaves, and comes back with
   its code. An operator is found, suspended with a reason, and opened again; the log tells of it.
2. Own sessions: another browser is seen, and signed out from here.
3. Support: asked for, granted by the owner, used with a notice on every screen, ended.
"""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import crew, office, platform_admins
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.watch import Watch

# What tells an outsider that nothing is there, and support that its time is over.
CLOSED = (r"answer 40[134]: \S+ \S+/(app|api)/", r"status of 40[134]")


def find(page: Page, shop: Shop) -> None:
    """Find an operator in the list and open its page."""
    page.get_by_role("searchbox").fill(shop.slug)
    page.get_by_role("link").filter(has_text=shop.slug).click()
    page.wait_for_url("**/platform/operator/*")
    expect(page.get_by_role("heading", name="Account status")).to_be_visible()


def decide(page: Page, deed: str, reason: str) -> None:
    """Press a deed's button and give the reason it asks for."""
    page.get_by_role("button", name=deed, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill(reason)
    dialog.get_by_role("button", name=deed, exact=True).click()
    expect(dialog).to_be_hidden()


def test_the_desk_and_an_operator_suspended(
    page: Page, watch: Watch, shop: Shop, own_shop: Shop, looks: Looks
) -> None:
    watch.expect(*CLOSED)
    admin = platform_admins.appoint(shop)
    # Somebody's owner knocks: the same words as for a wrong password.
    page.goto(f"{shop.stack.apex_url}/platform")
    page.wait_for_url("**/platform/signin**")
    looks.at(page, "platform: the door")
    crew.knock(page, crew.hire(shop, "manager").email)
    expect(page.get_by_role("alert")).to_be_visible()

    secret = platform_admins.enter(page, admin)
    looks.at(page, "platform: operators")
    page.set_viewport_size(PHONE)
    looks.at(page, "platform: operators, phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name=admin.name).click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/platform/signin**")
    crew.knock(page, admin.email)
    page.get_by_label("Six-digit code").fill(crew.app_code(secret, steps=1))
    expect(page.get_by_role("heading", name="Operators", level=1)).to_be_visible()

    find(page, own_shop)
    decide(page, "Suspend", "Chargebacks")
    expect(page.get_by_role("button", name="Lift suspension")).to_be_visible()
    page.get_by_role("button", name="Check now").click()
    expect(page.get_by_text("Not yet. It happens once a day.")).to_be_hidden()
    expect(page.get_by_text("automatic").first).to_be_visible()
    looks.at(page, "platform: one operator")
    page.set_viewport_size(PHONE)
    looks.at(page, "platform: one operator, phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    decide(page, "Lift suspension", "Paid")
    expect(page.get_by_role("button", name="Suspend", exact=True)).to_be_visible()

    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_text("Suspension lifted").first).to_be_visible()
    looks.at(page, "platform: the log")


def test_another_browser_is_signed_out(
    new_context: NewContext, watches: dict[object, Watch], shop: Shop, looks: Looks
) -> None:
    ours, theirs = new_context(), new_context()
    for context in (ours, theirs):
        watches[context].expect(*CLOSED)
    admin = platform_admins.appoint(shop)
    page, other = ours.new_page(), theirs.new_page()
    secret = platform_admins.enter(page, admin)
    other.goto(f"{shop.stack.apex_url}/platform")
    other.wait_for_url("**/platform/signin**")
    crew.knock(other, admin.email)
    other.get_by_label("Six-digit code").fill(crew.app_code(secret, steps=1))
    expect(other.get_by_role("heading", name="Operators", level=1)).to_be_visible()

    page.goto(f"{shop.stack.apex_url}/platform/security")
    expect(page.get_by_role("heading", name="Active sessions")).to_be_visible()
    expect(page.get_by_text("This browser")).to_have_count(1)
    looks.at(page, "platform: own sessions")
    page.set_viewport_size(PHONE)
    looks.at(page, "platform: own sessions, phone")
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("1 browser was signed out.")).to_be_visible()
    expect(page.get_by_role("button", name="Sign out everywhere else")).to_have_count(0)

    other.reload()
    other.wait_for_url("**/platform/signin**")
    page.goto(f"{shop.stack.apex_url}/platform/audit")
    expect(page.get_by_text("Signed out everywhere else").first).to_be_visible()


def test_support_is_let_in_and_shown_out(
    new_context: NewContext, watches: dict[object, Watch], shop: Shop, own_shop: Shop, looks: Looks
) -> None:
    ours, theirs = new_context(), new_context()
    for context in (ours, theirs):
        watches[context].expect(*CLOSED)
    admin = platform_admins.appoint(shop)
    page, owner = ours.new_page(), theirs.new_page()
    platform_admins.enter(page, admin)
    find(page, own_shop)
    decide(page, "Request access", "Prices look wrong")
    expect(page.get_by_text("Waiting for an owner.")).to_be_visible()

    office.enter(owner, own_shop)
    owner.goto(f"{own_shop.url}/manifest")
    expect(owner.get_by_text("Platform support asks for access: Prices look wrong")).to_be_visible()
    owner.get_by_role("link", name="Answer").click()
    owner.get_by_role("button", name="Let support in").click()
    expect(owner.get_by_role("button", name="End access now")).to_be_visible()
    expect(owner.get_by_text(re.compile("Outfitter support is signed in until")).first).to_be_visible()
    looks.at(owner, "support: the owner's card")

    page.reload()
    page.get_by_role("button", name="Sign in as support").click()
    page.wait_for_url(f"{own_shop.url}/manifest")
    expect(page.get_by_text(re.compile("You’re signed in at .* as support"))).to_be_visible()
    looks.at(page, "support: inside")

    owner.get_by_role("button", name="End access now").click()
    expect(owner.get_by_role("button", name="Let support in")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Support access to this business has ended.").first).to_be_visible()
