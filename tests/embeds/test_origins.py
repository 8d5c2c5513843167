"""Sites as operators write them, and pages as they are read."""

import pytest

from outfitter_tenants.embeds import snippet_parser
from outfitter_tenants.embeds.origins import is_covered, origin_of

pytestmark = pytest.mark.rules
OURS = "https://reef.outfitter.example"
PAGE = "https://kayak.example/book"


@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("kayak.example", "https://kayak.example"),
        (" Kayak.Example/trips?x=1 ", "https://kayak.example"),
        ("http://kayak.example:8080/", "http://kayak.example:8080"),
        ("https://kayak.example:443", "https://kayak.example"),
        ("*.kayak.example", "https://*.kayak.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("münchen.example", "https://xn--mnchen-3ya.example"),
        ("*", None),
        ("*.example", None),
        ("kayak", None),
        ("https://me:secret@kayak.example", None),
        ("javascript://kayak.example", None),
        ("kayak.example; script-src *", None),
        ("kayak.example 'none'", None),
        ("kayak.example:99999", None),
        ("https://", None),
        ("", None),
    ],
)
def test_what_is_meant(written: str, origin: str | None) -> None:
    assert origin_of(written) == origin


@pytest.mark.parametrize(
    ("site", "source", "is_in"),
    [
        ("https://kayak.example", "https://kayak.example", True),
        ("https://www.kayak.example", "https://kayak.example", False),
        ("https://www.kayak.example", "https://*.kayak.example", True),
        ("https://kayak.example", "https://*.kayak.example", False),
        ("https://evilkayak.example", "https://*.kayak.example", False),
        ("https://kayak.example", "http://kayak.example", True),
        ("http://kayak.example", "https://kayak.example", False),
        ("https://kayak.example:8443", "https://kayak.example", False),
        ("https://kayak.example:8443", "https://kayak.example:8443", True),
    ],
)
def test_whom_a_source_lets_in(site: str, source: str, is_in: bool) -> None:
    assert is_covered(site, [source]) is is_in


@pytest.mark.parametrize(
    ("page", "loaders", "frames", "slots"),
    [
        (f'<div data-outfitter-calendar></div><script async src="{OURS}/widgets/embed.js">', 1, 0, 1),
        (f'<iframe src="{OURS}/widgets/calendar?experience=1">', 0, 1, 0),
        (f'<iframe src="{OURS}/fr/widgets/calendar">', 0, 1, 0),
        (f'<div data-outfitter-calendar><a href="{OURS}/widgets/calendar">Book</a></div>', 0, 1, 1),
        (f'<a data-outfitter-book href="{OURS}/widgets/tripBuilder">Book</a>', 0, 1, 1),
        (f"<script>var s='{OURS}/widgets/embed.js';add(s)</script>", 1, 0, 0),
        (f'<script type="rocket" data-rocket-src="{OURS}/widgets/embed.js">', 1, 0, 0),
        ("<p>Nothing</p>", 0, 0, 0),
        ("<script>var broken = '</widgets/embed.js", 0, 0, 0),
    ],
)
def test_what_stands_in_a_page(page: str, loaders: int, frames: int, slots: int) -> None:
    found = snippet_parser.read(page, url=PAGE)
    pages = found.frame_hosts + found.link_hosts
    assert (len(found.loader_hosts), len(pages), found.slot_cnt) == (loaders, frames, slots)
    assert set(found.loader_hosts + pages) <= {"reef.outfitter.example"}


@pytest.mark.parametrize(
    ("policy", "scripts", "frames"),
    [
        ("default-src 'self'", True, True),
        ("default-src *", False, False),
        ("default-src https:", False, False),
        ("default-src 'none'; script-src 'self' *.outfitter.example", False, True),
        ("script-src 'self'; frame-src https://reef.outfitter.example", True, False),
        ("script-src 'nonce-abc' 'strict-dynamic'", False, False),
        ("child-src 'self'", False, True),
        ("img-src 'self'", False, False),
        ("", False, False),
    ],
)
def test_whom_a_page_keeps_out(policy: str, scripts: bool, frames: bool) -> None:
    def is_out(kind: str) -> bool:
        return snippet_parser.blocked_by([policy], kind=kind, source=OURS, page=PAGE)

    assert (is_out("script-src"), is_out("frame-src")) == (scripts, frames)
