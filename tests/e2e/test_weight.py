"""The budget of JavaScript: what pages name; what screens fetch besides is weighed where they are opened."""

from bench._script_size import FIRST, exported, too_heavy, weights_of
from tests.e2e.support.stack import OUT


def test_every_page_names_no_more_scripts_than_it_may() -> None:
    weights = weights_of(OUT, exported(OUT))

    assert weights[0].shell == FIRST
    assert len(weights) > 50
    assert not too_heavy(weights)


def test_a_page_that_names_too_much_is_told() -> None:
    scripts = exported(OUT)
    everything = set.union(*scripts.values())

    assert too_heavy(weights_of(OUT, {FIRST: scripts[FIRST], "trips": everything}))[0].startswith("trips: ")


def test_no_page_lets_anything_inline_run() -> None:
    policies = (OUT / "csp.json").read_text()

    assert "script-src" in policies
    assert "unsafe" not in policies
