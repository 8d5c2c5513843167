"""
A widget page with its first data written into it.

Who opens a calendar waits for one document: the first picture is in it, drawn by the widget's own
code (`ssr.py`), with its style. The trip builder waits for its style and script as well. Nothing else
is asked before the first picture. What is written in is public; it is packed once for all who get
the same.
"""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from outfitter.api import ssr
from outfitter.api.screens import accepted_codings
from outfitter.error_reports import browser as error_reports
from outfitter.kit.locales import match_language

LANGUAGE_COOKIE: Final = "outfitter_language"
DEFAULT_LANGUAGE: Final = "en"
_RIGHT_TO_LEFT: Final = frozenset({"ar", "he"})
THEMES: Final = frozenset({"light", "dark"})
_EMPTY: Final = b'<script type="application/json" id="first"></script>'
# The place that is held free for a calendar.
_BOOT: Final = b'<div class="boot" aria-hidden="true"></div>'
# In words instead, for who runs no script: to them, the place is a comment.
_WORDS: Final = b"<noscript>%s<!--</noscript>" + _BOOT + b"<noscript>--></noscript>"
_SCRIPT: Final = b'<script type="module" '
# What a picture is made of in the browser: where there is one already, it has time.
_AHEAD: Final = re.compile(rb'\s*<link rel="modulepreload"[^>]*>')
_STYLE: Final = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
# What a declaration of a look consists of; nothing that could end it, or the style it stands in.
_DECLARED: Final = re.compile(r"--[a-z-]+:[\w #().,'%-]+", re.ASCII)
_HTML: Final = re.compile(rb'<html lang="[^"]*"')
_NEEDED: Final = re.compile(r'<(?:script|link)[^>]*?(?:src|href)="(/widgets/assets/[^"]+)"')
# The pages that are the trip builder: its words, and the operator's terms.
BUILDERS: Final = frozenset({"tripBuilder", "calendarCustomerType"})
PORTAL: Final = "portal"
# The pages that guests open by a link remember the language apart from the widget.
_GUEST_LANGUAGE_COOKIE: Final = "outfitter_pay_language"
# Of one page in one language for one operator: some kilobytes each.
_MOST_PACKED: Final = 128


@dataclass(frozen=True, slots=True)
class PageBootstrap:
    """
    What a page begins with: JSON by name, and a `key` that names exactly this content.

    `is_private`: somebody is signed in, or the page is one person's, so nobody may keep it. `theme`:
    "light", "dark", or "" as the reader's system. `picture`: what the first picture is drawn from
    besides the parts (`widget/src/calendar/page.ts`, `widget/src/portal/drawn.tsx`), None where the page
    draws it; its content is part of the key.
    `readable`: the address of a page that says the same to who runs no script, "" for none.
    `plain`: makes the same days as markup in plain words, given the page's messages; for who runs no
    script, where there is no picture.
    """

    parts: Mapping[str, bytes]
    key: str
    is_private: bool = False
    theme: str = ""
    picture: Mapping[str, Any] | None = None
    readable: str = ""
    plain: Callable[[Mapping[str, Any]], str] | None = None


Fill = Callable[[HttpRequest, str, str], PageBootstrap]


def warm_up() -> None:
    """Have the engine draw ahead, so that the first calendar of this process has its picture."""
    spoken = _spoken(settings.WIDGET, "calendar", "")
    if DEFAULT_LANGUAGE in spoken:
        ssr.warm_up(settings.WIDGET, spoken[DEFAULT_LANGUAGE])


def send_page(request: HttpRequest, *, file: str, page: str, fill: Fill | None) -> tuple[HttpResponse, str]:
    """
    Return a widget page with the messages of the reader's language and what `fill` gives it.

    `fill(request, page, language)` is asked for the operator's part. Beside the page: the sources
    that its policy has to allow for the styles in it, "" for none.

    :raises Http404: there is no such page in this build
    """
    template = _template(settings.WIDGET / file)
    folder = "trip" if page in BUILDERS else page if page == PORTAL else "calendar"
    spoken = _spoken(settings.WIDGET, folder, template.tag)
    cookie = _GUEST_LANGUAGE_COOKIE if page == PORTAL else LANGUAGE_COOKIE
    language = language_of(request, frozenset(spoken), cookie)
    first = fill(request, page, language) if fill else PageBootstrap({}, "")
    is_packed = "gzip" in accepted_codings(request.headers.get("Accept-Encoding", ""))
    reports = error_reports.tag(getattr(request, "tenant", None))
    name = f"{template.tag}:{folder}:{language}:{first.key}:{first.theme}:{first.readable}:{reports.decode()}"
    etag = f'W/"{hashlib.blake2b(f"{name}:{is_packed}".encode(), digest_size=12).hexdigest()}"'
    is_kept = not first.is_private
    if is_kept and request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        body = _body(name, template, language, spoken, first, reports, is_packed=is_packed)
        response = HttpResponse(body.content)
        # Without it a server may have to close the connection on which script and style could come.
        response["Content-Length"] = str(len(body.content))
        if is_packed:
            response["Content-Encoding"] = "gzip"
        needed = template.styles if body.is_drawn else template.links
        if needed:
            # Caches in between can tell the browser what will be needed before we answer.
            response["Link"] = needed
        # Not kept by anybody: the next one may come with its picture.
        is_kept = is_kept and body.is_final
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
    response["Cache-Control"] = "no-store" if first.is_private else "no-cache"
    if is_kept:
        response["ETag"] = etag
    return response, f"{template.sources} {_source(_look(first))}" if template.sources else ""


@dataclass(frozen=True, slots=True)
class _Template:
    body: bytes
    tag: str
    links: str
    # Without the script, which no picture that is there has to wait for.
    styles: str
    # Of the styles that stand in it, as a policy names them; such a page has the operator's look, too.
    sources: str


def _template(file: Path) -> _Template:
    try:
        stat = file.stat()
    except OSError:
        raise Http404 from None
    return _read(file, f"{stat.st_mtime_ns:x}-{stat.st_size:x}")


@lru_cache(maxsize=8)
def _read(file: Path, tag: str) -> _Template:
    body = file.read_bytes()
    text = body.decode()
    links = [_link(path) for path in dict.fromkeys(_NEEDED.findall(text))]
    styles = [one for one in links if "style" in one]
    sources = [_source(style) for style in _STYLE.findall(text)]
    return _Template(body, tag, ", ".join(links), ", ".join(styles), " ".join(sources))


def _link(path: str) -> str:
    return f"<{path}>; rel=" + ("modulepreload" if path.endswith(".js") else "preload; as=style")


@lru_cache(maxsize=8)
def _spoken(root: Path, folder: str, tag: str) -> Mapping[str, bytes]:
    """Return the messages of a page by language, as this build has them."""
    return {file.stem: file.read_bytes() for file in root.glob(f"assets/messages-*/{folder}/*.json")}


def language_of(request: HttpRequest, spoken: frozenset[str], cookie: str = LANGUAGE_COOKIE) -> str:
    """Return the language of an answer: the address decides, then the choice made, the browser."""
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", "")[:500])
    wanted = [request.GET.get("language", ""), request.COOKIES.get(cookie, ""), *(tag for tag, _ in accepted)]
    found = (match_language(tag, spoken) for tag in wanted)
    return next((one for one in found if one), DEFAULT_LANGUAGE)


def _turned_to(address: str) -> bytes:
    return f'<noscript><meta http-equiv="refresh" content="0;url={address}"></noscript></head>'.encode()


@dataclass(frozen=True, slots=True)
class _Body:
    content: bytes
    is_drawn: bool
    # False: it should have had a picture, and may have one next time.
    is_final: bool


_packed: Final[dict[tuple[str, bool], _Body]] = {}


def _body(
    name: str,
    template: _Template,
    language: str,
    spoken: Mapping[str, bytes],
    first: PageBootstrap,
    reports: bytes,
    *,
    is_packed: bool,
) -> _Body:
    found = _packed.get((name, is_packed))
    if found is not None:
        return found
    text, is_drawn = _filled(template.body, name, language, spoken.get(language), first)
    if template.sources:
        text = text.replace(b"</head>", f"<style>{_look(first)}</style></head>".encode(), 1)
    if first.readable:
        text = text.replace(b"</head>", _turned_to(first.readable), 1)
    text = text.replace(b"</head>", reports + b"</head>", 1)
    is_final = first.picture is None or is_drawn or not ssr.can_draw(settings.WIDGET)
    content = gzip.compress(text, 9, mtime=0) if is_packed else text
    body = _Body(content, is_drawn, is_final)
    if is_final and not first.is_private:
        while len(_packed) >= _MOST_PACKED:
            # Two threads may drop the same one.
            _packed.pop(next(iter(_packed), ("", False)), None)
        _packed[name, is_packed] = body
    return body


def _filled(
    body: bytes, name: str, language: str, messages: bytes | None, first: PageBootstrap
) -> tuple[bytes, bool]:
    """Return the page, and whether it has its picture."""
    parts = dict(first.parts)
    spoken = DEFAULT_LANGUAGE
    if messages is not None:
        parts = {"language": json.dumps(language).encode(), "messages": messages, **parts}
        spoken = language
    # Said by the page itself, or its first picture would be the wrong way round or too bright.
    said = f'<html lang="{spoken}"' + (' dir="rtl"' if spoken in _RIGHT_TO_LEFT else "")
    said += f' data-theme="{first.theme}"' if first.theme in THEMES else ""
    body = _HTML.sub(said.encode(), body, count=1)
    written = b",".join(json.dumps(part).encode() + b":" + value for part, value in parts.items())
    # Nothing in it may end the element it stands in.
    safe = b"{" + written.replace(b"<", b"\\u003c") + b"}"
    body = body.replace(_EMPTY, _EMPTY.replace(b"></", b">" + safe + b"</"), 1)
    if _BOOT not in body:
        return body, False
    markup = _picture(name, safe, first)
    if markup:
        return _drawn(body, markup), True
    if first.plain is not None:
        body = body.replace(_BOOT, _WORDS % first.plain(json.loads(messages or b"{}")).encode(), 1)
    return body, False


def _picture(name: str, safe: bytes, first: PageBootstrap) -> bytes:
    if first.picture is None:
        return b""
    asked = {**first.picture, "first": safe.decode(), "theme": first.theme}
    page = PORTAL if PORTAL in first.parts else "calendar"
    return ssr.render_markup(settings.WIDGET, name, asked, page=page, is_kept=not first.is_private).encode()


def _drawn(body: bytes, markup: bytes) -> bytes:
    body = _AHEAD.sub(b"", body).replace(_BOOT, markup, 1)
    # What can be seen already waits for nothing; what makes it move comes after it.
    return body.replace(_SCRIPT, _SCRIPT + b'fetchpriority="low" ', 1)


def _look(first: PageBootstrap) -> str:
    """Return the operator's look as a style sheet: no script is there yet that would set it."""
    look: dict[str, str] = json.loads(first.parts.get("look", b"{}"))
    declared = (f"{name}:{value}" for name, value in look.items())
    return f":root{{{';'.join(one for one in declared if _DECLARED.fullmatch(one))}}}"


def _source(style: str) -> str:
    """Return the source of exactly this style, as a policy names it (CSP 3, 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"
