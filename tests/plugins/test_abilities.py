"""What each protocol cannot say is written down here, and nothing else is left out of the suite."""

from importlib import import_module

import pytest

from outfitter.testing.channel_conformance import ChannelConformance
from outfitter.testing.channel_drivers import ABILITIES, ChannelDriver

# No protocol of the five tells a total with a booking that we could refuse; those of GetYourGuide,
# Redeam and Tiqets change a booking by a cancellation and a new one.
LEFT_OUT = {
    "getyourguide": {"can_amend", "says_price"},
    "octo": {"says_price"},
    "redeam": {"can_amend", "says_price"},
    "tiqets": {"can_amend", "says_price"},
    "viator": {"says_price"},
}


def suite_of(channel: str) -> type[ChannelConformance]:
    module = import_module(f"tests.plugins.{channel}.test_conformance")
    [suite] = [
        one
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, ChannelConformance) and one is not ChannelConformance
    ]
    return suite


@pytest.mark.parametrize("channel", LEFT_OUT)
def test_nothing_else_is_left_out(channel: str):
    suite = suite_of(channel)
    lacking = {name for name in ABILITIES if not getattr(suite.driver, name)}
    tests = [name for name in dir(ChannelConformance) if name.startswith("test_")]
    left_out = {name for name in tests if getattr(suite, name) is None}
    needing = {
        name for name in tests if getattr(getattr(ChannelConformance, name), "ability", None) in lacking
    }

    assert lacking == LEFT_OUT[channel]
    assert left_out == needing
    assert needing


@pytest.mark.parametrize(("ability", "names"), ABILITIES.items())
def test_a_driver_speaks_what_it_claims(ability: str, names: tuple[str, ...]):
    others = {one: False for one in ABILITIES if one != ability}
    if not names:
        type("Quiet", (ChannelDriver,), others)
        return
    with pytest.raises(TypeError, match=names[0]):
        type("Boaster", (ChannelDriver,), others)
