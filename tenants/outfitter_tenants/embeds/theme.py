"""How the operator wants the widget to look where its embed code says nothing. Pure."""

from dataclasses import dataclass
from typing import Final, Literal

# What stands behind each name is known to the widget's style alone (`calendar/theme.py`).
Font = Literal["serif", "rounded", "humanist", "geometric", "system"]
Theme = Literal["auto", "light", "dark"]
MAX_RADIUS: Final = 24


@dataclass(frozen=True, slots=True)
class CalendarTheme:
    """
    The operator's look; None leaves it to the brand's colour and to the style sheets.

    `color` is "#rrggbb", `radius` the pixels of a corner, `font` a `Font`, `theme` a `Theme`:
    "auto" is as the page around it.
    """

    color: str | None = None
    radius: int | None = None
    font: str | None = None
    theme: str = "auto"
    version: int = 0
