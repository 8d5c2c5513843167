"""
What plugin authors test with: `pytest_plugins = ["outfitter.sdk.testing"]` in a conftest.py.

The settings are `DJANGO_SETTINGS_MODULE = "outfitter.testing.settings"`; docs/plugins/testing.md
walks through all of it.
"""

from outfitter.testing.assistant_conformance import AssistantConformance, AssistantMood
from outfitter.testing.call_conformance import CallConformance, CallMood
from outfitter.testing.channel_conformance import ChannelConformance
from outfitter.testing.channel_drivers import Answer, ChannelDriver
from outfitter.testing.channel_fixtures import ChannelFixture, SampleBooking, TripSnapshot
from outfitter.testing.database import PASSWORD, PEAK, REEF
from outfitter.testing.fixtures import (
    _clean_slate,
    clock,
    django_db_setup,
    module_db,
    other_tenant,
    pytest_collection_finish,
    tenant,
    transport,
)
from outfitter.testing.frozen_clock import Clock
from outfitter.testing.http_recorder import Request, Response, Transport, UnexpectedRequest
from outfitter.testing.mail_conformance import MailConformance, MailMood
from outfitter.testing.speech_conformance import SpeechConformance, SpeechMood
from outfitter.testing.tenants import Tenant
from outfitter.testing.text_conformance import Mood, TextConformance
from outfitter.testing.types import Offer

__all__ = [
    "PASSWORD",
    "PEAK",
    "REEF",
    "Answer",
    "AssistantConformance",
    "AssistantMood",
    "CallConformance",
    "CallMood",
    "ChannelConformance",
    "ChannelDriver",
    "ChannelFixture",
    "Clock",
    "MailConformance",
    "MailMood",
    "Mood",
    "Offer",
    "Request",
    "Response",
    "SampleBooking",
    "SpeechConformance",
    "SpeechMood",
    "Tenant",
    "TextConformance",
    "Transport",
    "TripSnapshot",
    "UnexpectedRequest",
    "_clean_slate",
    "clock",
    "django_db_setup",
    "module_db",
    "other_tenant",
    "pytest_collection_finish",
    "tenant",
    "transport",
]
