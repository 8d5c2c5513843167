"""
Journeys of messages that guests answer with a click.

1. A visitor leaves a cart and agrees to be reminded; the mail's link takes the seats again, says what
   changed, and the office sees that the booking was recovered.
2. A guest leaves the news by the link in a mail: opening the page changes nothing, the next news does
   not go and the office reads why. A mail program does the same in one click.
3. The owner shares what guests say, as figures behind a link, and takes the link back.
"""

import http.client
import re
import secrets
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import Guest, guest_with_seats
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, CHILD, Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

REMIND = "If I don’t finish, you may email me a link back to this booking."


@pytest.fixture
def visitor(new_context: NewContext) -> Page:
    """A visitor's own browser."""
    return new_context(viewport=DESK).new_page()


def address() -> str:
    """Return an address that nobody has yet."""
    return f"{secrets.token_hex(4)}@guests.example"


def leave_cart(visitor: Page, shop: Shop, tour: Tour, email: str) -> int:
    """Fill a cart, agree to be reminded of it, and go away; returns the trip's id."""
    guest = guest_with_seats(visitor, shop, tour, email)
    guest.fill_contact()
    visitor.get_by_label(REMIND).check()
    guest.button("Continue to payment").click()
    expect(guest.heading("Payment")).to_be_visible()
    wait_for(lambda: shop.rows("SELECT id FROM trips_trip WHERE contact_email = %s", email), "the cart")
    visitor.close()
    return int(shop.trip_of(email)["id"])


def let_an_hour_pass(shop: Shop, trip_id: int, email: str, tour: Tour) -> None:
    """Have the cart been left an hour ago: its seats are free again, and reminding is due."""
    shop.expire_hold(email, tour.timeslot_ids[0])
    make_due(shop, "holds.expire")
    wait_for(lambda: shop.seats(tour.timeslot_ids[0]) == (0, 0), "the seats to be free")
    shop.rows("UPDATE trips_trip SET changed_at = changed_at - interval '61 minutes' WHERE id = %s", trip_id)
    make_due(shop, "carts.remind_visitor", str(trip_id))


def make_due(shop: Shop, kind: str, key: str = "%") -> None:
    """Have due work of this kind done now."""
    shop.stack.sql(
        "UPDATE plugins_duejob SET next_at = now() WHERE schema_name = %s AND kind = %s AND key LIKE %s",
        shop.schema,
        kind,
        key,
    )


def raise_price(shop: Shop, tour: Tour) -> None:
    """Have an adult cost ten more than when the cart was left."""
    kinds = {row["kind"]: row["id"] for row in shop.client.get("/api/customerTypes/get")}
    shop.client.post(
        "/api/experience/save",
        {
            "id": tour.id,
            "name": tour.name,
            "status": "live",
            "duration_minutes": 120,
            "customerTypes": [
                {"id": tour.adult_id, "customer_type_id": kinds["adult"], "base_price": ADULT + 1000},
                {"id": tour.child_id, "customer_type_id": kinds["child"], "base_price": CHILD},
            ],
        },
    )


def link_in(shop: Shop, email: str, pattern: str, *, place: int = -1) -> str:
    """Return the address of this form in a mail to somebody."""
    mails = wait_for(lambda: shop.stack.mailbox(email), f"mail to {email}")
    found = re.search(rf"https?://\S+{pattern}", str(mails[place]["text"]))
    assert found, mails[place]["text"]
    return found[0].rstrip(").>")


def test_a_cart_that_was_left_is_recovered(
    page: Page,
    visitor: Page,
    new_context: NewContext,
    own_shop: Shop,
    looks: Looks,
    watches: dict[BrowserContext, Watch],
) -> None:
    shop, email = own_shop, address()
    # The mailbox shows mails in frames that may load and run nothing.
    watches[page.context].expect("fonts.googleapis.com", "Blocked script execution")
    tour = shop.add_tour(seats=4)
    trip_id = leave_cart(visitor, shop, tour, email)
    let_an_hour_pass(shop, trip_id, email, tour)
    raise_price(shop, tour)
    link = link_in(shop, email, r"/cart/\S+")

    page.goto(f"{shop.url}/_dev/mail")
    expect(page.get_by_text(email).first).to_be_visible()
    back = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    back.goto(link)
    expect(back.get_by_text("The price changed from €178.00 to €198.00.")).to_be_visible()
    assert shop.seats(tour.timeslot_ids[0]) == (0, 2)
    looks.at(back, "a cart that was left, by its link")

    guest = Guest(back, email)
    guest.pay()
    guest.expect_booked()
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)
    wait_for(lambda: (shop.trip_of(email)["conversion"] or {}).get("recovered_kind"), "the recovery")
    office.enter(page, shop)
    page.goto(f"{shop.url}/trip/{shop.trip_of(email)['hash']}")
    said = page.get_by_text("Recovered cart: the customer came back by a link in a reminder.")
    said.scroll_into_view_if_needed()
    expect(said).to_be_visible()
    looks.at(page, "a trip whose cart was recovered")


def send_news(shop: Shop, email: str) -> None:
    """Send the thank-you, which is news, to a guest who asked for news."""
    trip = shop.trip_of(email)
    templates = shop.client.get("/api/templates/get")["templates"]
    template = next(one["id"] for one in templates if one["slug"] == "followup")
    shop.client.post(f"/api/template/{template}/send", {"trip_id": trip["id"], "channel": "email"})


def guest_with_news(shop: Shop, tour: Tour) -> str:
    """Book, want news, and get some; returns the address."""
    email = address()
    shop.buy(tour, tour.timeslot_ids[0], adults=2, email=email)
    shop.rows(
        "UPDATE customers_customer SET marketing = '{\"email_opt_in\": true}'::jsonb WHERE email = %s", email
    )
    wait_for(lambda: shop.stack.mailbox(email), "the confirmation")
    send_news(shop, email)
    wait_for(lambda: len(shop.stack.mailbox(email)) > 1, "the news")
    return email


def opt_outs(shop: Shop, email: str) -> list[str]:
    """Return the sources of what stands against writing to somebody."""
    rows = shop.rows(
        "SELECT source FROM messaging_suppression WHERE address = %s AND lifted_at IS NULL", email
    )
    return [row["source"] for row in rows]


def test_the_news_is_left_by_the_link_in_a_mail(
    page: Page, visitor: Page, own_shop: Shop, looks: Looks
) -> None:
    shop = own_shop
    tour = shop.add_tour(seats=8)
    email = guest_with_news(shop, tour)
    visitor.goto(link_in(shop, email, r"/public/crm/\w+/unsubscribe"))
    expect(visitor.get_by_role("heading", name="Unsubscribe from news?")).to_be_visible()
    assert opt_outs(shop, email) == []
    looks.at(visitor, "leaving the news")
    visitor.set_viewport_size(PHONE)
    looks.at(visitor, "leaving the news, on a phone")
    visitor.get_by_role("button", name="Unsubscribe").click()
    expect(visitor.get_by_role("heading", name="You’re unsubscribed")).to_be_visible()
    assert opt_outs(shop, email) == ["unsubscribe"]
    looks.at(visitor, "the news was left")

    before = len(shop.stack.mailbox(email))
    send_news(shop, email)
    office.enter(page, shop)
    page.goto(f"{shop.url}/trip/{shop.trip_of(email)['hash']}")
    thread = page.get_by_role("list", name="Conversation")
    expect(thread.get_by_text("The guest opted out of these messages.").first).to_be_visible()
    thread.scroll_into_view_if_needed()
    looks.at(page, "news that did not go")
    assert len(shop.stack.mailbox(email)) == before


def test_a_mail_program_leaves_the_news_in_one_click(own_shop: Shop) -> None:
    shop = own_shop
    email = guest_with_news(shop, shop.add_tour(seats=8))
    link = urlsplit(link_in(shop, email, r"/public/crm/\w+/unsubscribe"))
    for _ in range(2):
        # As a mail program posts it: no cookie, no token, no page before (RFC 8058).
        call = http.client.HTTPConnection("127.0.0.1", shop.stack.port, timeout=20)
        headers = {"Host": link.netloc, "Content-Type": "application/x-www-form-urlencoded"}
        call.request("POST", link.path, "List-Unsubscribe=One-Click", headers)
        assert call.getresponse().status == 200
    assert opt_outs(shop, email) == ["unsubscribe"]


def test_what_guests_say_is_shared_as_figures(
    page: Page, visitor: Page, own_shop: Shop, looks: Looks
) -> None:
    shop = own_shop
    tour = shop.add_tour(seats=8)
    for rating in (5, 5, 5, 4, 4, 2):
        shop.rows(
            "INSERT INTO messaging_review (rating, nps, text, source, sentiment, may_publish, is_published,"
            " experience_id, created_at) VALUES (%s, %s, 'Ana was seasick', 'internal', %s, false, false, %s,"
            " now())",
            rating,
            rating * 2,
            "positive" if rating > 3 else "negative",
            tour.id,
        )
    office.enter(page, shop)
    page.goto(f"{shop.url}/reviews")
    page.get_by_role("button", name="Share").click()
    window = page.get_by_role("dialog", name="Share")
    window.get_by_role("button", name="Create link").click()
    row = window.get_by_role("listitem").filter(has_text="All experiences")
    expect(row.get_by_role("button", name="Copy link")).to_be_visible()
    looks.at(page, "sharing what guests say")
    page.set_viewport_size(PHONE)
    looks.at(page, "sharing what guests say, on a phone")
    page.set_viewport_size(DESK)
    path = shop.client.get("/api/reports/links/get")["links"][0]["path"]

    visitor.goto(f"{shop.url}{path}")
    expect(visitor.get_by_role("heading", name=f"What guests say about {shop.slug}")).to_be_visible()
    expect(visitor.get_by_text("seasick")).to_have_count(0)
    looks.at(visitor, "what guests say, in figures")
    visitor.set_viewport_size(PHONE)
    looks.at(visitor, "what guests say, in figures, on a phone")
    visitor.goto(f"{shop.url}/ar{path}")
    looks.at(visitor, "what guests say, in figures, in Arabic")

    row.get_by_role("button", name="Withdraw").click()
    expect(row).to_contain_text("Withdrawn")
    assert shop.stack.client(shop.slug).ask("GET", path).status == 404
