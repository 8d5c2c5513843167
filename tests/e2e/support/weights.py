"""What a screen has loaded by itself once it is at rest, and whether it may."""

from playwright.sync_api import Page

from bench._weight import FETCHED, FIRST, Weight, fetched, weights_of
from tests.e2e.support.places import TABLE, Place
from tests.e2e.support.stack import ROOT

OUT = ROOT / "web" / "out"


def too_heavy(weights: list[Weight]) -> str:
    """Return the screens beyond their budget, with what they weigh."""
    assert weights[0].shell == FIRST
    return ", ".join(
        f"{one.shell}: {one.found:.1f} of {one.budget} kB"
        for one in weights
        if one.found > one.budget
    )


class Scale:
    """Weighs screens that are open and at rest; the first one is what all others come after."""

    def __init__(self, page: Page, url: str) -> None:
        self.first = fetched(page, f"{url}{TABLE['routes'][FIRST]['path']}")

    def weigh(self, page: Page, place: Place) -> str:
        """Return what is wrong with the weight of the screen that is open, or nothing."""
        route = TABLE["routes"][place.route]
        if route["host"] == "apex":
            return ""
        scripts = {FIRST: self.first, route["shell"]: set(page.evaluate(FETCHED))}
        return too_heavy(weights_of(OUT, scripts))
