"""
Journeys of whoever plans boats and guides, each with real clicks.

1. A boat is blacked out every week; what is on then is told before it is saved.
2. A use is carried to another boat on the timeline, taken back, and moved again without a pointer.
3. A guide gets skills and a day off, and the plan of all guides shows both.
"""

import re
import secrets
from datetime import date

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import crew, office
from tests.e2e.support.booking import guest_at_payment
from tests.e2e.support.shop import Shop, Tour

SOLD = re.compile("Mara Lund")


class Fleet:
    """Two boats that a tour needs, and guests who sit in one of them."""

    def __init__(self, shop: Shop, visitor: Page) -> None:
        word = secrets.token_hex(3)
        client = shop.client
        saved = client.post("/api/resourceGroup/save", {"name": f"Boats {word}"})
        group = next(g["id"] for g in saved["resourceGroups"] if g["name"] == f"Boats {word}")
        boats = [f"Orca {word}", f"Selkie {word}"]
        rows = [{"group_id": group, "name": boat, "capacity": 8} for boat in boats]
        client.post("/api/resources/update", {"rows": rows})
        self.tour: Tour = shop.add_tour(seats=8)
        usage = {"resource_group_id": group, "sharing_scope": "timeslot"}
        client.post(f"/api/experience/{self.tour.id}/resourceUsages/save", {"rows": [usage]})
        guest = guest_at_payment(visitor, shop, self.tour, f"mara.{word}@guests.example")
        guest.pay()
        guest.expect_booked()
        day = self.tour.day
        found = client.get(f"/api/resources/getInDateRange/{day}/{day}?group_ids={group}")
        self.used = next(row["name"] for row in found["resources"] if row["assignments"])
        self.free = next(boat for boat in boats if boat != self.used)


def choose(field: Locator, option: str) -> None:
    """Open a field with a list and choose one of its options."""
    field.click()
    field.page.get_by_role("option", name=re.compile(option)).click()


def type_days(dialog: Locator, day: date) -> None:
    """Type one day as first and last of a blackout, as the operator, in Portugal, writes it."""
    segments = dialog.get_by_role("group", name="Days").get_by_role("spinbutton")
    for place, part in enumerate(2 * f"{day:%d %m %Y}".split()):
        segments.nth(place).click()
        dialog.page.keyboard.type(part)


def carry(what: Locator, to: Locator) -> None:
    """Drag something straight up or down onto a row."""
    page = what.page
    begin, end = what.bounding_box(), to.bounding_box()
    assert begin is not None
    assert end is not None
    x = begin["x"] + begin["width"] / 2
    page.mouse.move(x, begin["y"] + begin["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, end["y"] + end["height"] / 2, steps=12)
    page.mouse.up()


def test_a_boat_is_blacked_out_every_week(page: Page, new_context: NewContext, own_shop: Shop) -> None:
    fleet = Fleet(own_shop, new_context().new_page())
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/resources/blackouts")
    page.get_by_role("button", name="Add blackout").click()
    page.get_by_role("menuitem", name="Black out resources").click()
    dialog = page.get_by_role("dialog", name="Black out resources")
    choose(dialog.get_by_role("button", name=re.compile("Resources")), fleet.used)
    page.keyboard.press("Escape")
    type_days(dialog, fleet.tour.day)
    choose(dialog.get_by_role("button", name=re.compile("Repeats")), "Every week")
    dialog.get_by_label("Reason").fill("Engine")
    expect(dialog.get_by_text("1 is scheduled then.")).to_be_visible()
    expect(dialog.get_by_role("link", name=SOLD)).to_be_visible()
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_be_hidden()
    line = page.get_by_role("listitem").filter(has_text=fleet.used)
    expect(line).to_contain_text("Engine")
    expect(line).to_contain_text("more times")


def test_a_use_is_moved_on_the_timeline(page: Page, new_context: NewContext, own_shop: Shop) -> None:
    fleet = Fleet(own_shop, new_context().new_page())
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/resources/timeline")
    for _ in range((fleet.tour.day - date.today()).days):
        page.get_by_role("button", name="Next day").click()
    rows = page.get_by_role("grid", name="Resource timeline").get_by_role("row")
    before = rows.filter(has_text=fleet.used).get_by_role("button", name=SOLD)
    after = rows.filter(has_text=fleet.free).get_by_role("button", name=SOLD)
    expect(before).to_be_visible()
    carry(before, rows.filter(has_text=fleet.free))
    expect(after).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(before).to_be_visible()

    before.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=fleet.tour.name)
    choose(dialog.get_by_role("button", name=re.compile("Resource")), fleet.free)
    dialog.get_by_role("button", name="Move", exact=True).click()
    expect(after).to_be_visible()


def test_a_guide_gets_skills_and_a_day_off(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=8)
    guide = make_guide(own_shop)
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/guides")
    page.get_by_role("link", name=guide).click()
    expect(page.get_by_role("heading", name=guide, level=1)).to_be_visible()
    page.get_by_role("textbox", name="Skills").fill("Rescue")
    page.get_by_role("textbox", name="Skills").press("Enter")
    page.get_by_label("Daily hour limit").fill("8")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Guide saved")).to_be_visible()

    page.get_by_role("button", name="Add time off").click()
    dialog = page.get_by_role("dialog", name="Time off for guides")
    type_days(dialog, tour.day)
    dialog.get_by_label("Reason").fill("Wedding")
    expect(dialog.get_by_text("Nothing is scheduled then.")).to_be_visible()
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("Wedding"))).to_be_visible()

    page.goto(f"{own_shop.url}/setup/guides")
    row = page.get_by_role("row").filter(has_text=guide)
    expect(row).to_contain_text("Rescue")
    expect(row).to_contain_text("Wedding")


def make_guide(shop: Shop) -> str:
    """Hire somebody who leads departures; returns their name."""
    member = crew.hire(shop, "guide")
    team = shop.client.get("/api/userAvatars/get?limit=200")["data"]
    key = next(row["id"] for row in team if row["email"] == member.email)
    shop.client.post(f"/setup/team/user/{key}/toggle-guide", {"is_guide": True})
    return member.name
