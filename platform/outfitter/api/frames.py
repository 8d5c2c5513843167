"""
A widget page with its first data written into it.

Who opens a calendar waits for one document, then for its script and style: nothing else is asked
before the first picture. What is written in is public; it is packed once for all who get the same.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from outfitter.api.screens import accepted_codings

LANGUAGE_COOKIE: Final = "outfitter_language"
DEFAULT_LANGUAGE: Final = "en"
_RIGHT_TO_LEFT: Final = frozenset({"ar", "he"})
THEMES: Final = frozenset({"light", "dark"})
# What some browsers still call them, and what has no language of its own here.
_OTHER_NAMES: Final = {"fil": "tl", "iw": "he"}
_TRADITIONAL: Final = re.compile(r"zh-(tw|hk|mo|hant)", re.IGNORECASE)
_EMPTY: Final = b'<script type="application/json" id="first"></script>'
_HTML: Final = re.compile(rb'<html lang="[^"]*"')
_NEEDED: Final = re.compile(r'<(?:script|link)[^>]*?(?:src|href)="(/widgets/assets/[^"]+)"')
# The pages that are the trip builder: its words, and the operator's terms.
BUILDERS: Final = frozenset({"tripBuilder", "calendarCustomerType"})
# Of one page in one language for one operator: some kilobytes each.
_MOST_PACKED: Final = 128


@dataclass(frozen=True, slots=True)
class First:
    """
    What a page begins with: JSON by name, and a `key` that names exactly this content.

    `is_private`: somebody is signed in, so nobody may keep the page. `theme`: "light", "dark", or
    "" as the reader's system.
    """

    parts: Mapping[str, bytes]
    key: str
    is_private: bool = False
    theme: str = ""


Fill = Callable[[HttpRequest, str, str], First]


def send(request: HttpRequest, *, file: str, page: str, fill: Fill | None) -> HttpResponse:
    """
    Return a widget page with the messages of the reader's language and what `fill` gives it.

    `fill(request, page, language)` is asked for the operator's part.

    :raises Http404: there is no such page in this build
    """
    template = _template(settings.WIDGET / file)
    folder = "trip" if page in BUILDERS else "calendar"
    spoken = _spoken(settings.WIDGET, folder, template.tag)
    language = language_of(request, frozenset(spoken))
    first = fill(request, page, language) if fill else First({}, "")
    is_packed = "gzip" in accepted_codings(request.headers.get("Accept-Encoding", ""))
    key = f"{template.tag}:{folder}:{language}:{first.key}:{first.theme}:{is_packed}"
    etag = f'W/"{hashlib.blake2b(key.encode(), digest_size=12).hexdigest()}"'
    if not first.is_private and request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        body = _body(key, template, language, spoken, first, is_packed=is_packed)
        response = HttpResponse(body)
        # Without it a server may have to close the connection on which script and style could come.
        response["Content-Length"] = str(len(body))
        if is_packed:
            response["Content-Encoding"] = "gzip"
        if template.links:
            # Caches in between can tell the browser what will be needed before we answer.
            response["Link"] = template.links
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
    response["Cache-Control"] = "no-store" if first.is_private else "no-cache"
    if not first.is_private:
        response["ETag"] = etag
    return response


@dataclass(frozen=True, slots=True)
class _Template:
    body: bytes
    tag: str
    links: str


def _template(file: Path) -> _Template:
    try:
        stat = file.stat()
    except OSError:
        raise Http404 from None
    return _read(file, f"{stat.st_mtime_ns:x}-{stat.st_size:x}")


@lru_cache(maxsize=8)
def _read(file: Path, tag: str) -> _Template:
    body = file.read_bytes()
    needed = dict.fromkeys(_NEEDED.findall(body.decode()))
    return _Template(body, tag, ", ".join(map(_link, needed)))


def _link(path: str) -> str:
    return f"<{path}>; rel=" + ("modulepreload" if path.endswith(".js") else "preload; as=style")


@lru_cache(maxsize=8)
def _spoken(root: Path, folder: str, tag: str) -> Mapping[str, bytes]:
    """Return the messages of a page by language, as this build has them."""
    return {
        file.stem: file.read_bytes() for file in root.glob(f"assets/messages-*/{folder}/*.json")
    }


def language_of(request: HttpRequest, spoken: frozenset[str]) -> str:
    """Return the language of an answer: the address decides, then the choice made, the browser."""
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", "")[:500])
    wanted = [
        request.GET.get("language", ""), request.COOKIES.get(LANGUAGE_COOKIE, ""),
        *(tag for tag, _ in accepted),
    ]  # fmt: skip
    found = (match_language(tag, spoken) for tag in wanted)
    return next((one for one in found if one), DEFAULT_LANGUAGE)


def match_language(tag: str, spoken: frozenset[str]) -> str | None:
    """Return the language of ours that serves a tag: de-AT is de, zh-HK is zh-TW, fil is tl."""
    exact = next((one for one in spoken if one.lower() == tag.lower()), None)
    if exact or not tag:
        return exact
    if tag.lower().startswith("zh"):
        chinese = "zh-TW" if _TRADITIONAL.match(tag) else "zh-CN"
        return chinese if chinese in spoken else None
    base = tag.split("-", 1)[0].lower()
    base = _OTHER_NAMES.get(base, base)
    return base if base in spoken else None


_packed: Final[dict[str, bytes]] = {}


def _body(
    key: str, template: _Template, language: str, spoken: Mapping[str, bytes], first: First,
    *, is_packed: bool,
) -> bytes:  # fmt: skip
    found = _packed.get(key)
    if found is not None:
        return found
    body = _filled(template.body, language, spoken.get(language), first)
    if is_packed:
        body = gzip.compress(body, 9, mtime=0)
    if not first.is_private:
        while len(_packed) >= _MOST_PACKED:
            # Two threads may drop the same one.
            _packed.pop(next(iter(_packed), ""), None)
        _packed[key] = body
    return body


def _filled(body: bytes, language: str, messages: bytes | None, first: First) -> bytes:
    parts = dict(first.parts)
    spoken = DEFAULT_LANGUAGE
    if messages is not None:
        parts = {"language": json.dumps(language).encode(), "messages": messages, **parts}
        spoken = language
    # Said by the page itself, or its first picture would be the wrong way round or too bright.
    said = f'<html lang="{spoken}"' + (' dir="rtl"' if spoken in _RIGHT_TO_LEFT else "")
    said += f' data-theme="{first.theme}"' if first.theme in THEMES else ""
    body = _HTML.sub(said.encode(), body, count=1)
    written = b",".join(json.dumps(name).encode() + b":" + value for name, value in parts.items())
    # Nothing in it may end the element it stands in.
    safe = b"{" + written.replace(b"<", b"\\u003c") + b"}"
    return body.replace(_EMPTY, _EMPTY.replace(b"></", b">" + safe + b"</"), 1)
