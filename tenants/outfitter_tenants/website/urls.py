"""Addresses of the public pages; a language may stand before each."""

from django.urls import URLPattern, URLResolver, path, re_path

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.website import (
    cart_page,
    conversion_report_page,
    executive_report_page,
    onboarding_mail_page,
    page_views,
    portal_page,
    review_report_page,
    unsubscribe_page,
    waitlist_page,
)
from outfitter_tenants.website.reader import languages


def url_patterns() -> list[URLPattern | URLResolver]:
    """Return the addresses, for the root of an operator's host."""
    # Longest first: "zh" also begins "zh-TW".
    codes = "|".join(sorted({*languages(), *ROUTE_LOCALES}, key=len, reverse=True))
    before = rf"^(?:(?P<locale>{codes})/)?"
    return [
        path("", page_views.home),
        re_path(rf"^(?P<locale>{codes})/?$", page_views.home),
        re_path(rf"{before}experiences/?$", page_views.catalogue),
        re_path(rf"{before}experiences/(?P<slug>[\w-]{{1,160}})/?$", page_views.experience),
        re_path(rf"^(?:(?P<locale>{'|'.join(ROUTE_LOCALES)})/)?customerPortal/?$", portal_page.page),
        re_path(rf"{before}waitlist/(?P<secret>[\w-]{{1,80}})/?$", waitlist_page.place),
        re_path(
            rf"{before}public/crm/(?P<message_hash>[0-9A-Za-z]{{1,40}})/unsubscribe/?$",
            unsubscribe_page.leave,
        ),
        re_path(rf"{before}public/onboarding/(?P<token>[\w:.-]{{1,400}})/?$", onboarding_mail_page.leave),
        re_path(rf"{before}public/reports/reviews/view/?$", review_report_page.view),
        re_path(rf"{before}public/reports/executive/view/?$", executive_report_page.view),
        re_path(rf"{before}public/reports/conversion/?$", conversion_report_page.view),
        re_path(rf"{before}cart/(?P<key>[\w-]{{1,40}})/?$", cart_page.cart),
        path("sitemap.xml", page_views.sitemap),
        path("robots.txt", page_views.robots),
        path("llms.txt", page_views.guide),
        path("website/<slug:tag>.css", page_views.stylesheet),
    ]
