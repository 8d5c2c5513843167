"""The designs of cards that come with the product: a motif and its colours. Pure."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Design:
    """
    Colours as #rrggbb: `ground` fades into `shade`, `accent` draws the motif, `ink` is the text.

    `ink` on `ground` and on `shade` has a contrast of at least 4.5 to 1.
    """

    slug: str
    ground: str
    shade: str
    accent: str
    ink: str


DESIGNS: Final = (
    Design("waves", "#0b4f6c", "#08384d", "#4fb3d9", "#ffffff"),
    Design("summit", "#1f4d3a", "#143427", "#7fc29b", "#ffffff"),
    Design("sunrise", "#8a2f13", "#5f1e0b", "#ffb066", "#ffffff"),
    Design("stars", "#1d1b4c", "#121032", "#9d97ff", "#ffffff"),
    Design("party", "#fff4d6", "#ffe3a3", "#d9480f", "#3d2400"),
    Design("plain", "#ffffff", "#f1f5f4", "#94a3a0", "#14211e"),
)
BY_SLUG: Final = {design.slug: design for design in DESIGNS}
