"""Markup in every text that people write: no screen, mail or paper takes it for its own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.conftest import DESK, NewContext
from tests.e2e.support import office, places, planted_markup
from tests.e2e.support.booking import guest_at_payment
from tests.e2e.support.places import Place, Things
from tests.e2e.support.quiet import Quiet
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import Stack
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch
from tests.e2e.test_pages import SKELETONS

pytestmark = pytest.mark.xdist_group("planted")
ASKED = "() => [...document.querySelectorAll('[data-planted]')].map(one => one.outerHTML)"
SHOWN = "() => document.documentElement.textContent.includes('data-planted')"
# Called by the markup, were it one.
TRAP = "window.planted = () => { window.wasPlanted = true }"
VISITOR = (
    "/widgets/calendar?language=en",
    "/widgets/calendar?language=en&experience={experience}",
    "/widgets/calendar?language=ar&view=compact",
    "/widgets/calendarCustomerType?language=en",
    "/widgets/tripBuilder?language=en&defaultView=agenda",
    "/widgets/tripBuilder?language=en&experience={experience}&showDetail=true",
    "/customerPortal?trip={trip_hash}",
)


@pytest.fixture(scope="module")
def garden(stack: Stack, demo: Shop) -> Shop:
    """The operator whose every text is markup."""
    return planted_markup.make(stack, demo)


@pytest.fixture(scope="module")
def things(garden: Shop) -> Things:
    """What the addresses of its screens are made of."""
    return Things(garden)


class Look:
    """A page that opens one address after the other and remembers what was wrong."""

    def __init__(self, page: Page) -> None:
        page.add_init_script(TRAP)
        self.page, self.quiet = page, Quiet(page)
        self.problems: list[str] = []
        self.shown_cnt = 0

    def at(self, url: str, path: str) -> None:
        """Open an address and look for elements that were text, and for code that ran."""
        self.page.goto(f"{url}{path}")
        try:
            self.quiet.wait(skeletons=SKELETONS.get(path, 0))
        except Error as problem:
            self.problems.append(f"{path} does not come to rest: {problem}")
            return
        found = self.page.evaluate(ASKED)
        self.problems += [f"{path}: {one[:200]}" for one in found]
        if self.page.evaluate("() => window.wasPlanted === true"):
            self.problems.append(f"{path}: code ran")
        self.shown_cnt += self.page.evaluate(SHOWN)


@pytest.fixture
def look(new_context: NewContext, watches: dict[object, Watch]) -> Iterator[Callable[[], Look]]:
    """Make careful pages; what they find fails the test at its end."""
    made: list[Look] = []

    def make() -> Look:
        context = new_context(viewport=DESK)
        watches[context].expect(r"answer 40[134]", r"status of 40[134]")
        made.append(Look(context.new_page()))
        return made[-1]

    yield make
    problems = [problem for one in made for problem in one.problems]
    assert not problems, "\n".join(problems)


@pytest.mark.slow
@pytest.mark.parametrize("area", [places.DAY, places.SETUP], ids=["day", "setup"])
def test_the_office(look: Callable[[], Look], things: Things, garden: Shop, area: tuple[Place, ...]) -> None:
    seen = look()
    office.enter(seen.page, garden)
    for place in area:
        seen.at(garden.url, things.fill(place.path))
    # The texts are really there: most screens show some of them, as text.
    assert seen.shown_cnt > len(area) / 2


def test_what_visitors_see(look: Callable[[], Look], things: Things, garden: Shop) -> None:
    seen = look()
    for path in VISITOR:
        seen.at(garden.url, things.fill(path))
    assert seen.shown_cnt > len(VISITOR) / 2


def test_a_window_opens_over_it(look: Callable[[], Look], things: Things, garden: Shop) -> None:
    """Menus, the palette and what is found while typing are drawn late, from the same texts."""
    seen = look()
    office.enter(seen.page, garden)
    seen.at(garden.url, "/manifest")
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("planted", delay=20)
    expect(seen.page.get_by_role("option").first).to_be_visible()
    seen.problems += seen.page.evaluate(ASKED)


def test_mails_and_papers(stack: Stack, things: Things, garden: Shop) -> None:
    trip = garden.rows("SELECT * FROM trips_trip WHERE id = %s", things.all["trip"])[0]
    kinds = garden.client.get("/trip/message-types/get/")
    path = f"/trip/message/send/{trip['customer_id']}/%s/{trip['id']}/0"
    before = len(stack.mailbox(trip["contact_email"]))
    asked = [garden.client.ask("POST", path % kind["slug"], {}).status for kind in kinds]
    sent = sum(status == 200 for status in asked)
    assert sent

    def arrived() -> list[dict[str, Any]]:
        mails = stack.mailbox(trip["contact_email"])[before:]
        return mails if len(mails) >= sent else []

    for mail in wait_for(arrived, "the mails"):
        assert "data-planted" in mail["text"]
        assert planted_markup.elements_in(mail["html"]) == 0, mail["subject"]
    day, slot = (
        trip["first_start_at"].date(),
        garden.rows(
            "SELECT timeslot_id FROM trips_triporder WHERE trip_id = %s AND timeslot_id IS NOT NULL",
            trip["id"],
        )[0]["timeslot_id"],
    )
    for paper in (f"/api/voucher/{trip['id']}/pdf", f"/api/manifest/{slot}/print"):
        answer = garden.client.ask("GET", paper)
        assert answer.status == 200, (paper, answer.body[:300])
        assert answer.body.startswith(b"%PDF"), (paper, day)


def test_terms_that_nobody_cleaned_do_nothing(page: Page, watch: Watch, own_shop: Shop) -> None:
    # What reads them says what it kept from running.
    watch.expect(r"Executing inline event handler violates")
    tour = own_shop.add_tour(seats=6)
    terms = (
        "<p>Be <b>early</b>.</p><img data-planted src=/x onerror=planted()><script>planted()</script>"
        '<a href="javascript:planted()">here</a><iframe data-planted srcdoc="<p>x"></iframe>'
    )
    own_shop.rows("UPDATE people_properties SET terms_html = %s RETURNING id", terms)
    page.add_init_script(TRAP)
    guest = guest_at_payment(page, own_shop, tour, "mara.lund@guests.example")
    shown = page.locator(".terms-text")
    page.get_by_text("Read the terms").click()
    expect(shown).to_contain_text("Be early.")
    expect(shown.locator("b")).to_have_text("early")
    shown.get_by_text("here").click()
    assert page.evaluate(ASKED) == []
    assert page.evaluate("() => window.wasPlanted") is None
    expect(guest.pay_button).to_be_visible()
