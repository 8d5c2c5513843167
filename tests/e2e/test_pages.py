"""Every page at its address, in every language; every screen of the office looked at."""

import json
import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import ROOT
from tests.e2e.test_screens import demo, looks, some_trip

__all__ = ["demo", "looks"]
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
TABLE = json.loads((ROOT / "web" / "src" / "routes" / "routes.json").read_text())
LOCALES = TABLE["locales"]


def pages() -> list[str]:
    """Return the addresses of the contract's pages, with something for their parameters."""
    rows = [
        line.split("\t")
        for line in (ROOT / "tests" / "contract" / "routes.tsv").read_text().splitlines()
        if line[:1] != "#"
    ]
    return [re.sub(r"\{\w+\}", "7", row[3]) for row in rows if row[1] == "page"]


def asked(demo: Shop, path: str) -> tuple[int, str]:
    """Return status and text of a page, asked for as a browser does."""
    answer = demo.client.ask("GET", path, Accept="text/html", **{"Accept-Encoding": "identity"})
    return answer.status, answer.body.decode()


@pytest.mark.parametrize("path", pages())
def test_a_page_is_at_its_address_in_every_language(demo: Shop, path: str) -> None:
    for prefix in ("", *(f"/{locale}" for locale in LOCALES)):
        status, text = asked(demo, f"{prefix}{path}")
        assert status == 200, prefix
        assert f'lang="{prefix.strip("/") or "en"}"' in text
    assert asked(demo, f"/xx{path}")[0] == 404


OFFICE = (
    ("/dashboard", "Dashboard"),
    ("/trips", "Trips"),
    ("/customers", "Customers"),
    ("/search?q=kayak", "Search"),
    ("/notifications", "Notifications"),
    ("/profile", None),
    ("/profile/security", None),
    ("/profile/notifications", None),
    ("/help", None),
    ("/components", None),
    ("/agentAccountChooser", None),
    ("/calendar", None),
    ("/reports", None),
)
SETUP = (
    ("/setup", None),
    ("/setup/general", None),
    ("/setup/general/taxes", None),
    ("/setup/general/cancellation", None),
    ("/setup/team", None),
    ("/setup/roles", None),
    ("/setup/customFields", "Custom fields"),
    ("/setup/resources", "Resources"),
    ("/setup/waivers", "Waiver templates"),
    ("/setup/waiver/new/edit", "New waiver"),
    ("/setup/devices", "Devices"),
    ("/setup/plugins", "Plugins"),
    ("/setup/plugin/slack", "Slack"),
    ("/setup/tools/auditLogViewer", "Audit log"),
    ("/setup/tools/importExportViewer", None),
)


def look_at_all(
    page: Page, demo: Shop, looks: Looks, screens: tuple[tuple[str, str | None], ...]
) -> None:
    """Open screen after screen and look at each."""
    office.enter(page, demo)
    for path, heading in screens:
        page.goto(f"{demo.url}{path}")
        if heading:
            expect(page.get_by_role("heading", name=heading, level=1)).to_be_attached()
        else:
            expect(page.get_by_role("heading", level=1).first).to_be_attached()
        page.wait_for_load_state("networkidle")
        looks.at(page, path)


@SIZES
def test_the_office(new_context: NewContext, looks: Looks, demo: Shop, size: ViewportSize) -> None:
    look_at_all(new_context(viewport=size).new_page(), demo, looks, OFFICE)


@SIZES
def test_the_set_up(new_context: NewContext, looks: Looks, demo: Shop, size: ViewportSize) -> None:
    look_at_all(new_context(viewport=size).new_page(), demo, looks, SETUP)


@SIZES
def test_a_customer(new_context: NewContext, looks: Looks, demo: Shop, size: ViewportSize) -> None:
    customer = some_trip(demo)["customer_id"]
    tabs = ("", "/trips", "/bookings", "/messages", "/cards", "/history", "/duplicates")
    screens = tuple((f"/customer/{customer}{tab}", None) for tab in tabs)
    look_at_all(new_context(viewport=size).new_page(), demo, looks, screens)
