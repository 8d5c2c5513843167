"""Somebody else's page, and the plainest page that shows the same days, beside the product."""

import gzip
from collections.abc import Callable, Iterable
from typing import Any, Final

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

# What a person without any framework would write: one document, one data request, a plain table.
BARE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Days</title>
<link rel="icon" href="data:,"></head><body><table id="days"></table><script>
fetch('/bare/days' + location.search).then((answer) => answer.json()).then(({ dates }) => {
  const table = document.getElementById('days')
  let row
  for (const [day, entries] of Object.entries(dates)) {
    const date = new Date(day + 'T00:00:00Z')
    if (!row || date.getUTCDay() === 0) row = table.insertRow()
    const cell = row.insertCell()
    const free = entries.some((entry) => entry.online_availability_cnt > 0)
    const prices = entries.flatMap((entry) => entry.timeslots.map((slot) => slot.min_price))
    cell.className = free ? 'has-availability' : 'no-availability'
    cell.textContent = date.getUTCDate() + ' $' + Math.min(...prices) / 100
  }
})
</script></body></html>"""
HOST: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Guesthouse</title>
<link rel="icon" href="data:,"><style>body {{ margin: 0 auto; max-width: 1000px }}</style></head>
<body><h1>Things to do</h1>
<div id="book" data-outfitter-calendar="{origin}" data-date="{day}" data-height="1153"
><svg display="block" width="1" height="1153"></svg></div>
<p>After the calendar.</p><p>{words}</p>
<script async src="{origin}/widgets/embed.js"></script></body></html>"""
_WORDS: Final = "Our guests go out with people we know and trust. " * 40


def beside(product: Wsgi, days: Callable[[str], bytes]) -> Wsgi:
    """Return the product with /bare, its data (`days(query)`) and /host beside it."""

    def serve(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        if path == "/bare":
            return _send(environ, start, "text/html", BARE.encode())
        if path == "/bare/days":
            return _send(environ, start, "application/json", days(query))
        if path == "/host":
            origin = f"http://bench.localhost:{environ['SERVER_PORT']}"
            page = HOST.format(origin=origin, day=query.partition("=")[2], words=_WORDS)
            return _send(environ, start, "text/html", page.encode())
        return product(environ, start)

    return serve


def _send(environ: dict[str, Any], start: Callable[..., Any], kind: str, body: bytes) -> Iterable[bytes]:
    headers = [("Content-Type", f"{kind}; charset=utf-8"), ("Cache-Control", "no-cache")]
    if "gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""):
        body = gzip.compress(body, 6, mtime=0)
        headers.append(("Content-Encoding", "gzip"))
    start("200 OK", [*headers, ("Content-Length", str(len(body)))])
    return [body]
