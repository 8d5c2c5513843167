"""
The booking calendar: how heavy it is, and how soon it can be read beside the plainest page.

Both pages come from the same server in the same run, in turn: ours and a bare one that loads the
same days with one request and shows them as a table. "Can be read" is the first picture in which a
day with availability stands.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Frame, Page

from bench._bench_database import analyze, make_experiences, make_times, middle, stage
from bench._host_page import beside
from bench._report import Row, at_most, main, sized
from bench._site import chromium, site

TOURS: Final = 10
ROUNDS: Final = sized(15, quick=3)
WARMING: Final = sized(2, quick=1)
SLOWER: Final = 4
# "Slow 4G" of the browser's own tools: 1.44 Mbit/s down, 0.67 up, 562.5 ms for each request.
SLOW_4G: Final = {
    "offline": False,
    "downloadThroughput": 180_000,
    "uploadThroughput": 84_375,
    "latency": 562.5,
}
# The same line as it is measured elsewhere, where latency counts less and weight more.
SHORT_4G: Final = {**SLOW_4G, "downloadThroughput": 204_800, "latency": 150}
# When the picture after it is on the screen: the next frame's work is done, ours comes after it.
READABLE: Final = """
(() => {
  const seen = () => document.querySelector('.has-availability')
  const note = () => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => (window.readableAt ??= performance.now())
    channel.port2.postMessage(0)
  })
  const watch = new MutationObserver(() => seen() && (watch.disconnect(), note()))
  watch.observe(document, { childList: true, subtree: true, attributes: true })
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shift += one.value
  }).observe({ type: 'layout-shift', buffered: true })
})()
"""
# What stands in a document may wait for its style: nothing is read before something is painted.
PAINTED: Final = "window.readableAt && performance.getEntriesByName('first-contentful-paint')[0]"
# From a click on one element to the picture in which `wanted` holds.
TAKES: Final = """
([selector, wanted]) => new Promise((done) => {
  const holds = new Function('return ' + wanted)
  const begin = performance.now()
  document.querySelector(selector).click()
  const look = () => requestAnimationFrame(() => {
    if (!holds()) return look()
    const channel = new MessageChannel()
    channel.port1.onmessage = () => done(performance.now() - begin)
    channel.port2.postMessage(0)
  })
  look()
})
"""
# A picture in the document is found before it is painted: what begins until then counts as well.
LOADED: Final = f"""
performance.getEntriesByType('resource')
  .filter((one) => one.startTime < Math.max(readableAt, ({PAINTED}).startTime))
  .map((one) => [one.name, one.transferSize, one.renderBlockingStatus === 'blocking'])
"""


def run() -> list[Row]:
    """Weigh the build, then open both pages and work with the calendar in a browser."""
    from django.conf import settings

    with stage():
        for experience_id in make_experiences(TOURS):
            make_times(experience_id)
        analyze()
        day = _next_month()
        with _served() as url, chromium() as browser:
            return [
                *_weights(Path(settings.WIDGET)),
                *_until_readable(browser, url, day),
                *_times(browser, url, day),
                *_in_a_page(browser, url, day),
            ]


def _next_month() -> date:
    """Return the first of a month that is whole: today's has lost its days."""
    from outfitter.kit.clock import utc_now

    return (utc_now().date().replace(day=1) + timedelta(days=32)).replace(day=1)


@contextmanager
def _served() -> Iterator[str]:
    from django.conf import settings
    from django.db import connection
    from django.test import RequestFactory

    from outfitter.accounts import operations as accounts
    from outfitter.api import page_bootstrap
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.calendar import initial_data

    # As in every worker that takes requests.
    page_bootstrap.warm_up()
    account = connection.tenant  # type: ignore[attr-defined]
    accounts.add_domain(account=account, at=utc_now())
    accounts.open_account(account=account)
    # The calendar says by which keys a card is taken; none is, here.
    keys = {"secret_key": "sk_test_bench", "publishable_key": "pk_test_bench"}
    settings.STRIPE = {**settings.STRIPE, **keys}

    def days(query: str) -> bytes:
        connection.set_tenant(account)  # type: ignore[attr-defined]
        request = RequestFactory().get(f"/widgets/calendar?{query}")
        request.tenant = account  # type: ignore[attr-defined]
        return bytes(initial_data.first(request, "calendar", "en").parts["range"])

    with site(lambda product: beside(product, days)) as url:
        yield url


def _weights(dist: Path) -> list[Row]:
    manifest = json.loads((dist / ".vite" / "manifest.json").read_text())
    first = next(key for key, chunk in manifest.items() if chunk.get("name") == "first")
    calendar = _files(manifest, "src/calendar/start.ts")
    further = _files(manifest, "tripBuilder.html") - calendar
    # Its style stands in the document.
    drawn, whole = (
        sum(_packed(dist, one) for one in files if one.endswith(".js"))
        for files in (_files(manifest, first), calendar)
    )
    return [
        Row("loader", _packed(dist, "embed.js"), "kB brotli", at_most(1.5)),
        Row("calendar: script beside a picture that came along", drawn, "kB brotli"),
        Row("calendar: script with all that a picture is made of", whole, "kB brotli"),
        Row("trip builder on top", sum(_packed(dist, one) for one in further), "kB brotli", at_most(25)),
    ]


def _files(manifest: dict[str, Any], key: str) -> set[str]:
    chunk = manifest[key]
    found = {chunk["file"], *chunk.get("css", [])}
    return found.union(*(_files(manifest, one) for one in chunk.get("imports", [])))


def _packed(dist: Path, name: str) -> float:
    packed = dist / f"{name}.br"
    return (packed if packed.exists() else dist / name).stat().st_size / 1000


def _visit(browser: Browser) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": 1000, "height": 900}, locale="en-US", timezone_id="America/New_York"
    )
    context.add_init_script(READABLE)
    return context


def _opened(browser: Browser, url: str, *, rate: float, net: dict[str, Any] | None) -> Page:
    page = _visit(browser).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if net:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", net)
    page.goto(url)
    _until(page, PAINTED)
    return page


def _until_readable(browser: Browser, url: str, day: date) -> list[Row]:
    page = _opened(browser, f"{url}/widgets/calendar?date={day}", rate=1, net=None)
    loaded: list[tuple[str, int, bool]] = page.evaluate(LOADED)
    document = page.evaluate("performance.getEntriesByType('navigation')[0].transferSize")
    page.context.close()
    # The picture is in the document: it waits for styles, and for no script that is on its way.
    needed = [size for _, size, is_blocking in loaded if is_blocking]
    begun = sum(size for _, size, _ in loaded)
    data_cnt = sum("/api/" in name for name, _, _ in loaded)
    return [
        Row("requests that are needed to read it", 1 + len(needed), "", at_most(3)),
        Row("  requests for data, begun until then", data_cnt, "", at_most(0)),
        Row("over the wire, needed to read it", (document + sum(needed)) / 1000, "kB", at_most(14)),
        Row("  of these the document, with its data", document / 1000, "kB"),
        Row("over the wire, begun until then", (document + begun) / 1000, "kB", at_most(14)),
    ]


def _times(browser: Browser, url: str, day: date) -> list[Row]:
    ways: list[tuple[str, float, dict[str, Any] | None]] = [
        ("local network", 1, None),
        ("slow 4G, 4 x slower", SLOWER, SLOW_4G),
        ("4G with 150 ms, 4 x slower", SLOWER, SHORT_4G),
    ]
    rows = []
    for name, rate, net in ways:
        found: dict[str, list[float]] = {"widgets/calendar": [], "bare": []}
        for number in range(WARMING + ROUNDS):
            for path, times in found.items():
                page = _opened(browser, f"{url}/{path}?date={day}", rate=rate, net=net)
                if number >= WARMING:
                    times.append(page.evaluate(f"Math.max(readableAt, ({PAINTED}).startTime)"))
                page.context.close()
        ours, bare = (middle(times) for times in found.values())
        rows += [
            Row(f"{name}: calendar can be read", ours, "ms"),
            Row(f"{name}: bare page can be read", bare, "ms"),
            Row(f"  {name}: calendar / bare", ours / bare, "x", at_most(1.2)),
        ]
    return rows


def _in_a_page(browser: Browser, url: str, day: date) -> list[Row]:
    """Work with the calendar as it hangs in somebody else's page, on another site."""
    host = url.replace("bench.localhost", "127.0.0.1")
    shifts, months, days = [], [], []
    for _ in range(ROUNDS // 3):
        page = _visit(browser).new_page()
        page.goto(f"{host}/host?date={day}")
        frame = _frame(page)
        _until(frame, "window.readableAt")
        page.wait_for_timeout(1500)
        shifts.append(page.evaluate("shift") + frame.evaluate("shift"))
        months.append(_next(frame))
        days.append(_choose(frame))
        page.context.close()
    return [
        Row("layout shift of the page it hangs in, and its own (worst)", max(shifts), "", at_most(0)),
        Row("next month painted, fetched ahead", middle(months), "ms", at_most(30)),
        Row(f"a day of {TOURS} experiences chosen, reaction painted", middle(days), "ms", at_most(50)),
    ]


def _until(place: Page | Frame, expression: str) -> None:
    """Wait for what is true; asked from outside, for a page's policy lets it evaluate nothing."""
    for _ in range(3000):
        if place.evaluate(expression):
            return
        time.sleep(0.02)
    raise TimeoutError(expression)


def _frame(page: Page) -> Frame:
    page.wait_for_selector("iframe")
    return next(one for one in page.frames if "/widgets/calendar" in one.url)


def _next(frame: Frame) -> float:
    before = frame.evaluate("document.querySelector('#month').textContent")
    wanted = (
        f"document.querySelector('#month').textContent !== {json.dumps(before)}"
        " && !!document.querySelector('.has-availability')"
    )
    return _takes(frame, "button[aria-label='Next month']", wanted)


def _choose(frame: Frame) -> float:
    return _takes(frame, ".day.has-availability", "!!document.querySelector('.day.selected')")


def _takes(frame: Frame, selector: str, wanted: str) -> float:
    found: float = frame.evaluate(TAKES, [selector, wanted])
    return found


if __name__ == "__main__":
    main(run)
