"""
What a page looks like, in numbers that are the same on every machine.

Each kind of element (its tag and class) stands with how many there are, where the first one is and
how it is dressed. Letters are those of one font that is given to the page, so that widths do not
depend on the fonts of a machine (ADR 39).
"""

import base64
import json
import os
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.support.stack import ROOT
from tests.e2e.support.wait_conditions import wait_for

NOW = "2026-12-02T18:00:00Z"
WIDGET = ROOT / "widget"
FONT = "web/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"
# Pixels; rounding of letters differs by less.
TOLERANCE = 3
SEEN = """() => {
  const names = ['color', 'backgroundColor', 'borderTopColor', 'borderTopWidth', 'borderTopStyle',
    'borderTopLeftRadius', 'display', 'position', 'fontSize', 'fontWeight', 'textAlign',
    'textDecorationLine', 'boxShadow', 'opacity']
  const found = {}
  for (const element of document.querySelectorAll('body [class]')) {
    const { x, y, width, height } = element.getBoundingClientRect()
    if (!width || !height || element.closest('svg')) continue
    const key = element.tagName.toLowerCase() + '.' + [...element.classList].join('.')
    if (found[key]) { found[key].count += 1; continue }
    const style = getComputedStyle(element)
    const box = [x, y + scrollY, width, height].map(Math.round)
    found[key] = { count: 1, box, style: names.map(name => style[name]).join(' | ') }
  }
  return found
}"""

Appearance = dict[str, dict[str, Any]]


@contextmanager
def widget_server() -> Iterator[str]:
    """Run the built widget with its invented operator, at a time that stands still; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    frozen = ROOT / "tests" / "e2e" / "support" / "frozen.mjs"
    server = subprocess.Popen(
        [
            "node",
            "--import",
            str(frozen),
            "node_modules/vite/bin/vite.js",
            "preview",
            "--port",
            str(port),
            "--strictPort",
        ],
        cwd=WIDGET,
        env={**os.environ, "OUTFITTER_NOW": NOW},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: _answers(f"{url}/widgets/calendar"), "the widget's server", 20)
        yield url
    finally:
        server.terminate()
        server.wait(10)


def _answers(url: str) -> bool:
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def dress(page: Page) -> None:
    """Give the page the font that is measured with, and the time of its server."""
    font = base64.b64encode((ROOT / FONT).read_bytes()).decode()
    page.add_init_script(
        f"""{{
          const bytes = Uint8Array.from(atob('{font}'), one => one.charCodeAt(0))
          const face = new FontFace('Inter Variable', bytes, {{ weight: '100 900' }})
          document.fonts.add(face)
          face.load()
        }}"""
    )
    page.clock.set_fixed_time(NOW)


def appearance(page: Page) -> Appearance:
    """Return what can be seen of a page once nothing moves any more."""
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    found: Appearance = page.evaluate(SEEN)
    return found


def differences(now: Appearance, before: Appearance) -> list[str]:
    """Return what looks otherwise than it did, one line for each kind of element."""
    lines = [f"{key}: gone" for key in before.keys() - now.keys()]
    lines += [f"{key}: new" for key in now.keys() - before.keys()]
    for key in before.keys() & now.keys():
        was, is_ = before[key], now[key]
        if is_["count"] != was["count"]:
            lines.append(f"{key}: {was['count']} of them, now {is_['count']}")
        if any(abs(a - b) > TOLERANCE for a, b in zip(was["box"], is_["box"], strict=True)):
            lines.append(f"{key}: at {was['box']}, now {is_['box']}")
        if is_["style"] != was["style"]:
            lines.append(f"{key}: dressed {was['style']}, now {is_['style']}")
    return sorted(lines)


def kept(file: Path, now: Appearance) -> Appearance:
    """Return how it looked; OUTFITTER_LOOKS=write says that what it looks like now is right."""
    if os.environ.get("OUTFITTER_LOOKS") == "write":
        rows = (f"{json.dumps(key)}: {json.dumps(now[key])}" for key in sorted(now))
        file.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    found: Appearance = json.loads(file.read_text())
    return found
