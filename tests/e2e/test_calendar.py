"""
The operator's calendar, with real keys and a real mouse.

From the month into a day, by guide; a departure moved with the keyboard and with the mouse, each
taken back; a conflict that is a question; what a guide sees of it.
"""

import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.crew import Member, hire
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.watch import Watch


@dataclass(frozen=True)
class Crewed:
    """A tour of which the morning is sold and has a guide, who is free in the afternoon."""

    shop: Shop
    tour: Tour
    ida: Member
    ida_id: int
    jon: Member
    jon_id: int

    @property
    def morning(self) -> int:
        return self.tour.timeslot_ids[0]

    def guides(self) -> list[int]:
        """Return who guides the morning, as the database has it."""
        query = "SELECT user_avatar_id FROM scheduling_timeslotguide WHERE timeslot_id = %s"
        return [row["user_avatar_id"] for row in self.shop.rows(f"{query} ORDER BY 1", self.morning)]


def guide_of(shop: Shop) -> tuple[Member, int]:
    member = hire(shop, "guide")
    found = shop.rows("SELECT id FROM people_useravatar WHERE email = %s", member.email)[0]["id"]
    return member, found


@pytest.fixture
def crewed(own_shop: Shop) -> Crewed:
    tour = own_shop.add_tour(seats=8)
    own_shop.buy(tour, tour.timeslot_ids[0], adults=3, email=f"ines.{secrets.token_hex(4)}@guests.example")
    ida, ida_id = guide_of(own_shop)
    jon, jon_id = guide_of(own_shop)
    crew = {"guides": [{"id": ida_id, "role": "lead"}]}
    own_shop.client.post(f"/api/timeslot/{tour.timeslot_ids[0]}/guides/assign", crew)
    return Crewed(own_shop, tour, ida, ida_id, jon, jon_id)


def row_of(page: Page, guide_id: int | None) -> Locator:
    return page.locator(f'[data-drop="guide:{guide_id or "none"}"]')


def bar_in(page: Page, guide_id: int | None) -> Locator:
    """Return the morning in somebody's row."""
    return row_of(page, guide_id).get_by_role("button", name=re.compile("^9:00"))


def address(crewed: Crewed, **more: str) -> str:
    """Return the calendar of this tour on its day, as a link that somebody was sent."""
    asked = {**more, "date": crewed.tour.day, "experience": crewed.tour.id}
    return f"{crewed.shop.url}/calendar?{urlencode(asked)}"


def test_from_the_month_to_a_move_by_keys(page: Page, crewed: Crewed) -> None:
    office.enter(page, crewed.shop)
    page.goto(address(crewed))
    month = page.get_by_role("grid", name="Departures of the month")
    expect(month.get_by_role("button", name=re.compile("3 of 8 seats sold"))).to_be_visible()
    month.locator('[data-stop="start"]').focus()
    page.keyboard.press("ArrowDown")
    expect(month.get_by_role("button", name=re.compile("^9:00"))).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("view=day"))
    page.get_by_role("button", name="Group by").or_(page.get_by_label("Group by")).first.click()
    page.get_by_role("option", name="By guide").click()
    page.wait_for_url(re.compile("by=guide"))

    bar = bar_in(page, crewed.ida_id)
    expect(bar).to_be_visible()
    bar.focus()
    page.keyboard.press("v")
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    menu.get_by_role("menuitem", name=crewed.jon.name).focus()
    page.keyboard.press("Enter")
    moved = bar_in(page, crewed.jon_id)
    expect(moved).to_be_focused()
    expect(page.get_by_text(re.compile("^Moved: "))).to_be_visible()
    assert crewed.guides() == [crewed.jon_id]
    page.keyboard.press("ControlOrMeta+z")
    expect(bar_in(page, crewed.ida_id)).to_be_visible()
    expect(page.get_by_text(re.compile("^Moved back: "))).to_be_visible()
    assert crewed.guides() == [crewed.ida_id]


def test_a_move_by_mouse(page: Page, crewed: Crewed) -> None:
    office.enter(page, crewed.shop)
    page.goto(address(crewed, view="day", by="guide"))
    bar = bar_in(page, crewed.ida_id)
    expect(bar).to_be_visible()
    carry(page, bar, row_of(page, crewed.jon_id))
    expect(bar_in(page, crewed.jon_id)).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(bar_in(page, crewed.ida_id)).to_be_visible()
    expect(page.get_by_text(re.compile("^Moved back: "))).to_be_visible()
    assert crewed.guides() == [crewed.ida_id]
    carry(page, bar_in(page, crewed.ida_id), row_of(page, None))
    expect(bar_in(page, None)).to_be_visible()
    expect(page.get_by_text(re.compile("^Moved: "))).to_be_visible()
    assert crewed.guides() == []


def carry(page: Page, what: Locator, to: Locator) -> None:
    """Take something with the mouse and let it go over another row."""
    to.scroll_into_view_if_needed()
    start, end = what.bounding_box(), to.bounding_box()
    assert start
    assert end
    x, y = start["x"] + 20, start["y"] + start["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8, steps=3)
    page.mouse.move(x + 8, end["y"] + end["height"] / 2, steps=5)
    expect(to).to_have_attribute("data-over", "")
    page.mouse.up()


def test_a_conflict_is_a_question(page: Page, watches: dict[object, Watch], crewed: Crewed) -> None:
    watches[page.context].expect(r"/guides/assign", r"status of 409")
    day = crewed.tour.day
    away = {"start_at": f"{day}T00:00:00Z", "end_at": f"{day}T23:00:00Z", "reason": "Holiday"}
    crewed.shop.client.post(f"/api/guide/{crewed.jon_id}/blackouts", away)
    office.enter(page, crewed.shop)
    page.goto(address(crewed, view="day", by="guide"))
    expect(bar_in(page, crewed.ida_id)).to_be_visible()
    carry(page, bar_in(page, crewed.ida_id), row_of(page, crewed.jon_id))
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text(f"{crewed.jon.name} is unavailable then")
    # The page below a question is hidden from roles, and still there to be seen.
    below = row_of(page, crewed.ida_id).get_by_role("button", name=re.compile("^9:00"), include_hidden=True)
    expect(below).to_be_visible()
    assert crewed.guides() == [crewed.ida_id]
    question.get_by_role("button", name="Assign anyway").click()
    expect(bar_in(page, crewed.jon_id)).to_be_visible()
    expect(page.get_by_text(re.compile("^Moved: "))).to_be_visible()
    assert crewed.guides() == [crewed.jon_id]


def test_a_departure_on_a_phone(new_context: NewContext, crewed: Crewed) -> None:
    page = new_context(viewport=PHONE).new_page()
    office.enter(page, crewed.shop)
    page.goto(address(crewed))
    page.get_by_role("button", name=re.compile("^9:00")).click()
    drawer = page.get_by_role("dialog", name=crewed.tour.name)
    expect(drawer).to_contain_text(crewed.ida.name)
    drawer.get_by_role("button", name="Check", exact=True).click()
    expect(drawer).to_contain_text("Online: bookable")
    drawer.get_by_label("Seats", exact=True).fill("12")
    drawer.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("Saved")).to_be_visible()
    row = crewed.shop.rows("SELECT * FROM scheduling_timeslot WHERE id = %s", crewed.morning)[0]
    assert row["capacity"] == 12
    drawer.get_by_role("link", name="Open manifest").click()
    page.wait_for_url(f"**/manifest?date={crewed.tour.day}")


def test_a_guide_sees_their_own(page: Page, crewed: Crewed) -> None:
    mine = Shop(crewed.shop.stack, crewed.shop.slug, crewed.ida.client)
    office.enter(page, mine)
    page.goto(address(crewed, view="day", by="guide"))
    expect(bar_in(page, crewed.ida_id)).to_be_visible()
    # The afternoon is nobody's, and none of theirs.
    expect(page.get_by_role("button", name=re.compile("^2:30"))).to_have_count(0)
    bar_in(page, crewed.ida_id).focus()
    page.keyboard.press("v")
    expect(page.get_by_role("menu")).to_have_count(0)
    page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name=crewed.tour.name)
    expect(drawer).to_contain_text("3/8")
    expect(drawer.get_by_label("Seats", exact=True)).to_have_count(0)
