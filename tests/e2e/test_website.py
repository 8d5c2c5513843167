"""
Journeys of visitors who find an operator's public pages.

1. Found and booked: the list, one experience, its calendar, a day, the trip builder.
2. Read without a script, as a search engine or a broken network does, on to the calendar's days.
3. In other scripts and directions, on a phone and at a desk: nothing is cut off, nobody locked out.
"""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.watch import Watch


@pytest.fixture(scope="module")
def tour(shop: Shop) -> Tour:
    """One tour with everything a visitor may read."""
    made = shop.add_tour(seats=8)
    page = {
        "id": made.id,
        "name": shop.client.get(f"/api/experience/{made.id}/get")["experience"]["name"],
        "duration_minutes": 120,
        "description_html": "<p>We paddle below the arches.</p>",
        "inclusions": "Kayak\nHelmet",
        "exclusions": "Lunch",
        "what_to_bring": "Shoes that may get wet",
        "difficulty": "easy",
        "languages": ["en", "pt"],
        "video_url": "https://vimeo.com/123456789",
    }
    shop.client.post("/api/experience/save", page)
    return made


def open_tour(page: Page, shop: Shop, tour: Tour, prefix: str = "") -> None:
    """Open the page of the tour by its number."""
    page.goto(f"{shop.url}{prefix}/experiences/{tour.id}")


def test_from_the_list_to_the_trip_builder(page: Page, shop: Shop, tour: Tour) -> None:
    page.goto(f"{shop.url}/")
    open_tour(page, shop, tour)
    name = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("link", name="All experiences").click()
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    for said in (
        "We paddle below the arches.",
        "Helmet",
        "Lunch",
        "Shoes that may get wet",
        "Old pier, gate 3",
    ):
        expect(page.get_by_text(said)).to_be_visible()
    page.get_by_role("link", name="Book now").click()
    calendar = page.frame_locator("iframe[src*='/widgets/calendar']")
    free = calendar.locator(".has-availability").first
    expect(free).to_be_visible()
    free.click()
    expect(
        page.frame_locator("iframe[src*='/widgets/tripBuilder']").get_by_role("heading").first
    ).to_be_visible()


def test_everything_can_be_read_without_a_script(
    new_context: NewContext, watches: dict[BrowserContext, Watch], shop: Shop, tour: Tour
) -> None:
    context = new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    # What is announced for a script that may not run is not fetched.
    watches[context].expect(r"request failed: GET \S+\.js csp$")
    open_tour(page, shop, tour, "/de")
    expect(page.get_by_role("heading", name="Treffpunkt")).to_be_visible()
    expect(page.get_by_text("We paddle below the arches.")).to_be_visible()
    page.locator("#book a").click()
    expect(page).to_have_url(f"{shop.url}/widgets/calendar?language=de&experience={tour.id}")
    expect(page.locator("[data-date]").first).to_be_visible()
    # What books needs a script, and leads back to what can be read.
    page.goto(f"{shop.url}/widgets/tripBuilder?experience={tour.id}&language=de")
    expect(page).to_have_url(re.compile(r"/de/experiences/[a-z0-9-]+$"))
    expect(page.get_by_role("heading", name="Treffpunkt")).to_be_visible()


@pytest.mark.parametrize("prefix", ["", "/ar", "/ja", "/de"])
def test_on_every_screen_in_every_script(
    page: Page, watch: Watch, shop: Shop, tour: Tour, looks: Looks, prefix: str
) -> None:
    watch.expect("/experiences/nowhere")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        page.goto(f"{shop.url}{prefix or '/'}")
        looks.at(page, f"home {prefix} {size['width']}")
        open_tour(page, shop, tour, prefix)
        looks.at(page, f"experience {prefix} {size['width']}")
    page.goto(f"{shop.url}{prefix}/experiences/nowhere")
    looks.at(page, f"missing {prefix}")
