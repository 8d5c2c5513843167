"""What a page of the operator's site says about the calendar on it. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from outfitter_tenants.embeds.origins import is_covered

_SLOTS = ("data-outfitter-calendar", "data-outfitter-book")
_LOADER = "/widgets/embed.js"
# A language may stand before the path.
_PAGES = re.compile(r"(/[\w-]+)?/widgets/")
_MANAGERS = ("googletagmanager.com", "tealiumiq.com", "assets.adobedtm.com", "piwik.pro", "matomo")
_FETCHES = {"script-src": ("script-src-elem", "script-src"), "frame-src": ("frame-src", "child-src")}


@dataclass(slots=True)
class SnippetFindings:
    """
    What stands in a page.

    `loader_hosts`, `frame_hosts` and `link_hosts` are hosts (with port) of our loader, and of widget
    pages that stand in it or are linked to; `calendar_cnt` are slots that only the loader can fill.
    `policies` are Content-Security-Policies of the page itself.
    """

    loader_hosts: list[str] = field(default_factory=list)
    frame_hosts: list[str] = field(default_factory=list)
    link_hosts: list[str] = field(default_factory=list)
    slot_cnt: int = 0
    calendar_cnt: int = 0
    has_tag_manager: bool = False
    policies: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self.base = base
        self.found = SnippetFindings()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.found.slot_cnt += any(name in given for name in _SLOTS)
        self.found.calendar_cnt += _SLOTS[0] in given
        if tag == "meta" and given.get("http-equiv", "").lower() == "content-security-policy":
            self.found.policies.append(given.get("content", ""))
        # Plugins that put off scripts or frames keep the address in an attribute of their own.
        for name in ("src", "href", "data-src", "data-lazy-src", "data-rocket-src"):
            self._address(tag, given.get(name, ""))

    def _address(self, tag: str, written: str) -> None:
        if not written:
            return
        try:
            parts = urlsplit(urljoin(self.base, written.strip()))
        except ValueError:
            return
        if tag == "script" and any(name in parts.netloc for name in _MANAGERS):
            self.found.has_tag_manager = True
        if tag == "script" and parts.path == _LOADER:
            self.found.loader_hosts.append(parts.netloc.lower())
        elif tag in {"iframe", "a"} and _PAGES.match(parts.path) and parts.path != _LOADER:
            hosts = self.found.frame_hosts if tag == "iframe" else self.found.link_hosts
            hosts.append(parts.netloc.lower())

    def handle_data(self, data: str) -> None:
        # Builders and tag managers write the loader's tag from a script.
        for part in data.split(_LOADER)[:-1]:
            host = part.rpartition("//")[2]
            if host and not set(host) & set(" \n\t<>\"'\\"):
                self.found.loader_hosts.append(host.lower())
        if any(name in data for name in _MANAGERS):
            self.found.has_tag_manager = True


def read(text: str, *, url: str) -> SnippetFindings:
    """Return what stands in a page that was found at an address."""
    reader = _Reader(url)
    reader.feed(text)
    reader.close()
    return reader.found


def blocked_by(policies: Sequence[str], *, kind: str, source: str, page: str) -> bool:
    """
    Return whether one of a page's policies keeps out what comes from `source`.

    `kind` is "script-src" or "frame-src"; `page` is the page's own address ('self').
    """
    return any(_blocks(policy, kind, source, page) for policy in policies)


def _blocks(policy: str, kind: str, source: str, page: str) -> bool:
    directives: dict[str, list[str]] = {}
    for part in policy.split(";"):
        name, *values = part.split() or [""]
        directives.setdefault(name.lower(), values)
    named = [*_FETCHES[kind], "default-src"]
    ruling = next((name for name in named if name in directives), None)
    if ruling is None:
        return False
    lowered = [value.lower() for value in directives[ruling]]
    # What a nonce or a trusted script lets in cannot be told from here.
    if any(value.startswith(("'nonce-", "'strict-dynamic'")) for value in lowered):
        return False
    return not any(_lets_in(value, source, page) for value in lowered)


def _lets_in(value: str, source: str, page: str) -> bool:
    site, own = urlsplit(source), urlsplit(page)
    if value == "*":
        return True
    if value == "'self'":
        return site[:2] == own[:2]
    if value in {"https:", "http:"}:
        return site.scheme == value[:-1] or value == "http:"
    if value.startswith("'"):
        return False
    host, _, _path = value.partition("://")[2].partition("/") if "://" in value else value.partition("/")
    scheme = value.partition("://")[0] if "://" in value else own.scheme
    return is_covered(source, [f"{scheme}://{host}"])
