"""The budget of JavaScript: what the first screen loads, and what every further one adds."""

from bench._weight import exported, weights_of
from tests.e2e.support.stack import ROOT
from tests.e2e.support.weights import OUT, too_heavy


def test_every_page_names_no_more_scripts_than_it_may() -> None:
    """What they load later without being asked is weighed where every screen is opened."""
    assert not too_heavy(weights_of(OUT, exported(OUT)))


def test_no_page_lets_anything_inline_run() -> None:
    policies = (ROOT / "web" / "out" / "csp.json").read_text()

    assert "script-src" in policies
    assert "unsafe" not in policies
