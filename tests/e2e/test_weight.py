"""The budget of JavaScript: what the first screen loads, and what every further one adds."""

from bench._weight import FIRST, FIRST_KB, FURTHER_KB, weigh
from tests.e2e.support.stack import ROOT


def test_every_screen_stays_within_its_kilobytes() -> None:
    weights = weigh(ROOT / "web" / "out")
    over = [
        f"{one.shell}: {one.whole if one.shell == FIRST else one.beyond:.1f} kB"
        for one in weights
        if (one.whole if one.shell == FIRST else one.beyond)
        > (FIRST_KB if one.shell == FIRST else FURTHER_KB)
    ]

    assert weights[0].shell == FIRST
    assert not over, "too heavy: " + ", ".join(over)


def test_no_page_lets_anything_inline_run() -> None:
    policies = (ROOT / "web" / "out" / "csp.json").read_text()

    assert "script-src" in policies
    assert "unsafe" not in policies
