"""The calendar in other people's pages: it works there, and leaves them as they were."""

import os
import shutil
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, expect

from tests.e2e.conftest import ARGUMENTS, NewContext
from tests.e2e.support.hosts import HOSTS, WATCHED, Hosts, Pasted
from tests.e2e.support.quiet import TWO_FRAMES
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.watch import Watch

FREE = ".has-availability"
ESCAPE = "body => body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
# A box without an origin is let out by a link alone, and a page of several is tried on its own.
WHOLE = [name for name in HOSTS if name not in {"boxed", "several", "pages"}]
PAGES = ("tripBuilder", "calendarCustomerType")
PLACE = "iframe[src*='/widgets/calendar']"
# What the calendar shows; it asks for 40 pixels more.
BODY = "Math.ceil(document.body.getBoundingClientRect().height)"
# What the tests themselves put there, and Playwright; frames are there by their number.
NOT_OURS = r"/^(thrown|heard|shift|namesBefore|__\w+|\d+)$/"


@pytest.fixture(scope="module")
def tour(shop: Shop) -> Tour:
    """One tour with free seats."""
    return shop.add_tour(seats=8)


@pytest.fixture(scope="module")
def hosts(shop: Shop, tour: Tour) -> Iterator[Hosts]:
    """The sites."""
    data = f' data-experience="{tour.id}" data-date="{tour.day}" data-language="en"'
    found = Hosts(Pasted(shop.url, data))
    request = urllib.request.Request(
        f"http://127.0.0.1:{shop.stack.port}/widgets/embed.js", headers={"Host": shop.url.partition("//")[2]}
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        found.join(answer.read().decode())
    yield found
    found.close()


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """A visitor's page; what happens in any frame of it is noted."""
    context = new_context()
    context.add_init_script(WATCHED)
    return context.new_page()


def inner(page: Page) -> Frame:
    """Return the page that the lines were pasted into: for some builders a frame."""
    return _content(page.locator("#box")) if page.locator("#box").count() else page.main_frame


def _content(frame: Locator) -> Frame:
    found = frame.element_handle().content_frame()
    assert found is not None
    return found


def calendar_of(host: Page | Frame) -> Frame:
    """Return the calendar's frame once its days can be read."""
    found = _content(host.locator(PLACE).last)
    found.locator(FREE).first.wait_for()
    return found


def settle(page: Page) -> None:
    """Wait until pages that exchange their content have done so, and it says how high it is."""
    page.locator("body:not([data-turns='1'])").wait_for()
    inner(page).wait_for_function("heard.includes('ready')")
    page.evaluate(TWO_FRAMES)


def escape(page: Page) -> None:
    """
    Leave the dialog by its key, sent from inside its frame.

    The frame goes away with the key, and a driver that presses a real one can wait for ever.
    """
    dialog = inner(page).locator("dialog")
    dialog.frame_locator("iframe").locator("body").evaluate(ESCAPE)
    expect(dialog).to_have_count(0)


def is_unharmed(frame: Frame) -> None:
    """Nothing was thrown or blocked, and one name is new."""
    assert frame.evaluate("thrown") == []
    new = frame.evaluate(
        f"Object.keys(window).filter((one) => !namesBefore.has(one) && !{NOT_OURS}.test(one))"
    )
    own = {"Outfitter", "define", "exports", "module", "require", "Static", "Y", "run", "theme"}
    assert set(new) <= own
    assert frame.evaluate("typeof Outfitter.mount") == "function"


@pytest.mark.parametrize("name", WHOLE)
def test_it_hangs_and_sells_in(page: Page, hosts: Hosts, watch_of: Watch, name: str) -> None:
    watch_of.expect(r"parser-blocking, cross site")
    page.goto(hosts.url(name))
    settle(page)
    host = inner(page)
    calendar = calendar_of(host)
    place = host.locator(PLACE)
    box = place.bounding_box()
    assert box is not None
    assert 0 <= box["height"] - calendar.evaluate(BODY) < 80, "nothing is cut off, nor a gap left"
    assert place.evaluate("(frame) => getComputedStyle(frame).opacity") == "1"
    calendar.get_by_role("button", name="See times").click()
    dialog = host.locator("dialog")
    expect(dialog).to_be_visible()
    area = dialog.bounding_box()
    assert area is not None
    assert area["width"] > 700
    expect(dialog.frame_locator("iframe").get_by_role("heading").first).to_be_visible()
    assert host.evaluate("getComputedStyle(document.documentElement).overflow") == "hidden"
    assert host.evaluate("document.activeElement.closest('dialog') !== null"), "focus is inside"
    escape(page)
    assert host.evaluate("getComputedStyle(document.documentElement).overflow") != "hidden"
    assert host.evaluate("document.activeElement.src").startswith(hosts.given.origin)
    assert [one for one in host.evaluate("heard") if one in {"opened", "closed"}] == ["opened", "closed"]
    is_unharmed(host)


def test_a_box_without_an_origin_still_shows_the_days(page: Page, hosts: Hosts, watch_of: Watch) -> None:
    watch_of.expect(r"from origin 'null' has been blocked", r"ERR_FAILED")
    page.goto(hosts.url("boxed"))
    box = inner(page)
    expect(calendar_of(box).locator(FREE).first).to_be_visible()
    assert box.evaluate("thrown") == []
    assert page.evaluate("thrown") == []


def test_several_on_one_page(page: Page, hosts: Hosts) -> None:
    page.goto(hosts.url("several"))
    calendar_of(page)
    frames = page.locator(PLACE)
    expect(frames).to_have_count(3)
    names = frames.evaluate_all("(all) => all.map((one) => new URL(one.src).searchParams.get('calendarId'))")
    assert len(set(names)) == 3
    assert names[:2] == ["one", "two"]
    for words in ("Book", "Book by link"):
        opener = page.get_by_text(words, exact=True)
        opener.scroll_into_view_if_needed()
        # Frames of other processes learn where they are a little later, and would take the click.
        page.evaluate(TWO_FRAMES)
        opener.click()
        dialog = page.locator("dialog")
        expect(dialog.frame_locator("iframe").get_by_role("heading").first).to_be_visible()
        escape(page)
        expect(opener).to_be_focused()
    is_unharmed(page.main_frame)


def test_the_other_pages_hang_in_the_page_itself(page: Page, hosts: Hosts, tour: Tour) -> None:
    page.goto(hosts.url("pages"))
    builder, by_guests = (page.frame_locator(f"iframe[src*='/{name}?']") for name in PAGES)
    expect(builder.get_by_role("heading", name="Choose a time")).to_be_visible()
    expect(builder.get_by_role("button", name="Close")).to_have_count(0)
    assert page.evaluate("document.activeElement === document.body"), "the keyboard is the page's"
    builder.get_by_role("button", name="9:00").click()
    expect(builder.get_by_role("heading", name="Who is coming?")).to_be_visible()
    adults = by_guests.get_by_role("group", name="Adult", exact=True)
    adults.get_by_role("button", name="Add one").click()
    by_guests.get_by_role("button", name=tour.name).click()
    inside = page.locator("dialog").frame_locator("iframe")
    expect(inside.get_by_role("heading", name="Choose a time")).to_be_visible()
    inside.get_by_role("button", name="Close").click()
    expect(page.locator("dialog")).to_have_count(0)
    is_unharmed(page.main_frame)


def test_a_server_that_fails_harms_no_page(page: Page, hosts: Hosts, watch_of: Watch) -> None:
    watch_of.expect(r"ERR_FAILED", r"status of 503", r"answer 503")
    page.route("**/widgets/calendar?**", lambda route: route.fulfill(status=503, body="Away"))
    page.route("**/widgets/tripBuilder**", lambda route: route.abort("failed"))
    page.goto(hosts.url("several"))
    expect(page.locator(PLACE)).to_have_count(3)
    page.get_by_text("Book", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator("dialog").get_by_role("button", name="Close").click()
    expect(page.locator("dialog")).to_have_count(0)
    is_unharmed(page.main_frame)


# As tall as such screens are, and one on which everything below the calendar is seen.
@pytest.mark.parametrize("size", [(375, 812), (768, 1024), (1200, 1600)])
def test_nothing_of_the_page_moves(
    new_context: NewContext, demo: Shop, hosts: Hosts, size: tuple[int, int]
) -> None:
    context = new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(WATCHED)
    page = context.new_page()
    one, every = Hosts(Pasted(demo.url, ' data-experience="1"')), Hosts(Pasted(demo.url, room=1150))
    try:
        # Between the two layouts a photograph is as high as it is wide: nobody knows beforehand.
        for site in (every,) if size[0] == 768 else (hosts, one, every):
            page.goto(site.url("plain"))
            settle(page)
            assert page.evaluate("shift") == 0, site.given
    finally:
        one.close()
        every.close()


def test_offline_in_the_middle(page: Page, hosts: Hosts, watch_of: Watch) -> None:
    watch_of.expect(r"net::ERR_INTERNET_DISCONNECTED")
    page.goto(hosts.url("plain"))
    calendar = calendar_of(page)
    settle(page)
    following = calendar.get_by_role("button", name="Next month")
    this_month = calendar.get_by_role("heading", level=2).inner_text()
    following.click()
    # What answers controls has come with it: without that, nobody knows that there is no connection.
    expect(calendar.get_by_role("heading", level=2)).not_to_have_text(this_month)
    page.context.set_offline(True)
    # The month after the next one was not fetched ahead.
    following.click()
    following.click()
    expect(calendar.get_by_role("alert")).to_contain_text("You seem to be offline")
    expect(calendar.get_by_role("button", name="Try again")).to_be_visible()
    # Whoever is back need not press anything.
    page.context.set_offline(False)
    expect(calendar.get_by_role("alert")).to_have_count(0)
    is_unharmed(page.main_frame)


@pytest.fixture
def watch_of(page: Page, watches: dict[object, Watch]) -> Watch:
    """What went wrong for `page`."""
    return watches[page.context]


@pytest.fixture(scope="module")
def forgetful(browser: Browser) -> Iterator[Browser]:
    """A browser that keeps and sends no cookies of third parties."""
    program = os.environ.get("OUTFITTER_CHROMIUM") or shutil.which("chromium")
    options = [*ARGUMENTS, "--test-third-party-cookie-phaseout"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    started = browser.browser_type.launch(executable_path=program, args=options)
    yield started
    started.close()


def test_cookies_of_third_parties_are_not_needed(forgetful: Browser, hosts: Hosts) -> None:
    context = forgetful.new_context(viewport={"width": 1200, "height": 900}, locale="en-US")
    context.add_init_script(WATCHED)
    page = context.new_page()
    page.goto(hosts.url("plain"))
    calendar = calendar_of(page)
    calendar.get_by_role("button", name="See times").click()
    inside = page.locator("dialog").frame_locator("iframe")
    expect(inside.get_by_role("heading").first).to_be_visible()
    is_unharmed(page.main_frame)
    context.close()


def test_sites_that_are_not_listed_show_nothing(page: Page, own_shop: Shop, watch_of: Watch) -> None:
    watch_of.expect(r"frame-ancestors", r"ERR_BLOCKED_BY_RESPONSE")
    tour = own_shop.add_tour(seats=8)
    found = Hosts(Pasted(own_shop.url, f' data-date="{tour.day}"'))
    try:
        framing = {"framing_origins": ["https://kayak.example"], "version": 0}
        own_shop.client.post("/api/widgetFraming/save", {"is_framing_limited": True, **framing})
        with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
            page.goto(found.url("plain"))
        assert page.evaluate("heard") == []
        site = found.url("").rstrip("/")
        framing = {"framing_origins": [site], "version": 1}
        own_shop.client.post("/api/widgetFraming/save", {"is_framing_limited": True, **framing})
        page.reload()
        calendar_of(page)
    finally:
        found.close()
