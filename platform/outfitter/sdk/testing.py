"""
What plugin authors test with: `pytest_plugins = ["outfitter.sdk.testing"]` in a conftest.py.

The settings are `DJANGO_SETTINGS_MODULE = "outfitter.testing.settings"`; docs/plugins/testing.md
walks through all of it.
"""

from outfitter.testing.clocks import Clock
from outfitter.testing.conformance import ChannelConformance
from outfitter.testing.database import PASSWORD, PEAK, REEF
from outfitter.testing.drivers import Answer, ChannelDriver
from outfitter.testing.fixtures import (
    _clean_slate,
    clock,
    django_db_setup,
    other_tenant,
    tenant,
    transport,
)
from outfitter.testing.stalls import Sold, Stall, Wish
from outfitter.testing.tenants import Offer, Tenant
from outfitter.testing.transports import NotExpected, Request, Response, Transport

__all__ = [
    "PASSWORD",
    "PEAK",
    "REEF",
    "Answer",
    "ChannelConformance",
    "ChannelDriver",
    "Clock",
    "NotExpected",
    "Offer",
    "Request",
    "Response",
    "Sold",
    "Stall",
    "Tenant",
    "Transport",
    "Wish",
    "_clean_slate",
    "clock",
    "django_db_setup",
    "other_tenant",
    "tenant",
    "transport",
]
