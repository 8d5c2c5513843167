"""The product in front of a browser: its screens and calls, served from the measurement's data."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PASSWORD: Final = "swift and plenty"  # noqa: S105
EMAIL: Final = "owner@bench.example"
DESK: Final = {"width": 1440, "height": 900}
SLOWER: Final = 4
# Of a whole browser, each visit opens a window, whose own popups are pages that load beside ours. The
# last list of this kind counts, so Playwright's own stands in it.
_BARE: Final = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI"),
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding"),
    *("PreconnectToSearch", "TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"),
)
# Collects how long each touch, click or key took until the next picture: what INP is made of.
OBSERVER: Final = """
window.waits = new Map()
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (entry.interactionId)
      waits.set(entry.interactionId, Math.max(waits.get(entry.interactionId) ?? 0, entry.duration))
}).observe({ type: 'event', durationThreshold: 16, buffered: true })
"""
LOGIN: Final = """
(body) => fetch('/api/login', {
  method: 'POST', body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
}).then((answer) => answer.status)
"""


@contextmanager
def site(around: Callable[[Any], Any] = lambda product: product) -> Iterator[str]:
    """Serve the operator of this measurement, with what stands `around`; yields its address."""
    from django.conf import settings
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    class Quiet(WSGIRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            """Say nothing: the figures are what is read."""

    settings.ALLOWED_HOSTS = ["*"]
    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(around(get_wsgi_application()))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://bench.localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def make_owner() -> None:
    """Give the operator an owner who may sign in, and open its doors."""
    from django.db import connection

    from outfitter.accounts import operations as accounts
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.backoffice import provisioning

    now = utc_now()
    account = connection.tenant  # type: ignore[attr-defined]
    user = accounts.create_user(email=EMAIL, password=PASSWORD, first_name="Ada", last_name="Bench", at=now)
    avatar = provisioning.create_owner(user_id=user.pk, name="Ada Bench", email=EMAIL, phone=None, at=now)
    accounts.add_membership(user=user, account=account, avatar_id=avatar)
    accounts.add_domain(account=account, at=now)
    accounts.open_account(account=account)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser of this machine, or Playwright's own."""
    program = os.environ.get("OUTFITTER_CHROMIUM") or shutil.which("chromium")
    options = [f"--disable-features={','.join(_BARE)}", "--no-proxy-server"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=options)
        yield browser
        browser.close()


def signed_in(browser: Browser, url: str) -> dict[str, Any]:
    """Return the cookies of the owner, for visitors with an empty cache."""
    # From a page of that host: the browser knows where *.localhost is, the system may not.
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/signin")
    status = page.evaluate(LOGIN, {"email": EMAIL, "password": PASSWORD})
    if status >= 300:
        raise RuntimeError(f"the owner was not let in: {status}")
    state: dict[str, Any] = context.storage_state()  # type: ignore[assignment]
    context.close()
    return state


def visitor(browser: Browser, state: dict[str, Any]) -> BrowserContext:
    """Return the owner at a desk with an empty cache, whose waits are noted."""
    context = browser.new_context(
        storage_state=state,  # type: ignore[arg-type]
        viewport=DESK,  # type: ignore[arg-type]
        locale="en-US",
    )
    context.add_init_script(OBSERVER)
    return context


def slow_down(page: Page, rate: float = SLOWER) -> None:
    """Make the processor of a page so many times slower."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def waits(page: Page) -> list[float]:
    """Return how long each interaction took until the next picture, in ms, shortest first."""
    page.wait_for_timeout(300)
    found: list[float] = page.evaluate("[...waits.values()]")
    return sorted(found)
