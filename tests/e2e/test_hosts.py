"""The calendar in other people's pages: it works there, and leaves them as they were."""

import os
import shutil
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from tests.e2e.conftest import ARGUMENTS, NewContext
from tests.e2e.support.hosts import HOSTS, WATCHED, Hosts, Pasted
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.watch import Watch

FREE = ".has-availability"
# A box without an origin is let out by a link alone, and a page of several is tried on its own.
WHOLE = [name for name in HOSTS if name not in {"boxed", "several"}]
# What the tests themselves put there, and Playwright.
NOT_OURS = r"/^(thrown|heard|shift|namesBefore|__\w+)$/"


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
        f"http://127.0.0.1:{shop.stack.port}/widgets/embed.js",
        headers={"Host": shop.url.partition("//")[2]},
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
    return next((one for one in page.frames if one.url.endswith("/wix-code")), page.main_frame)


def calendar_of(page: Page) -> Frame:
    """Return the calendar's frame once its days can be read."""
    for _ in range(100):
        found = [one for one in page.frames if "/widgets/calendar" in one.url]
        if found:
            found[-1].locator(FREE).first.wait_for()
            return found[-1]
        page.wait_for_timeout(100)
    raise AssertionError("no calendar")


def settle(page: Page) -> None:
    """Wait until pages that exchange their content have done so."""
    page.wait_for_timeout(1200)


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
def test_it_hangs_and_sells_in(page: Page, hosts: Hosts, name: str) -> None:
    page.goto(hosts.url(name))
    settle(page)
    calendar = calendar_of(page)
    host = inner(page)
    place = host.locator("iframe[src*='/widgets/calendar']")
    box = place.bounding_box()
    body = calendar.evaluate("Math.ceil(document.body.getBoundingClientRect().height) + 40")
    assert box is not None
    assert abs(box["height"] - body) <= 1, "it is as high as it asked to be"
    assert place.evaluate("(frame) => getComputedStyle(frame).opacity") == "1"
    calendar.locator(FREE).locator("button").first.click()
    dialog = host.locator("dialog")
    expect(dialog).to_be_visible()
    area = dialog.bounding_box()
    assert area is not None
    assert area["width"] > 700
    expect(dialog.frame_locator("iframe").get_by_role("heading").first).to_be_visible()
    assert host.evaluate("getComputedStyle(document.documentElement).overflow") == "hidden"
    assert host.evaluate("document.activeElement.closest('dialog') !== null"), "focus is inside"
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert host.evaluate("getComputedStyle(document.documentElement).overflow") != "hidden"
    assert host.evaluate("document.activeElement.src").startswith(hosts.given.origin)
    assert [one for one in host.evaluate("heard") if one in {"opened", "closed"}] == [
        "opened", "closed",
    ]  # fmt: skip
    is_unharmed(host)


def test_a_box_without_an_origin_still_shows_the_days(
    page: Page, hosts: Hosts, watch_of: Watch
) -> None:
    page.goto(hosts.url("boxed"))
    calendar = calendar_of(page)
    expect(calendar.locator(FREE).first).to_be_visible()
    box = next(one for one in page.frames if one.url == "about:srcdoc")
    assert box.evaluate("thrown") == []
    assert page.evaluate("thrown") == []


def test_several_on_one_page(page: Page, hosts: Hosts) -> None:
    page.goto(hosts.url("several"))
    calendar_of(page)
    frames = page.locator("iframe[src*='/widgets/calendar']")
    expect(frames).to_have_count(3)
    names = frames.evaluate_all(
        "(all) => all.map((one) => new URL(one.src).searchParams.get('calendarId'))"
    )
    assert len(set(names)) == 3
    assert names[:2] == ["one", "two"]
    for words in ("Book", "Book by link"):
        opener = page.get_by_text(words, exact=True)
        opener.click()
        dialog = page.locator("dialog")
        expect(dialog.frame_locator("iframe").get_by_role("heading").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(opener).to_be_focused()
    is_unharmed(page.main_frame)


def test_nothing_of_the_page_moves(page: Page, hosts: Hosts) -> None:
    page.goto(hosts.url("plain"))
    calendar_of(page)
    settle(page)
    assert page.evaluate("shift") == 0


def test_offline_in_the_middle(page: Page, hosts: Hosts, watch_of: Watch) -> None:
    watch_of.expect(r"net::ERR_INTERNET_DISCONNECTED")
    page.goto(hosts.url("plain"))
    calendar = calendar_of(page)
    settle(page)
    page.context.set_offline(True)
    following = calendar.get_by_role("button", name="Next month")
    # The month after the next one was not fetched ahead.
    following.click()
    following.click()
    expect(calendar.get_by_role("alert")).to_be_visible()
    page.context.set_offline(False)
    calendar.get_by_role("button", name="Try again").click()
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
    calendar.locator(FREE).locator("button").first.click()
    inside = page.locator("dialog").frame_locator("iframe")
    expect(inside.get_by_role("heading").first).to_be_visible()
    is_unharmed(page.main_frame)
    context.close()


def test_sites_that_are_not_listed_show_nothing(
    page: Page, own_shop: Shop, watch_of: Watch
) -> None:
    watch_of.expect(r"frame-ancestors", r"ERR_BLOCKED_BY_RESPONSE")
    tour = own_shop.add_tour(seats=8)
    found = Hosts(Pasted(own_shop.url, f' data-date="{tour.day}"'))
    try:
        framing = {"framing_origins": ["https://kayak.example"], "version": 0}
        own_shop.client.post("/api/widgetFraming/save", {"is_framing_limited": True, **framing})
        page.goto(found.url("plain"))
        settle(page)
        assert not [one for one in page.frames if "/widgets/calendar" in one.url]
        site = found.url("").rstrip("/")
        framing = {"framing_origins": [site], "version": 1}
        own_shop.client.post("/api/widgetFraming/save", {"is_framing_limited": True, **framing})
        page.reload()
        calendar_of(page)
    finally:
        found.close()
