"""Addresses of the public pages; a language may stand before each."""

from django.urls import URLPattern, URLResolver, path, re_path

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.website import pages
from outfitter_tenants.website.reader import languages


def url_patterns() -> list[URLPattern | URLResolver]:
    """Return the addresses, for the root of an operator's host."""
    # Longest first: "zh" also begins "zh-TW".
    codes = "|".join(sorted({*languages(), *ROUTE_LOCALES}, key=len, reverse=True))
    before = rf"^(?:(?P<locale>{codes})/)?"
    return [
        path("", pages.home),
        re_path(rf"^(?P<locale>{codes})/?$", pages.home),
        re_path(rf"{before}experiences/?$", pages.catalogue),
        re_path(rf"{before}experiences/(?P<slug>[\w-]{{1,160}})/?$", pages.experience),
        path("sitemap.xml", pages.sitemap),
        path("robots.txt", pages.robots),
        path("website/<slug:tag>.css", pages.stylesheet),
    ]
