"""
A waiver from its first word to the guest it counts for.

The owner writes it in two languages with a question, asks for it on a tour, and a guest signs it under
their trip's link. On the trip it is taken off again, and the day's list of waivers gives it back.
Where nobody boards without, the manifest says so and takes their word for paper.
"""

import re
import secrets
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.support import dock, office
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

PAGE = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"


def write_waiver(page: Page, shop: Shop, name: str) -> int:
    """Write a waiver in English and Spanish that asks whether people swim; returns its id."""
    page.goto(f"{shop.url}/setup/waiver/new/edit")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Text", exact=True).fill("# Risks\n\nWater is wet.")
    page.get_by_role("button", name="Add question").click()
    page.get_by_label("Question 1", exact=True).fill("Can you swim?")
    preview = page.get_by_role("region", name="Preview")
    expect(preview).to_contain_text("Water is wet.")
    expect(preview).to_contain_text("Can you swim?")

    page.get_by_role("button", name="Add language").click()
    page.get_by_role("menuitem", name="Español").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("This field is required.")).to_be_visible()
    page.get_by_label("Text", exact=True).fill("# Riesgos\n\nEl agua moja.")
    # What has no words yet is asked in the main language.
    expect(preview).to_contain_text("El agua moja.")
    expect(preview).to_contain_text("Can you swim?")
    page.get_by_label("Question 1", exact=True).fill("¿Sabe nadar?")
    expect(preview).to_contain_text("¿Sabe nadar?")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/setup/waiver/\d+/edit"))
    expect(page.get_by_role("tab", name="Español")).to_be_visible()
    return int(page.url.split("/")[-2])


def ask_on_tour(page: Page, shop: Shop, tour: Tour, waiver: str) -> None:
    """Have the adults of a tour sign it."""
    page.goto(f"{shop.url}/setup/experience/{tour.id}/edit/waivers")
    page.get_by_role("checkbox", name=waiver).check()
    expect(page.get_by_text("No ticket asks for a waiver yet")).to_be_visible()
    page.get_by_role("button", name=re.compile("Adult$")).click()
    page.get_by_role("option", name="Signs as an adult").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("No ticket asks for a waiver yet")).to_be_hidden()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()


def book(shop: Shop, tour: Tour) -> dict[str, Any]:
    """Book one adult, whose name is known, as the front desk does."""
    order = {
        "experience_id": tour.id,
        "timeslot_id": tour.timeslot_ids[0],
        "quantities": [{"experience_customer_type_id": tour.adult_id, "qty": 1}],
    }
    contact = {
        "first_name": "Ines",
        "last_name": f"Vaz {secrets.token_hex(2)}",
        "email": "ines@guests.example",
    }
    cart = shop.client.post("/api/trip/save", {"method": "phone", "contact": contact, "orders": [order]})[
        "trip"
    ]
    return dict(shop.client.post(f"/api/trip/{cart['id']}/reserve", {"notify": False})["trip"])


def sign(shop: Shop, template: int, trip: dict[str, Any]) -> None:
    """Sign under the link of a trip, as its only guest."""
    name = {"first_name": "Ines", "last_name": trip["contact"]["last_name"]}
    done = shop.stack.client(shop.slug).post(
        f"/api/waiver/{template}/sign",
        {
            "template_version": 1,
            "locale": "en",
            "hash": trip["hash"],
            "booking_id": trip["tripOrders"][0]["bookings"][0]["id"],
            "signer": {**name, "email": "ines@guests.example"},
            "answers": {
                shop.client.get(f"/api/waiverTemplate/{template}/get")["waiverTemplate"]["questions"][0][
                    "id"
                ]: True
            },
            "typed_name": " ".join(name.values()),
            "consent_at": datetime.now(UTC).isoformat(),
        },
    )
    assert done["waiver"]["assigned_cnt"] == 1, done


def test_a_waiver_is_written_asked_for_signed_and_given_to_its_guest(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=6)
    waiver = f"Risks {secrets.token_hex(3)}"
    office.enter(page, own_shop)
    template = write_waiver(page, own_shop, waiver)
    ask_on_tour(page, own_shop, tour, waiver)
    trip = book(own_shop, tour)

    page.goto(f"{own_shop.url}/trip/{trip['id']}")
    expect(page.get_by_role("button", name=re.compile("^Waivers of .*: Waiver missing$"))).to_be_visible()
    sign(own_shop, template, trip)
    page.reload()
    page.get_by_role("button", name=re.compile("^Waivers of .*: Waiver signed$")).click()
    page.get_by_role("menuitem", name=f"Unassign: {waiver}").click()
    expect(page.get_by_role("button", name=re.compile("^Waivers of .*: Waiver missing$"))).to_be_visible()

    page.goto(f"{own_shop.url}/waivers?tab=assign&date={tour.day}")
    page.get_by_role("button", name=re.compile("^Assign the waiver of Ines")).click()
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("Similar name")
    window.get_by_role("button", name=re.compile("^Assign to Ines")).click()
    expect(page.get_by_text("Nothing to assign")).to_be_visible()
    page.goto(f"{own_shop.url}/waivers")
    row = page.get_by_role("row").filter(has_text=waiver)
    expect(row).to_contain_text("Assigned")
    expect(row).to_contain_text(trip["confirmation_code"])


def test_nobody_boards_without_a_waiver_but_paper_counts(page: Page, watch: Watch, own_shop: Shop) -> None:
    watch.expect(r"/checkin")
    tour = own_shop.add_tour(seats=6)
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/general/selling")
    page.get_by_text("Don’t check in").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    ask = {"name": "Risks", "texts": [{"locale": "en", "body_html": "<p>Water is wet.</p>"}]}
    template = own_shop.client.post("/api/waiverTemplate/save", ask)["waiverTemplate"]["id"]
    own_shop.client.post(f"/api/experience/{tour.id}/waivers/edit", {"template_ids": [template]})
    own_shop.rows(
        "UPDATE catalog_experiencecustomertype SET requires_waiver = 'adult' WHERE id = %s", tour.adult_id
    )
    trip = book(own_shop, tour)
    dock.open_page(page, own_shop, tour)
    button = office.check_in_button(page, f"Ines {trip['contact']['last_name']}")
    button.click()
    page.get_by_role("button", name="Check in anyway").click()
    expect(page.get_by_text("The waiver isn't signed yet")).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Mark as signed on paper").click()
    expect(button).to_have_attribute("aria-pressed", "true")
    # The screen shows it at once; the server has it a moment later.
    wait_for(lambda: _waiver_and_arrival(own_shop, trip) == ("marked", True), "the check-in")
    scan_paper(page, own_shop, trip)
    assert _waiver_and_arrival(own_shop, trip) == ("signed", True)


def scan_paper(page: Page, shop: Shop, trip: dict[str, Any]) -> None:
    """Keep the scan of what the guest signed on paper; once it is said who they are."""
    guest = trip["tripOrders"][0]["bookings"][0]["id"]
    name = {"first_name": "Ines", "last_name": trip["contact"]["last_name"]}
    shop.client.post(f"/api/booking/{guest}/save", {"guest": name})
    page.goto(f"{shop.url}/trip/{trip['id']}")
    page.get_by_role("button", name=re.compile("^Waivers of .*: Signed on paper$")).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Add scan: Risks").click()
    chooser.value.set_files({"name": "page.pdf", "mimeType": "application/pdf", "buffer": PAGE})
    expect(page.get_by_role("button", name=re.compile("^Waivers of .*: Waiver signed$"))).to_be_visible()


def _waiver_and_arrival(shop: Shop, trip: dict[str, Any]) -> tuple[str, bool]:
    guest = shop.client.get(f"/api/trip/{trip['id']}/get")["tripOrders"][0]["bookings"][0]
    return guest["waiver"]["state"], guest["checked_in_at"] is not None
