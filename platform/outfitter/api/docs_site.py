"""Serves the documentation at /docs on the platform's own host: files that were built, nothing else."""

import json
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from outfitter.api.screens import send_file

CACHE = "public, max-age=300"
# What a build leaves for the server alone.
PRIVATE = frozenset({"csp.json"})


def url_patterns() -> list[URLPattern]:
    """Return the addresses, for the root of the platform's own host."""
    return [
        path("docs", _to_front_page),
        path("docs/", _serve, {"page": ""}),
        path("docs/<path:page>", _serve),
    ]


def _to_front_page(_request: HttpRequest) -> HttpResponseBase:
    return HttpResponseRedirect("/docs/")


def _serve(request: HttpRequest, *, page: str) -> HttpResponseBase:
    """
    Send one page or file of the site.

    :raises Http404: there is none, or the site was not built
    """
    if request.method not in {"GET", "HEAD"} or page in PRIVATE:
        raise Http404
    relative = f"{page}index.html" if page in {"", *_folders(page)} else page
    response = send_file(settings.DOCS_SITE, relative, CACHE, request)
    if relative.endswith(".html"):
        response["Content-Security-Policy"] = _policy(settings.DOCS_SITE)
    return response


def _folders(page: str) -> set[str]:
    return {page} if page.endswith("/") else set()


def _policy(site: Path) -> str:
    file = site / "csp.json"
    # A new build has new hashes: they are read again when the file is another one.
    return _policy_of(file, file.stat().st_mtime_ns) if file.exists() else "default-src 'none'"


@lru_cache(maxsize=2)
def _policy_of(file: Path, _built_at: int) -> str:
    hashes: list[str] = json.loads(file.read_text(encoding="utf-8"))["script_hashes"]
    scripts = " ".join(["'self'", *(f"'{one}'" for one in hashes)])
    # The theme hides and shows by style attributes; pages hold nothing that a stranger wrote.
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
