"""Every report that is asked in the one way (domain.md 4.27), by the last part of its address."""

from collections.abc import Mapping
from typing import Final

from outfitter_tenants.reports.definitions import (
    customers,
    departure_profits,
    gift_cards,
    hours,
    orders,
    payments,
    records,
    reseller_reports,
    sales_sources,
    tax_reports,
    trips,
)
from outfitter_tenants.reports.report import Report

_TOPICS: Final = (
    trips,
    tax_reports,
    orders,
    customers,
    departure_profits,
    gift_cards,
    hours,
    records,
    sales_sources,
    payments,
    reseller_reports,
)
REPORTS: Final[Mapping[str, Report]] = {one.slug: one for topic in _TOPICS for one in topic.REPORTS}
# What each says, in a sentence or two, for whoever reads the interface's description.
DESCRIPTIONS: Final[Mapping[str, str]] = {
    slug: text for topic in _TOPICS for slug, text in topic.DESCRIPTIONS.items()
}
