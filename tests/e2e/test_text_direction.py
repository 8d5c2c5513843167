"""A name that runs from right to left stays in one piece on a screen that runs from left to right."""

import secrets

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support import office
from tests.e2e.support.shop import Shop

# What comes last is a bracket: torn out of its name it would stand at the right, as in an English one.
FIRST, LAST = "محمد", "العلي (2)"
LAST_IS_LEFTMOST = """element => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const begin = text.data.indexOf('محمد'), end = text.data.lastIndexOf(')')
    if (begin < 0 || end < 0) continue
    const x = place => {
      const range = document.createRange()
      range.setStart(text, place)
      range.setEnd(text, place + 1)
      return range.getBoundingClientRect().x
    }
    return x(end) < x(begin)
  }
  return null
}"""


def is_whole(place: Locator) -> bool:
    """Tell whether the name in an element reads from right to left to its very end."""
    expect(place).to_be_visible()
    return place.evaluate(LAST_IS_LEFTMOST) is True


def test_a_name_from_right_to_left_stays_whole(page: Page, demo: Shop) -> None:
    tour = demo.add_tour(seats=6)
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": 1}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[0], "quantities": quantities}
    contact = {"first_name": FIRST, "last_name": LAST, "email": f"m{secrets.token_hex(3)}@guests.example"}
    trip = demo.client.post("/api/trip/save", {"method": "phone", "contact": contact, "orders": [order]})[
        "trip"
    ]
    demo.client.post(f"/api/trip/{trip['id']}/reserve", {"notify": False})

    office.enter(page, demo)
    page.goto(f"{demo.url}/trip/{trip['id']}")
    assert is_whole(page.get_by_role("heading", level=1))
    page.goto(f"{demo.url}/manifest?date={tour.day}")
    assert is_whole(page.get_by_text(FIRST).first)
    page.goto(f"{demo.url}/trips?q={trip['confirmation_code']}")
    assert is_whole(page.get_by_role("grid", name="Trips").get_by_text(FIRST).first)
