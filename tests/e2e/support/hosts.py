"""
Other people's pages as they really are: builders, tag managers, strict rules, odd old scripts.

Each imitates what such a page does to markup and scripts that are pasted into it. `slot` is the
element and `tag` the loader's tag as the back office offers them.
"""

import html
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

# Runs before anything else: what was there, what was thrown, how much moved.
WATCHED: Final = """
window.namesBefore = new Set(Object.keys(window))
window.thrown = []
addEventListener('error', (event) => thrown.push(String(event.message)))
addEventListener('unhandledrejection', (event) => thrown.push(String(event.reason)))
addEventListener('securitypolicyviolation', (event) => thrown.push('blocked: ' + event.blockedURI))
window.heard = []
addEventListener('outfitter', (event) => heard.push(event.detail.event))
window.shift = 0
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) shift += one.value
}).observe({ type: 'layout-shift', buffered: true })
"""
_WORDS: Final = "<p>Our guests go out with people we know and trust.</p>" * 12


@dataclass(frozen=True)
class Pasted:
    """What an operator pastes: `origin` is where the product lives, `room` as high as it gets."""

    origin: str
    data: str = ""
    room: int = 860

    @property
    def slot(self) -> str:
        """The element of the calendar; what is in it keeps the calendar's place until it comes."""
        room = f'<svg display="block" width="1" height="{self.room}"></svg>'
        return f'<div data-outfitter-calendar="{self.origin}"{self.data}>{room}</div>'

    @property
    def loader(self) -> str:
        """The loader's address."""
        return f"{self.origin}/widgets/embed.js"

    @property
    def tag(self) -> str:
        """The loader's tag."""
        return f'<script async src="{self.loader}"></script>'


@dataclass(frozen=True)
class Answer:
    """What a site answers at one address."""

    body: str
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "text/html"


def page(inside: str, head: str = "", body: str = "") -> str:
    """Return a page whose errors are noted."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Guesthouse</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f"{head}</head><body{body}><h1>Things to do</h1>{inside}{_WORDS}</body></html>"
    )


def plain(given: Pasted) -> Answer:
    """Two lines in a page, as they were copied."""
    return Answer(page(given.slot + given.tag))


def strict(given: Pasted) -> Answer:
    """Nothing inline, nothing from elsewhere but what is named, no strings as markup."""
    rules = (
        f"default-src 'none'; script-src {given.origin}; frame-src {given.origin}; img-src data:; "
        "style-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )
    return Answer(page(given.slot + given.tag), {"Content-Security-Policy": rules})


def nonce(given: Pasted) -> Answer:
    """Only scripts that carry the page's nonce, and what they load."""
    rules = "script-src 'nonce-r4nd0m' 'strict-dynamic'; object-src 'none'; base-uri 'none'"
    tag = given.tag.replace("<script", '<script nonce="r4nd0m"')
    return Answer(page(given.slot + tag), {"Content-Security-Policy": rules})


def tag_manager(given: Pasted) -> Answer:
    """A container script adds tag and element when the page has long been there."""
    script = f"""<script>setTimeout(() => {{
      const script = document.createElement('script')
      script.src = '{given.loader}'
      document.head.append(script)
      setTimeout(() => document.querySelector('main').insertAdjacentHTML('beforeend',
        {given.slot!r}), 400)
    }}, 300)</script>"""
    return Answer(page(f"<main></main>{script}"))


def document_write(given: Pasted) -> Answer:
    """An old advertisement's way: written while the page is parsed."""
    line = json.dumps(given.slot + given.tag.replace(" async", "")).replace("</", "<\\/")
    return Answer(page(f"<script>document.write({line})</script>"))


def wordpress(given: Pasted) -> Answer:
    """A theme that resets frames, buttons and dialogs, and a plugin that joins all scripts."""
    style = """<style>
      * { margin: 0; padding: 0; box-sizing: border-box; min-width: 0 }
      .entry-content iframe { max-width: 100% !important; height: auto !important;
        aspect-ratio: 16/9 !important; border: 3px solid !important; opacity: .2 !important }
      dialog { display: none; position: static; transform: scale(.5) }
      button { all: unset; text-transform: uppercase } body > * { max-width: 640px }
    </style>"""
    inside = (
        '<article class="entry-content"><div class="wp-block-html">'
        f"<p>{given.slot}</p>\n<p></p></div></article>"
        '<script defer src="/wp-content/cache/joined.js"></script>'
    )
    return Answer(page(inside, style, ' class="wp-singular page"'))


def squarespace(given: Pasted) -> Answer:
    """Pages are exchanged without a load; scripts of a code block are made anew; things move."""
    block = html.escape(given.slot + given.tag, quote=True)
    script = """<script>
      window.Static = { SQUARESPACE_CONTEXT: {} }; window.Y = { use() {} }
      const run = () => {
        const block = document.querySelector('.sqs-code-container')
        const { dataset } = document.body
        dataset.turns = +(dataset.turns ?? 0) + 1
        block.innerHTML = block.dataset.code
        for (const old of block.querySelectorAll('script')) {
          const script = document.createElement('script')
          for (const { name, value } of old.attributes) script.setAttribute(name, value)
          old.replaceWith(script)
        }
      }
      run()
      setTimeout(run, 700)
    </script>"""
    inside = (
        '<div style="transform: translateZ(0); overflow: hidden"><div class="sqs-block-code">'
        f'<div class="sqs-code-container" data-code="{block}"></div></div></div>{script}'
    )
    return Answer(page(inside))


def modules(given: Pasted) -> Answer:
    """Loaders of modules are there, an element has our name, old libraries extend everything."""
    script = """<script>
      window.define = () => { throw new Error('mismatched anonymous define()') }
      define.amd = {}; window.exports = {}; window.module = { exports }; window.require = () => {}
      Array.prototype.each = function () {}; Array.prototype.remove = function () {}
      Object.prototype.extended = function () {}
      Function.prototype.bindAsEventListener = function () {}
    </script>"""
    return Answer(page(f'{script}<div id="Outfitter"></div>{given.slot}{given.tag}{given.tag}'))


def wix(given: Pasted) -> Answer:
    """Embedded code stands in a frame of another site, with some rights taken away."""
    box = (
        '<div style="height: 900px"><iframe id="box" style="width: 100%; height: 100%" '
        'sandbox="allow-same-origin allow-forms allow-popups allow-scripts allow-pointer-lock" '
        'src="{elsewhere}/wix-code"></iframe></div>'
    )
    return Answer(page(box))


def boxed(given: Pasted) -> Answer:
    """A frame without an origin: nothing can be stored or asked in it."""
    inside = html.escape(page(given.slot + given.tag), quote=True)
    return Answer(page(f'<iframe id="box" sandbox="allow-scripts" srcdoc="{inside}"></iframe>'))


def several(given: Pasted) -> Answer:
    """Three calendars, a button and a link on one page."""
    slots = "".join(given.slot.replace("<div", f'<div id="{name}"') for name in ("one", "two"))
    compact = given.slot.replace("<div", '<div data-display="compact"')
    link = f"{given.origin}/widgets/tripBuilder"
    inside = (
        f'{slots}{compact}<button type="button" data-outfitter-book="{given.origin}">Book</button>'
        f'<a data-outfitter-book href="{link}">Book by link</a>'
    )
    return Answer(page(inside + given.tag))


def pages(given: Pasted) -> Answer:
    """The booking itself, and the calendar that asks first who is coming."""
    names = ("tripBuilder", "calendarCustomerType")
    slots = [given.slot.replace("<div", f'<div data-page="{name}"') for name in names]
    return Answer(page("".join(slots) + given.tag))


HOSTS: Final[Mapping[str, Callable[[Pasted], Answer]]] = {
    maker.__name__: maker
    for maker in (
        plain,
        strict,
        nonce,
        tag_manager,
        document_write,
        wordpress,
        squarespace,
        modules,
        wix,
        boxed,
        several,
        pages,
    )
}


class Hosts:
    """A web server with these pages, under two names that are two sites."""

    def __init__(self, given: Pasted) -> None:
        self.given = given
        pages = {f"/{name}": make(given) for name, make in HOSTS.items()}
        pages["/wix-code"] = plain(given)
        self.pages = pages
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def join(self, loader: str) -> None:
        """Put the loader's text into the site's own script, as optimisers do."""
        self.pages["/wp-content/cache/joined.js"] = Answer(
            f"var theme = {{}};\n{loader}\n;theme.ready = true;", kind="text/javascript"
        )

    def url(self, name: str) -> str:
        """Return the address of a page."""
        return f"http://127.0.0.1:{self.port}/{name}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        hosts = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                found = hosts.pages.get(self.path.split("?")[0])
                elsewhere = f"http://builder.localhost:{hosts.port}"
                body = found.body.replace("{elsewhere}", elsewhere) if found else "Nothing here"
                self.send_response(200 if found else 404)
                headers: dict[str, Any] = {
                    "Content-Type": f"{found.kind if found else 'text/html'}; charset=utf-8",
                    "Content-Length": len(body.encode()),
                    **(found.headers if found else {}),
                }
                for name, value in headers.items():
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Say nothing."""

        return Handler

    def close(self) -> None:
        """Stop the server."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
