"""Fixtures of the browser tests: the running product, a browser, somebody else's website."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.support import figures, foreign
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, open_shop
from tests.e2e.support.stack import ROOT, Launch, Stack
from tests.e2e.support.turns import turn
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch, picture_name

REPORT = ROOT / "var" / "test" / "e2e"
TIMEOUT_MS = 20_000
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-first-run",
    "--no-proxy-server",
]
# The browser's own windows: a headless one draws them for every visitor, and nobody sees them. The
# switch counts once, so what Playwright leaves out stands here as well.
ARGUMENTS.append(
    "--disable-features=WebUIOmnibox,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup,"
    "PreloadTopChromeWebUI,PreloadTopChromeWebUILessNavigations,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,OptimizationHints,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,AimEnabled,"
    "NetworkTimeServiceQuerying,PreconnectToSearch"
)
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser. The long tests begin: no short one waits for them.

    Two in a row that are alike share what was made for their file.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A second try that passes leaves the pictures of the first one as they are."""
    item.stash[FAILED] = False


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let fixtures know at their end how the test went."""
    outcome: Any = yield
    report = outcome.get_result()
    if report.failed:
        item.stash[FAILED] = True


FAILED = pytest.StashKey[bool]()


@pytest.fixture(autouse=True)
def _clean_slate() -> None:
    """The product's own database and cache are at work: nothing is emptied between tests."""


@pytest.fixture(autouse=True)
def _turn(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that ends a process of the product has the product for itself."""
    if "stack" not in request.fixturenames:
        yield
        return
    shared: Stack = request.getfixturevalue("stack")
    with turn(shared.var, is_alone=request.node.get_closest_marker("alone") is not None):
        yield


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The running product: the one that `./outfitter test e2e` started, else one of our own."""
    REPORT.mkdir(parents=True, exist_ok=True)
    given = os.environ.get("OUTFITTER_E2E_VAR")
    if given:
        started = Stack(Path(given))
        yield started
        started.commands.end()
        assert not started.complaints()
        return
    launch = Launch(tmp_path_factory.mktemp("product") / "var")
    try:
        started = launch.start()
        yield started
        started.commands.end()
        assert not started.complaints()
    finally:
        launch.end()
    wait_for(lambda: not started.processes(), "the end of every process", 10)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium of this machine, or Playwright's own."""
    program = os.environ.get("OUTFITTER_CHROMIUM") or shutil.which("chromium")
    arguments = [*ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=arguments)
        yield started
        started.close()


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def watches() -> dict[BrowserContext, Watch]:
    """What went wrong in each context of this test."""
    return {}


@pytest.fixture
def new_context(
    browser: Browser, request: pytest.FixtureRequest, watches: dict[BrowserContext, Watch]
) -> Iterator[NewContext]:
    """Make visitors, each with cookies of their own; unexpected errors of any fail the test.

    What is traced costs a fifth more: only a test that is tried again is.
    """
    is_traced = getattr(request.node, "execution_count", 1) > 1

    def make(**options: Any) -> BrowserContext:
        settings = {"viewport": DESK, "locale": "en-US", "reduced_motion": "reduce", **options}
        context = browser.new_context(**settings)
        context.set_default_timeout(TIMEOUT_MS)
        if is_traced:
            context.tracing.start(snapshots=True)
        watches[context] = Watch(context)
        if is_traced:
            # What traces puts its script into every frame; those that take none, as of mails, say so.
            watches[context].expect(r"Blocked script execution in 'about:srcdoc'")
        return context

    yield make
    problems = [line for watch in watches.values() for line in watch.unexpected()]
    is_failed = request.node.stash[FAILED] or bool(problems)
    for number, context in enumerate(watches):
        name = f"{picture_name(request.node.nodeid)}-{number}"
        if is_failed:
            _take_pictures(context, name, is_traced=is_traced)
        context.close()
    assert not problems, "the browser complained:\n" + "\n".join(problems)


def _take_pictures(context: BrowserContext, name: str, *, is_traced: bool) -> None:
    for count, page in enumerate(context.pages):
        page.screenshot(path=REPORT / f"{name}-{count}.png")
    # What a test has closed itself keeps no trace, and asking for it would hide why the test failed.
    if is_traced and context.pages:
        context.tracing.stop(path=REPORT / f"{name}.zip")


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A visitor."""
    return new_context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A visitor's page."""
    return context.new_page()


@pytest.fixture
def watch(context: BrowserContext, watches: dict[BrowserContext, Watch]) -> Watch:
    """What went wrong for `page`."""
    return watches[context]


@pytest.fixture(scope="session")
def foreign_site() -> Iterator[foreign.ForeignSite]:
    """Somebody else's website."""
    site = foreign.ForeignSite()
    yield site
    site.close()


@pytest.fixture(scope="session")
def foreign_page(stack: Stack, foreign_site: foreign.ForeignSite) -> Callable[..., str]:
    """Return the address of a page of another origin that shows an operator's calendar."""

    def make(slug: str, **attributes: object) -> str:
        return foreign_site.put(foreign.snippet(stack.tenant_url(slug), **attributes))

    return make


@pytest.fixture(scope="session")
def shop(stack: Stack) -> Shop:
    """An operator for tests that need departures of their own."""
    return open_shop(stack)


@pytest.fixture
def own_shop(stack: Stack) -> Shop:
    """An operator whose settings are nobody else's business."""
    return open_shop(stack)


@pytest.fixture(scope="session")
def demo(stack: Stack) -> Shop:
    """The demonstration operator with its lively data, seen by its owner."""
    login = stack.logins["owner"]
    client = stack.client("demo")
    client.post("/api/login", {"email": login["email"], "password": login["password"]})
    return Shop(stack, "demo", client)


@pytest.fixture
def looks() -> Iterator[Looks]:
    """A careful eye; what it finds on any screen fails the test at its end."""
    found = Looks()
    yield found
    found.settle()


@pytest.fixture(scope="session", autouse=True)
def _figures() -> Iterator[None]:
    """Write down at the end what the tests measured."""
    yield
    worker = os.environ.get("PYTEST_XDIST_WORKER", "all")
    figures.write(REPORT / f"figures-{worker}.json")
