"""Every page at its address, in every language; every screen opened and looked at."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office, places
from tests.e2e.support.places import Place, Things
from tests.e2e.support.quiet import Quiet
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import ROOT
from tests.e2e.support.watch import Watch

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
# A word of two letters before it is no language that is missing, but the number of an invoice.
NUMBERED = {"/invoices"}
SOME = 16
# One page shows skeletons as such.
SKELETONS = {"/components": 7}


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
    for prefix in ("", *(f"/{locale}" for locale in places.LOCALES)):
        status, text = asked(demo, f"{prefix}{path}")
        assert status == 200, prefix
        assert f'lang="{prefix.strip("/") or "en"}"' in text
    assert asked(demo, f"/xx{path}")[0] == (200 if path in NUMBERED else 404)


@pytest.fixture(scope="session")
def things(demo: Shop) -> Things:
    """What the addresses of the screens are made of."""
    return Things(demo)


class Visit:
    """A page that goes from place to place and looks at each."""

    def __init__(self, page: Page, things: Things, looks: Looks) -> None:
        self.page = page
        self.quiet = Quiet(page)
        self.things = things
        self.looks = looks

    def see(self, url: str, places: tuple[Place, ...]) -> None:
        """Open all places of a host, each by its address."""
        for place in places:
            path = self.things.fill(place.path)
            self.page.goto(f"{url}{path}")
            heading = self.things.fill(place.heading)
            title = self.page.get_by_role("heading", level=1)
            try:
                expect(title.filter(has_text=heading).first).to_be_attached()
                self.quiet.wait(skeletons=SKELETONS.get(path, 0))
            except AssertionError as problem:
                self.looks.problems.append(f"{path}: {problem}")
                continue
            self.looks.at(self.page, path)


def parts() -> dict[str, tuple[Place, ...]]:
    """Return the screens of the office in parts that one test can look at in reasonable time."""
    areas = {"day": places.DAY, "setup": places.SETUP, "later": places.LATER}
    return {
        f"{name}{start // SOME + 1}": area[start : start + SOME]
        for name, area in areas.items()
        for start in range(0, len(area), SOME)
    }


@pytest.mark.slow
@SIZES
@pytest.mark.parametrize("part", parts().values(), ids=parts())
def test_the_office(
    new_context: NewContext, looks: Looks, things: Things, part: tuple[Place, ...], size: ViewportSize
) -> None:
    page = new_context(viewport=size).new_page()
    office.enter(page, things.demo)
    Visit(page, things, looks).see(things.demo.url, part)


@SIZES
def test_the_doors(
    new_context: NewContext, watches: dict[object, Watch], looks: Looks, things: Things, size: ViewportSize
) -> None:
    context = new_context(viewport=size)
    # Whoever comes to the front door is asked about: nobody is an answer.
    watches[context].expect(r"answer 401: GET \S+/app/init", r"status of 401 .*/app/init")
    visit = Visit(context.new_page(), things, looks)
    visit.see(things.demo.url, (*places.DOORS, *places.HOME))
    visit.see(things.demo.stack.apex_url, places.APEX)
