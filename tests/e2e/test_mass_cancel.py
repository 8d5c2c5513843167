"""
A departure is called off with everybody on it, from the preview to the last message.

1. Three parties are booked; the wizard says what will happen, the job does it, each party is told,
   the money goes back, and the departure can be opened again.
2. The work is left and found again under notifications.
3. Where nobody is booked there is nothing to look at first.
"""

import re
import secrets

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support import dock, office
from tests.e2e.support.shop import ADULT, Shop, Tour
from tests.e2e.support.wait_conditions import wait_for


def _parties(shop: Shop, tour: Tour, *sizes: int) -> list[str]:
    emails = [f"ines.{secrets.token_hex(4)}@guests.example" for _ in sizes]
    for email, adults in zip(emails, sizes, strict=True):
        shop.buy(tour, tour.timeslot_ids[0], adults=adults, email=email)
    return emails


def _open_wizard(page: Page, tour: Tour) -> Locator:
    page.get_by_role("button", name=re.compile(f"^More for .*{tour.name}")).first.click()
    page.get_by_role("menuitem", name="Cancel this departure").click()
    dialog = page.get_by_role("dialog", name=re.compile(f"^Cancel {tour.name}"))
    expect(dialog).to_be_visible()
    return dialog


def _refunded(shop: Shop, email: str) -> int:
    return sum(amount for kind, _, amount in shop.payments_of(email) if kind == "refund")


def _status(shop: Shop, timeslot: int) -> str:
    query = "SELECT status FROM scheduling_timeslot WHERE id = %s"
    return str(shop.rows(query, timeslot)[0]["status"])


def _decide(dialog: Locator) -> None:
    dialog.get_by_role("button", name="Weather").click()
    expect(dialog.get_by_label("Reason")).to_have_value("Weather")
    dialog.get_by_label("Your message").fill("The wind is too strong today.")
    dialog.get_by_role("button", name="Review").click()


def test_a_departure_is_called_off_with_everybody_on_it(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=20)
    emails = _parties(own_shop, tour, 1, 2, 3)
    office.enter(page, own_shop)
    dock.open_page(page, own_shop, tour)
    dialog = _open_wizard(page, tour)
    _decide(dialog)
    expect(dialog.get_by_text("3 orders, 6 guests")).to_be_visible()
    expect(dialog.get_by_text("3 messages")).to_be_visible()
    expect(dialog.get_by_text("The wind is too strong today.")).to_be_visible()
    expect(dialog.get_by_text(f"€{6 * ADULT / 100:.2f}").first).to_be_visible()
    assert _status(own_shop, tour.timeslot_ids[0]) == "open"

    dialog.get_by_role("button", name="Cancel 3 orders").click()
    outcome = page.get_by_role("dialog", name=re.compile(tour.name))
    expect(outcome.get_by_text("All done.")).to_be_visible()
    outcome.get_by_role("button", name="Close").last.click()
    assert _status(own_shop, tour.timeslot_ids[0]) == "cancelled"
    for email, adults in zip(emails, (1, 2, 3), strict=True):
        wait_for(lambda email=email: own_shop.stack.mailbox(email)[1:], f"the message to {email}")
        assert "The wind is too strong today." in str(own_shop.stack.mailbox(email)[-1]["text"])
        paid = adults * ADULT
        wait_for(lambda email=email, paid=paid: abs(_refunded(own_shop, email)) == paid, "money")
    _reopen(page, own_shop, tour)


def _reopen(page: Page, shop: Shop, tour: Tour) -> None:
    page.get_by_role("button", name="More for this day").click()
    page.get_by_role("menuitem", name="Show canceled").click()
    page.get_by_role("button", name=re.compile(f"^More for .*{tour.name}")).first.click()
    page.get_by_role("menuitem", name="Reopen this departure").click()
    wait_for(lambda: _status(shop, tour.timeslot_ids[0]) == "open", "the departure to be open")
    assert shop.seats(tour.timeslot_ids[0]) == (0, 0)


def test_the_work_is_left_and_found_again(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=20)
    emails = _parties(own_shop, tour, 2, 2)
    office.enter(page, own_shop)
    dock.open_page(page, own_shop, tour)
    dialog = _open_wizard(page, tour)
    _decide(dialog)
    dialog.get_by_role("button", name="Cancel 2 orders").click()
    query = "SELECT 1 FROM notifications_notification WHERE kind = 'job_finished'"
    wait_for(lambda: own_shop.rows(query), "the end of the work", 40)
    page.goto(f"{own_shop.url}/notifications")
    row = page.get_by_role("listitem").filter(has_text=f"Cancel: {tour.name}").first
    expect(row).to_be_visible()
    row.get_by_role("button").first.click()
    outcome = page.get_by_role("dialog", name=re.compile(tour.name))
    expect(outcome.get_by_text("All done.")).to_be_visible()
    for email in emails:
        wait_for(lambda email=email: abs(_refunded(own_shop, email)) == 2 * ADULT, "the money")


def test_where_nobody_is_booked_it_is_done_at_once(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=20)
    office.enter(page, own_shop)
    dock.open_page(page, own_shop, tour)
    dialog = _open_wizard(page, tour)
    expect(dialog.get_by_text("No one is booked.")).to_be_visible()
    dialog.get_by_label("Reason").fill("Low tide")
    dialog.get_by_role("button", name="Cancel now").click()
    expect(dialog).to_be_hidden()
    assert _status(own_shop, tour.timeslot_ids[0]) == "cancelled"
