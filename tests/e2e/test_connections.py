"""
An owner connects other people's systems, at their stand-ins.

1. Slack: says no, says yes, chooses a channel, tries it; a booking is posted and acknowledged there.
2. Mailchimp: an audience follows who wants news, and who leaves there wants none here.
3. What a guest says of a tour is answered, published, and read on the public page.
"""

import re
import secrets

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for


def choose(page: Page, label: str, option: str) -> None:
    """Choose something from a list of the form and save it."""
    page.get_by_role("button", name=label).click()
    page.get_by_role("option", name=option).click()
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def connect(page: Page, shop: Shop, slug: str, title: str) -> None:
    """Go to the partner's page, and come back having said yes."""
    page.goto(f"{shop.url}/setup/plugin/{slug}")
    page.get_by_role("link", name=f"Connect {title}").click()
    page.get_by_role("link", name="Allow").click()
    expect(page.get_by_text(f"{title} is connected.")).to_be_visible()


def test_slack_is_connected_and_people_acknowledge(
    own_shop: Shop, new_context: NewContext, looks: Looks
) -> None:
    page = new_context(viewport=DESK).new_page()
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/plugin/slack")
    expect(page.get_by_text("No account is connected yet.")).to_be_visible()
    looks.at(page, "before Slack is connected")
    page.get_by_role("link", name="Connect Slack").click()
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_text("You didn’t give access, so nothing was connected.")).to_be_visible()

    connect(page, own_shop, "slack", "Slack")
    choose(page, "Post to", "#bookings")
    looks.at(page, "Slack is connected")
    page.get_by_role("button", name="Send a test message").click()
    expect(page.get_by_text("Posted.").first).to_be_visible()

    email = f"{secrets.token_hex(4)}@guests.example"
    tour = own_shop.add_tour(seats=8)
    own_shop.buy(tour, tour.timeslot_ids[0], adults=2, email=email)
    code = own_shop.trip_of(email)["confirmation_code"]
    double = own_shop.stack.env["SLACK_API_BASE"]

    def is_posted() -> bool:
        page.goto(double)
        return page.get_by_text(code).count() > 0

    wait_for(is_posted, "the booking in Slack")
    looks.at(page, "what Slack shows")
    page.get_by_role("article").filter(has_text=code).get_by_role("button").click()

    def is_acknowledged() -> bool:
        page.goto(double)
        return page.get_by_text("Acknowledged by @U0KIM").count() > 0

    wait_for(is_acknowledged, "the acknowledgment in Slack")
    page.get_by_role("article").filter(has_text=code).get_by_role("link").last.click()
    expect(page.get_by_text(code).first).to_be_visible()


def test_an_audience_follows_who_wants_news(own_shop: Shop, new_context: NewContext, looks: Looks) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    office.enter(page, own_shop)
    connect(page, own_shop, "mailchimp", "Mailchimp")
    choose(page, "Audience", "Locals")
    looks.at(page, "Mailchimp is connected")

    email = f"{secrets.token_hex(4)}@guests.example"
    tour = own_shop.add_tour(seats=8)
    own_shop.buy(tour, tour.timeslot_ids[0], adults=1, email=email)
    news = """UPDATE customers_customer SET marketing = '{"email_opt_in": true}' WHERE email = %s"""
    own_shop.rows(news, email)
    page.get_by_role("button", name="Add everyone who wants news").tap()
    double = own_shop.stack.env["MAILCHIMP_LOGIN_BASE"]

    def is_there() -> bool:
        page.goto(double)
        return page.get_by_text(email).count() > 0

    wait_for(is_there, "the subscriber at Mailchimp")
    page.get_by_role("article").filter(has_text=email).get_by_role("button", name="Unsubscribe").tap()
    asked = "SELECT marketing FROM customers_customer WHERE email = %s"
    wait_for(
        lambda: own_shop.rows(asked, email)[0]["marketing"]["email_opt_in"] is False, "the consent taken back"
    )


def _write_review(guest: Page, shop: Shop, email: str, looks: Looks) -> None:
    guest.goto(f"{shop.url}/customerPortal?trip={shop.trip_of(email)['hash']}")
    guest.get_by_role("button", name="Write a review").tap()
    guest.get_by_role("radio", name="5 stars out of 5").check(force=True)
    guest.get_by_label("What would you tell others?").fill("Caves like cathedrals.")
    guest.get_by_label(re.compile("How likely are you to recommend")).select_option("9")
    looks.at(guest, "a review with a recommendation")
    guest.get_by_role("button", name="Send").tap()
    expect(guest.get_by_text("Caves like cathedrals.")).to_be_visible()


def test_a_review_is_answered_and_published(own_shop: Shop, new_context: NewContext, looks: Looks) -> None:
    tour = own_shop.add_tour(seats=8)
    email = f"{secrets.token_hex(4)}@guests.example"
    own_shop.buy(tour, tour.timeslot_ids[0], adults=2, email=email)
    own_shop.rows(
        "UPDATE scheduling_timeslot SET date = date - 6, start_at = start_at - interval '6 days',"
        " end_at = end_at - interval '6 days' WHERE id = %s",
        tour.timeslot_ids[0],
    )
    guest = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    _write_review(guest, own_shop, email, looks)

    page = new_context(viewport=DESK).new_page()
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/reviews")
    card = page.get_by_role("listitem").filter(has_text="Caves like cathedrals.")
    expect(card.get_by_text("Would recommend: 9 of 10")).to_be_visible()
    card.get_by_role("button", name="Answer").click()
    page.get_by_label("Your answer").fill("See you in the caves!")
    looks.at(page, "an answer to a review")
    page.get_by_role("button", name="Save answer").click()
    expect(card.get_by_text("See you in the caves!")).to_be_visible()
    card.get_by_role("button", name="Publish").click()
    expect(card.get_by_text("Published", exact=True)).to_be_visible()
    looks.at(page, "reviews")

    guest.reload()
    expect(guest.get_by_text("See you in the caves!")).to_be_visible()
    slug = own_shop.rows("SELECT slug FROM catalog_experience WHERE id = %s", tour.id)[0]["slug"]

    def is_public() -> bool:
        guest.goto(f"{own_shop.url}/experiences/{slug}")
        return guest.get_by_text("Caves like cathedrals.").count() > 0

    wait_for(is_public, "the review on the public page")
    expect(guest.get_by_text("5 out of 5, ratings: 1")).to_be_visible()
    looks.at(guest, "a published review")
