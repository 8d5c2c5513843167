"""People who run the platform, in the browser tests."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.e2e.support import crew
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import Stack


@dataclass(frozen=True)
class Admin:
    """Somebody who runs the platform; they work at `employer` besides."""

    stack: Stack
    name: str
    email: str


def appoint(employer: Shop) -> Admin:
    """Let a new member of some operator's team run the platform."""
    member = crew.hire(employer, "manager")
    employer.stack.sql("UPDATE accounts_user SET is_platform_admin = true WHERE email = %s", member.email)
    return Admin(employer.stack, member.name, member.email)


def enter(page: Page, admin: Admin) -> str:
    """Sign in at the desk for the first time, setting up an authenticator app; returns its secret."""
    page.goto(f"{admin.stack.apex_url}/platform")
    page.wait_for_url("**/platform/signin**")
    crew.knock(page, admin.email)
    page.get_by_role("button", name="Authenticator app").click()
    secret = page.get_by_text("Can’t scan? Enter this key in the app:").locator("+ p").inner_text()
    page.get_by_label("Six-digit code").fill(crew.app_code(secret))
    page.get_by_role("button", name="Turn on").click()
    page.get_by_text("I’ve saved these codes.").click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Operators", level=1)).to_be_visible()
    return secret
