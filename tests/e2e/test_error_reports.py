"""
What a browser tells of errors, on the customers' pages as they are built and on a screen.

The page is sent with its real policy: the report leaves because the policy names its host, and no
other host could be reached.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.reports import OPERATOR, Ingest, Pages, Server, server_of
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


def address(server: Server, path: str) -> str:
    """Return the address of a path at a server."""
    return f"http://127.0.0.1:{server.server_port}{path}"


@pytest.mark.parametrize("name", sorted(PATHS))
def test_a_customers_page(
    name: str, page: Page, watch: Watch, ingest: Server, pages: Server, settings: Any
) -> None:
    watch.expect("no seat for", r"status of \d+", r"answer \d+")
    settings.SENTRY_BROWSER_DSN = f"http://0123abcd@127.0.0.1:{ingest.server_port}/7"
    settings.SENTRY_RELEASE, settings.SENTRY_ENVIRONMENT = RELEASE, "testing"
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
    page: Page, watch: Watch, ingest: Server, pages: Server, settings: Any
) -> None:
    settings.SENTRY_BROWSER_DSN = f"http://0123abcd@127.0.0.1:{ingest.server_port}/7"
    settings.SENTRY_RELEASE, settings.SENTRY_ENVIRONMENT = RELEASE, "testing"
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


def test_without_an_address_nothing_is_loaded(page: Page, watch: Watch, pages: Server) -> None:
    watch.expect(r"status of \d+", r"answer \d+")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))

    page.goto(address(pages, PATHS["pay"]))
    expect(page.locator("body")).to_be_visible()
    page.wait_for_load_state("networkidle")

    assert loaded != []
    assert [url for url in loaded if "error-reports" in url] == []
