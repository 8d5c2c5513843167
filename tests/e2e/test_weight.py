"""The budget of JavaScript: what the first screen loads, and what every further one adds."""

import pytest

from bench._script_size import FIRST, Weight, addresses, exported, fetched, weights_of
from tests.e2e.conftest import NewContext
from tests.e2e.support import office
from tests.e2e.support.places import some_trip
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import ROOT

OUT = ROOT / "web" / "out"
# How many screens come to rest at the same time.
TOGETHER = 8
TABLE = ROOT / "web" / "src" / "routes" / "routes.json"


def too_heavy(weights: list[Weight]) -> str:
    """Return the screens beyond their budget, with what they weigh."""
    assert weights[0].shell == FIRST
    return ", ".join(
        f"{one.shell}: {one.found:.1f} of {one.budget} kB" for one in weights if one.found > one.budget
    )


def test_every_page_names_no_more_scripts_than_it_may() -> None:
    assert not too_heavy(weights_of(OUT, exported(OUT)))


@pytest.mark.slow
def test_every_screen_at_rest_has_fetched_no_more_than_it_may(new_context: NewContext, demo: Shop) -> None:
    trip = some_trip(demo)
    known = {
        "trip": trip["hash"],
        "customer": str(trip["customer_id"]),
        "experience": str(demo.client.get("/api/experiences")[0]["id"]),
        "experienceTimeslot": str(
            demo.rows("SELECT id FROM scheduling_experiencetimeslot ORDER BY id")[0]["id"]
        ),
        "userAvatar": str(demo.rows("SELECT id FROM people_useravatar ORDER BY id")[0]["id"]),
        "waiverTemplate": "new",
        "plugin": "slack",
    }
    scripts: dict[str, set[str]] = {}
    paths = addresses(TABLE, known)
    for start in range(0, len(paths), TOGETHER):
        some = dict(list(paths.items())[start : start + TOGETHER])
        pages = {f"{demo.url}{path}": new_context().new_page() for path in some.values()}
        assert len(pages) == len(some)
        for page in pages.values():
            office.enter(page, demo)
        scripts |= dict(zip(some, fetched(pages), strict=True))
        for page in pages.values():
            page.context.close()

    assert len(scripts) > 30
    assert not too_heavy(weights_of(OUT, scripts))


def test_no_page_lets_anything_inline_run() -> None:
    policies = (ROOT / "web" / "out" / "csp.json").read_text()

    assert "script-src" in policies
    assert "unsafe" not in policies
