"""
Mail through Amazon SES, at its stand-in, in the running product.

1. An owner turns SES on; a confirmation goes through it and arrives.
2. One that bounces and one that is called spam come back as signed notices: staff see it on the trip,
   and the address gets no more.
3. A colleague's address bounced; the owner allows it again, here and at the provider.
"""

import re
import secrets

from playwright.sync_api import Page, expect

from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for


def turn_on(page: Page, shop: Shop, looks: Looks) -> None:
    """Turn SES on with the stand-in's account, and have its connection tested."""
    page.goto(f"{shop.url}/setup/plugin/ses")
    page.get_by_role("button", name="Save and turn on").click()
    expect(page.get_by_role("switch").first).to_be_checked()
    page.get_by_role("button", name="Test connection").click()
    expect(page.get_by_text("Working.")).to_be_visible()
    looks.at(page, "Amazon SES is on")


# As the provider's list says it, and not what it says of the mail.
LISTED = re.compile("BOUNCE")


def at_provider(page: Page, shop: Shop, email: str, status: str | re.Pattern[str]) -> None:
    """Wait until the provider's page shows what became of the last mail to an address."""

    def is_there() -> bool:
        page.goto(shop.stack.env["SES_API_BASE"])
        rows = page.get_by_role("row").filter(has_text=email).filter(has_text=status)
        return rows.count() > 0

    wait_for(is_there, f"a mail to {email} that is {status}")


def state_of(shop: Shop, email: str) -> list[str]:
    """Return how far the confirmations to an address have come, oldest first."""
    asked = """SELECT status FROM messaging_message
                WHERE "to" LIKE %s AND category = 'confirmation' ORDER BY id"""
    return [str(row["status"]) for row in shop.rows(asked, f"%{email}%")]


def wait_until(shop: Shop, email: str, status: str) -> None:
    """Wait until the last mail to an address has come so far."""
    wait_for(lambda: state_of(shop, email)[-1:] == [status], f"a mail that is {status}")


def send_again(shop: Shop, email: str) -> None:
    """Have the confirmation sent again, as staff do."""
    trip = shop.trip_of(email)
    path = f"/trip/message/send/{trip['customer_id']}/confirmation/{trip['id']}/0"
    shop.client.post(path, {})


def test_what_comes_back_is_heard(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    office.enter(page, shop)
    turn_on(page, shop, looks)
    tour, word = shop.add_tour(seats=20), secrets.token_hex(4)
    good, gone, cross = (f"{name}{word}@guests.example" for name in ("ana", "bounce", "complaint"))
    for email in (good, gone, cross):
        shop.buy(tour, tour.timeslot_ids[0], adults=1, email=email)

    at_provider(page, shop, good, "delivered")
    wait_until(shop, good, "delivered")
    # The stand-in shows it in the mailbox as well, from the address that is verified.
    [mail] = shop.stack.mailbox(good)
    assert shop.stack.env["SES_SENDER"] in str(mail)

    at_provider(page, shop, gone, "bounced")
    at_provider(page, shop, cross, "complained")
    looks.at(page, "what Amazon SES shows")
    wait_until(shop, gone, "bounced")
    wait_until(shop, cross, "complained")
    for email, said in ((gone, "Bounced"), (cross, "Marked as spam")):
        page.goto(f"{shop.url}/trip/{shop.trip_of(email)['hash']}")
        expect(page.get_by_text(said).first).to_be_visible()
        send_again(shop, email)
        wait_until(shop, email, "suppressed")
        page.reload()
        expect(page.get_by_text("Not sent").first).to_be_visible()
    looks.at(page, "an address that gets no more email")
    send_again(shop, good)
    wait_for(lambda: state_of(shop, good) == ["delivered", "delivered"], "the second one")


def test_a_colleague_is_written_to_again(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    office.enter(page, shop)
    turn_on(page, shop, looks)
    email = f"bounce{secrets.token_hex(4)}@crew.example"
    roles = {row["slug"]: row["id"] for row in shop.client.get("/api/roles/get")["roles"]}
    wanted = {"name": "Ben Falk", "email": email, "role_id": roles["guide"]}
    shop.client.post("/setup/team/user/invite", wanted)
    # They book for themselves, and their mailbox isn't there.
    tour = shop.add_tour(seats=8)
    shop.buy(tour, tour.timeslot_ids[0], adults=1, email=email)
    at_provider(page, shop, email, LISTED)

    def is_known() -> bool:
        page.goto(f"{shop.url}/setup/team")
        return page.get_by_text("Email bounces").count() > 0

    wait_for(is_known, "the bounce on the team page")
    page.get_by_role("link", name="Ben Falk").click()
    expect(page.get_by_text(re.compile(f"Email to .*{email}.* bounced"))).to_be_visible()
    looks.at(page, "a colleague whose email bounces")
    page.get_by_role("button", name="Allow email again").click()
    expect(page.get_by_text("We’ll email this address again")).to_be_visible()
    expect(page.get_by_text("Email bounces")).to_have_count(0)

    def is_forgotten() -> bool:
        page.goto(shop.stack.env["SES_API_BASE"])
        return page.get_by_role("row").filter(has_text=email).filter(has_text=LISTED).count() == 0

    wait_for(is_forgotten, "the provider to have forgotten")
    assert (
        shop.rows("SELECT 1 FROM messaging_suppression WHERE address = %s AND lifted_at IS NULL", email) == []
    )
