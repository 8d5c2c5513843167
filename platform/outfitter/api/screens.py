"""Serves the exported screens and the widget: one view, and the table the front end shares."""

import gzip
import hashlib
import json
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from outfitter.accounts import cookies, hosts
from outfitter.error_reports import browser as error_reports

# What the Next client asks for beside a screen: `.txt` (whole payload) and `/__next.*.txt`.
PAYLOAD = r"\.txt|/__next\.[^/]+\.txt"
ID = r"(?!__next\.)[^/]+?"  # lazy, so that a payload's suffix is never read as part of an id
IMMUTABLE = "public, max-age=31536000, immutable"
# Packed while building (web/scripts/pack.mjs), best first.
CODINGS = (("br", ".br"), ("gzip", ".gz"))
# Keeps the manifest for the hours without a connection; it may ask this host and run nothing else.
WORKER = "sw.js"
# Where QZ Tray listens on the reader's own computer: a socket there prints tickets (ADR 137).
PRINT_BRIDGE = " ".join(
    [
        *(f"wss://localhost:{port}" for port in (8181, 8282, 8383, 8484)),
        *(f"ws://localhost:{port}" for port in (8182, 8283, 8384, 8485)),
    ]
)
WORKER_POLICY = "default-src 'none'; connect-src 'self'"


@lru_cache(maxsize=1)
def route_table() -> dict[str, Any]:
    """Return the table of screens, read once."""
    table: dict[str, Any] = json.loads(settings.ROUTES_TABLE.read_text())
    return table


def screen_pattern(path: str, locales: str) -> str:
    """Turn `/customer/{customer}/{tab?}` into a regular expression without anchors."""
    if path == "/":
        return "(?:/|/index)?"
    path = re.sub(r"/\{\w+\?\}", lambda _: f"(?:/{ID})?", path)
    path = re.sub(r"^/\{\w+\}", lambda _: f"/(?!(?:{locales})/){ID}", path)
    return re.sub(r"\{\w+\}", lambda _: ID, path)


@lru_cache(maxsize=2)
def _rules(host: str) -> list[tuple[re.Pattern[str], str]]:
    table = route_table()
    locales = "|".join(table["locales"])
    return [
        (
            re.compile(
                rf"(?:/(?P<locale>{locales}))?{screen_pattern(row['path'], locales)}"
                rf"(?P<payload>{PAYLOAD})?/?"
            ),
            row["shell"],
        )
        for row in table["routes"].values()
        if row.get("host", "tenant") in {host, "both"}
    ]


def resolve(path: str, host: str) -> str | None:
    """
    Return the exported file for a public path, relative to the export folder.

    `host` is "apex" or "tenant"; None when no screen has that address there.
    """
    for regex, shell in _rules(host):
        if found := regex.fullmatch(path):
            locale = found["locale"] or route_table()["defaultLocale"]
            return f"{locale}{'/' + shell if shell else ''}{found['payload'] or '.html'}"
    return None


def _policy(page: str) -> str | None:
    # Read with the page, never kept across a deploy: the hashes belong to this very build.
    file = settings.SCREENS / "csp.json"
    policies: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return policies.get(page)


def gateway_origins() -> tuple[str, str]:
    """Return the origin of the gateway's script, and what its fields ask besides ("" for none)."""
    origin = "/".join(str(settings.STRIPE["script_url"]).split("/", 3)[:3])
    more = "https://*.stripe.com" if origin == "https://js.stripe.com" else ""
    return origin, more


def with_gateway(policy: str) -> str:
    """Return a screen's policy that lets the gateway's own fields in, and nothing else."""
    scripts = "script-src 'self'"
    if scripts not in policy:
        return policy
    origin, more = gateway_origins()
    asked = f"'self' {origin} {more}".rstrip()
    called = " ".join(filter(None, (asked, error_reports.origin(), PRINT_BRIDGE)))
    allowed = policy.replace(scripts, f"{scripts} {origin}")
    return f"{allowed}; connect-src {called}; frame-src {asked}"


def send_file(root: Path, relative: str, cache: str, request: HttpRequest) -> HttpResponseBase:
    """
    Send one file below `root` with an ETag and that Cache-Control.

    :raises Http404: it does not exist, or lies outside
    """
    try:
        file = (root / relative).resolve()
        is_there = file.is_relative_to(root.resolve()) and file.is_file()
    except (OSError, ValueError):  # a name no file system takes
        raise Http404 from None
    if not is_there:
        raise Http404
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    coding, sent = _packed(file, request)
    stat = sent.stat()
    etag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponseBase = HttpResponse(status=304)
    else:
        response = FileResponse(sent.open("rb"), content_type=kind)
        # The name of a packed file must decide neither its type nor its coding.
        response["Content-Type"] = f"{kind}; charset=utf-8" if _is_text(kind) else kind
        response.headers.pop("Content-Encoding", None)
        response.headers.pop("Content-Disposition", None)
        if coding:
            response["Content-Encoding"] = coding
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = cache
    response["ETag"] = etag
    return response


def _is_text(kind: str) -> bool:
    return kind.startswith(("text/", "application/javascript"))


def _packed(file: Path, request: HttpRequest) -> tuple[str | None, Path]:
    """Return coding and file to send: one packed while building if the browser takes it."""
    takes = accepted_codings(request.headers.get("Accept-Encoding", ""))
    for coding, suffix in CODINGS:
        packed = file.with_name(file.name + suffix)
        if coding in takes and packed.is_file():
            return coding, packed
    return None, file


def accepted_codings(header: str) -> set[str]:
    """Return the codings of an Accept-Encoding header that it does not refuse with `q=0`."""
    taken = set()
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight):
            taken.add(name.strip())
    return taken


def screen(request: HttpRequest, path: str) -> HttpResponseBase:
    """Serve a screen, its payloads, or one of the export's own files."""
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    host = "apex" if getattr(request, "tenant", None) is None else "tenant"
    is_asset = (
        path.startswith("_next/static/")
        or Path(path).suffix in {".ico", ".svg", ".png"}
        or (path == WORKER and host == "tenant")
    )
    relative = path if is_asset else resolve("/" + path, host)
    if relative is None:
        raise Http404
    if cookies.is_own_domain(request) and not is_asset:
        return _away_from_own_domain(request)
    response = _sent(relative, host, request)
    policy = WORKER_POLICY if relative == WORKER else _policy(relative)
    if policy:
        # From any screen one may go on to one where money is taken: its policy is the first one's.
        response["Content-Security-Policy"] = (
            with_gateway(policy) if host == "tenant" else _apex_policy(policy)
        )
    return response


def _sent(relative: str, host: str, request: HttpRequest) -> HttpResponseBase:
    """Return a file of the export; a page of the platform's own host names what reports its errors."""
    tag = error_reports.tag(None) if host == "apex" and relative.endswith(".html") else b""
    if tag:
        return _with_reports(settings.SCREENS / relative, tag, request)
    cache = IMMUTABLE if relative.startswith("_next/static/") else "no-cache"
    return send_file(settings.SCREENS, relative, cache, request)


def _with_reports(file: Path, tag: bytes, request: HttpRequest) -> HttpResponse:
    if not file.is_file():
        raise Http404
    is_packed = "gzip" in accepted_codings(request.headers.get("Accept-Encoding", ""))
    stat = file.stat()
    etag, body = _page_with(file, f"{stat.st_mtime_ns:x}-{stat.st_size:x}", tag, is_packed=is_packed)
    is_known = request.headers.get("If-None-Match") == etag
    response = HttpResponse(status=304) if is_known else HttpResponse(body)
    if is_packed and not is_known:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = "no-cache"
    response["ETag"] = etag
    return response


@lru_cache(maxsize=64)
def _page_with(file: Path, version: str, tag: bytes, *, is_packed: bool) -> tuple[str, bytes]:
    """Return a page that names what reports its errors, and its ETag; `version` says which build it is of."""
    page = file.read_bytes().replace(b"</head>", tag + b"</head>", 1)
    said = hashlib.blake2b(version.encode() + tag, digest_size=8).hexdigest()
    return f'"{said}{"-gz" if is_packed else ""}"', gzip.compress(page, mtime=0) if is_packed else page


def _apex_policy(policy: str) -> str:
    origin = error_reports.origin()
    return f"{policy}; connect-src 'self' {origin}" if origin else policy


def _away_from_own_domain(request: HttpRequest) -> HttpResponse:
    """Lead visitors to the calendar and staff to the host where they sign in."""
    if request.path == "/":
        return HttpResponseRedirect("/widgets/calendar")
    slug: str = request.tenant.slug  # type: ignore[attr-defined]
    return HttpResponseRedirect(hosts.tenant_url(slug, request.get_full_path()))


def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """Serve an operator's own pictures."""
    tenant = getattr(request, "tenant", None)
    if tenant is None:
        raise Http404
    root = settings.MEDIA_ROOT / tenant.schema_name
    return send_file(root, path, "public, max-age=86400", request)


def reading_locale(request: HttpRequest) -> str:
    """Return the locale of an address, else the first of the reader's languages that we have."""
    locales: list[str] = route_table()["locales"]
    first = request.path.split("/")[1]
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    wanted = [first, *(language.partition("-")[0] for language, _ in accepted)]
    return next((one for one in wanted if one in locales), route_table()["defaultLocale"])


def not_found_page(request: HttpRequest) -> HttpResponse:
    """Return the page that helps people who are lost, in their language."""
    names = (f"{reading_locale(request)}/lost.html", "404.html")
    name = next((one for one in names if (settings.SCREENS / one).exists()), None)
    body = (settings.SCREENS / name).read_bytes() if name else b"<h1>Not found</h1>"
    response = HttpResponse(body, status=404, content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Accept-Language"])
    if name and (policy := _policy(name)):
        response["Content-Security-Policy"] = policy
    response.is_our_page = True  # type: ignore[attr-defined]
    return response
