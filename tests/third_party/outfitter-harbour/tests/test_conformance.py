"""Harbour does what every channel has to do."""

from driver import Driver
from outfitter.sdk.testing import ChannelConformance


class TestConformance(ChannelConformance):
    """Holds, bookings, changes and refusals, in Harbour's protocol."""

    driver = Driver
