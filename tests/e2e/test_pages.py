"""Every page at its address, in every language; every screen opened, looked at and weighed."""

import re

import pytest
from playwright.sync_api import Browser, Error, Page

from bench._script_size import FETCHED, FIRST, fetched, too_heavy, weights_of
from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import office, places
from tests.e2e.support.places import Place, Things
from tests.e2e.support.platform_cookies import enter_desk
from tests.e2e.support.quiet import Quiet
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import OUT, ROOT
from tests.e2e.support.watch import Watch

SIZES = {"phone": PHONE, "desk": DESK}
# A word of two letters before it is no language that is missing, but the number of an invoice.
NUMBERED = {"/invoices"}
SOME = 12
OPTIONAL = re.compile(r"/\{\w+\?\}")
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


@pytest.fixture(scope="session")
def first_scripts(browser: Browser, demo: Shop) -> set[str]:
    """The scripts of the first screen, which every further one has already."""
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    office.enter(page, demo)
    (found,) = fetched({f"{demo.url}/{FIRST}": page})
    context.close()
    return found


class Visit:
    """A page that goes from place to place and looks at each, on a phone and on a desk.

    A screen is opened at one size and drawn anew for the other, in turns: whoever holds a tablet
    turns it as well.
    """

    def __init__(self, page: Page, things: Things, looks: Looks, first: set[str]) -> None:
        self.page = page
        self.quiet = Quiet(page)
        self.things = things
        self.looks = looks
        self.first = first

    def see(self, url: str, places: tuple[Place, ...]) -> None:
        """Open all places of a host, each by its address."""
        for number, place in enumerate(places):
            path = self.things.fill(place.path)
            sizes = list(SIZES if number % 2 else reversed(SIZES))
            try:
                self.page.set_viewport_size(SIZES[sizes[0]])
                self.page.goto(f"{url}{path}")
                self._look(place, path, sizes[0])
                self._weigh(place, path)
                self.page.set_viewport_size(SIZES[sizes[1]])
                self._look(place, path, sizes[1])
            except Error as problem:
                self.looks.problems.append(f"{path}: {problem}")

    def _look(self, place: Place, path: str, size: str) -> None:
        heading = self.things.fill(place.heading)
        title = self.page.get_by_role("heading", level=1)
        title.filter(has_text=heading).first.wait_for(state="attached")
        self.quiet.wait(skeletons=SKELETONS.get(path, 0))
        self.looks.at(self.page, f"{path}, {size}")

    def _weigh(self, place: Place, path: str) -> None:
        """Hold the scripts that a screen has fetched by itself against its budget; a tab may add some."""
        route = places.TABLE["routes"][place.route]
        is_tab = path.count("/") > OPTIONAL.sub("", route["path"]).count("/")
        if route["host"] == "tenant" and not is_tab:
            scripts = set(self.page.evaluate(FETCHED))
            # The catalog of reports and a report that is open share an address.
            name = "report" if "?report=" in path else route["shell"]
            weights = weights_of(OUT, {FIRST: self.first, name: scripts})
            found = too_heavy(weights) if scripts else ["no scripts are told"]
            self.looks.problems += [f"{path}: {text}" for text in found]


def parts() -> dict[str, tuple[Place, ...]]:
    """Return the screens of the office in parts that one test can look at in reasonable time."""
    areas = {"day": places.DAY, "setup": places.SETUP}
    return {
        f"{name}{start // SOME + 1}": area[start : start + SOME]
        for name, area in areas.items()
        for start in range(0, len(area), SOME)
    }


@pytest.mark.slow
@pytest.mark.parametrize("part", parts().values(), ids=parts())
def test_the_office(
    page: Page,
    looks: Looks,
    things: Things,
    first_scripts: set[str],
    watches: dict[object, Watch],
    part: tuple[Place, ...],
) -> None:
    # A message is previewed in a frame where nothing may run, not even what looks at the page.
    watches[page.context].expect("Blocked script execution in 'about:srcdoc'")
    # A host that sells no plans has no page of them, whoever knows its address.
    watches[page.context].expect(r"answer 404: GET \S+/api/billing/get", r"status of 404 .*/api/billing/get")
    office.enter(page, things.demo)
    Visit(page, things, looks, first_scripts).see(things.demo.url, part)


def test_the_desk(page: Page, looks: Looks, things: Things, first_scripts: set[str]) -> None:
    login = things.demo.stack.logins["agent"]
    client = things.demo.stack.client("demo")
    client.post("/api/login", {"email": login["email"], "password": login["password"]})
    office.enter(page, Shop(things.demo.stack, "demo", client))
    Visit(page, things, looks, first_scripts).see(things.demo.url, places.DESK)


def test_the_desk_of_the_platform(page: Page, looks: Looks, things: Things, first_scripts: set[str]) -> None:
    enter_desk(page, things.demo.stack)
    Visit(page, things, looks, first_scripts).see(things.demo.stack.apex_url, places.AT_PLATFORM)


def test_the_doors(page: Page, watch: Watch, looks: Looks, things: Things, first_scripts: set[str]) -> None:
    # Whoever comes to the front door is asked about: nobody is an answer.
    watch.expect(r"answer 401: GET \S+/app/init", r"status of 401 .*/app/init")
    visit = Visit(page, things, looks, first_scripts)
    visit.see(things.demo.url, (*places.DOORS, *places.HOME))
    visit.see(things.demo.stack.apex_url, places.APEX)
