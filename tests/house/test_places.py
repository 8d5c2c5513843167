"""The browser tests open every page there is: a new route needs a place among theirs."""

import re

import pytest

from tests.e2e.support import places

pytestmark = pytest.mark.rules


def test_every_route_is_a_place_that_the_browser_tests_open():
    assert {place.route for place in places.EVERYWHERE} == set(places.TABLE["routes"])


@pytest.mark.parametrize("place", places.EVERYWHERE, ids=lambda place: place.path)
def test_a_place_stands_at_the_address_of_its_route(place):
    parts = places.TABLE["routes"][place.route]["path"].strip("/").split("/")
    pattern = "".join(
        "(/[^/]+)?" if part.endswith("?}") else "/[^/]+" if part[:1] == "{" else f"/{part}" for part in parts
    )

    # The address itself answers by who asks; this other one of it is always the screen.
    assert place.path == "/index" or re.fullmatch(pattern, place.path.partition("?")[0])
