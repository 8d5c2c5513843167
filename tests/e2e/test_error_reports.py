"""
What a browser tells of errors, on the customers' pages as they are built, on a screen and on the
platform's own pages; and what a visitor is told whose screen broke.

The page is sent with its real policy: the report leaves because the policy names its host, and no
other host could be reached.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from outfitter.api import widget_pages
from tests.e2e.conftest import PHONE
from tests.e2e.support.reports import OPERATOR, ApexPages, Ingest, Pages, Server, server_of
from tests.e2e.support.screens import Looks
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch
from tests.error_reports import plants

RELEASE = "outfitter@1.2.3+abc1234"
# Thrown as a page's own code throws: outside of whoever started it.
THROW = "(said) => void setTimeout(() => { throw new Error(said) })"
REJECT = "(said) => void Promise.reject(Object.assign(new Error(said), { guest: said }))"
PATHS = {"pay": f"/pay/{plants.HASH}", "waiverPortal": f"/waiverPortal/{plants.HASH}"}


@pytest.fixture
def ingest() -> Iterator[Server]:
    with server_of(Ingest) as server:
        yield server


@pytest.fixture
def pages() -> Iterator[Server]:
    with server_of(Pages) as server:
        yield server


@pytest.fixture
def apex_pages() -> Iterator[Server]:
    with server_of(ApexPages) as server:
        yield server


@pytest.fixture
def reported(ingest: Server, settings: Any) -> None:
    """Errors of browsers are reported."""
    settings.SENTRY_BROWSER_DSN = f"http://0123abcd@127.0.0.1:{ingest.server_port}/7"
    settings.SENTRY_RELEASE, settings.SENTRY_ENVIRONMENT = RELEASE, "testing"


def address(server: Server, path: str) -> str:
    """Return the address of a path at a server."""
    return f"http://127.0.0.1:{server.server_port}{path}"


@pytest.mark.parametrize("name", sorted(PATHS))
def test_a_customers_page(
    name: str, page: Page, watch: Watch, ingest: Server, pages: Server, reported: None
) -> None:
    watch.expect("no seat for", r"status of \d+", r"answer \d+")
    page.goto(address(pages, f"{PATHS[name]}?token={plants.TOKEN}"))
    page.wait_for_function("'push' in (window.outfitterCrashes ?? {})")

    page.evaluate(THROW, plants.sentence())
    page.evaluate(REJECT, f"{plants.sentence()}, again")

    wait_for(lambda: len(ingest.bodies) == 2, "both reports")
    assert plants.found_in(ingest.bodies) == []
    for event in ingest.events:
        assert (event["release"], event["environment"]) == (RELEASE, "testing")
        assert event["tags"] == {"operator": OPERATOR, "page": name}
        assert event["exception"]["values"][0]["type"] == "Error"
        assert "user" not in event


def test_a_screen_of_the_office(
    page: Page, watch: Watch, ingest: Server, pages: Server, reported: None
) -> None:
    # What fails before reports can be sent waits in a list (web/src/lib/error-reports.ts).
    page.add_init_script(
        f"window.outfitterCrashes = [{{ error: new Error({plants.sentence()!r}), reference: '0a1b2c3' }}]"
    )
    page.goto(address(pages, f"/customer/12/{plants.HASH}?q={plants.EMAIL}"))
    page.wait_for_function("!Array.isArray(window.outfitterCrashes)")
    page.evaluate(
        "(said) => window.outfitterCrashes.push({ error: new TypeError(said), reference: '9z8y7x6' })",
        plants.sentence(),
    )

    wait_for(lambda: len(ingest.bodies) == 2, "both reports")
    assert plants.found_in(ingest.bodies) == []
    told = {event["tags"]["reference"]: event for event in ingest.events}
    assert sorted(told) == ["0a1b2c3", "9z8y7x6"]
    for event in told.values():
        assert event["release"] == RELEASE
        assert (event["tags"]["operator"], event["tags"]["page"]) == (OPERATOR, "office")
        assert event["user"] == {"id": "7"}


# What the server says that no screen can show: an error quotes it, or meets what is not there.
BROKEN = {
    f"/pay/{plants.HASH}": (
        "**/api/paymentLink/**",
        {
            "state": "open",
            "amount_mode": "fixed",
            "amount": 4242,
            "currency": plants.NAME,
            "operator": {"name": plants.NAME, "locale": "en-US"},
            "trip": {"first_name": plants.NAME},
            "orders": [],
            "billLines": [],
            "guests": [],
            "receipts": [],
        },
    ),
    "/widgets/tripBuilder": (
        "**/api/init",
        {"properties": {"name": plants.NAME, "phone": plants.PHONE}, "experiences": None},
    ),
}


def broken_screen(page: Page, path: str, pages: Server) -> None:
    """Open a page to which the server says what its screen can't be made of."""
    asked, answer = BROKEN[path]
    page.route(asked, lambda route: route.fulfill(json=answer))
    page.goto(address(pages, path))
    expect(page.get_by_role("heading", name="Something went wrong here")).to_be_visible()


@pytest.fixture
def without_operators(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are sent without anything of an operator: there is none here."""
    for hook in ("fill", "framed_by", "saw", "visited"):
        monkeypatch.setattr(widget_pages._Hooks, hook, None)


@pytest.mark.parametrize("path", sorted(BROKEN))
@pytest.mark.usefixtures("reported", "without_operators")
def test_a_visitor_can_quote_what_the_report_is_found_by(
    path: str, page: Page, watch: Watch, ingest: Server, pages: Server, looks: Looks
) -> None:
    watch.expect("A screen broke", r"status of \d+", r"answer \d+")
    broken_screen(page, path, pages)

    reference = page.get_by_role("alert").locator("bdi").inner_text()
    wait_for(lambda: len(ingest.bodies) == 1, "the report")
    (event,) = ingest.events
    assert event["tags"]["reference"] == reference
    assert event["tags"]["operator"] == OPERATOR
    assert plants.found_in(ingest.bodies) == []
    looks.at(page, f"a screen that broke: {path[1:4]}")
    page.set_viewport_size(PHONE)
    looks.at(page, f"a screen that broke, phone: {path[1:4]}")
    with page.expect_navigation():
        page.get_by_role("button", name="Reload page").click()


@pytest.mark.usefixtures("without_operators")
def test_without_an_address_there_is_nothing_to_quote(page: Page, watch: Watch, pages: Server) -> None:
    watch.expect("A screen broke", r"status of \d+", r"answer \d+")
    broken_screen(page, "/widgets/tripBuilder", pages)

    expect(page.get_by_role("button", name="Reload page")).to_be_visible()
    expect(page.get_by_text("reference")).to_have_count(0)


@pytest.mark.usefixtures("reported")
def test_the_page_to_sign_up_on(page: Page, watch: Watch, ingest: Server, apex_pages: Server) -> None:
    watch.expect("no seat for", r"status of \d+", r"answer \d+")
    page.goto(address(apex_pages, f"/signup?ref={plants.HASH}"))
    page.wait_for_function("'push' in (window.outfitterCrashes ?? {})")
    page.evaluate(THROW, plants.sentence())

    wait_for(lambda: len(ingest.bodies) == 1, "the report")
    assert plants.found_in(ingest.bodies) == []
    (event,) = ingest.events
    assert event["release"] == RELEASE
    assert event["tags"] == {"page": "signup"}


@pytest.mark.parametrize("is_apex", [True, False])
def test_without_an_address_nothing_is_loaded(
    is_apex: bool, page: Page, watch: Watch, pages: Server, apex_pages: Server
) -> None:
    watch.expect(r"status of \d+", r"answer \d+")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))

    page.goto(address(apex_pages, "/signup") if is_apex else address(pages, PATHS["pay"]))
    expect(page.locator("body")).to_be_visible()
    page.wait_for_load_state("networkidle")

    assert loaded != []
    assert [url for url in loaded if "error-reports" in url] == []
