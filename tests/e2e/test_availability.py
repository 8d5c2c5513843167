"""
Journeys of an owner who changes when tours run.

1. A rule: what a change does to each day is seen first; what was changed by hand stays; what makes
   no sense stands at its field; the rule goes with what nobody has booked.
2. Many rules at once: the difference, then the change as a task, and its outcome.
3. A day of the calendar is closed, and one departure gets other seats.
"""

from playwright.sync_api import Page, expect

from tests.e2e.support import office
from tests.e2e.support.shop import Shop, Tour

SEATS, FEWER = 8, 6


def capacities(shop: Shop, tour: Tour) -> list[int]:
    """Return the seats of a tour's departures, in their order."""
    query = "SELECT capacity FROM scheduling_timeslot WHERE experience_id = %s ORDER BY start_at"
    return [row["capacity"] for row in shop.rows(query, tour.id)]


def fill_number(page: Page, name: str, number: int) -> None:
    """Type a number into a field and leave it."""
    field = page.get_by_role("textbox", name=name, exact=True)
    field.fill(str(number))
    field.press("Tab")


def test_a_rule_is_changed_after_its_preview(page: Page, demo: Shop) -> None:
    tour = demo.add_tour(seats=SEATS)
    demo.client.post(f"/api/timeslot/{tour.timeslot_ids[0]}/edit", {"capacity": 3})
    office.enter(page, demo)
    page.goto(f"{demo.url}/setup/experience/{tour.id}/dates")
    page.get_by_role("link", name="Every day").click()
    expect(page.get_by_role("heading", name="Edit dates and times", level=1)).to_be_visible()
    expect(page.get_by_text("1 kept")).to_be_visible()

    page.get_by_role("tab", name="Intervals").click()
    fill_number(page, "Every (min)", 2)
    expect(page.get_by_text("at least 5 minutes apart")).to_be_visible()
    page.get_by_role("tab", name="Set times").click()

    fill_number(page, "Seats per departure", FEWER)
    expect(page.get_by_text("1 changed")).to_be_visible()
    expect(page.get_by_text("1 kept")).to_be_visible()
    assert capacities(demo, tour) == [3, SEATS]
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved: 1 changed")).to_be_visible()
    assert capacities(demo, tour) == [3, FEWER]
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()

    page.get_by_role("button", name="Delete", exact=True).click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog.get_by_text("1 departure without bookings is removed.")).to_be_visible()
    expect(dialog.get_by_text("The schedule ends instead of being deleted.")).to_be_visible()
    dialog.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url(f"{demo.url}/setup/experience/{tour.id}/dates")
    expect(page.get_by_text("Ended", exact=True)).to_be_visible()
    assert capacities(demo, tour) == [3]


def test_many_rules_are_changed_after_the_difference(page: Page, demo: Shop) -> None:
    tour = demo.add_tour(seats=SEATS)
    office.enter(page, demo)
    page.goto(f"{demo.url}/setup/experiences/availabilities/bulkEdit?experience={tour.id}")
    expect(page.get_by_role("heading", name="1 of 1 selected")).to_be_visible()
    page.get_by_role("button", name="Add change").click()
    page.get_by_role("menuitem", name="Seats per departure").click()
    fill_number(page, "Seats per departure", FEWER)
    expect(page.get_by_text("Upcoming departures: 2.")).to_be_visible()
    row = page.get_by_role("table", name="One by one").get_by_role("row", name=tour.name)
    expect(row).to_contain_text("2 changed")
    assert capacities(demo, tour) == [SEATS, SEATS]
    page.get_by_role("button", name="Change 1 schedule").click()
    page.wait_for_url("**/bulkEdit?job=*")
    expect(page.get_by_role("heading", name="Done", exact=True)).to_be_visible(timeout=30_000)
    assert capacities(demo, tour) == [FEWER, FEWER]


def test_a_day_is_closed_and_a_departure_changed(page: Page, demo: Shop) -> None:
    tour = demo.add_tour(seats=SEATS, days_ahead=1)
    office.enter(page, demo)
    page.goto(f"{demo.url}/setup/experience/{tour.id}/dates")
    page.get_by_role("button", name="More for 2:30 PM").click()
    page.get_by_role("menuitem", name="Seats and note").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Seats per departure").fill("5")
    dialog.get_by_label("Internal note").fill("Short of boats")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Short of boats")).to_be_visible()
    assert capacities(demo, tour) == [SEATS, 5]

    page.get_by_role("button", name="More for this day").click()
    page.get_by_role("menuitem", name="Close day").click()
    expect(page.get_by_text("Closed", exact=True)).to_be_visible()
    found = demo.rows("SELECT status FROM scheduling_experiencedate WHERE experience_id = %s", tour.id)
    assert [row["status"] for row in found] == ["closed"]
