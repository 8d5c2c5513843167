"""The browser tests open every page there is: a new route needs a place among theirs."""

import re

import pytest

from outfitter.api.screens import screen_pattern
from tests.e2e.support import places

pytestmark = pytest.mark.rules


def test_every_route_is_a_place_that_the_browser_tests_open():
    assert {place.route for place in places.EVERYWHERE} == set(places.TABLE["routes"])


@pytest.mark.parametrize("place", places.EVERYWHERE, ids=lambda place: place.path)
def test_a_place_stands_at_the_address_of_its_route(place):
    pattern = screen_pattern(places.TABLE["routes"][place.route]["path"], "|".join(places.TABLE["locales"]))

    assert re.fullmatch(pattern, place.path.partition("?")[0])
