"""An owner says what guides and boats cost: row by row, kept, and there again the next time."""

import secrets

from playwright.sync_api import Page, expect

from tests.e2e.support import crew, office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop

SIZES = ({"width": 390, "height": 844}, {"width": 1440, "height": 900})


def test_what_boats_and_guides_cost_is_kept(page: Page, own_shop: Shop, looks: Looks) -> None:
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/resources/costs")
    guide = crew.hire(own_shop, "guide")
    boat = f"Orca {secrets.token_hex(3)}"
    saved = own_shop.client.post("/api/resourceGroup/save", {"name": "Boats"})
    [group] = [one["id"] for one in saved["resourceGroups"] if one["name"] == "Boats"]
    own_shop.client.post(
        "/api/resources/update", {"rows": [{"group_id": group, "name": boat, "capacity": 8}]}
    )

    page.reload()
    row = page.get_by_role("group", name=boat)
    row.get_by_label("Per hour").fill("40")
    page.get_by_role("group", name=guide.name).get_by_label("Per departure").fill("65.50")
    page.keyboard.press("Tab")
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        looks.at(page, f"costs {size['width']}")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Costs saved")).to_be_visible()

    page.reload()
    expect(row.get_by_label("Per hour")).to_have_value("€40.00")
    paid = page.get_by_role("group", name=guide.name).get_by_label("Per departure")
    expect(paid).to_have_value("€65.50")
